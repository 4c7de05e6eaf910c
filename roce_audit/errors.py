"""Everything that roce-audit can raise.

    RoceAuditError
    ├── InventoryError      the user's file is wrong: each problem with line and what to write
    ├── SecretError         the user's credential reference leads to nothing usable
    ├── UsageError          the user asked a question that has no meaning
    │   └── NotThere        the interface, filter or VLAN asked about is not in the capture
    ├── CollectError        a device did not answer as agreed: says device and command
    ├── SnapshotError       the evidence is damaged, missing or of another version
    ├── RenderError         a template and its remedy do not fit (ours to mend)
    ├── ParseError          a statement does not fit the grammar known for it
    ├── CaptureError        a capture file cannot be read or written: says why and what to do
    └── FrameError          bytes or fields that are no frame we know: says what contradicts
        └── ShortFrameError the bytes end before the header does

A wrong network is never an exception: it is a finding.
"""

from collections.abc import Iterable
from dataclasses import dataclass


class RoceAuditError(Exception):
    """Base of every error this package raises on purpose."""


@dataclass(frozen=True, slots=True)
class Problem:
    """One thing that is wrong in a file that the user wrote.

    Attributes:
        file: The file, as the user named it.
        line: 1-based line, or None where the whole file is meant.
        column: 1-based column in characters, or None with ``line``.
        key: Path of the key, such as ``hosts.gpu01.ports[0].vlan``; empty for the file itself.
        value: The value as shown to the user, shortened; empty where there is none to show.
            Values that may be secrets never get here.
        reason: What is wrong with it, a phrase that follows the value.
        suggestion: What to write instead, or empty.
    """

    file: str
    line: int | None
    column: int | None
    key: str
    value: str
    reason: str
    suggestion: str = ""

    def __str__(self) -> str:
        place = self.file if self.line is None else f"{self.file}:{self.line}:{self.column}"
        words = f"{self.value} {self.reason}".strip()
        told = f"{place}: {self.key}: {words}" if self.key else f"{place}: {words}"
        return f"{told}; {self.suggestion}" if self.suggestion else told


class InventoryError(RoceAuditError):
    """An inventory cannot be used; for the user, who wrote the file, to repair.

    Attributes:
        problems: All problems of the file, in the order of their lines; at least one.
    """

    def __init__(self, problems: Iterable[Problem]) -> None:
        self.problems = tuple(problems)
        super().__init__("\n".join(str(problem) for problem in self.problems))


class SecretError(RoceAuditError):
    """A credential reference leads to nothing usable; the message never holds a value."""


class UsageError(RoceAuditError):
    """A question that has no meaning; for the user, who asked it, to put right."""


class NotThere(UsageError):  # noqa: N818 - reads as the sentence that it is
    """The interface, filter or VLAN asked about is not in the capture."""


class FrameError(RoceAuditError):
    """Bytes or fields that are no frame we know; for whoever made them."""


class ShortFrameError(FrameError):
    """The bytes end before the header does: a capture cut short, not a wrong frame."""


class CaptureError(RoceAuditError):
    """A capture file cannot be read or written; for the user, who named the file."""


class CollectError(RoceAuditError):
    """A device did not answer as agreed; for its operator."""


class SnapshotError(RoceAuditError):
    """The evidence on disk is damaged, missing or of another version."""


class RenderError(RoceAuditError):
    """A template and its remedy do not fit; for the developers."""


class ParseError(RoceAuditError):
    """A statement does not fit the grammar known for it; never reaches a user.

    Attributes:
        reason: What does not fit, as a phrase.
    """

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason
