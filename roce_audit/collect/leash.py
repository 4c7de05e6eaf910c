"""A limit on the time of a session that holds whatever the library below is waiting for.

paramiko waits without limit for the answer to some requests, and netmiko's limits start anew with
each step. A leash closes the connection from outside: then every wait ends.
"""

from __future__ import annotations

from contextlib import contextmanager, suppress
from threading import Lock, Timer
from time import monotonic
from typing import TYPE_CHECKING

from roce_audit.collect.reasons import Ended, Reason

if TYPE_CHECKING:
    from collections.abc import Callable, Generator


class Leash:
    """Holds one session."""

    def __init__(self, seconds: float) -> None:
        """Take the longest time of the whole session."""
        self._lock = Lock()
        self._closers: list[Callable[[], object]] = []
        self._deadline = monotonic() + seconds
        self._cut: Ended | None = None

    def hold(self, close: Callable[[], object]) -> None:
        """Have ``close`` called when the session is cut; at once if it has been."""
        with self._lock:
            self._closers.append(close)
            cut = self._cut is not None
        if cut:
            _quietly(close)

    def cut(self, reason: Reason, detail: str = "") -> None:
        """End the session from any thread; only the first reason counts."""
        with self._lock:
            self._cut = self._cut or Ended(reason, detail)
            closers = list(self._closers)
        for close in closers:
            _quietly(close)

    def check(self) -> None:
        """Raise the reason if the session was cut.

        Raises:
            Ended: It was.
        """
        if self._cut is not None:
            raise self._cut

    @property
    def ended(self) -> Ended | None:
        """Why the session was cut, None if it was not."""
        return self._cut

    @property
    def left_seconds(self) -> float:
        """Time left for the session, at least a moment."""
        return max(self._deadline - monotonic(), 0.01)

    @contextmanager
    def within(self, seconds: float, reason: Reason, detail: str = "") -> Generator[None]:
        """Cut the session if the block takes longer than ``seconds`` or the session's rest.

        Raises:
            Ended: The session was cut before or during the block.
        """
        self.check()
        timer = Timer(min(seconds, self.left_seconds), self.cut, (reason, detail))
        timer.daemon = True
        timer.start()
        try:
            yield
        except Exception:
            # What the cut made fail is not why it failed.
            self.check()
            raise
        finally:
            timer.cancel()
        self.check()


def _quietly(close: Callable[[], object]) -> None:
    with suppress(Exception):
        close()
