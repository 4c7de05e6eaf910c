"""Repairs of VLAN maps: an entry with a list of its own before the one that drops."""

from __future__ import annotations

from typing import TYPE_CHECKING

from roce_audit.packets.traffic import Traffic
from roce_audit.platforms.cisco_xe.lists import STEP
from roce_audit.platforms.cisco_xe.numbering import free_numbers
from roce_audit.platforms.cisco_xe.remedy_lists import HEADERS
from roce_audit.platforms.cisco_xe.remedy_texts import permit_texts, widened
from roce_audit.platforms.cisco_xe.vlan_maps import SEQUENCE_TOP
from roce_audit.reading.platform import Rendered

if TYPE_CHECKING:
    from roce_audit.model.acl import Filter
    from roce_audit.model.device import Device
    from roce_audit.model.remedy import PermitPackets

_LISTS = {
    Traffic.V2_IPV4: ("extended", "ip", "ROCE-V4"),
    Traffic.V2_IPV6: ("ipv6", "ipv6", "ROCE-V6"),
    Traffic.V1: ("mac", "mac", "ROCE-V1"),
    Traffic.ARP: ("mac", "mac", "ROCE-ARP"),
    Traffic.ND: ("ipv6", "ipv6", "ROCE-ND"),
}
"""Kind of list, word behind ``match``, end of the new list's name."""


_PREFIXES = {"extended": "{} ", "ipv6": "sequence {} ", "mac": ""}
"""What stands before an entry, by kind of list."""


def permit_in_map(device: Device, acl: Filter, remedy: PermitPackets) -> Rendered | None:
    """Return the repair of a VLAN map; None if no number is free before the dropping entry."""
    kind, match, suffix = _LISTS[remedy.traffic]
    texts = permit_texts(kind, remedy)
    number = _number(acl, remedy)
    if not texts or number is None:
        return None
    if kind == "ipv6":
        # So that no implicit permit of neighbour discovery takes the entry's action.
        texts = (*texts, "deny ipv6 any any")
    name = _new_name(device, f"{acl.name}-{suffix}")
    entries = [
        f"{_PREFIXES[kind].format(STEP * at)}{text}" for at, text in enumerate(texts, start=1)
    ]
    told = [f"Entry {number} of {acl.name} acts in every VLAN that the map serves."]
    if "eq 4791" in texts[0]:
        told.append("Later fragments between the same addresses pass too: they carry no port.")
    return Rendered(
        template="permit_packets_in_map",
        values={
            "header": f"{HEADERS[kind]} {name}",
            "map": acl.name,
            "number": number,
            "match": match,
            "list": name,
            "entries": entries,
        },
        impact=tuple(told),
        verify=(f"show vlan access-map {acl.name}", "show vlan filter"),
        widens=widened(kind, remedy),
    )


def _number(acl: Filter, remedy: PermitPackets) -> int | None:
    """Return a free number; repairs for other kinds of packets at the same map take others."""
    labels = {line.label for line in acl.lines}
    taken = sorted(int(label) for label in labels if label.isdecimal())
    label = remedy.before.label if remedy.before is not None else ""
    before = int(label) if label.isdecimal() else None
    kinds = list(_LISTS)
    found = free_numbers(taken, before, len(kinds), SEQUENCE_TOP)
    if found is not None:
        return found[kinds.index(remedy.traffic)]
    found = free_numbers(taken, before, 1, SEQUENCE_TOP)
    return found[0] if found else None


def _new_name(device: Device, base: str) -> str:
    names = {key[1] for key in device.filters}
    candidates = (f"{base}{number or ''}" for number in range(len(names) + 1))
    return next(name for name in candidates if name not in names)
