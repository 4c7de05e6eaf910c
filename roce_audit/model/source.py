"""Where a fact came from."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class SourceRef:
    """One place in captured text.

    Device text is hostile: what could act on a terminal never gets into ``text``.

    Attributes:
        file: Name of the document: a file, or the command that printed it.
        line: 1-based line in it, or None if the fact is the absence of a line (a default).
        text: The line as captured, secrets removed, blanks at both ends cut; what does not print
            is a question mark.
    """

    file: str
    line: int | None
    text: str

    def __post_init__(self) -> None:
        if not self.text.isprintable():
            shown = "".join(sign if sign.isprintable() else "?" for sign in self.text)
            object.__setattr__(self, "text", shown)
