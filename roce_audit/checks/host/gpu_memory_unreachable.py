"""Nothing lets the RoCE adapters reach the memory of the host's graphics processors.

What it finds
    A host with RoCE adapters and NVIDIA GPUs in use, without the modules ``nvidia_peermem`` and
    ``nv_peer_mem``, whose driver is not the open variant. Where the variant is not known:
    undecided.

Why it matters
    Data of the GPUs then goes through the host's memory: NCCL says "GPU Direct RDMA Disabled" and
    runs at a fraction of the rate. The open variant of the driver lends its memory through dma-buf
    and needs no module.

What to do
    ``modprobe nvidia_peermem``, and a line ``nvidia_peermem`` in ``/etc/modules-load.d``; or the
    open variant of the driver.

Source
    NVIDIA GPU Operator documentation, "GPUDirect RDMA" (dma-buf needs the open kernel modules).
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from roce_audit.checks.base import Check, Subject
from roce_audit.checks.host.ports import by_host
from roce_audit.findings.finding import Severity
from roce_audit.model.facts import Unknown, known_or
from roce_audit.model.host_remedy import LoadModule

if TYPE_CHECKING:
    from collections.abc import Iterator

    from roce_audit.analysis.context import Context
    from roce_audit.findings.finding import Result
    from roce_audit.model.host import Host

_GPU_DRIVER = "nvidia"
_LENDING = frozenset({"nvidia_peermem", "nv_peer_mem"})


def _run(context: Context) -> Iterator[Result]:
    for name, ports in by_host(context).items():
        adapters = [port for port in ports if port.device.software is False]
        if adapters:
            yield _of(context.network.hosts[name])
        else:
            yield Subject(name, "GPUs").not_applicable("no RoCE adapter")


def _of(host: Host) -> Result:
    subject = Subject(host.name, "GPUs")
    if isinstance(host.modules, Unknown) or _GPU_DRIVER not in host.modules:
        return subject.not_applicable("no NVIDIA driver is known to be loaded")
    if known_or(host.gpus.found, None) == ():
        return subject.not_applicable("no GPU is bound to the driver")
    if _LENDING & host.modules or host.gpus.open_driver is True:
        return subject.passed()
    evidence = [host.evidence[name] for name in ("modules",) if name in host.evidence]
    if isinstance(host.gpus.open_driver, Unknown):
        message = (
            "nvidia_peermem is not loaded, and whether the GPU driver is the open variant, which "
            f"does without, is not known: {host.gpus.open_driver.reason}."
        )
        return subject.undecided(CHECK, message, *evidence, advice=_ADVICE)
    if host.gpus.driver_source is not None:
        evidence.append(host.gpus.driver_source)
    message = (
        "nvidia_peermem is not loaded, and the GPU driver is not the open variant: adapters "
        "cannot reach the memory of the GPUs."
    )
    result = subject.failed(CHECK, message, *evidence, advice=_ADVICE)
    if result.finding is None:
        return result
    return subject.ended(replace(result.finding, remedy=LoadModule(host.name, "nvidia_peermem")))


_ADVICE = "Load nvidia_peermem (and name it in /etc/modules-load.d), or use the open driver."

CHECK = Check("HOST068", "gpu-memory-unreachable", Severity.MINOR, _run)
