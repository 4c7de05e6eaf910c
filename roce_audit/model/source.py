"""Where a fact came from."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class SourceRef:
    """One place in captured text.

    Attributes:
        file: Name of the document: a file, or the command that printed it.
        line: 1-based line in it, or None if the fact is the absence of a line (a default).
        text: The line as captured, secrets removed, blanks at both ends cut.
    """

    file: str
    line: int | None
    text: str
