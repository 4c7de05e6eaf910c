"""What ``rdma``, ``ibv_devinfo`` and ``devlink`` say of RDMA devices.

Source: ``rdma-link(8)``, ``rdma-dev(8)``, ``ibv_devinfo(1)``, ``devlink-dev(8)``; Linux
``Documentation/networking/devlink/mlx5.rst`` (``enable_roce``).
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, cast

from roce_audit.hosts.entries import (
    Json,
    as_number,
    document,
    each_line,
    flag_at,
    list_of,
    number_at,
    objects,
    text_at,
)
from roce_audit.model.facts import Fact, Unknown

if TYPE_CHECKING:
    from collections.abc import Mapping

    from roce_audit.hosts.section import Section
    from roce_audit.hosts.sections import Capture
    from roce_audit.model.source import SourceRef

_NOT_LISTED = Unknown("the tool does not list it")


@dataclass(frozen=True, slots=True)
class PortSaid:
    """What the tools say of one port, in their own words."""

    state: Fact[str]
    physical_state: Fact[str]
    link_layer: Fact[str]
    netdev: Fact[str | None]
    active_mtu: Fact[int]
    max_mtu: Fact[int]
    evidence: Mapping[str, SourceRef]


@dataclass(frozen=True, slots=True)
class _Block:
    """One device or port of ``ibv_devinfo``: values and line offsets by key."""

    values: dict[str, tuple[str, int]] = field(default_factory=dict[str, tuple[str, int]])


@dataclass(frozen=True, slots=True)
class Tools:
    """The outputs, read once.

    Attributes:
        links: ``rdma -j link`` by device and port.
        devices: ``rdma -j dev`` by device.
        info: ``ibv_devinfo``, its section and blocks by device and port (0 for the device).
        roce: devlink's ``enable_roce`` by PCI name.
    """

    links: Fact[Mapping[tuple[str, int], Json]]
    devices: Fact[Mapping[str, Json]]
    info_section: Section
    info: Mapping[tuple[str, int], _Block]
    roce: Fact[Mapping[str, bool]]

    def node_type(self, device: str) -> Fact[str]:
        """Return ``ca``, ``rnic`` …."""
        if isinstance(self.devices, Unknown):
            return self.devices
        return text_at(self.devices.get(device, {}), "node_type") or _NOT_LISTED

    def transport(self, device: str) -> Fact[str]:
        """Return ``InfiniBand (0)``, ``iWARP (1)`` …."""
        return self._info(device, 0, "transport")

    def roce_enabled(self, pci_name: Fact[str]) -> Fact[bool]:
        """Return devlink's ``enable_roce``, the value that holds after the next reload."""
        if isinstance(self.roce, Unknown) or isinstance(pci_name, Unknown):
            return _NOT_LISTED
        return self.roce.get(pci_name, _NOT_LISTED)

    def port(self, device: str, number: int) -> PortSaid:
        """Return what the tools say of a port."""
        link: Fact[Json] = self.links if isinstance(self.links, Unknown) else {}
        if not isinstance(self.links, Unknown):
            link = self.links.get((device, number), _NOT_LISTED)
        mtu = self._info(device, number, "active_mtu")
        evidence: dict[str, SourceRef] = {}
        block = self.info.get((device, number))
        if block is not None and "active_mtu" in block.values:
            evidence["active_mtu"] = self.info_section.source(block.values["active_mtu"][1])
        return PortSaid(
            _text(link, "state"),
            _text(link, "physical_state"),
            self._info(device, number, "link_layer"),
            _text(link, "netdev"),
            _first_number(mtu),
            _first_number(self._info(device, number, "max_mtu")),
            evidence,
        )

    def _info(self, device: str, number: int, key: str) -> Fact[str]:
        block = self.info.get((device, number))
        if block is None or key not in block.values:
            return _NOT_LISTED if self.info_section.ok else self.info_section.unknown
        return block.values[key][0]


def read_tools(capture: Capture) -> Tools:
    """Read the outputs of the three tools."""
    info = capture.section("ibv_devinfo")
    return Tools(
        _links(objects(capture.section("rdma_link"))),
        _devices(objects(capture.section("rdma_dev"))),
        info,
        _info(info),
        _roce(document(capture.section("devlink_parameters"))),
    )


def _links(found: Fact[list[Json]]) -> Fact[Mapping[tuple[str, int], Json]]:
    if isinstance(found, Unknown):
        return found
    return {(text_at(each, "ifname") or "", number_at(each, "port") or 0): each for each in found}


def _devices(found: Fact[list[Json]]) -> Fact[Mapping[str, Json]]:
    if isinstance(found, Unknown):
        return found
    return {text_at(each, "ifname") or "": each for each in found}


def _text(item: Fact[Json], key: str) -> Fact[str]:
    if isinstance(item, Unknown):
        return item
    return text_at(item, key) or _NOT_LISTED


def _first_number(text: Fact[str]) -> Fact[int]:
    return text if isinstance(text, Unknown) else as_number(text.partition(" ")[0])


def _info(section: Section) -> dict[tuple[str, int], _Block]:
    blocks: dict[tuple[str, int], _Block] = {}
    device, port = "", 0
    for offset, line in each_line(section):
        key, colon, value = line.strip().partition(":")
        value = value.strip()
        if not colon:
            continue
        if key == "hca_id":
            device, port = value, 0
        elif key == "port" and value.isascii() and value.isdigit():
            port = int(value[:4])
        blocks.setdefault((device, port), _Block()).values.setdefault(key, (value, offset))
    return blocks


def _roce(found: Fact[object]) -> Fact[Mapping[str, bool]]:
    """Read ``{"param": {"pci/NAME": [{"name": "enable_roce", "values": [{"value": …}]}]}}``."""
    if isinstance(found, Unknown):
        return found
    enabled: dict[str, bool] = {}
    for top in list_of(found):
        handles = top.get("param")
        if not isinstance(handles, dict):
            continue
        for handle, parameters in cast("dict[str, object]", handles).items():
            for parameter in list_of(parameters):
                if text_at(parameter, "name") != "enable_roce":
                    continue
                values = [flag_at(each, "value") for each in list_of(parameter.get("values"))]
                if values and values[0] is not None:
                    enabled[handle.partition("/")[2]] = values[0]
    return enabled
