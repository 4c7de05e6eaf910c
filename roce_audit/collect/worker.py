"""Runs one job to its end; whatever happens, the end is a reply."""

from __future__ import annotations

import logging
from threading import Lock
from time import monotonic
from typing import TYPE_CHECKING

from roce_audit.collect.capture_checks import shows_interfaces
from roce_audit.collect.host_ssh import ask_host
from roce_audit.collect.jobs import CommandReply, DeviceJob, DeviceReply
from roce_audit.collect.leash import Leash
from roce_audit.collect.netmiko_ssh import ask_switch
from roce_audit.collect.reasons import Ended, Reason, sentence
from roce_audit.collect.ways_in import ways_in
from roce_audit.inventory.secrets import Prompter
from roce_audit.reading.document import Role
from roce_audit.snapshot.status import CommandStatus, DeviceRole, DeviceStatus

if TYPE_CHECKING:
    from collections.abc import Callable

_LOG = logging.getLogger("roce_audit.collect")


class Worker:
    """Collects devices; one instance serves all threads of a run.

    In another process a worker is a fresh one: prompts, listeners and the stop do not travel.
    """

    def __init__(
        self, prompter: Prompter | None = None, tell: Callable[[str, str], None] | None = None
    ) -> None:
        """Take the run's prompter, and who is told (device, what it is doing)."""
        self._prompter = prompter or Prompter()
        self._tell = tell or _to_nobody
        self._lock = Lock()
        self._leashes: set[Leash] = set()
        self._stopped = False

    def __reduce__(self) -> tuple[type[Worker], tuple[()]]:
        return Worker, ()

    def __call__(self, job: DeviceJob) -> DeviceReply:
        """Return what came of a job; never raises."""
        started = monotonic()
        leash = Leash(job.limits.device_seconds)
        replies: list[CommandReply] = []
        ended: Ended | None = None
        try:
            self._take(leash)
            with (
                leash.within(job.limits.device_seconds, Reason.TIMED_OUT),
                ways_in(job, self._prompter) as ways,
            ):
                self._tell(job.name, "login")
                ask = ask_switch if job.role is DeviceRole.SWITCH else ask_host
                for reply in ask(job, ways, leash, lambda told: self._tell(job.name, told)):
                    replies.append(reply)  # noqa: PERF402 - kept even if the next one fails
        except Ended as error:
            ended = error
        except Exception as error:  # noqa: BLE001 - the boundary of a worker, which never raises
            _LOG.exception("collecting %s failed", job.name)
            ended = Ended(Reason.INTERNAL, type(error).__name__)
        finally:
            self._drop(leash)
        return _reply(job, tuple(replies), ended, monotonic() - started)

    def stop(self) -> None:
        """Cut every session of this process, and refuse to begin another."""
        with self._lock:
            self._stopped = True
            leashes = tuple(self._leashes)
        for leash in leashes:
            leash.cut(Reason.STOPPED)

    def _take(self, leash: Leash) -> None:
        with self._lock:
            self._leashes.add(leash)
            if self._stopped:
                raise Ended(Reason.STOPPED)

    def _drop(self, leash: Leash) -> None:
        with self._lock:
            self._leashes.discard(leash)


def _to_nobody(name: str, told: str) -> None:
    del name, told


def _reply(
    job: DeviceJob, commands: tuple[CommandReply, ...], ended: Ended | None, seconds: float
) -> DeviceReply:
    told = sentence(ended.reason, ended.detail) if ended else ""
    if ended is None:
        told = _missing(job, commands)
    return DeviceReply(job, _status(commands, ended, told), told, round(seconds, 3), commands)


def _status(commands: tuple[CommandReply, ...], ended: Ended | None, told: str) -> DeviceStatus:
    if ended is not None and not commands:
        stopped = ended.reason is Reason.STOPPED
        return DeviceStatus.NOT_TRIED if stopped else DeviceStatus.UNREACHABLE
    lacking = any(each.required and each.status is not CommandStatus.OK for each in commands)
    return DeviceStatus.INCOMPLETE if told or lacking else DeviceStatus.CAPTURED


def _missing(job: DeviceJob, commands: tuple[CommandReply, ...]) -> str:
    """Return what a switch's configuration lacks as a whole."""
    configurations = [
        each.output
        for each in commands
        if each.role is Role.CONFIGURATION and each.status is CommandStatus.OK
    ]
    if job.session is None or not configurations or shows_interfaces(configurations, job.session):
        return ""
    return "the configuration shows no interface: it was cut, or this login may not see them"
