"""Many devices at once, behind any ``concurrent.futures.Executor``.

Logins are begun at a steady rate, whatever the number of threads: an AAA server that is asked for a
thousand logins at once refuses some, and the accounts with them. Nothing is tried twice.
"""

from __future__ import annotations

from concurrent.futures import FIRST_COMPLETED, Executor, Future, wait
from time import monotonic, sleep
from typing import TYPE_CHECKING, Protocol

from roce_audit.collect.jobs import DeviceReply
from roce_audit.collect.reasons import Reason, sentence
from roce_audit.snapshot.status import DeviceStatus

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from roce_audit.collect.jobs import DeviceJob

_WAIT_SECONDS = 0.5
"""The longest single wait, since it may hide a Ctrl-C: on systems where that does not interrupt it,
and everywhere if it begins between the signal and its exception."""
_END_SECONDS = 10.0
"""How long a session that was cut may take to end."""


class Run(Protocol):
    """Does jobs, and can be told to stop."""

    def __call__(self, job: DeviceJob, /) -> DeviceReply:
        """Return what came of a job; must not raise."""
        ...

    def stop(self) -> None:
        """End every session of this process soon."""


class Pace:
    """A bucket of login tokens; it fills at a rate and holds one second's worth."""

    def __init__(
        self,
        per_second: float,
        clock: Callable[[], float] = monotonic,
        pause: Callable[[float], None] = sleep,
    ) -> None:
        """Start with a full bucket."""
        self._rate = per_second
        self._size = max(per_second, 1.0)
        self._tokens = self._size
        self._clock = clock
        self._pause = pause
        self._filled = clock()

    def take(self) -> None:
        """Take a token; wait for one if there is none."""
        now = self._clock()
        self._tokens = min(self._size, self._tokens + (now - self._filled) * self._rate)
        self._filled = now
        if self._tokens < 1:
            self._wait((1 - self._tokens) / self._rate)
            self._tokens, self._filled = 1.0, self._clock()
        self._tokens -= 1

    def _wait(self, seconds: float) -> None:
        while seconds > 0:
            self._pause(min(seconds, _WAIT_SECONDS))
            seconds -= _WAIT_SECONDS


def fan_out(
    jobs: Sequence[DeviceJob], run: Run, executor: Executor, *, at_once: int, pace: Pace
) -> Iterator[DeviceReply]:
    """Yield one reply per job, as they arrive.

    On Ctrl-C the sessions are cut, what they have is yielded, and the interrupt goes on.

    Args:
        jobs: What to do, in the order begun.
        run: Does it.
        executor: Where it is done.
        at_once: How many are handed to the executor before one must have ended.
        pace: Of the beginnings.

    Raises:
        KeyboardInterrupt: After the last reply that could be had.
    """
    waiting = list(reversed(jobs))
    running: dict[Future[DeviceReply], DeviceJob] = {}
    try:
        while waiting or running:
            begin = bool(waiting) and len(running) < at_once
            if begin:
                pace.take()
                job = waiting.pop()
                running[executor.submit(run, job)] = job
            patience = 0 if begin else _WAIT_SECONDS
            done, _ = wait(running, timeout=patience, return_when=FIRST_COMPLETED)
            for future in done:
                yield _result(future, running.pop(future))
    except KeyboardInterrupt:
        run.stop()
        yield from _rest(running)
        raise


def _rest(running: dict[Future[DeviceReply], DeviceJob]) -> Iterator[DeviceReply]:
    begun = [future for future in running if not future.cancel()]
    done, _ = wait(begun, timeout=_END_SECONDS)
    for future in done:
        yield _result(future, running[future])


def not_tried(job: DeviceJob) -> DeviceReply:
    """Return the reply of a job that was not begun, or not ended, before the stop."""
    return DeviceReply(job, DeviceStatus.NOT_TRIED, sentence(Reason.STOPPED))


def _result(future: Future[DeviceReply], job: DeviceJob) -> DeviceReply:
    try:
        return future.result()
    except Exception as error:  # noqa: BLE001 - a process may die, a reply may not travel
        told = sentence(Reason.INTERNAL, type(error).__name__)
        return DeviceReply(job, DeviceStatus.INCOMPLETE, told)
