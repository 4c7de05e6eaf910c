"""Whether a driver gives untagged RoCE frames a tag of VLAN 0 that carries their priority.

One driver does, once an application entry gives RoCE a priority: Linux's variant until a change of
August 2025, the vendor's own unless a setting in configfs says no.

Source: linux-rdma list, <20250814112555.221665-5-kalesh-anakkur.purayil@broadcom.com>; Linux before
it, ``drivers/infiniband/hw/bnxt_re/main.c`` (entries by EtherType and by UDP port count, also with
priority 0).
"""

from __future__ import annotations

from dataclasses import replace
from datetime import date
from typing import TYPE_CHECKING, cast

from roce_audit.hosts.entries import document, entries, list_of
from roce_audit.model.facts import Fact, Unknown, known_or

if TYPE_CHECKING:
    from roce_audit.hosts.section import Section
    from roce_audit.hosts.sections import Capture
    from roce_audit.model.host import Host
    from roce_audit.model.rdma import RdmaDevice, RdmaPort

_DRIVER, _VENDOR = "bnxt_en", "0x14e4"
_CHANGED = date(2025, 8, 14)
_ROCE_ENTRIES = {"dgram_port_prio": 4791, "ethtype_prio": 0x8915}


def with_priority_tags(host: Host, capture: Capture) -> Host:
    """Return the host with the answer at each port."""
    if isinstance(host.devices, Unknown):
        return host

    def ports_set(device: RdmaDevice) -> RdmaDevice:
        ports = (_with_answer(host, capture, device, port) for port in device.ports)
        return replace(device, ports=tuple(ports))

    return replace(host, devices=tuple(ports_set(device) for device in host.devices))


def _with_answer(host: Host, capture: Capture, device: RdmaDevice, port: RdmaPort) -> RdmaPort:
    section = capture.section(f"dcb_app {known_or(port.netdev, None)}")
    tagged = _tags(host, capture, device, port)
    if tagged is True:
        tagged = _has_priority(section)
    evidence = {**port.evidence, "priority_tagged": section.source()} if tagged is True else None
    return replace(port, priority_tagged=tagged, evidence=evidence or port.evidence)


def _tags(host: Host, capture: Capture, device: RdmaDevice, port: RdmaPort) -> Fact[bool]:
    """Tell whether the driver tags frames that have a priority."""
    another = known_or(device.driver, _DRIVER) != _DRIVER
    if another or device.software is True or known_or(device.vendor_id, _VENDOR) != _VENDOR:
        return False
    if isinstance(device.driver, Unknown) or device.virtual_function is True:
        return Unknown("whether its driver tags frames is not known")
    if not isinstance(device.module_version, Unknown):
        path = (
            f"sys/kernel/config/bnxt_re/{device.name}/ports/{port.number}/cc/disable_prio_vlan_tx"
        )
        setting = entries(capture.section("priority_tags")).number(path)
        return setting if isinstance(setting, Unknown) else setting == 0
    if known_or(host.kernel_built, _CHANGED) >= _CHANGED:
        return Unknown("the kernel may have the change that ended it")
    return True


def _has_priority(section: Section) -> Fact[bool]:
    found = document(section)
    if isinstance(found, Unknown):
        return found
    for item in list_of(found):
        for key, selector in _ROCE_ENTRIES.items():
            pairs = item.get(key)
            for pair in cast("list[object]", pairs) if isinstance(pairs, list) else []:
                numbers = cast("list[object]", pair)[:2] if isinstance(pair, list) else []
                match numbers:
                    case [int(entry), int()] if entry == selector:
                        return True
                    case _:
                        pass
    return False
