"""Repairs before any platform's words: what is to change, not how it is written."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar, TypeAlias

from roce_audit.model.host_remedy import (
    DropSetting,
    LoadModule,
    RouteBySource,
    SetLinkPause,
    SetPfc,
    SetSysctls,
)

if TYPE_CHECKING:
    from roce_audit.model.acl import Binding, FilterKey, Line
    from roce_audit.model.source import SourceRef
    from roce_audit.packets.ranges import Ranges
    from roce_audit.packets.traffic import Traffic


@dataclass(frozen=True, slots=True)
class Pair:
    """Addresses that must reach each other, one way.

    Attributes:
        sources: Values of ``SOURCE``; empty for traffic without IP addresses.
        destinations: Values of ``DESTINATION``; empty for traffic without IP addresses.
    """

    sources: Ranges
    destinations: Ranges


@dataclass(frozen=True, slots=True)
class PermitPackets:
    """Let packets through one filter, before the line that drops them.

    Attributes:
        device: Inventory name.
        filter: The filter that drops them.
        traffic: Their kind.
        pairs: Whose packets; one pair with empty sides for RoCE v1, ARP and ND.
        before: The first top-level line of the filter that drops some of them; None if only
            the default does. The repair must stand before it.
        binding: Where the filter was met.
        vlans: VLANs they are in, empty if any or none.
    """

    kind: ClassVar[str] = "permit_packets"

    device: str
    filter: FilterKey
    traffic: Traffic
    pairs: tuple[Pair, ...]
    before: Line | None
    binding: Binding | None
    vlans: Ranges = ()


@dataclass(frozen=True, slots=True)
class DefineFilter:
    """Write down what an undefined or empty filter does today, before someone fills it.

    Attributes:
        device: Inventory name.
        binding: The binding whose filter does not exist or has no line.
        traffic: RoCE kinds that must keep passing.
    """

    kind: ClassVar[str] = "define_filter"

    device: str
    binding: Binding
    traffic: tuple[Traffic, ...]


@dataclass(frozen=True, slots=True)
class SetMtu:
    """Let larger frames through an interface.

    Attributes:
        device: Inventory name of the switch or host.
        interface: Interface name.
        payload_bytes: IP packet size that must fit.
        current_bytes: As configured now, in the platform's way of counting; None if default.
        source: Where the present value stands.
    """

    kind: ClassVar[str] = "set_mtu"

    device: str
    interface: str
    payload_bytes: int
    current_bytes: int | None
    source: SourceRef


@dataclass(frozen=True, slots=True)
class SetRoceMode:
    """Make a host's RDMA device use one RoCE version by default.

    Attributes:
        device: Inventory name of the host.
        rdma: RDMA device name.
        port: 1-based port.
        mode: ``v1`` or ``v2``.
        current: The mode now, "" if unknown.
        netdev: Network interface behind the port.
    """

    kind: ClassVar[str] = "set_roce_mode"

    device: str
    rdma: str
    port: int
    mode: str
    current: str
    netdev: str


HostRemedy: TypeAlias = (
    SetLinkPause | SetSysctls | RouteBySource | DropSetting | SetPfc | LoadModule
)
Remedy: TypeAlias = PermitPackets | DefineFilter | SetMtu | SetRoceMode | HostRemedy
