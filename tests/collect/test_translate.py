"""What the libraries raise, as one reason each."""

from __future__ import annotations

import errno
import socket

import pytest
from netmiko import ReadException, ReadTimeout
from paramiko import AuthenticationException, ChannelException, SSHException
from paramiko.ssh_exception import IncompatiblePeer

from roce_audit.collect.printable import printable
from roce_audit.collect.reasons import ADVICE, Ended, Reason, sentence
from roce_audit.collect.slugs import slug
from roce_audit.collect.translate import refused_or_late, translated


@pytest.mark.parametrize(
    ("error", "reason"),
    [
        (socket.gaierror(-2, "Name or service not known"), Reason.NAME_UNKNOWN),
        (ConnectionRefusedError(errno.ECONNREFUSED, "refused"), Reason.PORT_CLOSED),
        (TimeoutError("timed out"), Reason.UNREACHABLE),
        (OSError(errno.EHOSTUNREACH, "No route to host"), Reason.UNREACHABLE),
        (OSError(errno.ENETUNREACH, "Network is unreachable"), Reason.UNREACHABLE),
        (OSError(errno.EBADF, "Bad file descriptor"), Reason.LOST),
        (ConnectionResetError(errno.ECONNRESET, "reset"), Reason.LOST),
        (EOFError(), Reason.LOST),
        (ReadTimeout("no pattern"), Reason.TIMED_OUT),
        (ReadException("closed"), Reason.LOST),
        (AuthenticationException("no"), Reason.LOGIN_REFUSED),
        (IncompatiblePeer("no kex"), Reason.NO_ALGORITHMS),
        (ChannelException(1, "prohibited"), Reason.NO_SESSION),
        (SSHException("Error reading SSH protocol banner"), Reason.NOT_SSH),
        (SSHException("No existing session"), Reason.LOGIN_TIMED_OUT),
        (SSHException("Timeout opening channel."), Reason.NO_SESSION),
        (SSHException("Channel closed."), Reason.LOST),
        (SSHException("SSH session not active"), Reason.LOST),
        (SSHException("something else"), Reason.NOT_SSH),
        (ValueError("Failed to enter enable mode. Please ..."), Reason.NO_PRIVILEGE),
        (ValueError("Router prompt not found: 'x'"), Reason.NO_PROMPT),
        (KeyError("ours"), Reason.INTERNAL),
        (Ended(Reason.FLOODED, "here"), Reason.FLOODED),
    ],
)
def test_each_exception_has_one_meaning(error, reason):
    assert translated(error).reason is reason


def test_the_words_of_a_device_do_not_travel_in_a_reason():
    for error in (SSHException("\x1b[2Jbanner"), ValueError("prompt \x1b"), KeyError("\x1b")):
        assert str(translated(error)).isprintable()


def test_every_reason_has_a_next_step():
    assert set(ADVICE) == set(Reason)
    for reason in Reason:
        told = sentence(reason, "here")
        assert told.startswith(f"{reason}: here; ")
        assert not told.endswith(".")


@pytest.mark.parametrize(
    ("command", "name"),
    [
        ("show running-config", "show-running-config"),
        ("show version | json", "show-version-json"),
        ("nv config show -o json", "nv-config-show-o-json"),
        ("../../etc/passwd", "etc-passwd"),
        ("???", "command"),
        ("show " + "x" * 300, "show-" + "x" * 75),
    ],
)
def test_a_command_names_its_file(command, name):
    assert slug(command) == name


def test_device_text_is_shown_on_one_line_without_control_characters():
    assert printable("a\x1b[2J\nb\t\x9bc\u202e") == "a?[2J b ?c?"
    assert printable("x" * 500).endswith("…")
    assert len(printable("x" * 500)) == 160


class Line:
    """Stands for a transport."""

    def __init__(self, *, active: bool) -> None:
        self.active = active

    def is_active(self) -> bool:
        return self.active


def test_a_refused_way_leaves_room_for_the_next_one():
    refused_or_late(AuthenticationException("Authentication failed."), Line(active=True))


@pytest.mark.parametrize(
    ("text", "active", "reason"),
    [
        ("Authentication timeout.", True, Reason.LOGIN_TIMED_OUT),
        ("Authentication failed: transport shut down", False, Reason.LOGIN_REFUSED),
    ],
)
def test_a_login_that_is_late_or_hung_up_on_is_over(text, active, reason):
    with pytest.raises(Ended) as ended:
        refused_or_late(AuthenticationException(text), Line(active=active))
    assert ended.value.reason is reason
