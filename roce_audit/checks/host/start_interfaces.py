"""The interfaces over which an NCCL job may start, and the TCP connections that it opens there.

Source: NVIDIA NCCL documentation, NCCL_SOCKET_IFNAME: a list of prefixes; ``=`` in front takes the
names as they are, ``^`` leaves them out. Without it ``lo`` comes last, ``docker`` before it.
"""

from __future__ import annotations

from dataclasses import dataclass
from ipaddress import ip_interface
from typing import TYPE_CHECKING

from roce_audit.analysis.library_settings import effective
from roce_audit.analysis.peers import peers_of
from roce_audit.model.facts import Unknown, known_or
from roce_audit.packets.fields import (
    DESTINATION,
    DESTINATION_PORT,
    ETHERTYPE,
    FRAGMENT,
    PROTOCOL,
    SOURCE,
)
from roce_audit.packets.ranges import Ranges, normalise, single
from roce_audit.packets.traffic import ETHERTYPE_IPV4, ETHERTYPE_IPV6, IPV4_TOP, IPV6_TOP

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping
    from ipaddress import IPv4Address, IPv6Address

    from roce_audit.model.host import Host
    from roce_audit.model.network import Network
    from roce_audit.packets.boxes import Box

_TCP = 6
_TYPES = {4: ETHERTYPE_IPV4, 6: ETHERTYPE_IPV6}
_TOPS = {4: IPV4_TOP, 6: IPV6_TOP}
_PORTS: Ranges = ((1024, 65535),)


@dataclass(frozen=True, slots=True)
class Start:
    """One interface that a job may start over.

    Attributes:
        netdev: The interface.
        addresses: The host's addresses there that others reach.
        peers: Addresses that connect to it, by IP version; the whole version if not known.
    """

    netdev: str
    addresses: tuple[IPv4Address | IPv6Address, ...]
    peers: Mapping[int, Ranges]

    def regions(self, way: str) -> Iterator[Box]:
        """Yield the first packets of the connections ``in`` or ``out``."""
        mine, theirs = (DESTINATION, SOURCE) if way == "in" else (SOURCE, DESTINATION)
        for address in self.addresses:
            yield {
                ETHERTYPE: single(_TYPES[address.version]),
                PROTOCOL: single(_TCP),
                DESTINATION_PORT: _PORTS,
                FRAGMENT: single(0),
                mine: single(int(address)),
                theirs: self.peers.get(address.version) or ((0, _TOPS[address.version]),),
            }


@dataclass(frozen=True, slots=True)
class Wiring:
    """What the inventory says of all hosts, worked out once.

    Attributes:
        netdevs: Interfaces that it names, by host.
        peers: Addresses at the other ends of a host's flows, by host and IP version. Only hosts
            in a flow are in it.
    """

    netdevs: Mapping[str, frozenset[str]]
    peers: Mapping[str, Mapping[int, Ranges]]


def wiring_of(network: Network) -> Wiring:
    """Collect interfaces and peers; hosts with the same peers share them."""
    netdevs: dict[str, set[str]] = {}
    addresses: dict[str, list[IPv4Address | IPv6Address]] = {}
    for each in network.attachments:
        netdevs.setdefault(each.host, set()).add(each.netdev)
        mine = addresses.setdefault(each.host, [])
        mine += [ip_interface(text).ip for text in each.addresses]
    peers: dict[str, Mapping[int, Ranges]] = {}
    known: dict[str, Mapping[int, Ranges]] = {}
    for host, others in peers_of(network).items():
        if others.name not in known:
            found = [ip for name in others.hosts for ip in addresses.get(name, ())]
            known[others.name] = _by_version(found)
        peers[host] = known[others.name]
    return Wiring({host: frozenset(names) for host, names in netdevs.items()}, peers)


def _by_version(found: list[IPv4Address | IPv6Address]) -> Mapping[int, Ranges]:
    return {
        version: normalise((int(each), int(each)) for each in found if each.version == version)
        for version in _TYPES
    }


def starts(host: Host, wiring: Wiring) -> tuple[Start, ...]:
    """Return every interface that NCCL may take; nothing if one of them is not known."""
    if set(known_or(host.netdev_names, frozenset())) - {"lo", *host.netdevs}:
        return ()
    if any(isinstance(netdev.addresses, Unknown) for netdev in host.netdevs.values()):
        return ()
    addressed = {name: found for name in host.netdevs if (found := _addresses(host, name))}
    names = _chosen(host, tuple(addressed))
    mine = wiring.netdevs.get(host.name, frozenset())
    peers = wiring.peers.get(host.name, {})
    return tuple(Start(name, addressed[name], peers if name in mine else {}) for name in names)


def _addresses(host: Host, name: str) -> tuple[IPv4Address | IPv6Address, ...]:
    found = known_or(host.netdevs[name].addresses, ())
    return tuple(each.value.ip for each in found if each.reaches and each.usable)


def _chosen(host: Host, names: tuple[str, ...]) -> tuple[str, ...]:
    setting = effective(host, "NCCL_SOCKET_IFNAME")
    text = setting.value.strip() if setting is not None else ""
    if not text:
        usual = tuple(name for name in names if not name.startswith("docker"))
        return usual or names
    without, text = text.startswith("^"), text.removeprefix("^")
    exact, text = text.startswith("="), text.removeprefix("=")
    words = [word.strip() for word in text.split(",") if word.strip()]
    return tuple(name for name in names if _fits(name, words, exact=exact) is not without)


def _fits(name: str, words: Iterable[str], *, exact: bool) -> bool:
    return any(name == word if exact else name.startswith(word) for word in words)
