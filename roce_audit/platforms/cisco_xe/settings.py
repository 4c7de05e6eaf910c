"""The platform's switches, and the open questions that they settle."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from roce_audit.packets.fields import ETHERTYPE, Doubt
from roce_audit.packets.ranges import complement, single
from roce_audit.packets.traffic import ETHERTYPE_ARP, ETHERTYPE_IPV4, ETHERTYPE_IPV6

if TYPE_CHECKING:
    from collections.abc import Mapping

    from roce_audit.packets.boxes import Box

SWITCHES: dict[str, tuple[str, ...]] = {
    "acl_precedence": ("replace", "serial"),
    "mac_acl_ipv6": ("seen", "unseen"),
    "egress_port_filter": ("acts", "ignored"),
    "default_port_mode": ("switched", "routed"),
    "undefined_group": ("nothing", "everything"),
    "time_ranges": ("as_shown",),
}
"""What ``assume:`` may settle; see NOTES.md."""

YES = single(1)

MAC_SEES_IPV6 = Doubt(
    "MAC lists and IPv6",
    "documents contradict each other on whether MAC lists see IPv6 frames",
)
MAP_SEES_ARP = Doubt(
    "VLAN maps and ARP", "VLAN maps are documented to leave ARP alone on some models only"
)
MAP_TYPE_OF_IPV6 = Doubt(
    "VLAN maps and IPv6",
    "documents do not say of which type IPv6 packets are to a VLAN map without IPv6 match",
)
PORT_LIST_OUT = Doubt(
    "outbound port lists", "whether a list acts outwards on a bridged port depends on the model"
)
PORT_MODE = Doubt(
    "default port mode",
    "the configuration does not tell whether ports of this device bridge or route by default",
)

IPV4_BOX: Box = {ETHERTYPE: single(ETHERTYPE_IPV4)}
IPV6_BOX: Box = {ETHERTYPE: single(ETHERTYPE_IPV6)}
ARP_BOX: Box = {ETHERTYPE: single(ETHERTYPE_ARP)}
_IP = ((ETHERTYPE_IPV4, ETHERTYPE_IPV4), (ETHERTYPE_IPV6, ETHERTYPE_IPV6))
NOT_IP: Box = {ETHERTYPE: complement(_IP, ETHERTYPE.top)}
_NEITHER = (_IP[0], (ETHERTYPE_ARP, ETHERTYPE_ARP), _IP[1])
NOT_IP_NOR_ARP: Box = {ETHERTYPE: complement(_NEITHER, ETHERTYPE.top)}


@dataclass(frozen=True, slots=True)
class Settings:
    """The switches as set; "" where one is not.

    Attributes:
        acl_precedence: Whether a port list replaces the VLAN map and the SVI's input list.
        mac_acl_ipv6: Whether MAC lists see IPv6 frames.
        egress_port_filter: Whether lists act outwards on bridged ports.
        default_port_mode: What a port is that does not say it.
        undefined_group: What a missing or empty object group matches.
        time_ranges: ``as_shown``: the marks of show output hold.
    """

    acl_precedence: str = ""
    mac_acl_ipv6: str = ""
    egress_port_filter: str = ""
    default_port_mode: str = ""
    undefined_group: str = ""
    time_ranges: str = ""

    @property
    def mac_sees(self) -> tuple[Box, ...]:
        """The packets that a MAC list is offered."""
        if self.mac_acl_ipv6 == "unseen":
            return (NOT_IP,)
        if self.mac_acl_ipv6 == "seen":
            return (NOT_IP, IPV6_BOX)
        return (NOT_IP, {**IPV6_BOX, MAC_SEES_IPV6: YES})


def settings_of(assume: Mapping[str, str]) -> Settings:
    """Return ``assume`` as settings; names and values were checked against ``SWITCHES``."""
    known = {name: assume[name] for name in SWITCHES if name in assume}
    return Settings(**known)
