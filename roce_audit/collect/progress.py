"""What a person sees while devices are collected."""

from __future__ import annotations

from contextlib import contextmanager
from threading import Lock
from typing import TYPE_CHECKING, Protocol

from rich.console import Console, Group
from rich.live import Live
from rich.progress_bar import ProgressBar
from rich.table import Table
from rich.text import Text

from roce_audit.snapshot.status import DeviceStatus, command_words

if TYPE_CHECKING:
    from collections.abc import Generator

    from roce_audit.collect.jobs import DeviceReply

_MOST_LINES = 12
_BAR_WIDTH = 30
_PER_SECOND = 5


class Progress(Protocol):
    """Is told how a collection goes; ``tell`` from any thread, the rest from one."""

    def begin(self, devices: int) -> None:
        """Take the number of devices."""

    def tell(self, name: str, doing: str) -> None:
        """Take what a device is being asked."""

    def ended(self, reply: DeviceReply) -> None:
        """Take how a device ended."""


class NoProgress:
    """Shows nothing."""

    def begin(self, devices: int) -> None:
        """See ``Progress``."""

    def tell(self, name: str, doing: str) -> None:
        """See ``Progress``."""

    def ended(self, reply: DeviceReply) -> None:
        """See ``Progress``."""


class PlainProgress:
    """Prints one line for each device that ended, for files and pipes."""

    def __init__(self, console: Console) -> None:
        """Take where the lines go."""
        self._console = console
        self._devices = 0
        self._done = 0

    def begin(self, devices: int) -> None:
        """See ``Progress``."""
        self._devices = devices

    def tell(self, name: str, doing: str) -> None:
        """See ``Progress``."""

    def ended(self, reply: DeviceReply) -> None:
        """See ``Progress``."""
        self._done += 1
        line = f"[{self._done}/{self._devices}] {_outcome(reply)}"
        self._console.print(Text(line), soft_wrap=True)


class LiveProgress:
    """Shows a bar, what is being asked of whom, and every device that did not end well."""

    def __init__(self, console: Console) -> None:
        """Take the terminal; nothing is shown before ``begin``."""
        self._console = console
        self._live = Live(self, console=console, refresh_per_second=_PER_SECOND, transient=True)
        self._lock = Lock()
        self._doing: dict[str, str] = {}
        self._devices = 0
        self._done = 0
        self._failed = 0

    def begin(self, devices: int) -> None:
        """See ``Progress``."""
        self._devices = devices
        self._live.start()

    def close(self) -> None:
        """Leave the screen."""
        self._live.stop()

    def tell(self, name: str, doing: str) -> None:
        """See ``Progress``."""
        with self._lock:
            self._doing[name] = doing

    def ended(self, reply: DeviceReply) -> None:
        """See ``Progress``."""
        with self._lock:
            self._doing.pop(reply.job.name, None)
            self._done += 1
            failed = reply.status is not DeviceStatus.CAPTURED
            self._failed += failed
        if failed:
            self._console.print(Text(_outcome(reply), style="red"), soft_wrap=True)

    def __rich__(self) -> Group:
        """Return what stands on the screen now."""
        with self._lock:
            doing = list(self._doing.items())
            done, failed = self._done, self._failed
        head = Table.grid(padding=(0, 1))
        words = f"{done} of {self._devices} devices" + (f", {failed} failed" if failed else "")
        head.add_row(
            ProgressBar(total=max(self._devices, 1), completed=done, width=_BAR_WIDTH), Text(words)
        )
        rows = Table.grid(padding=(0, 2))
        for name, told in doing[:_MOST_LINES]:
            rows.add_row(Text(f"  {name}", style="bold"), Text(told))
        if len(doing) > _MOST_LINES:
            rows.add_row(Text(f"  and {len(doing) - _MOST_LINES} more"), Text(""))
        return Group(head, rows)


@contextmanager
def shown_progress(console: Console | None = None) -> Generator[Progress]:
    """Show progress on standard error: live on a terminal, else as plain lines.

    Args:
        console: Where instead.
    """
    chosen = console or Console(stderr=True)
    if not chosen.is_terminal:
        yield PlainProgress(chosen)
        return
    live = LiveProgress(chosen)
    try:
        yield live
    finally:
        live.close()


def _outcome(reply: DeviceReply) -> str:
    told = f"{reply.job.name}: {reply.status}"
    if reply.reason:
        return f"{told}: {reply.reason}"
    failed = [
        f"{command_words(each.slug, each.text)}: {each.reason}"
        for each in reply.commands
        if each.required and each.reason
    ]
    return f"{told}: {'; '.join(failed)}" if failed else f"{told} in {reply.seconds:.1f} s"
