"""RDMA devices.

Source: Linux ``Documentation/ABI/stable/sysfs-class-infiniband``; ``rdma-link(8)``,
``rdma-dev(8)``, ``ibv_devinfo(1)``. What a device is stands in its node type; the types of its
entries do not say.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import PurePosixPath
from typing import TYPE_CHECKING

from roce_audit.hosts.entries import Entries, entries, first_known, mapped, not_empty
from roce_audit.hosts.read_gpus import path_of
from roce_audit.hosts.read_ports import read_port
from roce_audit.model.facts import Fact, Unknown
from roce_audit.model.rdma import NodeType, PciLink, RdmaDevice, RdmaPort

if TYPE_CHECKING:
    from collections.abc import Mapping

    from roce_audit.hosts.read_tools import Tools
    from roce_audit.hosts.sections import Capture
    from roce_audit.model.gpu import PciPath

_NODE_TYPES = {"1: CA": NodeType.CA, "4: RNIC": NodeType.RNIC}
_RDMA_NODE_TYPES = {"ca": NodeType.CA, "rnic": NodeType.RNIC}
_TRANSPORTS = {"InfiniBand (0)": NodeType.CA, "iWARP (1)": NodeType.RNIC}
_NEVER_ROCE = {"efa": "EFA speaks its own protocol"}
_SOFTWARE_MODULES = frozenset({"rdma_rxe", "siw"})
_EVIDENCE = {
    "node_type": "node_type",
    "firmware": "fw_ver",
    "board": "board_id",
    "driver": "link/driver",
    "pci": "device/current_link_width",
    "virtual_functions": "device/sriov_numvfs",
}


@dataclass(frozen=True, slots=True)
class Around:
    """What else is known when a device is read.

    Attributes:
        tools: What ``rdma``, ``ibv_devinfo`` and ``devlink`` printed.
        modules: Kernel modules of interest that are loaded.
    """

    tools: Tools
    modules: Fact[frozenset[str]]


def read_devices(capture: Capture, around: Around) -> Fact[tuple[RdmaDevice, ...]]:
    """Return the RDMA devices in the order of the kernel; an empty list is certain."""
    listed = capture.section("devices")
    if not listed.ok:
        return listed.unknown
    names = [line.strip() for line in listed.lines if line.strip()]
    ports: dict[str, list[int]] = {}
    for keys, _ in capture.keyed("port"):
        match keys:
            case (device, number) if number.isascii() and number.isdigit() and len(number) < 4:  # noqa: PLR2004 - a port number has at most three digits
                ports.setdefault(device, []).append(int(number))
            case _:
                continue
    return tuple(_device(capture, name, sorted(ports.get(name, [])), around) for name in names)


def _device(capture: Capture, name: str, numbers: list[int], around: Around) -> RdmaDevice:
    section = capture.section(f"device {name}")
    found = entries(section)
    ports: list[RdmaPort] = [
        read_port(capture, name, number, around.tools, _netdev(found)) for number in numbers
    ]
    software = _software(found, around.modules)
    node_type = _node_type(found, name, around.tools)
    pci_name = _basename(found.text("link/device"))
    driver = _driver(found, node_type, software=software)
    return RdmaDevice(
        name,
        tuple(ports),
        section.source(),
        node_type=node_type,
        driver=driver,
        firmware=not_empty(found.text("fw_ver")),
        board=found.text("board_id"),
        vendor_id=found.text("device/vendor"),
        device_id=found.text("device/device"),
        software=software,
        virtual_function=_virtual_function(found),
        virtual_functions=found.number("device/sriov_numvfs"),
        excluded="" if isinstance(driver, Unknown) else _NEVER_ROCE.get(driver, ""),
        pci_name=pci_name,
        pci=_pci(found),
        roce_enabled=around.tools.roce_enabled(pci_name),
        pci_path=_pci_path(found),
        evidence=found.sources(_EVIDENCE),
    )


def _node_type(found: Entries, name: str, tools: Tools) -> Fact[NodeType]:
    return first_known(
        lambda: mapped(not_empty(found.text("node_type")), _NODE_TYPES, NodeType.OTHER),
        lambda: mapped(tools.node_type(name), _RDMA_NODE_TYPES, NodeType.OTHER),
        lambda: mapped(tools.transport(name), _TRANSPORTS, NodeType.OTHER),
    )


def _software(found: Entries, modules: Fact[frozenset[str]]) -> Fact[bool]:
    """Tell a device of the kernel from an adapter; the kernel's has no parent on a bus."""
    if any(key in found.at for key in ("device/vendor", "link/device", "board_id", "hca_type")):
        return False
    own = found.text("link/self")
    if "parent" in found.at or (not isinstance(own, Unknown) and "/virtual/" in own):
        return True
    if not isinstance(modules, Unknown) and not modules & _SOFTWARE_MODULES:
        return False
    return Unknown("the capture does not show whether an adapter stands behind it")


def _driver(found: Entries, node_type: Fact[NodeType], *, software: Fact[bool]) -> Fact[str]:
    if software is True and not isinstance(node_type, Unknown):
        return "siw" if node_type is NodeType.RNIC else "rdma_rxe"
    return _basename(found.text("link/driver"))


def _netdev(found: Entries) -> Fact[str | None]:
    """Return the interface of a device that has only one."""
    names = found.lines("net")
    parent = found.text("parent")
    if len(names) == 1:
        return names[0].strip()
    if not isinstance(parent, Unknown) and parent:
        return parent
    return found.section.unknown


def _virtual_function(found: Entries) -> Fact[bool]:
    if "link/physfn" in found.at:
        return True
    return False if "link/device" in found.at else found.section.unknown


def _pci(found: Entries) -> Fact[PciLink]:
    numbers: list[float] = []
    for name in ("current_link", "max_link"):
        rate = found.text(f"device/{name}_speed")
        width = found.number(f"device/{name}_width")
        if isinstance(rate, Unknown) or isinstance(width, Unknown):
            return found.section.unknown
        number = rate.partition(" ")[0]
        if not number.replace(".", "", 1).isdecimal() or not number.isascii():
            return Unknown(f"no PCI rate: {rate[:40]}")
        numbers += [float(number), width]
    return PciLink(numbers[0], int(numbers[1]), numbers[2], int(numbers[3]))


def _pci_path(found: Entries) -> Fact[PciPath]:
    own = found.text("link/self")
    if isinstance(own, Unknown):
        return own
    return path_of(own) or Unknown("it is not plugged into a PCI bus")


def _basename(path: Fact[str]) -> Fact[str]:
    return path if isinstance(path, Unknown) else PurePosixPath(path).name


def ports_of(devices: Fact[tuple[RdmaDevice, ...]]) -> Mapping[str, RdmaPort]:
    """Return every port by ``device/number``."""
    return {
        f"{port.device}/{port.number}": port
        for device in (() if isinstance(devices, Unknown) else devices)
        for port in device.ports
    }
