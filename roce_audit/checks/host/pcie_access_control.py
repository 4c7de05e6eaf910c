"""PCIe bridges send the traffic between graphics processors and adapters up to the processor.

What it finds
    A RoCE adapter and GPUs below one PCIe switch, with access control (ACS) that redirects
    requests or completions on a bridge between them.

Why it matters
    Data from GPU to adapter then goes up to the root complex and back, through a link that all
    devices below the switch share: a fraction of the rate, or a hang in some libraries.

What to do
    Switch the redirection off in the BIOS, or at each start with ``setpci -s BRIDGE
    ECAP_ACS+6.w=0``, on bare metal only: it weakens what keeps virtual machines apart, so never
    where devices are given to them. The value before undoes it.

Source
    PCI Express Base Specification, "Access Control Services"; NVIDIA/nccl#304; rdma-core's
    ``rdma_topo``.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from roce_audit.checks.base import Check
from roce_audit.checks.host.ports import RocePort, roce_ports
from roce_audit.findings.finding import Severity
from roce_audit.model.facts import Unknown

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from roce_audit.analysis.context import Context
    from roce_audit.findings.finding import Result
    from roce_audit.model.gpu import Gpu, PciPath
    from roce_audit.model.source import SourceRef

_ROOT_AND_PORT = 2
"""PCI names that two devices below one switch have in common at least: root complex, root port."""


def _run(context: Context) -> Iterator[Result]:
    for port in roce_ports(context):
        yield _of(port)


def _of(port: RocePort) -> Result:
    gpus, path = port.host.gpus, port.device.pci_path
    if isinstance(gpus.found, Unknown) or isinstance(path, Unknown):
        return port.subject.not_applicable("where adapter and GPUs are plugged in is not shown")
    if port.device.virtual_function is not False:
        return port.subject.not_applicable("not known to be an adapter of its own")
    near = [gpu for gpu in gpus.found if len(_common(path, gpu.path)) >= _ROOT_AND_PORT]
    if not near:
        return port.subject.not_applicable("no GPU is below a switch of the adapter's")
    if isinstance(gpus.redirecting, Unknown):
        return port.subject.not_applicable(f"access control not seen: {gpus.redirecting.reason}")
    found = dict(_between(path, near, gpus.redirecting))
    if not found:
        return port.subject.passed()
    message = (
        f"Access control of {', '.join(list(found)[:4])} redirects the traffic between "
        f"{port.device.name} and {len(near)} GPU{'' if len(near) == 1 else 's'} below its switch."
    )
    return port.subject.failed(CHECK, message, *list(found.values())[:4], advice=_ADVICE)


def _common(first: PciPath, second: PciPath) -> PciPath:
    """Return what two paths begin with."""
    pairs = zip(first, second, strict=False)
    end = next((at for at, (one, other) in enumerate(pairs) if one != other), None)
    return first[: min(len(first), len(second))] if end is None else first[:end]


def _between(
    path: PciPath, gpus: list[Gpu], redirecting: Mapping[str, SourceRef]
) -> Iterator[tuple[str, SourceRef]]:
    """Yield the bridges on the way down from the common one that redirect."""
    for gpu in gpus:
        top = len(_common(path, gpu.path))
        for bridge in (*path[top:-1], *gpu.path[top:-1]):
            if bridge in redirecting:
                yield bridge, redirecting[bridge]


_ADVICE = "Switch ACS redirection off (BIOS), unless virtual machines are given devices."

CHECK = Check("HOST069", "pcie-access-control", Severity.MINOR, _run)
