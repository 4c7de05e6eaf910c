"""Which GIDs of a port can carry which traffic, and which one to use.

A device is RoCE if it is a channel adapter on Ethernet. The type of an entry decides the version
only then: InfiniBand and iWARP devices print the same words.

Source: Linux ``drivers/infiniband/core/sysfs.c`` and ``roce_gid_mgmt.c``.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from roce_audit.model.facts import Fact, Unknown, known_or
from roce_audit.model.rdma import Gid, LinkLayer, NodeType, RdmaDevice, RdmaPort, Scope, Version
from roce_audit.packets.traffic import Traffic

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from ipaddress import IPv4Address, IPv6Address

    from roce_audit.model.netdev import Netdev


@dataclass(frozen=True, slots=True)
class Wanted:
    """What the site means a port to use; empty where it has not said.

    Attributes:
        traffic: Kinds of traffic, the preferred one first.
        addresses: The addresses RDMA is meant to use.
    """

    traffic: tuple[Traffic, ...] = (Traffic.V2_IPV4, Traffic.V2_IPV6, Traffic.V1)
    addresses: frozenset[IPv4Address | IPv6Address] = field(
        default_factory=frozenset["IPv4Address | IPv6Address"]
    )


@dataclass(frozen=True, slots=True)
class Recommendation:
    """The entry to use.

    Attributes:
        gid: None if no entry carries any wanted traffic.
        traffic: What it carries; None with ``gid``.
        reason: Why this one, or why none, as a phrase.
        worse: Why not each other used entry, by index, as a phrase.
    """

    gid: Gid | None
    traffic: Traffic | None
    reason: str
    worse: Mapping[int, str]


def is_roce(device: RdmaDevice, port: RdmaPort) -> Fact[bool]:
    """Tell whether a port speaks RoCE; one fact that excludes it is enough to say no."""
    if device.excluded:
        return False
    if not isinstance(device.node_type, Unknown) and device.node_type is not NodeType.CA:
        return False
    if not isinstance(port.link_layer, Unknown) and port.link_layer is not LinkLayer.ETHERNET:
        return False
    if isinstance(device.node_type, Unknown):
        return device.node_type
    return True if port.link_layer is LinkLayer.ETHERNET else Unknown("link layer not known")


def traffic_of(gid: Gid) -> Traffic | None:
    """Return what an entry of a RoCE port can carry between hosts of a fabric.

    A link-local entry carries nothing: its address is not routed, and within a segment it is not
    always the address that the interface answers for.
    """
    address = gid.address
    unfit = address.is_multicast or address.is_unspecified or address.is_loopback
    if gid.scope is Scope.LINK_LOCAL or unfit or isinstance(gid.version, Unknown):
        return None
    if gid.version is Version.V1:
        return Traffic.V1
    return Traffic.V2_IPV4 if address.version == 4 else Traffic.V2_IPV6  # noqa: PLR2004 - IP version


def usable(port: RdmaPort) -> dict[Traffic, tuple[int, ...]]:
    """Return the indices that can carry each kind of traffic, in ascending order."""
    found: dict[Traffic, list[int]] = {
        Traffic.V1: [],
        Traffic.V2_IPV4: [],
        Traffic.V2_IPV6: [],
    }
    for gid in known_or(port.gids, ()):
        traffic = traffic_of(gid)
        if traffic is not None:
            found[traffic].append(gid.index)
    return {traffic: tuple(indices) for traffic, indices in found.items()}


def recommend(
    port: RdmaPort, netdevs: Mapping[str, Netdev], wanted: Wanted | None = None
) -> Recommendation:
    """Return the entry to use, and why each other one is worse."""
    wanted = wanted or Wanted()
    gids = known_or(port.gids, ())
    order = _Order(port, wanted, _secondary(netdevs.values()))
    candidates = [gid for gid in gids if traffic_of(gid) in wanted.traffic]
    best = min(candidates, key=order.rank, default=None)
    if best is None:
        worse = {gid.index: _unfit(gid, wanted) for gid in gids}
        return Recommendation(None, None, _why_none(port), worse)
    worse = {
        gid.index: _unfit(gid, wanted) or order.difference(best, gid)
        for gid in gids
        if gid is not best
    }
    return Recommendation(best, traffic_of(best), order.praise(best), worse)


def _secondary(netdevs: Iterable[Netdev]) -> frozenset[tuple[str, IPv4Address | IPv6Address]]:
    return frozenset(
        (netdev.name, address.value.ip)
        for netdev in netdevs
        for address in known_or(netdev.addresses, ())
        if address.secondary
    )


def _why_none(port: RdmaPort) -> str:
    if isinstance(port.gids, Unknown):
        return f"the GID table is not known: {port.gids.reason}"
    if not port.gids:
        return "the GID table is empty"
    return "no entry has an address that reaches beyond its segment and a version that is wanted"


def _unfit(gid: Gid, wanted: Wanted) -> str:
    """Return why an entry is no candidate at all, "" if it is one."""
    if isinstance(gid.version, Unknown):
        return f"its version is not known: {gid.version.reason}"
    traffic = traffic_of(gid)
    if traffic is None:
        return "link-local: not routed, made from the MAC" if _local(gid) else "no host address"
    if traffic not in wanted.traffic:
        return f"carries {traffic.value}, which is not wanted"
    return ""


def _local(gid: Gid) -> bool:
    return gid.scope is Scope.LINK_LOCAL


@dataclass(frozen=True, slots=True)
class _Order:
    """The order of candidates: each question matters only if all before it end in a draw."""

    port: RdmaPort
    wanted: Wanted
    secondary: frozenset[tuple[str, IPv4Address | IPv6Address]]

    def rank(self, gid: Gid) -> tuple[bool, int, bool, bool, int]:
        traffic = traffic_of(gid)
        place = self.wanted.traffic.index(traffic) if traffic in self.wanted.traffic else 9
        return (
            bool(self.wanted.addresses) and gid.address not in self.wanted.addresses,
            place,
            self._elsewhere(gid),
            (known_or(gid.netdev, ""), gid.address) in self.secondary,
            gid.index,
        )

    def _elsewhere(self, gid: Gid) -> bool:
        return isinstance(self.port.netdev, str) and gid.netdev != self.port.netdev

    def praise(self, gid: Gid) -> str:
        intended = "the intended address, " if gid.address in self.wanted.addresses else ""
        where = f" on {gid.netdev}" if isinstance(gid.netdev, str) else ""
        return f"{intended}{gid.address} as {known_or(gid.version, '')}{where}"

    def difference(self, best: Gid, gid: Gid) -> str:
        other, ours = self.rank(best), self.rank(gid)
        at = next(
            place for place, pair in enumerate(zip(other, ours, strict=True)) if pair[0] != pair[1]
        )
        traffic = traffic_of(gid)
        return (
            "not the intended address",
            f"carries {traffic.value if traffic else 'nothing'}, less fit than index {best.index}",
            f"belongs to {known_or(gid.netdev, 'an interface not known')}, not to the port itself",
            "a secondary address",
            f"the same at a higher index than {best.index}",
        )[at]
