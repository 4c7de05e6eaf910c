"""Repairs as values for templates."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

from roce_audit.model.acl import Family
from roce_audit.model.device import Mode
from roce_audit.model.remedy import DefineFilter, PermitPackets, SetMtu
from roce_audit.packets.prefixes import IPV4_BITS, IPV6_BITS, prefixes
from roce_audit.packets.traffic import Traffic
from roce_audit.platforms.cumulus_linux.device import CumulusDevice
from roce_audit.platforms.cumulus_linux.lookup import NVUE
from roce_audit.platforms.cumulus_linux.names import is_transit
from roce_audit.platforms.cumulus_linux.remedy_policy import before_rule, beside_list
from roce_audit.reading.platform import Rendered

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from roce_audit.model.device import Device
    from roce_audit.model.remedy import Pair, Remedy

_APPLY = "'nv config apply' writes the whole configuration; look at 'nv config diff' first."
_SPLIT = "The list of the other IP version is another one and stays as it is."
_MOST_RULES = 64
_TOP_RULE = 65535
_WANTED = {Family.IPV4: Traffic.V2_IPV4, Family.IPV6: Traffic.V2_IPV6}
_BITS = {Family.IPV4: IPV4_BITS, Family.IPV6: IPV6_BITS}
_WIDTH = 10


def permit_packets(device: Device, remedy: Remedy) -> Rendered | None:
    """Return a permit before the rule that drops the packets; None if there is no safe one."""
    if not isinstance(remedy, PermitPackets) or not isinstance(device, CumulusDevice):
        return None
    acl = device.filters.get(remedy.filter)
    if acl is None:
        return None
    if acl.tag != NVUE:
        return before_rule(device, acl, remedy)
    if acl.family is Family.MAC:
        return beside_list(device, acl, remedy)
    return _nvue(device, remedy)


def _nvue(device: CumulusDevice, remedy: PermitPackets) -> Rendered | None:
    known = device.lists.get(remedy.filter[1])
    if known is None or _WANTED.get(known.filter.family) is not remedy.traffic:
        return None
    if remedy.before is None:
        return None
    ends = [each for pair in remedy.pairs for each in _ends(pair, _BITS[known.filter.family])]
    numbers = free_numbers(known.numbers, remedy.before.label, len(ends))
    if numbers is None or len(ends) > _MOST_RULES:
        return None
    values = {
        "name": known.filter.name,
        "flat": device.flat_ports,
        "rules": [
            {"number": number, "source": source, "destination": destination}
            for number, (source, destination) in zip(numbers, ends, strict=True)
        ],
    }
    verify = (f"nv show acl {known.filter.name}",)
    return Rendered("permit_packets", values, (_APPLY, _SPLIT), verify, "sh")


def _ends(pair: Pair, bits: int) -> Iterator[tuple[str, str]]:
    sources: Sequence[str] = list(prefixes(pair.sources, bits)) or [""]
    destinations: Sequence[str] = list(prefixes(pair.destinations, bits)) or [""]
    for source in sources:
        for destination in destinations:
            yield source, destination


def free_numbers(taken: Sequence[int], blocking: str, count: int) -> list[int] | None:
    """Return unused rule numbers below the blocking rule, as close to it as there is room.

    Args:
        taken: Numbers in use, ascending.
        blocking: Number of the rule that drops.
        count: How many are needed.

    Returns:
        The numbers, ascending; None if no gap below is wide enough.
    """
    if not blocking.isdecimal():
        return None
    below = [0, *(number for number in taken if number <= int(blocking))]
    for low, high in reversed(list(pairwise(below))):
        if high - low > count:
            step = (high - low) // (count + 1)
            return [low + step * place for place in range(1, count + 1)]
    return None


def define_filter(device: Device, remedy: Remedy) -> Rendered | None:
    """Return rules that say what an empty list does today: let RoCE and all else pass.

    None for a list that does not exist: its type is not known.
    """
    if not isinstance(remedy, DefineFilter) or not isinstance(device, CumulusDevice):
        return None
    known = device.lists.get(remedy.binding.filter[1])
    if known is None or known.entries or not known.filter.kind.startswith("acl type "):
        return None
    number = _WIDTH * (1 + max(known.numbers, default=0) // _WIDTH)
    if number + _WIDTH > _TOP_RULE:
        return None
    roce = _WANTED.get(known.filter.family) in remedy.traffic
    values = {
        "name": known.filter.name,
        "flat": device.flat_ports,
        "roce": number if roce else 0,
        "rest": number + _WIDTH,
    }
    impact = ("It passes what passes now: an empty list drops nothing.", _APPLY)
    return Rendered("define_filter", values, impact, (f"nv show acl {known.filter.name}",), "sh")


def set_mtu(device: Device, remedy: Remedy) -> Rendered | None:
    """Return the command that makes an interface take larger packets."""
    if not isinstance(remedy, SetMtu) or not isinstance(device, CumulusDevice):
        return None
    port = device.interfaces.get(remedy.interface)
    if port is None or not is_transit(port.name) or port.mtu_bytes is None:
        return None
    values = {"interface": port.name, "mtu": remedy.payload_bytes, "before": port.mtu_bytes}
    impact = ["The link may be down for a moment.", _APPLY]
    if port.svi_vlan is not None or port.mode is not Mode.ROUTED:
        impact.append("The ports of a bridge and its SVIs need the same MTU.")
    return Rendered("set_mtu", values, tuple(impact), (f"nv show interface {port.name}",), "sh")
