"""The platform's switches, and the open questions that they settle."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from roce_audit.packets.fields import ETHERTYPE, Doubt
from roce_audit.packets.ranges import single
from roce_audit.packets.traffic import ETHERTYPE_ARP, ETHERTYPE_IPV4, ETHERTYPE_IPV6

if TYPE_CHECKING:
    from collections.abc import Mapping

    from roce_audit.packets.boxes import Box

SWITCHES: dict[str, tuple[str, ...]] = {
    "undefined_group": ("nothing", "everything"),
    "l2_egress": ("acts", "ignored"),
}
"""What ``assume:`` may settle; see NOTES.md."""

YES = single(1)
NO = single(0)

L2_EGRESS = Doubt(
    "outward ethernet-services lists",
    "whether an ethernet-services list acts outwards depends on the platform",
)
IP_ON_CIRCUIT = Doubt(
    "IP lists on attachment circuits",
    "whether an IP list acts on an l2transport interface depends on the platform",
)

IPV4_BOX: Box = {ETHERTYPE: single(ETHERTYPE_IPV4)}
IPV6_BOX: Box = {ETHERTYPE: single(ETHERTYPE_IPV6)}
ARP_BOX: Box = {ETHERTYPE: single(ETHERTYPE_ARP)}


@dataclass(frozen=True, slots=True)
class Settings:
    """The switches as set; "" where one is not.

    Attributes:
        undefined_group: What a missing or empty object group matches.
        l2_egress: Whether ethernet-services lists act outwards.
    """

    undefined_group: str = ""
    l2_egress: str = ""


def settings_of(assume: Mapping[str, str]) -> Settings:
    """Return ``assume`` as settings; names and values were checked against ``SWITCHES``."""
    known = {name: assume[name] for name in SWITCHES if name in assume}
    return Settings(**known)
