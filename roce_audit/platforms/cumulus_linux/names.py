"""Names of interfaces: lists, ranges, kinds."""

from __future__ import annotations

import re

from roce_audit.errors import ParseError

MOST_NAMES = 4096
"""Names that one list may mean; a switch has far fewer ports."""

_RANGE = re.compile(
    r"(?P<stem>[A-Za-z_][\w.-]*?|)(?P<low>[0-9]{1,6})-(?P<high>[0-9]{1,6})", re.ASCII
)
_STEM = re.compile(r"(.*?)[0-9]+", re.ASCII)
_TRANSIT = re.compile(r"(?:swp|bond|vlan|peerlink|br_|bridge)[\w.+-]*", re.ASCII)
_MANAGEMENT = re.compile(r"(?:eth[0-9]+|lo|mgmt|usb[0-9]+|docker[0-9]+)(?:\.[0-9]+)?", re.ASCII)
_SVI = re.compile(r"vlan([0-9]{1,4})", re.ASCII)
_SUB = re.compile(r"(.+)\.([0-9]{1,4})", re.ASCII)
_SPACED = re.compile(r"(?i)^(swp|bond|vlan)\s+(?=[0-9])")


def expand(text: str) -> list[str]:
    """Return the names of ``swp1-4,bond1,swp7s0-3,8``; a number alone takes the stem before it.

    Raises:
        ParseError: The list means too many names.
    """
    if "," not in text and "-" not in text:
        return [text]
    names: list[str] = []
    stem = ""
    for part in text.split(","):
        if part:
            names += _part(part, stem)
            found = _STEM.match(part)
            stem = found[1] or stem if found else stem
        if len(names) > MOST_NAMES:
            raise ParseError("is a list of too many interfaces")
    return names


def _part(part: str, stem: str) -> list[str]:
    found = _RANGE.fullmatch(part)
    if found is None:
        return [stem + part] if part.isdecimal() else [part]
    low, high = int(found["low"]), int(found["high"])
    if not low <= high < low + MOST_NAMES:
        raise ParseError("is a range that is empty or too long")
    return [f"{found['stem'] or stem}{number}" for number in range(low, high + 1)]


def interface_name(name: str) -> str:
    """Return the name as the switch writes it."""
    return _SPACED.sub(lambda found: found[1].lower(), name.strip())


def is_transit(name: str) -> bool:
    """Whether an interface with this name may forward packets of others."""
    return _TRANSIT.fullmatch(name) is not None


def is_management(name: str) -> bool:
    """Whether packets at this interface only reach the switch itself."""
    return _MANAGEMENT.fullmatch(name) is not None


def svi_number(name: str) -> int | None:
    """Return the VLAN that an SVI's name tells, or None."""
    found = _SVI.fullmatch(name)
    return int(found[1]) if found else None


def subinterface(name: str) -> tuple[str, int] | None:
    """Return port and VLAN that the name of a subinterface tells, or None."""
    found = _SUB.fullmatch(name)
    return (found[1], int(found[2])) if found else None


def fits(pattern: str, name: str) -> bool:
    """Whether an interface of a rule, perhaps with ``+`` at its end, is ``name``."""
    if pattern.endswith("+"):
        return name.startswith(pattern[:-1])
    return pattern == name
