"""Switches: one login, one terminal, the platform's commands in order."""

from __future__ import annotations

import re
from time import monotonic
from typing import TYPE_CHECKING

from roce_audit.collect.capture_checks import judged
from roce_audit.collect.jobs import CommandReply
from roce_audit.collect.login import log_in
from roce_audit.collect.reasons import Ended, Reason, sentence
from roce_audit.collect.redact import redact
from roce_audit.collect.slugs import slug
from roce_audit.collect.terminal import GatedTerminal, driver
from roce_audit.collect.translate import translated
from roce_audit.reading.document import Role
from roce_audit.snapshot.status import CommandStatus

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from roce_audit.collect.jobs import DeviceJob
    from roce_audit.collect.leash import Leash
    from roce_audit.collect.ways_in import WaysIn
    from roce_audit.reading.platform import Command, Session

_STATUS = {
    Reason.TIMED_OUT: CommandStatus.TIMED_OUT,
    Reason.FLOODED: CommandStatus.FLOODED,
    Reason.LOST: CommandStatus.LOST,
}


def ask_switch(
    job: DeviceJob, ways: WaysIn, leash: Leash, tell: Callable[[str], None]
) -> Iterator[CommandReply]:
    """Yield the reply to each of the platform's commands.

    A command that fails ends the session: what follows on the terminal would belong to it. The
    commands that could not be sent are yielded as such.

    Args:
        job: Whom to ask, and what.
        ways: What to log in with.
        leash: Holds the session.
        tell: Is told what is going on, in a few words.

    Raises:
        Ended: Nobody got as far as the first command.
    """
    session = job.session
    if session is None:
        raise Ended(Reason.INTERNAL, "a switch without a platform")
    terminal = _open(job, session, ways, leash)
    try:
        yield from _replies(terminal, session.commands, tell)
    finally:
        terminal.disconnect()


def _open(job: DeviceJob, session: Session, ways: WaysIn, leash: Leash) -> GatedTerminal:
    limit = job.limits.connect_seconds
    terminal = driver(session.netmiko_type)(
        device_type=session.netmiko_type, host=job.address, port=job.port, auto_connect=False
    )
    try:
        with leash.within(limit, Reason.LOGIN_TIMED_OUT):
            terminal.take(job, leash, log_in(job, ways, leash))
        with leash.within(limit, Reason.NO_PROMPT):
            terminal.prepare()
        with leash.within(limit, Reason.NO_PRIVILEGE):
            terminal.rise(ways.enable)
    except Exception as error:
        terminal.disconnect()
        ended = translated(error)
        # Before the first command, a reply that does not come is the prompt.
        raise Ended(Reason.NO_PROMPT) if ended.reason is Reason.TIMED_OUT else ended from error
    return terminal


def _replies(
    terminal: GatedTerminal, commands: tuple[Command, ...], tell: Callable[[str], None]
) -> Iterator[CommandReply]:
    # The whole prompt on a line of its own: a part of it may stand in a description. A message
    # of the device may follow it.
    expect = rf"(?:^|\n){re.escape(terminal.prompt)}[ ]*(?:\n|$)"
    ended: Ended | None = None
    for number, command in enumerate(commands, start=1):
        if ended is not None:
            reason = f"not sent, because the session had ended: {ended.reason}"
            yield _reply(command, CommandStatus.NOT_SENT, reason)
            continue
        tell(f"{number}/{len(commands)} {command.text}")
        started = monotonic()
        try:
            output = terminal.ask(command.text, expect, _seconds(terminal.job, command))
        except Exception as error:  # noqa: BLE001 - every exception of the library is translated
            ended = terminal.leash.ended or translated(error)
            status = _STATUS.get(ended.reason, CommandStatus.LOST)
            told = sentence(ended.reason, ended.detail)
            yield _reply(command, status, told, monotonic() - started)
        else:
            yield _taken(terminal, command, output, monotonic() - started)


def _seconds(job: DeviceJob, command: Command) -> float:
    limit = job.limits.command_seconds
    return command.seconds if limit is None else limit


def _taken(terminal: GatedTerminal, command: Command, output: str, seconds: float) -> CommandReply:
    session = terminal.job.session
    status, reason = (CommandStatus.OK, "") if session is None else judged(command, output, session)
    kept = redact(output) if status.has_text else ""
    return _reply(command, status, reason, seconds, kept)


def _reply(
    command: Command, status: CommandStatus, reason: str, seconds: float = 0.0, output: str = ""
) -> CommandReply:
    return CommandReply(
        command.text,
        slug(command.text),
        Role(command.role),
        command.required and not (command.may_be_missing and status is CommandStatus.UNKNOWN),
        status,
        reason,
        round(seconds, 3),
        output,
    )
