"""From an address to a logged-in SSH transport, with a limit on each step."""

from __future__ import annotations

import logging
import socket
from pathlib import Path
from typing import TYPE_CHECKING

from paramiko import AuthenticationException, BadAuthenticationType, Transport

from roce_audit.collect.known_hosts import (
    KnownKeys,
    check_host_key,
    known_keys,
    read_known_hosts,
)
from roce_audit.collect.reasons import Ended, Reason
from roce_audit.collect.translate import refused_or_late

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from roce_audit.collect.jobs import DeviceJob
    from roce_audit.collect.leash import Leash
    from roce_audit.collect.ways_in import WaysIn

USER_KNOWN_HOSTS = Path("~/.ssh/known_hosts")
LOG = "roce_audit.collect.ssh"
# Part of the login's limit for its first steps, so that their silence is the reason given.
_OF_LOGIN = 0.8
# Without a handler Python prints the library's complaints, the device's words among them.
logging.getLogger(LOG).addHandler(logging.NullHandler())
# An RSA key is known by one name and signs under others (RFC 8332).
_SIGNATURES = {"ssh-rsa": ("rsa-sha2-512", "rsa-sha2-256")}


def log_in(job: DeviceJob, ways: WaysIn, leash: Leash) -> Transport:
    """Return an authenticated transport; the caller closes it.

    Args:
        job: Whom to call.
        ways: What to log in with.
        leash: Holds the connection from the beginning.

    Raises:
        Ended: The device cannot be reached, is not who it should be, or lets nobody in.
        OSError: The same, untranslated; see ``translate``.
        SSHException: The same, untranslated.
    """
    known = known_keys(read_known_hosts(job.known_hosts or USER_KNOWN_HOSTS), job.address, job.port)
    transport = Transport(_connect(job, leash))
    leash.hold(transport.close)
    try:
        _agree(transport, known, job)
        _authenticate(transport, job.credential.username, ways)
    except BaseException:
        transport.close()
        raise
    return transport


def _connect(job: DeviceJob, leash: Leash) -> socket.socket:
    """Return a socket to the first of the name's addresses that answers."""
    found = socket.getaddrinfo(job.address, job.port, type=socket.SOCK_STREAM)
    last: OSError | None = None
    for family, kind, protocol, _, address in found:
        connection = socket.socket(family, kind, protocol)
        # Closing alone does not wake a thread that waits for the connection.
        leash.hold(lambda connection=connection: connection.shutdown(socket.SHUT_RDWR))  # type: ignore[misc]
        connection.settimeout(job.limits.connect_seconds * _OF_LOGIN)
        try:
            connection.connect(address)
        except OSError as error:
            connection.close()
            last = error
        else:
            return connection
    raise last or OSError("the name has no address")


def _agree(transport: Transport, known: KnownKeys, job: DeviceJob) -> None:
    seconds = job.limits.connect_seconds
    transport.set_log_channel(LOG)
    transport.banner_timeout = seconds * _OF_LOGIN
    transport.handshake_timeout = seconds
    transport.auth_timeout = transport.channel_timeout = seconds
    options = transport.get_security_options()
    wanted = _names(known.types)
    options.key_types = sorted(options.key_types, key=lambda name: name not in wanted)
    transport.start_client(timeout=seconds)
    key = transport.get_remote_server_key()
    check_host_key(known, key.get_name(), key.asbytes(), accept_unknown=job.host_key == "accept")


def _names(types: frozenset[str]) -> frozenset[str]:
    return frozenset(name for kind in types for name in (_SIGNATURES.get(kind) or (kind,)))


def _authenticate(transport: Transport, username: str, ways: WaysIn) -> None:
    """Try the keys, then the password, each once."""
    tried: list[str] = []
    for name, way in _attempts(transport, username, ways):
        tried.append(name)
        try:
            way()
        except BadAuthenticationType as error:
            tried[-1] = f"{name} (the device takes {_listed(error.allowed_types)} only)"
        except AuthenticationException as error:
            refused_or_late(error, transport)
        if transport.is_authenticated():
            return
    raise Ended(Reason.LOGIN_REFUSED, f"user {username} with {' and '.join(tried)}")


def _attempts(
    transport: Transport, username: str, ways: WaysIn
) -> list[tuple[str, Callable[[], object]]]:
    attempts: list[tuple[str, Callable[[], object]]] = [
        (name, lambda key=key: transport.auth_publickey(username, key))  # type: ignore[misc]
        for name, key in ways.keys
    ]
    if (password := ways.password) is not None:
        attempts.append(
            ("the password", lambda: transport.auth_password(username, password.reveal()))
        )
    return attempts


def _listed(types: Sequence[str]) -> str:
    known = ("publickey", "password", "keyboard-interactive", "hostbased", "gssapi-with-mic")
    return ", ".join(name for name in known if name in types) or "another way"
