"""Addresses of interfaces where no tool prints them: from the GIDs and the kernel's route list.

Source: Linux ``net/ipv4/fib_trie.c`` (``/proc/net/route``: hexadecimal, in the byte order of the
host). It is read as little-endian; a number of a big-endian host then fits no address of a GID, and
nothing is concluded from it.
"""

from __future__ import annotations

from dataclasses import replace
from ipaddress import IPv4Address, IPv4Interface, IPv4Network
from typing import TYPE_CHECKING

from roce_audit.hosts.entries import entries
from roce_audit.model.facts import Unknown, known_or
from roce_audit.model.netdev import Address, Netdev

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from roce_audit.hosts.sections import Capture
    from roce_audit.model.host import Host
    from roce_audit.model.rdma import Gid

Connected = dict[str, list[IPv4Network]]
_COLUMNS = 8
_NO_GATEWAY = "00000000"


def read_connected(capture: Capture) -> Connected:
    """Return the IPv4 subnets that each interface is connected to."""
    found: Connected = {}
    for line in entries(capture.section("routes_file")).lines("proc/net/route")[1:]:
        words = line.split()
        if len(words) >= _COLUMNS and words[2] == _NO_GATEWAY:
            network = _network(words[1], words[7])
            if network is not None and network.prefixlen:
                found.setdefault(words[0], []).append(network)
    return found


def _network(destination: str, mask: str) -> IPv4Network | None:
    try:
        parts = [IPv4Address(bytes.fromhex(part)[::-1]) for part in (destination, mask)]
        return IPv4Network(f"{parts[0]}/{parts[1]}")
    except ValueError:
        return None


def with_addresses(host: Host, connected: Connected) -> Mapping[str, Netdev]:
    """Return the interfaces; those whose addresses are not known get those of their GIDs."""
    found: dict[str, dict[IPv4Address, Address]] = {}
    for gid in _gids(host):
        address, name = gid.address, gid.netdev
        if isinstance(name, Unknown) or not isinstance(address, IPv4Address):
            continue
        for network in connected.get(name, ()):
            if address in network:
                value = IPv4Interface(f"{address}/{network.prefixlen}")
                found.setdefault(name, {})[address] = Address(value, "global", gid.source)
    return {
        name: replace(netdev, addresses=tuple(found[name].values()))
        if isinstance(netdev.addresses, Unknown) and name in found
        else netdev
        for name, netdev in host.netdevs.items()
    }


def _gids(host: Host) -> Iterator[Gid]:
    for device in known_or(host.devices, ()):
        for port in device.ports:
            yield from known_or(port.gids, ())
