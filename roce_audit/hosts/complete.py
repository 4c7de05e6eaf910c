"""Facts of one thing that stand in the description of another.

The VLAN of a GID is that of its interface; the interface of a port is known to ``rdma``, else the
kernel's default entry names it; the MTU of a port follows from that of its interface.

Source: Linux ``drivers/infiniband/core/roce_gid_mgmt.c`` (default entries), and
``include/rdma/ib_addr.h`` (``iboe_get_mtu``: 96 bytes of headers, 80 in older kernels).
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from roce_audit.model.facts import Fact, Unknown, known_or
from roce_audit.model.rdma import Gid, RdmaDevice, RdmaPort, Scope

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from roce_audit.model.host import Host
    from roce_audit.model.netdev import Netdev

_ON_TOP_OF_VLAN = frozenset({"macvlan", "ipvlan", "macvtap", "ipvtap"})
_LONGEST_CHAIN = 4
_HEADERS = (96, 80)
_PAYLOADS = (4096, 2048, 1024, 512, 256)


def complete(host: Host) -> Host:
    """Return the host with VLANs, port interfaces and port MTUs filled in."""
    if isinstance(host.devices, Unknown):
        return host
    devices = tuple(_device(device, host.netdevs) for device in host.devices)
    return replace(host, devices=devices)


def _device(device: RdmaDevice, netdevs: Mapping[str, Netdev]) -> RdmaDevice:
    return replace(device, ports=tuple(_port(port, netdevs) for port in device.ports))


def _port(port: RdmaPort, netdevs: Mapping[str, Netdev]) -> RdmaPort:
    gids = port.gids
    if not isinstance(gids, Unknown):
        gids = tuple(replace(gid, vlan=_vlan(gid.netdev, netdevs)) for gid in gids)
    netdev = port.netdev if not isinstance(port.netdev, Unknown) else _default_netdev(port, netdevs)
    with_netdev = replace(port, gids=gids, netdev=netdev)
    if not isinstance(port.active_mtu, Unknown):
        return with_netdev
    return _with_mtu(with_netdev, netdevs)


def _vlan(name: Fact[str], netdevs: Mapping[str, Netdev]) -> Fact[int | None]:
    if isinstance(name, Unknown):
        return name
    for _ in range(_LONGEST_CHAIN):
        netdev = netdevs.get(name)
        if netdev is None:
            return Unknown(f"{name} is not described in the capture")
        if isinstance(netdev.vlan, Unknown) or netdev.vlan is not None:
            return netdev.vlan
        if netdev.kind not in _ON_TOP_OF_VLAN:
            return None
        if isinstance(netdev.lowers, Unknown) or not netdev.lowers:
            return Unknown(f"what {name} stands on is not in the capture")
        name = netdev.lowers[0]
    return Unknown("interfaces stand on each other in a circle")


def _default_netdev(port: RdmaPort, netdevs: Mapping[str, Netdev]) -> Fact[str | None]:
    """Return the interface of the default entries, else of all entries, if it is only one."""
    owners = [(gid.scope, name) for gid in _gids(port) if (name := _owner(gid, netdevs))]
    defaults = {name for scope, name in owners if scope is Scope.LINK_LOCAL}
    for names in (defaults, {name for _, name in owners}):
        if len(names) == 1:
            return names.pop()
    return port.netdev


def _gids(port: RdmaPort) -> Iterator[Gid]:
    yield from known_or(port.gids, ())


def _owner(gid: Gid, netdevs: Mapping[str, Netdev]) -> str | None:
    """Return the interface of an entry unless it stands on top of another one."""
    if isinstance(gid.netdev, Unknown):
        return None
    netdev = netdevs.get(gid.netdev)
    on_top = netdev is not None and netdev.kind in {*_ON_TOP_OF_VLAN, "vlan"}
    return None if on_top else gid.netdev


def _with_mtu(port: RdmaPort, netdevs: Mapping[str, Netdev]) -> RdmaPort:
    netdev = netdevs.get(known_or(port.netdev, None) or "")
    if netdev is None or isinstance(netdev.mtu_bytes, Unknown):
        return port
    readings = {payload_of(netdev.mtu_bytes, headers) for headers in _HEADERS}
    if len(readings) != 1:
        reason = f"a netdev MTU of {netdev.mtu_bytes} gives another value with older kernels"
        return replace(port, active_mtu=Unknown(reason))
    evidence = {**port.evidence}
    if "mtu_bytes" in netdev.evidence:
        evidence["active_mtu"] = netdev.evidence["mtu_bytes"]
    return replace(port, active_mtu=readings.pop(), evidence=evidence)


def payload_of(mtu_bytes: int, headers: int = _HEADERS[0]) -> int:
    """Return the RDMA payload that fits an interface's MTU: 256 to 4096, 0 if none does."""
    return next((each for each in _PAYLOADS if each <= mtu_bytes - headers), 0)
