"""A device name in NCCL_IB_HCA means more devices than it seems to.

What it finds
    An entry of ``NCCL_IB_HCA`` that is the whole name of one device and the beginning of others:
    ``mlx5_1`` on a host that also has ``mlx5_10``.

Why it matters
    NCCL takes the entries for prefixes. It then uses adapters that were meant for something else,
    on other rails and in other subnets.

What to do
    Write ``NCCL_IB_HCA==mlx5_1`` (the value begins with an equals sign) for whole names.

Source
    NVIDIA NCCL documentation, NCCL_IB_HCA.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from roce_audit.checks.base import Check, Subject
from roce_audit.checks.host.device_names import Naming, namings
from roce_audit.findings.finding import Severity
from roce_audit.model.facts import known_or

if TYPE_CHECKING:
    from collections.abc import Iterator

    from roce_audit.analysis.context import Context
    from roce_audit.findings.finding import Result


def _run(context: Context) -> Iterator[Result]:
    for host in context.network.hosts.values():
        devices = [device.name for device in known_or(host.devices, ())]
        found = [naming for naming in namings(host) if not naming.exact]
        if not found:
            yield Subject(host.name, "libraries").not_applicable("no setting names a prefix")
        for naming in found:
            yield _of(Subject(host.name, naming.setting.name), naming, devices)


def _of(subject: Subject, naming: Naming, devices: list[str]) -> Result:
    taken = {
        name: [each for each in devices if each.startswith(name) and each not in naming.names]
        for name in naming.names
        if name in devices
    }
    more = {name: others for name, others in taken.items() if others}
    if not more:
        return subject.passed()
    told = "; ".join(f"{name} also takes {', '.join(others)}" for name, others in more.items())
    message = f"NCCL_IB_HCA={naming.setting.value} in {naming.setting.file}: {told}."
    advice = f"Write NCCL_IB_HCA=={naming.setting.value.lstrip('^=')}."
    return subject.failed(CHECK, message, naming.setting.source, advice=advice)


CHECK = Check("HOST007", "rdma-device-ambiguous", Severity.MINOR, _run)
