"""RDMA devices of a host, their ports and GID tables."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import TYPE_CHECKING, TypeAlias

from roce_audit.model.facts import Fact, Unknown
from roce_audit.model.source import SourceRef

if TYPE_CHECKING:
    from ipaddress import IPv4Address, IPv6Address

    from roce_audit.model.gpu import PciPath

NOT_READ = Unknown("not in the capture")
Evidence: TypeAlias = Mapping[str, SourceRef]
"""Where the facts of an object were read, by attribute name."""


class NodeType(StrEnum):
    """What an RDMA device is, whatever its entries print.

    Source: Linux ``include/rdma/ib_verbs.h``, ``enum rdma_node_type``.
    """

    CA = "CA"
    """InfiniBand or RoCE."""
    RNIC = "RNIC"
    """iWARP: RDMA over TCP."""
    OTHER = "other"
    """A switch, a usNIC, a device that does not say: no RoCE."""


class LinkLayer(StrEnum):
    """What a port's link is."""

    ETHERNET = "Ethernet"
    INFINIBAND = "InfiniBand"
    OTHER = "other"


class Version(StrEnum):
    """What a GID entry sends, on a port that is RoCE."""

    V1 = "RoCE v1"
    V2 = "RoCE v2"


class Scope(StrEnum):
    """How far an address reaches."""

    LINK_LOCAL = "link-local"
    GLOBAL = "global"


_LINK_LOCAL_PREFIX = 0xFE80_0000_0000_0000


@dataclass(frozen=True, slots=True)
class Gid:
    """One used entry of a GID table.

    Attributes:
        index: Slot number, 0 upwards.
        value: The 128 bits.
        version: Which RoCE version the entry sends; means something only if the port is RoCE.
        netdev: Interface the entry belongs to.
        vlan: VLAN of that interface, None if frames leave untagged.
        type_text: The kernel's word for the type; "" if it could not be read.
        source: The line of the capture.
    """

    index: int
    value: IPv6Address
    version: Fact[Version]
    source: SourceRef
    netdev: Fact[str] = NOT_READ
    vlan: Fact[int | None] = NOT_READ
    type_text: str = ""

    @property
    def address(self) -> IPv4Address | IPv6Address:
        """The IP address that the entry stands for."""
        return self.value.ipv4_mapped or self.value

    @property
    def scope(self) -> Scope:
        """How far the address reaches; the kernel's default entries are ``fe80::/64``."""
        local = int(self.value) >> 64 == _LINK_LOCAL_PREFIX or self.address.is_link_local
        return Scope.LINK_LOCAL if local else Scope.GLOBAL


@dataclass(frozen=True, slots=True)
class RdmaPort:
    """One port of an RDMA device.

    Attributes:
        device: Name of the RDMA device.
        number: 1 upwards.
        state: ``ACTIVE``, ``DOWN``, ``INIT``, ``ARMED``.
        physical_state: ``LinkUp``, ``Disabled``, ``Polling`` …
        netdev: The Ethernet interface of the port itself, None if there is none.
        gids: Used entries in order of index.
        slots: Size of the table, used or not.
        active_mtu, max_mtu: Payload bytes, 256 to 4096.
        cm_mode: Version that connections started through rdma_cm use by default.
        cm_tos: Type of service byte that rdma_cm sets by default, 0 to 255.
        traffic_class: Type of service byte forced on all traffic of the port, None if none is.
        priority_tagged: Whether untagged RoCE frames leave with a tag of VLAN 0 for their priority.
    """

    device: str
    number: int
    state: Fact[str] = NOT_READ
    physical_state: Fact[str] = NOT_READ
    link_layer: Fact[LinkLayer] = NOT_READ
    rate: Fact[str] = NOT_READ
    netdev: Fact[str | None] = NOT_READ
    gids: Fact[tuple[Gid, ...]] = NOT_READ
    slots: Fact[int] = NOT_READ
    active_mtu: Fact[int] = NOT_READ
    max_mtu: Fact[int] = NOT_READ
    cm_mode: Fact[Version] = NOT_READ
    cm_tos: Fact[int] = NOT_READ
    traffic_class: Fact[int | None] = NOT_READ
    priority_tagged: Fact[bool] = NOT_READ
    evidence: Evidence = field(default_factory=dict[str, SourceRef])


@dataclass(frozen=True, slots=True)
class PciLink:
    """How an adapter is connected; rates in GT/s per lane, widths in lanes."""

    rate: float
    width: int
    top_rate: float
    top_width: int


@dataclass(frozen=True, slots=True)
class RdmaDevice:
    """One RDMA device.

    Attributes:
        driver: Kernel module of the device.
        vendor_id, device_id: PCI numbers as the kernel prints them, ``0x15b3``.
        software: True if no adapter stands behind it: its packets pass the kernel.
        virtual_function: True for a function that a hypervisor gave away.
        virtual_functions: How many such functions it has handed out.
        excluded: Why the device is never RoCE although it may look so; "" if nothing says so.
        pci_name: ``0000:c1:00.0``.
        pci_path: Where it is plugged in, from the root complex down.
        module_version: Of the vendor's own kernel module, where it gives one.
        library_version: Of the vendor's own library, where its file name gives one.
    """

    name: str
    ports: tuple[RdmaPort, ...]
    source: SourceRef
    node_type: Fact[NodeType] = NOT_READ
    driver: Fact[str] = NOT_READ
    firmware: Fact[str] = NOT_READ
    board: Fact[str] = NOT_READ
    vendor_id: Fact[str] = NOT_READ
    device_id: Fact[str] = NOT_READ
    software: Fact[bool] = NOT_READ
    virtual_function: Fact[bool] = NOT_READ
    virtual_functions: Fact[int] = NOT_READ
    excluded: str = ""
    pci_name: Fact[str] = NOT_READ
    pci: Fact[PciLink] = NOT_READ
    roce_enabled: Fact[bool] = NOT_READ
    pci_path: Fact[PciPath] = NOT_READ
    module_version: Fact[str] = NOT_READ
    library_version: Fact[str] = NOT_READ
    evidence: Evidence = field(default_factory=dict[str, SourceRef])
