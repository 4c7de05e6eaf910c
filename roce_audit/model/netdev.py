"""Network interfaces of a host, its routes and its routing rules."""

from __future__ import annotations

from dataclasses import dataclass, field
from ipaddress import IPv4Interface, IPv4Network, IPv6Interface, IPv6Network
from typing import TYPE_CHECKING, TypeAlias

from roce_audit.model.facts import Fact, Unknown
from roce_audit.model.source import SourceRef

if TYPE_CHECKING:
    from collections.abc import Mapping

Network: TypeAlias = IPv4Network | IPv6Network
_NOT_READ = Unknown("not in the capture")


@dataclass(frozen=True, slots=True)
class Address:
    """One address of an interface.

    Attributes:
        value: Address and prefix length.
        scope: The kernel's word: ``global``, ``link``, ``host``, ``site``.
        secondary: True for another address in the subnet of an earlier one.
        usable: False while it is tentative, or if it failed duplicate detection.
        source: The line of the capture.
    """

    value: IPv4Interface | IPv6Interface
    scope: str
    source: SourceRef
    secondary: bool = False
    usable: bool = True

    @property
    def reaches(self) -> bool:
        """Whether it is for more than its own segment, whatever scope the kernel was told.

        IPv4 link-local addresses (RFC 3927) have scope ``global`` unless somebody said otherwise.
        """
        return self.scope == "global" and not self.value.ip.is_link_local


@dataclass(frozen=True, slots=True)
class Bond:
    """An aggregation of interfaces, as its master knows it.

    Attributes:
        mode: ``802.3ad``, ``active-backup`` …
        hash_policy: ``layer3+4`` …; "" where the mode has none.
        members: Names of the interfaces in it.
    """

    mode: str
    hash_policy: str = ""
    members: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Pause:
    """Link-level pause frames (IEEE 802.3x), received and sent."""

    receive: bool
    send: bool


@dataclass(frozen=True, slots=True)
class Qos:
    """Priorities of one port.

    Attributes:
        trust: ``dscp`` or ``pcp``.
        pfc: Priorities with priority flow control.
        dscp_to_priority: Known entries of the map; where the trust is ``dscp``.
        ecn_notify: Priorities whose marked packets make this port send congestion
            notifications.
        ecn_react: Priorities that slow down on such notifications.
        cnp_dscp: DSCP of notifications sent.
        cnp_priority: 802.1p priority of notifications sent.
        dcbx: Who decides: words such as ``host``, ``ieee``, ``lld-managed``, ``firmware``.
        bandwidth: Percent by traffic class, where the port shares bandwidth.
        priority_to_class: Traffic class of each priority.
        receive_buffers: Bytes of the receive buffer that each priority uses.
    """

    trust: Fact[str] = _NOT_READ
    pfc: Fact[frozenset[int]] = _NOT_READ
    dscp_to_priority: Fact[Mapping[int, int]] = _NOT_READ
    ecn_notify: Fact[frozenset[int]] = _NOT_READ
    ecn_react: Fact[frozenset[int]] = _NOT_READ
    cnp_dscp: Fact[int] = _NOT_READ
    cnp_priority: Fact[int] = _NOT_READ
    dcbx: Fact[frozenset[str]] = _NOT_READ
    bandwidth: Fact[Mapping[int, int]] = _NOT_READ
    priority_to_class: Fact[Mapping[int, int]] = _NOT_READ
    receive_buffers: Fact[Mapping[int, int]] = _NOT_READ


@dataclass(frozen=True, slots=True)
class Netdev:
    """One interface.

    Attributes:
        mtu_bytes: Largest IP packet.
        mac: Lowercase, colons.
        oper_state: ``up``, ``down``, ``unknown`` …
        admin_up: Whether it is switched on.
        speed_mbps: Of the link; Unknown while it is down.
        kind: ``vlan``, ``bond``, ``macvlan``, ``veth`` …; "" for a port.
        vlan: VLAN number of its frames, None if untagged.
        lowers: Interfaces it stands on.
        master: Bond, bridge or VRF it belongs to, None if it belongs to none.
        vrf: Name of the VRF, None for the default.
        virtual_function_vlans: VLAN by number of a virtual function, set by the hypervisor.
        private_flags: Driver switches, on or off.
        evidence: Where the facts were read, by attribute name.
    """

    name: str
    mtu_bytes: Fact[int] = _NOT_READ
    mac: Fact[str] = _NOT_READ
    oper_state: Fact[str] = _NOT_READ
    admin_up: Fact[bool] = _NOT_READ
    carrier: Fact[bool] = _NOT_READ
    speed_mbps: Fact[int] = _NOT_READ
    addresses: Fact[tuple[Address, ...]] = _NOT_READ
    kind: Fact[str] = _NOT_READ
    vlan: Fact[int | None] = _NOT_READ
    lowers: Fact[tuple[str, ...]] = _NOT_READ
    master: Fact[str | None] = _NOT_READ
    vrf: Fact[str | None] = _NOT_READ
    bond: Fact[Bond | None] = _NOT_READ
    driver: Fact[str] = _NOT_READ
    firmware: Fact[str] = _NOT_READ
    pause: Fact[Pause] = _NOT_READ
    qos: Qos = field(default_factory=Qos)
    virtual_function_vlans: Fact[Mapping[int, int]] = _NOT_READ
    private_flags: Fact[Mapping[str, bool]] = _NOT_READ
    evidence: Mapping[str, SourceRef] = field(default_factory=dict[str, SourceRef])


@dataclass(frozen=True, slots=True)
class Route:
    """One route.

    Attributes:
        destination: Where it leads; a default route is the whole family.
        devices: Outgoing interfaces; several for a multipath route, none for a refusal.
        gateway: True if the next hop is a router.
        table: Name or number as printed; ``main`` if nothing is printed.
        kind: ``unicast``, ``local``, ``blackhole``, ``unreachable``, ``prohibit`` …
        metric: Smaller is preferred among routes to the same destination.
        source_address: The address that the kernel prefers for packets by this route.
        source: The line of the capture.
    """

    destination: Network
    devices: tuple[str, ...]
    gateway: bool
    table: str
    source: SourceRef
    kind: str = "unicast"
    metric: int = 0
    source_address: str = ""


@dataclass(frozen=True, slots=True)
class Rule:
    """One routing rule; the rules are tried in order of priority.

    Attributes:
        family: 4 or 6.
        priority: Smaller is tried first.
        origin: Packets from there only.
        table: The table looked up.
        certain: False if the rule has conditions besides the source.
    """

    family: int
    priority: int
    origin: Network
    table: str
    source: SourceRef
    certain: bool = True
