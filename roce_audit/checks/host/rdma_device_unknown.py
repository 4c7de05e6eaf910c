"""A library is told to use an RDMA device that does not exist.

What it finds
    ``NCCL_IB_HCA`` or ``UCX_NET_DEVICES`` in a settings file or the environment of the login that
    names a device which the host does not have.

Why it matters
    Device names are not the same everywhere: udev renames ``mlx5_0`` to ``rocep193s0f0``. A
    library that finds none of the named devices goes on over TCP, slowly and without an error.

What to do
    Name the devices that exist, or drop the setting.

Source
    rdma-core ``kernel-boot/rdma-persistent-naming.rules``; NVIDIA NCCL documentation.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from roce_audit.checks.base import Check, Subject
from roce_audit.checks.host.device_names import Naming, namings
from roce_audit.findings.finding import Severity
from roce_audit.model.facts import Unknown, known_or

if TYPE_CHECKING:
    from collections.abc import Iterator

    from roce_audit.analysis.context import Context
    from roce_audit.findings.finding import Result
    from roce_audit.model.host import Host


def _run(context: Context) -> Iterator[Result]:
    for host in context.network.hosts.values():
        found = list(namings(host))
        if not found:
            yield Subject(host.name, "libraries").not_applicable("no setting names a device")
        for naming in found:
            yield _of(host, naming)


def _of(host: Host, naming: Naming) -> Result:
    subject = Subject(host.name, naming.setting.name)
    if isinstance(host.devices, Unknown):
        return subject.undecided(CHECK, "The RDMA devices are not known.", naming.setting.source)
    devices = [device.name for device in host.devices]
    # UCX lists network interfaces beside RDMA devices.
    known = {*devices, *host.netdevs, *known_or(host.netdev_names, frozenset[str]())}
    missing = [
        name
        for name in naming.names
        if not any(name == each or (not naming.exact and each.startswith(name)) for each in known)
    ]
    if not missing or naming.leave_out:
        return subject.passed()
    message = (
        f"{naming.setting.name}={naming.setting.value} in {naming.setting.file} names "
        f"{', '.join(missing)}; the host has {', '.join(devices) or 'no RDMA device'}."
    )
    advice = "Name the devices that exist, or drop the setting."
    return subject.failed(CHECK, message, naming.setting.source, advice=advice)


CHECK = Check("HOST006", "rdma-device-unknown", Severity.MAJOR, _run)
