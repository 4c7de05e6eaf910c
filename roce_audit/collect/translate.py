"""What the libraries raise, as one of our reasons; the only place that knows their exceptions.

The two commonest exceptions of netmiko do not share its base class, and paramiko tells several
causes apart only by their text.
"""

from __future__ import annotations

import errno
import socket
from typing import TYPE_CHECKING, NoReturn

from netmiko import ReadException, ReadTimeout
from netmiko.exceptions import WriteException
from paramiko import AuthenticationException, ChannelException, SSHException
from paramiko.ssh_exception import IncompatiblePeer

from roce_audit.collect.reasons import Ended, Reason

if TYPE_CHECKING:
    from paramiko import Transport

_FAR = {errno.EHOSTUNREACH, errno.ENETUNREACH, errno.ENETDOWN, errno.EHOSTDOWN, errno.EADDRNOTAVAIL}


def refused_or_late(error: AuthenticationException, transport: Transport) -> None:
    """Tell a refused login, after which another way may be tried, from the end of the session.

    Raises:
        Ended: The device took too long, or hung up.
    """
    if "timeout" in str(error).lower():
        raise Ended(Reason.LOGIN_TIMED_OUT) from None
    if not transport.is_active():
        raise Ended(Reason.LOGIN_REFUSED, "the device hung up during the login") from None


def end(error: Exception) -> NoReturn:
    """Raise what an exception of a session means.

    Raises:
        Ended: Always.
    """
    raise translated(error) from error


def translated(error: Exception) -> Ended:
    """Return what an exception of a session means."""
    if isinstance(error, Ended):
        return error
    for kinds, reason, detail in _MEANINGS:
        if isinstance(error, kinds):
            return Ended(reason, detail)
    if isinstance(error, OSError):
        return _of_socket(error)
    if isinstance(error, SSHException):
        return _of_ssh(error)
    if isinstance(error, ValueError):
        return _of_driver(error)
    return Ended(Reason.INTERNAL, type(error).__name__)


_MEANINGS: tuple[tuple[tuple[type[Exception], ...], Reason, str], ...] = (
    ((socket.gaierror,), Reason.NAME_UNKNOWN, ""),
    ((ConnectionRefusedError,), Reason.PORT_CLOSED, ""),
    ((TimeoutError,), Reason.UNREACHABLE, "no answer"),
    ((ReadTimeout,), Reason.TIMED_OUT, ""),
    ((ReadException, WriteException, EOFError, ConnectionError), Reason.LOST, ""),
    ((IncompatiblePeer,), Reason.NO_ALGORITHMS, ""),
    ((AuthenticationException,), Reason.LOGIN_REFUSED, ""),
    ((ChannelException,), Reason.NO_SESSION, ""),
)


def _of_socket(error: OSError) -> Ended:
    if error.errno in _FAR:
        return Ended(Reason.UNREACHABLE, error.strerror or "")
    return Ended(Reason.LOST, error.strerror or "")


def _of_ssh(error: SSHException) -> Ended:
    text = str(error).lower()
    if "banner" in text or "protocol version" in text:
        return Ended(Reason.NOT_SSH, "the port is open, but no SSH greeting came")
    if "no existing session" in text:
        return Ended(Reason.LOGIN_TIMED_OUT, "the key exchange did not end")
    if "timeout opening channel" in text:
        return Ended(Reason.NO_SESSION, "it did not answer in time")
    if "channel closed" in text or "session not active" in text or "open channel" in text:
        return Ended(Reason.LOST)
    return Ended(Reason.NOT_SSH, "the SSH negotiation failed")


def _of_driver(error: ValueError) -> Ended:
    if "enable mode" in str(error):
        return Ended(Reason.NO_PRIVILEGE)
    return Ended(Reason.NO_PROMPT)
