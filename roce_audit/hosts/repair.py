"""Repairs of hosts: the values of their templates, and the facts as they would be afterwards.

A host's state is not a configuration text that could be read again, so the proof is by the model:
the checks are run on the facts as the repair leaves them.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from roce_audit.hosts.repair_facts import REPAIRED, with_remedy
from roce_audit.hosts.repair_text import is_plain, rendered_remedy
from roce_audit.model.facts import Unknown
from roce_audit.model.rdma import RdmaDevice, RdmaPort, Version
from roce_audit.model.remedy import Remedy, SetMtu, SetRoceMode
from roce_audit.reading.platform import Rendered

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from roce_audit.model.host import Host

PLATFORM = "linux"
"""Folder of the templates."""


@dataclass(frozen=True, slots=True)
class HostRepair:
    """How one remedy kind is done on a host.

    Attributes:
        rendered: Template and values; None if there is no safe way on this host.
        applied: The host's facts as the repair leaves them.
    """

    rendered: Callable[[Host, Remedy], Rendered | None]
    applied: Callable[[Host, Remedy], Host]


def rendered(host: Host, remedy: Remedy) -> Rendered | None:
    """Return template and values for ``remedy``, or None if hosts have no safe repair of it."""
    repair = repairs().get(remedy.kind)
    return repair.rendered(host, remedy) if repair else rendered_remedy(remedy)


def applied(host: Host, remedy: Remedy) -> Host:
    """Return the facts of ``host`` as they are once ``remedy`` is applied."""
    repair = repairs().get(remedy.kind)
    return repair.applied(host, remedy) if repair else with_remedy(host, remedy)


def repairs() -> Mapping[str, HostRepair]:
    """Return the remedy kinds that hosts share with others; see ``rendered_remedy`` for theirs."""
    return {
        SetRoceMode.kind: HostRepair(_mode_rendered, _mode_applied),
        SetMtu.kind: HostRepair(_mtu_rendered, with_remedy),
    }


_MODES = {"v1": Version.V1, "v2": Version.V2}
_MODE_WORDS = {"v1": "IB/RoCE v1", "v2": "RoCE v2"}


def _mode_rendered(_host: Host, remedy: Remedy) -> Rendered | None:
    if not isinstance(remedy, SetRoceMode) or not is_plain(remedy.rdma):
        return None
    return Rendered(
        template="set_roce_mode",
        values={
            "rdma": remedy.rdma,
            "port": remedy.port,
            "word": _MODE_WORDS[remedy.mode],
            "before": _MODE_WORDS.get(remedy.current, ""),
        },
        impact=(
            "New connections made through rdma_cm use the mode; existing ones keep theirs.",
            "The setting is lost when the module is loaded again; the unit sets it at each start.",
        ),
        verify=(
            f"cat /sys/kernel/config/rdma_cm/{remedy.rdma}/ports/{remedy.port}/default_roce_mode",
        ),
        extension="sh",
    )


def _mode_applied(host: Host, remedy: Remedy) -> Host:
    if not isinstance(remedy, SetRoceMode):
        return host
    wanted = _MODES[remedy.mode]

    def port_set(port: RdmaPort) -> RdmaPort:
        return replace(port, cm_mode=wanted) if port.number == remedy.port else port

    def device_set(device: RdmaDevice) -> RdmaDevice:
        if device.name != remedy.rdma:
            return device
        return replace(device, ports=tuple(port_set(port) for port in device.ports))

    if isinstance(host.devices, Unknown):
        return host
    changed = replace(host, devices=tuple(device_set(device) for device in host.devices))
    if isinstance(host.mode_setters, Unknown):
        return changed
    return replace(changed, mode_setters=(*host.mode_setters, REPAIRED))


def _mtu_rendered(host: Host, remedy: Remedy) -> Rendered | None:
    if not isinstance(remedy, SetMtu) or remedy.interface not in host.netdevs:
        return None
    if not is_plain(remedy.interface):
        return None
    return Rendered(
        template="host_mtu",
        values={
            "netdev": remedy.interface,
            "mtu": remedy.payload_bytes,
            "before": remedy.current_bytes,
        },
        impact=(
            f"{remedy.interface} may lose its link for a moment.",
            "Every switch port on the way must carry frames of this size first.",
        ),
        verify=(f"ip link show dev {remedy.interface}",),
        extension="sh",
    )
