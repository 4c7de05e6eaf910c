"""Interface names: abbreviations, ranges, and what kind of interface a name means."""

from __future__ import annotations

import re
from itertools import islice
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

_KINDS = {
    "ethernet": "Ethernet",
    "port-channel": "port-channel",
    "vlan": "Vlan",
    "loopback": "loopback",
    "mgmt": "mgmt",
    "tunnel": "Tunnel",
    "nve": "nve",
}
_NAME = re.compile(r"([A-Za-z][A-Za-z-]*?)\s*(\d{1,5}(?:/\d{1,4}){0,3}(?:\.\d{1,7})?)", re.ASCII)
_PART = re.compile(r"(?P<kind>[A-Za-z][A-Za-z-]*?)?\s*(?P<first>[\d/.]+)(?:\s*-\s*(?P<last>.+))?")
_LAST = re.compile(r"([A-Za-z-]*?)\s*([\d/.]+)", re.ASCII)
MOST_INTERFACES = 4096
"""Interfaces that one range may name."""


def interface_name(name: str) -> str:
    """Return the full spelling of an interface name; names of other kinds are left as they are.

    >>> interface_name("e1/1"), interface_name("Po10"), interface_name("vl 100")
    ('Ethernet1/1', 'port-channel10', 'Vlan100')
    """
    text = name.strip()
    match = _NAME.fullmatch(text)
    if match is None:
        return text
    kind = _kind(match[1])
    return f"{kind}{match[2]}" if kind else text


def _kind(word: str) -> str:
    """Return the kind that ``word`` abbreviates, "" if none or several."""
    lowered = word.lower()
    found = [full for short, full in _KINDS.items() if short.startswith(lowered)]
    return found[0] if len(found) == 1 else ""


def interface_names(text: str) -> tuple[str, ...]:
    """Return the interfaces of ``interface TEXT``: one, a range, or several with commas.

    Empty if some part of it is no interface name.
    """
    names: dict[str, None] = {}
    kind = ""
    for part in text.split(","):
        match = _PART.fullmatch(part.strip())
        if match is None:
            return ()
        kind = _kind(match["kind"]) if match["kind"] else kind
        if not kind:
            return ()
        found = tuple(islice(_expanded(kind, match["first"], match["last"]), MOST_INTERFACES + 1))
        names.update(dict.fromkeys(found))
        if not found or len(names) > MOST_INTERFACES:
            return ()
    return tuple(names)


def _expanded(kind: str, first: str, last: str | None) -> Iterator[str]:
    if _NAME.fullmatch(f"{kind}{first}") is None:
        return
    if last is None:
        yield f"{kind}{first}"
        return
    end = _LAST.fullmatch(last.strip())
    if end is None or (end[1] and _kind(end[1]) != kind):
        return
    stem, low = _split(first)
    other, high = _split(end[2])
    # ``1/1-1/54`` repeats the stem; ``1/1-54`` leaves it out.
    if other not in ("", stem) or not (low.isdecimal() and high.isdecimal()):
        return
    for number in range(int(low), int(high) + 1):
        yield f"{kind}{stem}{number}"


def _split(path: str) -> tuple[str, str]:
    at = max(path.rfind("/"), path.rfind(".")) + 1
    return path[:at], path[at : at + 7]


def is_physical(name: str) -> bool:
    """Whether ``name`` is a port with a plug, not a subinterface."""
    return name.startswith("Ethernet") and "." not in name


def can_bridge(name: str) -> bool:
    """Whether ``name`` may be a layer-2 port."""
    return name.startswith(("Ethernet", "port-channel")) and "." not in name


def is_transit(name: str) -> bool:
    """Whether packets between other devices may pass ``name``."""
    return not name.startswith(("mgmt", "loopback"))


def svi_vlan(name: str) -> int | None:
    """Return the VLAN of an SVI, None for other interfaces."""
    number = name.removeprefix("Vlan")
    return int(number) if number != name and number.isdecimal() else None
