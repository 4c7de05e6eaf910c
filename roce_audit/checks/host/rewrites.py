"""What a rule of address translation makes of the packets of a GID.

A rule that gives an address its own value changes nothing: masquerading does that to packets whose
source is the only address of the interface they leave by.

Source: ``iptables-extensions(8)`` (SNAT, DNAT, MASQUERADE, REDIRECT); ``nft(8)``, "NAT statements";
Linux ``net/netfilter/nf_nat_masquerade.c``. Run on Linux 6.18 with nftables 1.0.6: masquerading and
SNAT to the address that a packet has leave address and port alone; ``random``, ``fully-random``
and a range of ports do not.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from ipaddress import IPv4Address, IPv6Address, ip_address
from typing import TYPE_CHECKING

from roce_audit.model.facts import Fact, Unknown, known_or

if TYPE_CHECKING:
    from roce_audit.model.host import Host
    from roce_audit.model.rdma import Gid
    from roce_audit.model.source import SourceRef

_TARGET = re.compile(r"(?:--to-source|--to-destination|\b[sd]nat(?: ip6?)? to) +(?P<to>\S+)")
_MASQUERADE = re.compile(r"\bmasquerade\b", re.IGNORECASE)
_NEW_PORT = re.compile(r"random|--to-ports|\bto :|\bredirect\b", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Rewrite:
    """One rule that takes the packets.

    Attributes:
        way: ``in`` or ``out``.
        changes: Whether it changes them, or why that cannot be told.
        source: The rule.
    """

    way: str
    changes: Fact[bool]
    source: SourceRef


def rewrite_of(host: Host, gid: Gid, way: str, source: SourceRef) -> Rewrite:
    """Return what a rule makes of packets that come from the GID, or go to it."""
    return Rewrite(way, _changes(host, gid, source.text), source)


def _changes(host: Host, gid: Gid, text: str) -> Fact[bool]:
    if _NEW_PORT.search(text):
        return True
    if _MASQUERADE.search(text):
        return _masqueraded(host, gid)
    match = _TARGET.search(text)
    target = _address(match["to"]) if match is not None else None
    if target is None:
        return Unknown("the rule does not name one address that it sets")
    return target != gid.address


def _masqueraded(host: Host, gid: Gid) -> Fact[bool]:
    netdev = host.netdevs.get(known_or(gid.netdev, ""))
    addresses = known_or(netdev.addresses, ()) if netdev is not None else ()
    mine = {
        each.value.ip
        for each in addresses
        if each.scope == "global" and each.value.version == gid.address.version
    }
    if mine == {gid.address}:
        return False
    return Unknown("which address of the interface masquerading takes is not known")


def _address(text: str) -> IPv4Address | IPv6Address | None:
    try:
        return ip_address(text.strip("[]"))
    except ValueError:
        return None
