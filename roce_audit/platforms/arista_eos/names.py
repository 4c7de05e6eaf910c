"""Interface names: abbreviations to the full spelling, ranges to single names."""

from __future__ import annotations

import re
from itertools import product

from roce_audit.platforms.arista_eos.number_list import is_number

KINDS = (
    "Ethernet",
    "Port-Channel",
    "Vlan",
    "Management",
    "Loopback",
    "Vxlan",
    "Tunnel",
    "Dps",
    "Recirc-Channel",
    "Internal",
    "UnconnectedEthernet",
    "Switch",
)
"""The kinds of interfaces, spelled as the running configuration does."""

MOST_NAMES = 4096
"""Names that one range may stand for; a longer one is not an EOS range."""

_NAME = re.compile(r"([A-Za-z][A-Za-z-]*?)\s*(\d[\d/.]*)", re.ASCII)
_PART = re.compile(r"(?:([A-Za-z][A-Za-z-]*?)\s*)?(\d[\d/.$-]*)", re.ASCII)
_SEPARATORS = re.compile(r"([/.])")


def full_name(text: str) -> str:
    """Return ``Ethernet1/1`` for ``Et1/1``, ``eth 1/1`` ...; ``text`` itself if it is no name."""
    found = _NAME.fullmatch(text.strip())
    if found is None:
        return text
    kind = kind_of(found[1])
    return f"{kind}{found[2]}" if kind else text


def kind_of(word: str) -> str:
    """Return the kind that ``word`` abbreviates; "" if none or several."""
    wanted = word.lower()
    if wanted == "portchannel":
        return "Port-Channel"
    found = [kind for kind in KINDS if kind.lower().startswith(wanted)]
    return found[0] if len(found) == 1 else ""


def expand(text: str) -> tuple[str, ...]:
    """Return the names that ``text`` stands for: ``Et1-3,5/1-2``; empty if it is no such text."""
    names: list[str] = []
    kind = ""
    for part in text.split(","):
        found = _PART.fullmatch(part.strip())
        if found is None:
            return ()
        if found[1]:
            kind = kind_of(found[1])
        numbers = _numbers(found[2])
        if not kind or not numbers or len(names) + len(numbers) > MOST_NAMES:
            return ()
        names += [f"{kind}{number}" for number in numbers]
    return tuple(names)


def _numbers(text: str) -> list[str]:
    """Return the numbers of one part: each component between slashes or dots may be a range."""
    choices: list[list[str]] = []
    total = 1
    for piece in _SEPARATORS.split(text):
        values = [piece] if piece in ("/", ".") else _span(piece)
        total *= len(values)
        if not values or total > MOST_NAMES:
            return []
        choices.append(values)
    return ["".join(parts) for parts in product(*choices)]


def _span(piece: str) -> list[str]:
    low, dash, high = piece.partition("-")
    if not is_number(low) or (dash and not is_number(high)):
        return []
    if not dash:
        return [low]
    first, last = int(low), int(high)
    if not first <= last < first + MOST_NAMES:
        return []
    return [str(number) for number in range(first, last + 1)]
