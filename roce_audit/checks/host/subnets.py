"""RoCE interfaces of one host that share a subnet.

Source: Linux ``Documentation/networking/ip-sysctl.rst``: of ``conf/all`` and ``conf/INTERFACE`` the
larger value of arp_ignore, arp_announce and rp_filter holds.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from roce_audit.model.facts import Fact, Unknown, known_or

if TYPE_CHECKING:
    from collections.abc import Iterable

    from roce_audit.checks.host.ports import RocePort
    from roce_audit.model.host import Host
    from roce_audit.model.netdev import Address, Network

_LONGEST_NUMBER = 9


@dataclass(frozen=True, slots=True)
class Member:
    """One interface in a subnet that others of the host are in too.

    Attributes:
        port: Its RoCE port.
        address: Its address in the subnet.
    """

    port: RocePort
    address: Address

    @property
    def netdev(self) -> str:
        """Name of the interface."""
        return self.port.netdev.name if self.port.netdev is not None else ""


_HOST_BITS = 2
"""Fewer bits for hosts make a point-to-point link, not a subnet."""


def shared_subnets(
    ports: Iterable[RocePort], families: tuple[int, ...] = (4,)
) -> dict[Network, list[Member]]:
    """Return the subnets with two or more RoCE interfaces of one host and VRF in them."""
    found: dict[tuple[str | None, Network], dict[str, Member]] = {}
    for port in ports:
        netdev = port.netdev
        if netdev is None:
            continue
        for address in known_or(netdev.addresses, ()):
            network = address.value.network
            room = network.max_prefixlen - network.prefixlen >= _HOST_BITS
            if network.version in families and address.reaches and room:
                key = (known_or(netdev.vrf, None), network)
                found.setdefault(key, {}).setdefault(netdev.name, Member(port, address))
    return {
        network: list(members.values())
        for (_, network), members in found.items()
        if len(members) > 1
    }


def strongest(host: Host, netdev: str, key: str) -> Fact[int]:
    """Return the value of an IPv4 setting that holds on an interface."""
    values: list[int] = []
    for place in ("all", netdev):
        text = host.sysctls.get(f"net/ipv4/conf/{place}/{key}", "")
        if not (text.isascii() and text.isdigit() and len(text) <= _LONGEST_NUMBER):
            return Unknown(f"{key} of {place} is not in the capture")
        values.append(int(text))
    return max(values)
