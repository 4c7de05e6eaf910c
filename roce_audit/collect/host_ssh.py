"""Hosts: one login and one command, the collector's script on its standard input."""

from __future__ import annotations

import re
from contextlib import suppress
from secrets import token_hex
from time import monotonic
from typing import TYPE_CHECKING

from roce_audit.collect.jobs import CommandReply
from roce_audit.collect.login import log_in
from roce_audit.collect.printable import printable
from roce_audit.collect.reasons import Ended, Reason, sentence
from roce_audit.collect.redact import redact_host
from roce_audit.collect.translate import translated
from roce_audit.hosts.collector import collector_script
from roce_audit.reading.document import Role
from roce_audit.snapshot.status import COLLECTOR_SLUG, CommandStatus

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from paramiko import Channel, Transport

    from roce_audit.collect.jobs import DeviceJob
    from roce_audit.collect.leash import Leash
    from roce_audit.collect.ways_in import WaysIn

SLUG = COLLECTOR_SLUG
_SECONDS = 120.0
_PIECE = 65536
_STATUS_SECONDS = 5.0
_MOST_COMPLAINT_BYTES = 2000
_COMMAND = re.compile(r"sh -s -- (?:-r )?-n [0-9a-f]{32}")
_STATUS = {Reason.TIMED_OUT: CommandStatus.TIMED_OUT, Reason.FLOODED: CommandStatus.FLOODED}


def collector_command(nonce: str, *, sudo: bool) -> str:
    """Return the one command that a host is sent.

    Args:
        nonce: 32 hex digits that mark the script's own lines.
        sudo: Whether the script may use ``sudo -n``.

    Raises:
        Ended: It would be another command.
    """
    command = f"sh -s -- {'-r ' if sudo else ''}-n {nonce}"
    if not _COMMAND.fullmatch(command):
        raise Ended(Reason.NOT_ALLOWED, "not the collector")
    return command


def ask_host(
    job: DeviceJob, ways: WaysIn, leash: Leash, tell: Callable[[str], None]
) -> Iterator[CommandReply]:
    """Yield the collector's output.

    Args:
        job: Whom to ask.
        ways: What to log in with.
        leash: Holds the session.
        tell: Is told what is going on, in a few words.

    Raises:
        Ended: Nobody got in.
    """
    with leash.within(job.limits.connect_seconds, Reason.LOGIN_TIMED_OUT):
        try:
            transport = log_in(job, ways, leash)
        except Exception as error:
            raise translated(error) from error
    try:
        tell("collector")
        yield _collect(job, transport, leash)
    finally:
        transport.close()


def _collect(job: DeviceJob, transport: Transport, leash: Leash) -> CommandReply:
    nonce = token_hex(16)
    command = collector_command(nonce, sudo=job.sudo)
    started = monotonic()
    limit = job.limits.command_seconds
    try:
        with leash.within(_SECONDS if limit is None else limit, Reason.TIMED_OUT):
            output, complaint = _run(job, transport, command)
    except Exception as error:  # noqa: BLE001 - every exception of the library is translated
        ended = leash.ended or translated(error)
        status = _STATUS.get(ended.reason, CommandStatus.LOST)
        return _reply(command, status, sentence(ended.reason, ended.detail), monotonic() - started)
    status, reason = judged_collector(output, nonce, complaint)
    kept = redact_host(output) if status.has_text else ""
    return _reply(command, status, reason, monotonic() - started, kept)


def _run(job: DeviceJob, transport: Transport, command: str) -> tuple[str, str]:
    """Return what the command printed, and the beginning of its complaints."""
    channel = transport.open_session(timeout=job.limits.connect_seconds)
    channel.exec_command(command)
    script = collector_script().encode()
    with suppress(OSError):
        # A host that runs something else may have ended already: what it said is still to come.
        channel.sendall(script)
        channel.shutdown_write()
    output = _drain(channel, job.limits.command_bytes)
    complaint = channel.recv_stderr(_MOST_COMPLAINT_BYTES) if channel.recv_stderr_ready() else b""
    # Without an exit code the command did not end: the connection did.
    ended = channel.status_event.wait(_STATUS_SECONDS) and channel.exit_status >= 0
    channel.close()
    if not ended:
        raise Ended(Reason.LOST)
    return output.decode("utf-8", "replace"), complaint.decode("utf-8", "replace")


def _drain(channel: Channel, most_bytes: int) -> bytes:
    pieces = bytearray()
    while piece := channel.recv(_PIECE):
        pieces += piece
        if len(pieces) > most_bytes:
            raise Ended(Reason.FLOODED, f"more than {most_bytes >> 20} MiB")
    return bytes(pieces)


def judged_collector(output: str, nonce: str, complaint: str) -> tuple[CommandStatus, str]:
    """Return how a run of the collector ended, and why it did not end well.

    Args:
        output: What it printed.
        nonce: Of its marks.
        complaint: What the host printed as an error.
    """
    if f"@@RA-{nonce} + begin" not in output:
        told = printable(complaint or output) or "nothing"
        return CommandStatus.REFUSED, f"the host did not run the collector; it said: {told}"
    if f"@@RA-{nonce} + end" not in output:
        return CommandStatus.TRUNCATED, "the collector's output breaks off before its end"
    return CommandStatus.OK, ""


def _reply(
    command: str, status: CommandStatus, reason: str, seconds: float, output: str = ""
) -> CommandReply:
    # The nonce is of no use to a reader of the manifest.
    text = re.sub(r" -n \w+", " -n NONCE", command)
    return CommandReply(
        text,
        SLUG,
        Role.CONFIGURATION,
        required=True,
        status=status,
        reason=reason,
        seconds=round(seconds, 3),
        output=output,
    )
