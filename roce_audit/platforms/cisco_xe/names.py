"""Interface names as people write them, to the platform's full spelling."""

from __future__ import annotations

import re
from functools import lru_cache

_FULL = (
    "Ethernet",
    "FastEthernet",
    "GigabitEthernet",
    "TenGigabitEthernet",
    "TwoGigabitEthernet",
    "TwentyFiveGigE",
    "TwoHundredGigE",
    "FortyGigabitEthernet",
    "FiveGigabitEthernet",
    "FiftyGigE",
    "FourHundredGigE",
    "HundredGigE",
    "EightHundredGigE",
    "AppGigabitEthernet",
    "Port-channel",
    "Vlan",
    "Loopback",
    "Tunnel",
    "BDI",
    "BVI",
    "Serial",
    "Dialer",
    "Cellular",
    "Multilink",
    "Virtual-Template",
    "VirtualPortGroup",
    "Null",
    "nve",
    "LISP",
    "pseudowire",
)
"""Full spellings; where an abbreviation fits several, the first is meant."""

_OTHER_SPELLINGS = {
    "twentyfivegigabitethernet": "TwentyFiveGigE",
    "fortygige": "FortyGigabitEthernet",
    "fiftygigabitethernet": "FiftyGigE",
    "hundredgigabitethernet": "HundredGigE",
    "twohundredgigabitethernet": "TwoHundredGigE",
    "fourhundredgigabitethernet": "FourHundredGigE",
    "port channel": "Port-channel",
    "portchannel": "Port-channel",
}
_PARTS = re.compile(r"([A-Za-z][A-Za-z\- ]*?)\s*([0-9][0-9/.:]*)", re.ASCII)

PORT_CHANNEL = "Port-channel"
NOT_PHYSICAL = frozenset(
    {
        "Port-channel", "Vlan", "Loopback", "Tunnel", "BDI", "BVI", "Null", "nve", "LISP",
        "Virtual-Template", "VirtualPortGroup", "Dialer", "Multilink", "pseudowire",
    }
)  # fmt: skip


@lru_cache(maxsize=16384)
def interface_name(text: str) -> str:
    """Return the full name of an interface; what is not recognised comes back as it is."""
    word = text.strip()
    found = _PARTS.fullmatch(word)
    if found is None:
        return word
    kind, number = found[1].lower().strip(), found[2]
    full = _OTHER_SPELLINGS.get(kind)
    if full is None:
        full = next((each for each in _FULL if each.lower().startswith(kind)), found[1].strip())
    return f"{full}{number}"


def kind_of(name: str) -> str:
    """Return the full name without its number."""
    return name.rstrip("0123456789/.:")


def is_physical(name: str) -> bool:
    """Whether a full name is that of a port with a socket."""
    return "." not in name and kind_of(name) not in NOT_PHYSICAL


def names_of_range(words: tuple[str, ...]) -> tuple[str, ...] | None:
    """Return the interfaces of ``Gi1/0/1 - 4 , Te1/1/1``; None if it is no such range."""
    text = re.sub(r"\s*([,-])\s*", r"\1", " ".join(words)).replace("Port-", "Port\0")
    text = re.sub(r"(?i)port-channel", "Port\0channel", text)
    names: list[str] = []
    for part in text.split(","):
        first, _, last = part.partition("-")
        start = interface_name(first.replace("\0", "-"))
        base, number = _cut_number(start)
        if not last:
            names.append(start)
            continue
        _, top = _cut_number(last)
        if number is None or top is None or not number <= top <= number + _LONGEST_RANGE:
            return None
        names += [f"{base}{each}" for each in range(number, top + 1)]
    return tuple(names) if all(names) else None


_LONGEST_RANGE = 4096


def _cut_number(name: str) -> tuple[str, int | None]:
    base = name.rstrip("0123456789")
    digits = name[len(base) :]
    return base, int(digits) if digits and len(digits) < 7 else None  # noqa: PLR2004 - no such port
