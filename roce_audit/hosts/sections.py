"""What the collector printed, taken apart into sections with a state each.

Every line that the collector itself wrote begins with ``@@RA-`` and a nonce. Text of devices and
neighbours cannot know the nonce, so it cannot open, close or end a section. What stands before the
first section (prompts, banners, the echo of a command) is skipped; a mark quoted or indented by
whoever passed the file on is understood as long as every line carries the same prefix.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from roce_audit.errors import CaptureError
from roce_audit.hosts.section import Section, State, state_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

PROTOCOL = 1
LARGEST_CAPTURE_CHARACTERS = 64 << 20
"""More than any honest capture: the script bounds each section."""


@dataclass(frozen=True, slots=True)
class Capture:
    """One run of the collector.

    Attributes:
        file: Name of the document, for evidence.
        sections: By name, in the order printed.
        complete: False if the end mark is missing: whatever is not there was perhaps lost.
        header: The collector's own words: ``uid``, ``time``, ``sudo``, ``limited``.
    """

    file: str
    sections: Mapping[str, Section]
    complete: bool
    header: Mapping[str, str]

    def section(self, name: str) -> Section:
        """Return the section, or one that says why there is none."""
        if name in self.sections:
            return self.sections[name]
        reason = "not in the capture" if self.complete else "the capture ends before that part"
        return Section(name, State.NOT_COLLECTED, reason=reason, file=self.file)

    def keyed(self, kind: str) -> Iterable[tuple[tuple[str, ...], Section]]:
        """Yield keys and section of every section of a kind, in the order printed."""
        for name, section in self.sections.items():
            first, *keys = name.split()
            if first == kind:
                yield tuple(keys), section


_BEGIN = re.compile(
    r"^(?P<prefix>[\s>|]{0,40})@@RA-(?P<nonce>[0-9a-f]{8,64}) \+ begin (?P<words>.*)$"
)
_CONTROL = re.compile(r"\x1b\[[0-9;?]{0,16}[A-Za-z]|[\x00-\x08\x0b-\x1f\x7f-\x9f\u2028\u2029]")


def parse(text: str, file: str = "collector output") -> Capture:
    """Take the output of one run of the collector apart.

    Raises:
        CaptureError: No run, another protocol, more than one run, or absurdly large.
    """
    if len(text) > LARGEST_CAPTURE_CHARACTERS:
        raise CaptureError(f"{file}: too large for the output of the collector")
    # str.splitlines would also split at characters that device text may hold.
    lines = [_CONTROL.sub("", line) for line in text.replace("\r\n", "\n").split("\n")]
    begin = next(((at, m) for at, line in enumerate(lines) if (m := _BEGIN.match(line))), None)
    if begin is None:
        raise CaptureError(f"{file}: no output of the collector in it (roce-audit collector)")
    at, match = begin
    words: list[str] = match["words"].split()
    header = {word.partition("=")[0]: word.partition("=")[2] for word in words}
    if header.get("protocol") != str(PROTOCOL):
        raise CaptureError(f"{file}: written by a collector of another version")
    run = _Run(file, f"@@RA-{match['nonce']} ", match["prefix"])
    run.read(lines, at)
    if run.ended and any(_BEGIN.match(line) for line in lines[run.position :]):
        raise CaptureError(f"{file}: holds more than one run of the collector; pass one")
    return Capture(file, run.sections, run.ended, header)


class _Run:
    """The walk over one run's lines."""

    def __init__(self, file: str, mark: str, prefix: str) -> None:
        self.file = file
        self.mark = mark
        self.prefix = prefix
        self.sections: dict[str, Section] = {}
        self.ended = False
        self.position = 0
        self._open: _OpenSection | None = None

    def read(self, lines: list[str], start: int) -> None:
        """Take lines until the end mark or the end of the text."""
        for number, line in enumerate(lines[start:], start + 1):
            self.position = number
            stripped = line.removeprefix(self.prefix)
            if stripped.startswith(self.mark):
                self._told(stripped.removeprefix(self.mark), number)
            elif self._open is not None:
                self._open.lines.append(stripped)
            if self.ended:
                return
        self._close("", number=self.position)

    def _told(self, words: str, number: int) -> None:
        kind, _, rest = words.partition(" ")
        match kind:
            case "+":
                self._close("", number)
                self._open = _OpenSection(rest.strip(), number + 1)
                self.ended = rest.strip() == "end"
            case "-":
                self._close(rest.strip(), number)
            case "rc" if self._open is not None and rest.strip().isdigit():
                self._open.code = int(rest)
            case "!" if self._open is not None:
                self._open.complaints.append(rest)
            case _:
                # A mark cut in the middle: the output reached its limit inside it.
                pass

    def _close(self, word: str, number: int) -> None:
        if self._open is None:
            return
        if self._open.name not in self.sections:
            self.sections[self._open.name] = self._open.closed(word, self.file)
        self._open = None
        self.position = number


class _OpenSection:
    def __init__(self, name: str, first_line: int) -> None:
        self.name = name
        self.first_line = first_line
        self.lines: list[str] = []
        self.complaints: list[str] = []
        self.code: int | None = None

    def closed(self, word: str, file: str) -> Section:
        lines = self.lines
        # The collector writes an empty line before each mark.
        while lines and not lines[-1].strip():
            lines = lines[:-1]
        state, reason = state_of(word, self.code, [*self.complaints, *lines[-3:]])
        unreadable = frozenset(
            each.removesuffix(": not readable")
            for each in self.complaints
            if each.endswith(": not readable")
        )
        return Section(self.name, state, tuple(lines), self.first_line, reason, unreadable, file)
