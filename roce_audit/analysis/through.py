"""Packets between two ports of one switch, where a filter depends on both ends.

Most switches filter where packets enter and where they leave, each on its own. A machine with
netfilter has one chain for what it forwards, and others for what is meant for itself: with one
end alone the question is another one.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from roce_audit.analysis.peers import addresses_of
from roce_audit.errors import NotThere
from roce_audit.model.network import Crossing, Failure
from roce_audit.model.path import Passage
from roce_audit.packets.ranges import normalise

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from roce_audit.analysis.peers import Peers
    from roce_audit.model.device import Device
    from roce_audit.model.network import Attachment, Network
    from roce_audit.model.path import Route


def through(
    network: Network,
    device: Device,
    port: Attachment,
    peers: Peers,
    way: Callable[[Device, Passage], Route],
) -> Iterator[Crossing]:
    """Yield what a port sends to the ports of its peers on the same switch.

    The other direction comes with the peers' own ports.

    Args:
        network: Its attachments say where the peers are.
        device: The switch that ``port`` is plugged into.
        port: Where the packets enter.
        peers: Whom they are for.
        way: The platform's answer to which filters a passage meets.

    Raises:
        NotThere: The switch has no such interface.
    """
    for interface, others in _leaving(network, device, port, peers).items():
        for name in (port.interface, interface):
            if name not in device.interfaces:
                known = ", ".join(sorted(device.interfaces)) or "none"
                raise NotThere(f"{device.name} has no interface {name}; it has {known}")
        passage = Passage(port.interface, interface, port.vlan)
        route = way(device, passage)
        for traffic in peers.traffic:
            far = normalise(part for each in others for part in addresses_of(each, traffic))
            own = addresses_of(port, traffic)
            yield Crossing(device.name, passage, traffic, (port.host,), own, far, route, peers.name)


def _leaving(
    network: Network, device: Device, port: Attachment, peers: Peers
) -> dict[str, list[Attachment]]:
    """Return the peers' ports by the interface that leads to them."""
    found: dict[str, list[Attachment]] = {}
    for each in network.attachments:
        if each.switch != device.name or each.host not in peers.hosts:
            continue
        if each.interface != port.interface and each.host != port.host:
            found.setdefault(each.interface, []).append(each)
    return found


def not_followed(
    network: Network, device: Device, port: Attachment, peers: Peers
) -> Iterator[Failure]:
    """Yield the failure to follow packets to peers that are plugged in elsewhere, if there are."""
    here = {each.host for each in network.attachments if each.switch == device.name}
    away = sorted(peers.hosts - here - {port.host})
    if not away:
        return
    more = f" and {len(away) - 3} more" if len(away) > 3 else ""  # noqa: PLR2004
    reason = (
        f"what it does with packets to {', '.join(away[:3])}{more} is not judged: the inventory"
        " plugs them in elsewhere, so the interface they leave by is not known"
    )
    yield Failure(device.name, reason, port.source)
