"""Why no line decides: there is no filter, or the one asked about is not offered the packets."""

from __future__ import annotations

from typing import TYPE_CHECKING

from roce_audit.analysis.query import filters_named
from roce_audit.model.acl import Family
from roce_audit.packets.traffic import Traffic

if TYPE_CHECKING:
    from collections.abc import Mapping

    from roce_audit.model.device import Device

_PACKETS: Mapping[Traffic, str] = {
    Traffic.V1: "frames of EtherType 0x8915, which are no IP packets",
    Traffic.V2_IPV4: "IPv4 packets",
    Traffic.V2_IPV6: "IPv6 packets",
}
_OF: Mapping[Family, tuple[str, Traffic]] = {
    Family.IPV4: ("an IPv4 filter", Traffic.V2_IPV4),
    Family.IPV6: ("an IPv6 filter", Traffic.V2_IPV6),
}


def why_no_filter(device: Device, name: str, traffic: Traffic) -> str:
    """Return why no filter decides about packets.

    Args:
        device: Whose filters.
        name: Of the filter asked about; "" if a passage was.
        traffic: Kind of the packets.
    """
    if not name:
        return "no filter"
    kinds = {_OF.get(acl.family) for acl in filters_named(device, name)}
    kind = kinds.pop() if len(kinds) == 1 else None
    if kind is not None and kind[1] is not traffic and traffic in _PACKETS:
        return f"{name} is {kind[0]}: it never sees {_PACKETS[traffic]}"
    return f"{name} is not offered these packets"
