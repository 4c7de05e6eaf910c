"""A host that is meant to speak RoCE has no port that can.

What it finds
    A host of the inventory without an RDMA device, or any host whose RDMA devices are all
    something else: iWARP (node type RNIC), InfiniBand, EFA.

Why it matters
    iWARP is TCP and InfiniBand is no Ethernet, yet their GID entries print the type
    ``IB/RoCE v1``. A tool that believes the type plans traffic that no peer will answer.

What to do
    Load the RDMA driver of the adapter and keep it loaded (``/etc/modules-load.d``); switch an
    adapter that can do both to Ethernet or to RoCE; or leave the host out of the flow.

Source
    Linux ``drivers/infiniband/core/sysfs.c``; ``Documentation/networking/devlink/ice.rst``.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from roce_audit.analysis.gid_selection import is_roce
from roce_audit.checks.base import Check, Subject
from roce_audit.findings.finding import Severity
from roce_audit.model.facts import Unknown, known_or
from roce_audit.model.rdma import LinkLayer, NodeType

if TYPE_CHECKING:
    from collections.abc import Iterator

    from roce_audit.analysis.context import Context
    from roce_audit.findings.finding import Result
    from roce_audit.model.host import Host
    from roce_audit.model.rdma import RdmaDevice, RdmaPort


def _run(context: Context) -> Iterator[Result]:
    meant = {attachment.host for attachment in context.network.attachments}
    for host in context.network.hosts.values():
        yield _of(host, meant=host.name in meant)


def _of(host: Host, *, meant: bool) -> Result:
    subject = Subject(host.name, "RDMA devices")
    place = host.evidence.get("devices")
    evidence = (place,) if place is not None else ()
    if isinstance(host.devices, Unknown):
        message = f"The RDMA devices of {host.name} are not known: {host.devices.reason}."
        return subject.undecided(CHECK, message, *evidence)
    answers = {
        (device.name, port.number): is_roce(device, port)
        for device in host.devices
        for port in device.ports
    }
    if True in answers.values():
        return subject.passed()
    if any(isinstance(answer, Unknown) for answer in answers.values()):
        message = f"Whether a port of {host.name} is RoCE is not known."
        return subject.undecided(CHECK, message, *evidence)
    if not host.devices:
        if not meant:
            return subject.not_applicable("it has no RDMA device")
        message = f"{host.name} has no RDMA device, but the inventory has a RoCE port on it."
        return subject.failed(CHECK, message, *evidence, advice=_ADVICE)
    told = "; ".join(_what(device) for device in host.devices)
    message = f"No port of {host.name} is RoCE: {told}."
    sources = [device.evidence.get("node_type", device.source) for device in host.devices]
    return subject.failed(CHECK, message, *sources, advice=_ADVICE)


def _what(device: RdmaDevice) -> str:
    if device.excluded:
        return f"{device.name}: {device.excluded}"
    if device.node_type is NodeType.RNIC:
        return f"{device.name} is iWARP (node type RNIC), whatever its GIDs print"
    if not device.ports:
        return f"{device.name} has no port"
    return f"{device.name} has {_layers(device.ports)}"


def _layers(ports: tuple[RdmaPort, ...]) -> str:
    layers = {known_or(port.link_layer, LinkLayer.OTHER).value for port in ports}
    return f"link layer {' and '.join(sorted(layers))}"


_ADVICE = "Load the adapter's RDMA driver, switch it to Ethernet and RoCE, or leave the host out."

CHECK = Check("HOST001", "roce-port-missing", Severity.CRITICAL, _run)
