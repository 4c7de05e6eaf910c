"""What surrounds a configuration in real files: prompts, echoed commands, banners, headers."""

from __future__ import annotations

import re
from enum import Enum
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

_PROMPT = re.compile(
    r"(?P<host>[\w.:@/-]{1,64})(?:\((?P<mode>[\w.:/-]{1,64})\))?\s?[#>](?:\s+(?P<rest>.*))?",
    re.ASCII,
)
_HEADING = re.compile(r"(?:`|-{3,}\s*)(?P<command>show .+?)(?:`|\s*-{3,})", re.ASCII)
_COMMAND = re.compile(r"!\s?Command:\s*(?P<command>.+)", re.ASCII)
_BANNER_LINES = 500
_PIPES = ("|", "no-more")


class Showing(Enum):
    """What the lines behind a command are."""

    WHOLE = "the whole running configuration"
    PART = "configuration, or lists as show commands print them"
    TYPED = "commands that someone types"
    SWITCHPORT = "output of show interface switchport"
    OTHER = "output of no interest"


def showing_of(command: str) -> Showing:
    """Return what the output of ``command`` is."""
    words = command.lower().split()
    first = words[0] if words else ""
    if not ("show".startswith(first) and len(first) > 1):
        return Showing.TYPED if _short(first, "configure", 4) else Showing.OTHER
    rest = [word for word in words[1:] if word not in _PIPES]
    if not rest:
        return Showing.OTHER
    if _short(rest[0], "running-config", 3):
        whole = rest[1:] in ([], ["all"])
        return Showing.WHOLE if whole else Showing.PART
    if _short(rest[0], "interface", 3) and _short(rest[-1], "switchport", 6):
        return Showing.SWITCHPORT
    return Showing.PART if _shows_lists(rest) else Showing.OTHER


def _short(word: str, full: str, least: int) -> bool:
    return len(word) >= least and full.startswith(word)


def _shows_lists(words: Sequence[str]) -> bool:
    if {"summary", "expanded", "status"} & set(words):
        return False
    lists = any(_short(word, "access-lists", 3) for word in words[:2])
    others = words[0] in ("object-group", "startup-config", "time-range")
    return lists or others or list(words[:2]) in (["vlan", "access-map"], ["vlan", "filter"])


def heading_of(line: str) -> str:
    """Return the command that a heading between outputs names, "" if it is none."""
    found = _HEADING.fullmatch(line)
    return found["command"] if found else ""


def command_of(comment: str) -> str:
    """Return the command that a comment at the head of an output names, "" if it is none."""
    found = _COMMAND.fullmatch(comment)
    return found["command"].strip() if found else ""


def prompted(line: str) -> tuple[str, str] | None:
    """Return the mode and the command of a line that begins with a prompt, None for others."""
    found = _PROMPT.fullmatch(line)
    if found is None:
        return None
    return found["mode"] or "", (found["rest"] or "").strip()


def banner_end(text: str, number: int) -> int:
    """Return the line number where the banner that begins at line ``number`` ends.

    Its own number if the text between the delimiters is not found.
    """
    lines = text.split("\n", number + _BANNER_LINES)
    words = lines[number - 1].split(None, 2)
    if len(words) < len(("banner", "motd", "#")):
        return number
    delimiter = words[2][:2] if words[2].startswith("^") else words[2][0]
    if delimiter in words[2][len(delimiter) :]:
        return number
    for later, line in enumerate(lines[number : number + _BANNER_LINES], start=number + 1):
        if delimiter in line:
            return later
    return number
