"""The link-local address that a MAC makes.

Source: RFC 4291, appendix A; Linux ``include/net/addrconf.h`` (addrconf_ifid_eui48).
"""

from __future__ import annotations

import re
from ipaddress import IPv6Address

_MAC = re.compile(r"[0-9a-f]{2}(?::[0-9a-f]{2}){5}")
_LINK_LOCAL = 0xFE80 << 112
_UNIVERSAL_BIT = 0x02


def link_local_of(mac: str) -> IPv6Address | None:
    """Return ``fe80::`` with the EUI-64 of a lowercase MAC, None if it is no 48-bit MAC."""
    if _MAC.fullmatch(mac) is None:
        return None
    octets = bytearray.fromhex(mac.replace(":", ""))
    octets[0] ^= _UNIVERSAL_BIT
    identifier = bytes((*octets[:3], 0xFF, 0xFE, *octets[3:]))
    return IPv6Address(_LINK_LOCAL | int.from_bytes(identifier))
