"""What a host's own filters do with the packets of one of its GIDs."""

from __future__ import annotations

from dataclasses import dataclass
from ipaddress import ip_interface
from typing import TYPE_CHECKING

from roce_audit.analysis.verdicts import Outcome, outcomes
from roce_audit.model.acl import Action
from roce_audit.model.facts import Unknown, known_or
from roce_audit.packets.boxes import clip
from roce_audit.packets.fields import DESTINATION, SOURCE
from roce_audit.packets.ranges import Ranges, normalise, single
from roce_audit.packets.traffic import REGIONS, Traffic

if TYPE_CHECKING:
    from collections.abc import Iterator

    from roce_audit.checks.host.ports import RocePort
    from roce_audit.model.host import HostFilters
    from roce_audit.model.network import Network
    from roce_audit.model.rdma import Gid
    from roce_audit.model.source import SourceRef
    from roce_audit.packets.boxes import Box
    from roce_audit.packets.fields import Dimension

_ADDRESSED = (Traffic.V2_IPV4, Traffic.V2_IPV6)
_REWRITES = "a rule that rewrites addresses"
"""How the reader of rules words its doubt about address translation."""


@dataclass(frozen=True, slots=True)
class Met:
    """What happens to the packets one way.

    Attributes:
        way: ``in`` or ``out``.
        denied: Outcomes that are certainly drops.
        open: Outcomes that hang on something not understood.
        permitted: Whether some packets certainly pass.
    """

    way: str
    denied: tuple[Outcome, ...]
    open: tuple[Outcome, ...]
    permitted: bool

    def evidence(self) -> tuple[SourceRef, ...]:
        """Return the lines that drop, or may drop, the packets."""
        found = [
            taken.line.source if taken.line is not None else taken.stage.filter.source
            for outcome in (*self.denied, *self.open)
            for taken in outcome.trail[-1:]
        ]
        return tuple(dict.fromkeys(found))[:4]


def peers_of(network: Network, port: RocePort, gid: Gid) -> Ranges:
    """Return the addresses that the GID must reach: of its flows, else of its own subnet."""
    named = {
        name
        for flow in network.flows
        if port.host.name in (*flow.sources, *flow.destinations)
        for name in (*flow.sources, *flow.destinations)
    } - {port.host.name}
    texts = [text for each in network.attachments if each.host in named for text in each.addresses]
    found = [ip_interface(text).ip for text in texts]
    values = [int(each) for each in found if each.version == gid.address.version]
    if values:
        return normalise((value, value) for value in values)
    return _own_subnet(port, gid)


def _own_subnet(port: RocePort, gid: Gid) -> Ranges:
    netdev = port.host.netdevs.get(known_or(gid.netdev, ""))
    addresses = known_or(netdev.addresses, ()) if netdev is not None else ()
    for address in addresses:
        if address.value.ip == gid.address:
            network = address.value.network
            low, high = int(network.network_address), int(network.broadcast_address)
            return ((low + 1, high - 1),) if high - low > 1 else ((low, high),)
    return ()


def met(filters: HostFilters, gid: Gid, traffic: Traffic, peers: Ranges) -> Iterator[Met]:
    """Yield what happens to packets of a kind between a GID and its peers, each way."""
    if isinstance(gid.netdev, Unknown):
        return
    for way in ("in", "out"):
        region = REGIONS[traffic]
        if traffic in _ADDRESSED:
            region = {**region, **_addresses(way, int(gid.address), peers)}
        yield from met_at(filters, gid.netdev, way, region)


def met_at(filters: HostFilters, netdev: str, way: str, region: Box) -> Iterator[Met]:
    """Yield what happens to packets of a region at one interface; nothing if that is not known."""
    route = filters.ways.get((netdev, way))
    if route is None:
        return
    for box in _narrowed(region, route.narrow):
        found = outcomes(route.stages, box)
        sure = [each for each in found if each.certain]
        denied = tuple(each for each in sure if Action.DENY in each.actions)
        rest = tuple(each for each in found if not each.certain)
        yield Met(way, denied, rest, permitted=len(denied) < len(sure))


def rewriting(outcome: Outcome) -> SourceRef | None:
    """Return the rule of address translation that certainly takes the packets; None if none does.

    What such a rule does to RoCE is open to the reader of rules; whether it applies is not, where
    that is the only doubt.
    """
    doubts = outcome.doubts
    if not doubts or not all(_REWRITES in doubt.reason for doubt in doubts):
        return None
    lines = [taken.line.source for taken in outcome.trail if taken.line is not None]
    named = [source for source in lines if any(_names(d.reason, source.line) for d in doubts)]
    return named[0] if named else None


def _names(reason: str, line: int | None) -> bool:
    return reason.startswith(f"line {line} ")


def _addresses(way: str, own: int, peers: Ranges) -> Box:
    mine, theirs = (DESTINATION, SOURCE) if way == "in" else (SOURCE, DESTINATION)
    box: dict[Dimension, Ranges] = {mine: single(own)}
    return {**box, theirs: peers} if peers else box


def _narrowed(region: Box, narrow: Box) -> Iterator[Box]:
    box = clip(region, narrow) if narrow else region
    if box is not None:
        yield box
