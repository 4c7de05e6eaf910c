"""How RDMA devices are shared between network namespaces does not suit how a container uses them.

What it finds
    In a container that shares its RDMA devices with other network namespaces: a library setting
    that pins a GID index, while the first entries of the table are not the container's. In a
    container without any RDMA device: that devices belong to one namespace each.

Why it matters
    Shared: the container's entries stand at whatever indices were free, other ones in each
    container and after each start, so no index may be pinned. Exclusive: a device that nobody
    moved into the container's namespace is not there.

What to do
    Let libraries choose by address. Or give each container its own device: ``options ib_core
    netns_mode=0``, and a plugin that moves it.

Source
    ``rdma-system(8)``; k8snetworkplumbingwg/rdma-cni; NVIDIA/nccl#1573.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from roce_audit.analysis.library_settings import effective
from roce_audit.checks.base import Check, Subject
from roce_audit.checks.host.ports import RocePort, by_host
from roce_audit.findings.finding import Severity
from roce_audit.model.facts import known_or

if TYPE_CHECKING:
    from collections.abc import Iterator

    from roce_audit.analysis.context import Context
    from roce_audit.findings.finding import Result
    from roce_audit.model.host import Host
    from roce_audit.model.source import SourceRef

_PINS = ("NCCL_IB_GID_INDEX", "UCX_IB_GID_INDEX")


def _run(context: Context) -> Iterator[Result]:
    for name, ports in by_host(context).items():
        host = context.network.hosts[name]
        mode = known_or(host.rdma_namespaces, "")
        if not host.container or not mode:
            yield Subject(name, "namespaces").not_applicable("no container, or its mode not known")
        elif not ports:
            yield _without_port(host, mode)
        for port in ports if host.container and mode else ():
            yield _of(port, mode)


def _without_port(host: Host, mode: str) -> Result:
    subject = Subject(host.name, "namespaces")
    if mode != "exclusive" or known_or(host.devices, None) != ():
        return subject.not_applicable("no RoCE port")
    message = "RDMA devices belong to one namespace each, and none is in this container's."
    advice = "Move a device into the container's namespace (rdma-cni does), or share the devices."
    return subject.failed(CHECK, message, *_evidence(host), advice=advice)


def _of(port: RocePort, mode: str) -> Result:
    gids = known_or(port.port.gids, ())
    pin = next((each for name in _PINS if (each := effective(port.host, name))), None)
    if mode != "shared" or pin is None or not gids or gids[0].index == 0:
        return port.subject.passed()
    message = (
        f"{pin.name} in {pin.file} pins a GID index, but this container shares {port.device.name}: "
        f"its entries begin at index {gids[0].index} now and may be elsewhere at the next start."
    )
    advice = "Pin no GID index in containers; let the libraries choose by address."
    evidence = (pin.source, gids[0].source, *_evidence(port.host))
    return port.subject.failed(CHECK, message, *evidence, advice=advice)


def _evidence(host: Host) -> tuple[SourceRef, ...]:
    names = ("rdma_namespaces", "container")
    return tuple(host.evidence[name] for name in names if name in host.evidence)


CHECK = Check("HOST072", "rdma-namespaces-shared", Severity.INFO, _run)
