"""One captured text and what it is."""

from dataclasses import dataclass
from enum import StrEnum


class Role(StrEnum):
    """What a document is to a reader."""

    CONFIGURATION = "configuration"
    """The running configuration, or a part of it."""
    CHANGE = "change"
    """Commands applied to what was read before: a snippet, a planned change."""
    STATE = "state"
    """Output of another command: only what the reader knows to take from it."""


@dataclass(frozen=True, slots=True)
class Document:
    """A text and its name.

    Attributes:
        name: File name, or the slug of the command that printed it; shown in evidence.
        text: As captured, redacted.
        role: See ``Role``.
        command: The command that printed it, "" if unknown.
    """

    name: str
    text: str
    role: Role = Role.CONFIGURATION
    command: str = ""
