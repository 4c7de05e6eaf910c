"""From repairs to values for this platform's templates.

A term without ``insert`` stands behind all others. Terms that a filter inherits from groups stand
behind its own, so a new term is in front of them already.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from roce_audit.model.remedy import PermitPackets
from roce_audit.packets.fields import DESTINATION, SOURCE, Dimension
from roce_audit.packets.prefixes import IPV4_BITS, IPV6_BITS, prefixes
from roce_audit.packets.traffic import REGIONS, Traffic
from roce_audit.platforms.juniper_junos.home import Home, home_of, quoted
from roce_audit.platforms.juniper_junos.variants import base_of
from roce_audit.reading.platform import Rendered

if TYPE_CHECKING:
    from collections.abc import Sequence

    from roce_audit.model.acl import Filter
    from roce_audit.model.device import Device
    from roce_audit.model.remedy import Pair, Remedy
    from roce_audit.packets.boxes import Box
    from roce_audit.packets.ranges import Ranges

_NAMES = {
    Traffic.V1: "ROCE-V1",
    Traffic.V2_IPV4: "ROCE-V2-IPV4",
    Traffic.V2_IPV6: "ROCE-V2-IPV6",
    Traffic.ARP: "ROCE-ARP",
    Traffic.ND: "ROCE-ND",
}
_BITS = {Traffic.V2_IPV4: IPV4_BITS, Traffic.V2_IPV6: IPV6_BITS}
_SEEN = {
    "inet": (Traffic.V2_IPV4,),
    "inet6": (Traffic.V2_IPV6, Traffic.ND),
    "ethernet-switching": tuple(Traffic),
    "bridge": tuple(Traffic),
}
"""What a family's terms can name."""
_COMMIT = (
    "Nothing takes effect before a commit; commit confirmed 5 takes it back by itself unless it is "
    "confirmed."
)
_WIDER = (
    "The terms also match fragments and packets with a hop limit of 0 or shorter than any RoCE "
    "packet, which no RoCE sender sends."
)
_NO_ADDRESSES = (
    "A layer-2 filter is not known to compare IPv6 addresses, so the term names UDP port 4791 "
    "between any IPv6 hosts."
)
_NO_VLANS = "The term does not name VLANs: it acts in every VLAN that the filter sees."


def permit_packets(device: Device, remedy: Remedy) -> Rendered | None:
    """Return the terms that let packets through, or None where that cannot be said."""
    if not isinstance(remedy, PermitPackets):
        return None
    acl = _edited(device, remedy)
    home = home_of(acl) if acl is not None else None
    if acl is None or home is None or remedy.traffic not in _SEEN.get(home.family, ()):
        return None
    before = remedy.before.label if remedy.before is not None else ""
    if before in home.included:
        return None
    return Rendered(
        template="permit_packets",
        values=_values(acl, home, remedy, before),
        impact=tuple(_impact(device, acl, home, remedy)),
        verify=_verify(acl),
        extension="set",
        widens=tuple(_widens(home.family, remedy)),
    )


def _values(acl: Filter, home: Home, remedy: PermitPackets, before: str) -> dict[str, object]:
    taken = {line.label for line in acl.lines}
    return {
        "path": home.path,
        "family": home.family,
        "traffic": remedy.traffic.value,
        "terms": _terms(remedy.traffic, home.family, remedy.pairs, taken),
        "before": quoted(before) if before in home.terms else "",
    }


def _edited(device: Device, remedy: PermitPackets) -> Filter | None:
    """Return the filter to edit: of a list of filters the one with the line, else the last."""
    acl = device.filters.get(remedy.filter)
    if acl is None or not acl.kind.endswith("list"):
        return None if acl is None else base_of(acl, device.filters)
    family, names = remedy.filter
    parts = [device.filters.get((family, name)) for name in names.split(" ")]
    known = [part for part in parts if part is not None]
    before = remedy.before
    if before is None:
        return known[-1] if known else None
    return next((each for each in known if any(x is before for x in each.lines)), None)


def _terms(
    traffic: Traffic, family: str, pairs: Sequence[Pair], taken: set[str]
) -> list[dict[str, object]]:
    terms: list[dict[str, object]] = []
    for pair in pairs:
        name = _free_name(_NAMES[traffic], taken)
        taken.add(name)
        bits = _BITS.get(traffic, 0)
        addressed = bits and not (bits == IPV6_BITS and family != "inet6")
        terms.append(
            {
                "name": name,
                "sources": list(prefixes(pair.sources, bits)) if addressed else [],
                "destinations": list(prefixes(pair.destinations, bits)) if addressed else [],
            }
        )
        if not addressed:
            break
    return terms


def _free_name(base: str, taken: set[str]) -> str:
    name, number = base, 1
    while name in taken:
        number += 1
        name = f"{base}-{number}"
    return name


def _widens(family: str, remedy: PermitPackets) -> list[Box]:
    """Return what the terms match beyond the remedy's packets."""
    region = REGIONS[remedy.traffic]
    addressed = family in ("inet", "inet6") or remedy.traffic is Traffic.V2_IPV4
    boxes: list[Box] = []
    for pair in remedy.pairs:
        box: dict[Dimension, Ranges] = {f: v for f, v in region.items() if f.name in _NAMED}
        if addressed and remedy.traffic in _BITS:
            box |= {SOURCE: pair.sources, DESTINATION: pair.destinations}
        boxes.append(box)
    return boxes


_NAMED = ("ethertype", "protocol", "dport", "icmptype")
"""Fields that every term names."""


def _impact(device: Device, acl: Filter, home: Home, remedy: PermitPackets) -> list[str]:
    places = {
        binding.interface or "VLANs"
        for binding in device.bindings
        if acl.name in binding.filter[1].split(" ")
    }
    told = [_COMMIT, _WIDER]
    if len(places) > 1:
        told.append(f"Filter {acl.name} is bound at {len(places)} places; all of them change.")
    if home.path.startswith("groups "):
        told.append("The filter stands in a configuration group; whatever applies it changes too.")
    if remedy.traffic is Traffic.V2_IPV6 and home.family not in ("inet", "inet6"):
        told.append(_NO_ADDRESSES)
    if remedy.vlans:
        told.append(_NO_VLANS)
    return told


def _verify(acl: Filter) -> tuple[str, ...]:
    name = quoted(acl.name)
    return (
        f"show configuration {acl.kind} {name} | display set | no-more",
        f"show firewall filter {name}",
    )
