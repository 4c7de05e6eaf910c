"""Names of files for commands."""

import re

_LONGEST = 80
_OTHER = re.compile(r"[^a-z0-9]+")


def slug(command: str) -> str:
    """Return a command as a file name without ending: ``show-version-json``."""
    words = _OTHER.sub("-", command.lower()).strip("-")
    return words[:_LONGEST].rstrip("-") or "command"
