"""The platform's switches, and the open questions that they settle."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from roce_audit.packets.fields import Doubt

if TYPE_CHECKING:
    from collections.abc import Mapping

SWITCHES: dict[str, tuple[str, ...]] = {
    "vlan_mask": ("free", "match"),
    "empty_acl": ("permit", "deny"),
    "ipv6_nd": ("permit", "deny"),
    "egress_mac_acl": ("active", "inactive"),
    "acl_with_traffic_policy": ("both",),
}
"""What ``assume:`` may settle; see NOTES.md."""

FREE_BITS = Doubt(
    "vlan mask",
    "documents contradict each other on whether the one bits of a VLAN mask are free or must match",
)
"""Yes: one bits of a VLAN mask are free."""

NEIGHBOUR_DISCOVERY = Doubt(
    "implicit neighbour discovery",
    "it is not known whether EOS permits IPv6 neighbour discovery at the end of a list",
)


@dataclass(frozen=True, slots=True)
class Settings:
    """The switches as set; "" where one is not.

    Attributes:
        vlan_mask: ``free``: one bits of a VLAN mask are free; ``match``: they must match.
        empty_acl: What an existing list without a line does.
        ipv6_nd: What IPv6 lists do with neighbour discovery that no line takes.
        egress_mac_acl: Whether MAC lists bound outwards work on this hardware.
        acl_with_traffic_policy: ``both`` if a list and a traffic policy act on one port.
    """

    vlan_mask: str = ""
    empty_acl: str = ""
    ipv6_nd: str = ""
    egress_mac_acl: str = ""
    acl_with_traffic_policy: str = ""


def settings_of(assume: Mapping[str, str]) -> Settings:
    """Return ``assume`` as settings; names and values were checked against ``SWITCHES``."""
    known = {name: assume[name] for name in SWITCHES if name in assume}
    return Settings(**known)
