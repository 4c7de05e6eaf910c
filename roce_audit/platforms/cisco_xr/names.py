"""Interface names as people write them, to the platform's full spelling."""

from __future__ import annotations

import re
from functools import lru_cache

_FULL = (
    "GigabitEthernet",
    "TenGigE",
    "TwentyFiveGigE",
    "TwoHundredGigE",
    "FortyGigE",
    "FiftyGigE",
    "HundredGigE",
    "FourHundredGigE",
    "EightHundredGigE",
    "FastEthernet",
    "Bundle-Ether",
    "Bundle-POS",
    "BVI",
    "Loopback",
    "MgmtEth",
    "Null",
    "PTP",
    "PW-Ether",
    "POS",
    "Serial",
    "nve",
    "tunnel-ip",
    "tunnel-te",
    "tunnel-mte",
    "tunnel-ipsec",
)
"""Full spellings; where an abbreviation fits several, the first is meant."""

_SHORT = {
    "be": "Bundle-Ether",
    "bv": "BVI",
    "te": "TenGigE",
    "tf": "TwentyFiveGigE",
    "th": "TwoHundredGigE",
    "fo": "FortyGigE",
    "fi": "FiftyGigE",
    "fh": "FourHundredGigE",
    "f": "FourHundredGigE",
    "eh": "EightHundredGigE",
    "e": "EightHundredGigE",
    "tengigabitethernet": "TenGigE",
    "twentyfivegigabitethernet": "TwentyFiveGigE",
    "fortygigabitethernet": "FortyGigE",
    "hundredgigabitethernet": "HundredGigE",
    "fourhundredgigabitethernet": "FourHundredGigE",
    "bundleether": "Bundle-Ether",
    "mg": "MgmtEth",
    "ti": "tunnel-ip",
    "tt": "tunnel-te",
    "pe": "PW-Ether",
}
_PARTS = re.compile(r"([A-Za-z][A-Za-z\-]*?) ?((?:RP|RSP|LC)?[0-9][\w/.:]*)", re.ASCII)

BUNDLE = "Bundle-Ether"
NOT_IN_TRANSIT = frozenset({"MgmtEth", "Null", "Loopback"})
VIRTUAL = frozenset({BUNDLE, "Bundle-POS", "BVI", "Loopback", "Null", "PW-Ether", "nve"})


@lru_cache(maxsize=16384)
def interface_name(text: str) -> str:
    """Return the full name of an interface; what is not recognised comes back as it is."""
    word = text.strip()
    found = _PARTS.fullmatch(word)
    if found is None:
        return word
    kind, number = found[1].lower(), found[2]
    full = _SHORT.get(kind)
    if full is None:
        full = next((each for each in _FULL if each.lower().startswith(kind)), found[1])
    return f"{full}{number}"


def kind_of(name: str) -> str:
    """Return the full name without its number."""
    found = _PARTS.fullmatch(name)
    return found[1] if found else name


def port_of(name: str) -> str:
    """Return the port of a subinterface; "" if the name is not one of a subinterface."""
    base, dot, _ = name.rpartition(".")
    return base if dot else ""
