"""Interface names as people write them."""

from __future__ import annotations

import re

_SHORT = re.compile(r"(?P<word>[A-Za-z-]+)\s*(?P<rest>\d.*)", re.DOTALL)
_WORDS = {
    "ethernet": "Ethernet",
    "portchannel": "PortChannel",
    "port-channel": "PortChannel",
    "po": "PortChannel",
    "vlan": "Vlan",
    "loopback": "Loopback",
}


def full_name(name: str) -> str:
    """Return an interface name in the switch's own spelling; other names stay as they are.

    ``Eth`` is left alone: with a number it may be an alias (``Eth1/1``), or the short name of a
    subinterface (``Eth0.10``).
    """
    text = name.strip()
    found = _SHORT.fullmatch(text)
    word = _WORDS.get(found["word"].lower()) if found else None
    return f"{word}{found['rest']}" if found and word else text
