"""A host's facts as its own kinds of repair leave them."""

from __future__ import annotations

from dataclasses import replace
from ipaddress import ip_interface, ip_network
from typing import TYPE_CHECKING

from roce_audit.hosts.complete import payload_of
from roce_audit.model.facts import Unknown
from roce_audit.model.host_remedy import (
    DropSetting,
    LoadModule,
    RouteBySource,
    SetLinkPause,
    SetPfc,
    SetSysctls,
)
from roce_audit.model.netdev import Pause, Route, Rule
from roce_audit.model.remedy import SetMtu
from roce_audit.model.source import SourceRef

if TYPE_CHECKING:
    from roce_audit.model.host import Host
    from roce_audit.model.rdma import RdmaDevice, RdmaPort
    from roce_audit.model.remedy import Remedy

REPAIRED = SourceRef("repair", None, "as the repair leaves it")


def with_remedy(host: Host, remedy: Remedy) -> Host:
    """Return the facts once ``remedy`` is applied; the same facts for what is no such repair."""
    match remedy:
        case SetSysctls():
            return replace(host, sysctls={**host.sysctls, **{k: v for k, v, _ in remedy.values}})
        case RouteBySource():
            return _with_route(host, remedy)
        case DropSetting():
            return _without_setting(host, remedy)
        case LoadModule():
            known = None if isinstance(host.modules, Unknown) else host.modules
            return host if known is None else replace(host, modules=known | {remedy.module})
        case SetLinkPause() | SetPfc() | SetMtu():
            return _with_interface(host, remedy)
        case _:
            return host


def _with_interface(host: Host, remedy: SetLinkPause | SetPfc | SetMtu) -> Host:
    netdev = host.netdevs.get(remedy.interface)
    if netdev is None:
        return host
    if isinstance(remedy, SetLinkPause):
        changed = replace(netdev, pause=Pause(receive=False, send=False))
    elif isinstance(remedy, SetPfc):
        changed = replace(netdev, qos=replace(netdev.qos, pfc=frozenset(remedy.priorities)))
    else:
        changed = replace(netdev, mtu_bytes=remedy.payload_bytes)
        host = _with_payload(host, remedy)
    return replace(host, netdevs={**host.netdevs, netdev.name: changed})


def _with_route(host: Host, remedy: RouteBySource) -> Host:
    if isinstance(host.routes, Unknown) or isinstance(host.rules, Unknown):
        return host
    own = ip_interface(remedy.address)
    table = str(remedy.table)
    route = Route(
        remedy.subnet,
        (remedy.interface,),
        gateway=False,
        table=table,
        source=REPAIRED,
        source_address=remedy.address,
    )
    origin = ip_network(str(own.ip))
    rule = Rule(own.version, remedy.priority, origin, table, REPAIRED)
    rules = sorted((*host.rules, rule), key=lambda each: (each.family, each.priority))
    return replace(host, routes=(*host.routes, route), rules=tuple(rules))


def _without_setting(host: Host, remedy: DropSetting) -> Host:
    kept = (
        setting
        for setting in host.settings
        if (setting.name, setting.file) != (remedy.name, remedy.file)
    )
    return replace(host, settings=tuple(kept))


def _with_payload(host: Host, remedy: SetMtu) -> Host:
    """Return the host with the RDMA MTU that the interface's MTU gives its ports."""
    if isinstance(host.devices, Unknown):
        return host
    payload = payload_of(remedy.payload_bytes)

    def port_set(port: RdmaPort) -> RdmaPort:
        mine = port.netdev == remedy.interface
        return replace(port, active_mtu=payload) if mine else port

    def device_set(device: RdmaDevice) -> RdmaDevice:
        return replace(device, ports=tuple(port_set(port) for port in device.ports))

    return replace(host, devices=tuple(device_set(device) for device in host.devices))
