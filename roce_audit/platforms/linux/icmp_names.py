"""Types of ICMP by the names that nft, iptables and ebtables print.

Source: IANA registries of ICMP and ICMPv6 types.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

ICMP_TYPES: Mapping[str, int] = {
    "echo-reply": 0,
    "destination-unreachable": 3,
    "source-quench": 4,
    "redirect": 5,
    "echo-request": 8,
    "router-advertisement": 9,
    "router-solicitation": 10,
    "time-exceeded": 11,
    "parameter-problem": 12,
    "timestamp-request": 13,
    "timestamp-reply": 14,
    "info-request": 15,
    "info-reply": 16,
    "address-mask-request": 17,
    "address-mask-reply": 18,
}

ICMPV6_TYPES: Mapping[str, int] = {
    "destination-unreachable": 1,
    "packet-too-big": 2,
    "time-exceeded": 3,
    "ttl-exceeded": 3,
    "parameter-problem": 4,
    "echo-request": 128,
    "echo-reply": 129,
    "mld-listener-query": 130,
    "mld-listener-report": 131,
    "mld-listener-done": 132,
    "mld-listener-reduction": 132,
    "nd-router-solicit": 133,
    "router-solicitation": 133,
    "nd-router-advert": 134,
    "router-advertisement": 134,
    "nd-neighbor-solicit": 135,
    "neighbour-solicitation": 135,
    "neighbor-solicitation": 135,
    "nd-neighbor-advert": 136,
    "neighbour-advertisement": 136,
    "neighbor-advertisement": 136,
    "nd-redirect": 137,
    "redirect": 137,
    "router-renumbering": 138,
    "ind-neighbor-solicit": 141,
    "ind-neighbor-advert": 142,
    "mld2-listener-report": 143,
}
