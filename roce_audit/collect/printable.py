"""Device text that is shown to a person: nothing of it may act on a terminal."""

_LONGEST = 160


def printable(text: str, longest: int = _LONGEST) -> str:
    """Return one line of a device's words: control characters as ``?``, blanks joined, cut."""
    words = " ".join(text[: longest * 4].split())
    shown = "".join(letter if letter.isprintable() else "?" for letter in words)
    return shown if len(shown) <= longest else f"{shown[: longest - 1]}…"
