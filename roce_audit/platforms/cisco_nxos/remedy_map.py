"""Repairs of VLAN maps: an earlier entry with a list of its own."""

from __future__ import annotations

from typing import TYPE_CHECKING

from roce_audit.model.acl import Call, Family
from roce_audit.packets.fields import ETHERTYPE
from roce_audit.packets.traffic import Traffic
from roce_audit.platforms.cisco_nxos.groups import STEP
from roce_audit.platforms.cisco_nxos.mac_entry import NON_IP
from roce_audit.platforms.cisco_nxos.numbering import Share, free_numbers
from roce_audit.platforms.cisco_nxos.remedy_entries import wanted
from roce_audit.reading.platform import Rendered

if TYPE_CHECKING:
    from collections.abc import Mapping

    from roce_audit.model.acl import Filter
    from roce_audit.model.remedy import PermitPackets
    from roce_audit.platforms.cisco_nxos.device import NxosDevice

_TOP_ENTRY = 65535
_NAME_LENGTH = 64
_FAMILIES: Mapping[Traffic, tuple[Family, str]] = {
    Traffic.V1: (Family.MAC, "mac"),
    Traffic.ARP: (Family.MAC, "mac"),
    Traffic.V2_IPV4: (Family.IPV4, "ip"),
    Traffic.V2_IPV6: (Family.IPV6, "ipv6"),
    Traffic.ND: (Family.IPV6, "ipv6"),
}
_EVERY_VLAN = (
    "The map acts in all VLANs that it filters; the new entry lets the packets pass there."
)


def permit_in_map(device: NxosDevice, acl: Filter, remedy: PermitPackets) -> Rendered | None:
    """Return the values for an earlier entry of a VLAN map; None where there is no safe one.

    A map without a MAC clause gets none: with one, it would drop frames that are not IP and that
    may pass today, ARP among them.
    """
    family, kind = _FAMILIES[remedy.traffic]
    want = wanted(family, remedy)
    number = _number(acl, remedy)
    name = f"ROCE-{remedy.traffic.upper()}-{acl.name}"[:_NAME_LENGTH]
    if want is None or number is None or (family.value, name) in device.filters:
        return None
    if family is Family.MAC and not _has_mac_clause(acl):
        return None
    return Rendered(
        "permit_packets_in_vlan_map",
        {
            "map": acl.name,
            "number": number,
            "kind": kind,
            "name": name,
            "entries": [
                {"number": STEP * at, "text": text} for at, text in enumerate(want.texts, start=1)
            ],
        },
        (*want.impact, _EVERY_VLAN),
        (f"show vlan access-map {acl.name}", f"show {kind} access-lists {name}"),
        widens=want.widens,
    )


def _number(acl: Filter, remedy: PermitPackets) -> int | None:
    """Return a free number for an entry before the one that drops; None if there is none."""
    used = {int(line.label) for line in acl.lines if line.label.isdecimal()}
    label = remedy.before.label if remedy.before else ""
    share = Share(tuple(_FAMILIES).index(remedy.traffic), len(_FAMILIES), _TOP_ENTRY)
    numbers = free_numbers(used, int(label) if label.isdecimal() else None, 1, share)
    return numbers[0] if numbers else None


def _has_mac_clause(acl: Filter) -> bool:
    called = (line for line in acl.lines if isinstance(line.action, Call))
    return any(box.get(ETHERTYPE) == NON_IP[ETHERTYPE] for line in called for box in line.matches)
