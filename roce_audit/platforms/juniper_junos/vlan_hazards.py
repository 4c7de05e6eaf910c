"""What the statements of a VLAN may drop."""

from __future__ import annotations

from typing import TYPE_CHECKING

from roce_audit.model.acl import Layer
from roce_audit.platforms.juniper_junos.hazards import (
    ARP_ONLY,
    BOTH_WAYS,
    IPV4_ONLY,
    IPV6_ONLY,
    LIMITS,
    Hazard,
    mac_limited,
)
from roce_audit.platforms.juniper_junos.node import Claim

if TYPE_CHECKING:
    from collections.abc import Iterator

    from roce_audit.packets.ranges import Ranges
    from roce_audit.platforms.juniper_junos.node import Node


def vlan_hazards(vlan: Node, numbers: Ranges) -> Iterator[Hazard]:
    """Yield what the statements of a VLAN may drop."""
    for word, node in vlan.children.items():
        if word in _ISOLATING:
            reason = f"{word} of VLAN {vlan.word} keeps ports from each other"
            yield Hazard(reason, node, Layer.VLAN, vlans=numbers, directions=BOTH_WAYS)
        elif word in ("switch-options", "bridge-options"):
            node.read(Claim.NO_EFFECT)
            for limit in node.walk():
                if limit.word in LIMITS:
                    yield from mac_limited(limit, "", numbers)
        elif word == "forwarding-options":
            _claim_options(node)
            yield from _guards(vlan, node, numbers)


def _claim_options(options: Node) -> None:
    for each in options.children.values():
        if each.word in ("dhcp-relay", "flood"):
            each.read(Claim.NO_EFFECT)
        elif each.word not in ("dhcp-security", "filter", "apply-groups"):
            each.doubt(f"{each.word} is not known in a VLAN")


_ISOLATING = frozenset(
    {
        "community-vlans",
        "isolated-vlan",
        "isolation-id",
        "isolation-vlan",
        "no-local-switching",
        "primary-vlan",
        "private-vlan",
        "pvlan",
    }
)
_GUARDS = {
    "ip-source-guard": IPV4_ONLY,
    "ipv6-source-guard": IPV6_ONLY,
    "arp-inspection": ARP_ONLY,
}


def _guards(vlan: Node, options: Node, numbers: Ranges) -> Iterator[Hazard]:
    security = options.get("dhcp-security")
    if security is None:
        return
    security.read(Claim.NO_EFFECT)
    for word, sees in _GUARDS.items():
        node = security.get(word)
        if node is not None:
            reason = f"{word} of VLAN {vlan.word} drops packets without a DHCP binding"
            yield Hazard(reason, node, Layer.VLAN, vlans=numbers, sees=sees)
