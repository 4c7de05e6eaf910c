"""A port's RDMA MTU is smaller than the MTU of its interface allows.

What it finds
    A RoCE port whose active MTU is below the largest of 256 to 4096 that fits the interface's MTU
    less its headers.

Why it matters
    The kernel works the one out from the other. Where they differ, the driver or the adapter caps
    it, and a larger MTU of the interface changes nothing for RDMA.

What to do
    Look at the adapter's own limit (``max_mtu`` in ``ibv_devinfo``), or take the interface down
    and up once if its MTU was changed just now.

Source
    Linux ``include/rdma/ib_addr.h`` (iboe_get_mtu).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from roce_audit.checks.base import Check
from roce_audit.checks.host.ports import RocePort, roce_ports
from roce_audit.findings.finding import Severity
from roce_audit.model.facts import Unknown, known_or

if TYPE_CHECKING:
    from collections.abc import Iterator

    from roce_audit.analysis.context import Context
    from roce_audit.findings.finding import Result

_HEADERS = 96
"""Headers that the kernel subtracts; older kernels subtracted less, so allowed no smaller MTU."""
_PAYLOADS = (4096, 2048, 1024, 512, 256)


def _run(context: Context) -> Iterator[Result]:
    for port in roce_ports(context):
        yield _of(port)


def _of(port: RocePort) -> Result:
    active = port.port.active_mtu
    if port.netdev is None or isinstance(port.netdev.mtu_bytes, Unknown):
        return port.subject.not_applicable("the MTU of its interface is not known")
    if isinstance(active, Unknown) or known_or(port.port.state, "") != "ACTIVE":
        return port.subject.not_applicable("no RDMA MTU of a port at work is shown")
    room = port.netdev.mtu_bytes - _HEADERS
    fitting = next((each for each in _PAYLOADS if each <= room), 0)
    if active >= fitting:
        return port.subject.passed()
    top = known_or(port.port.max_mtu, None)
    limit = f"; the adapter's own limit is {top}" if top is not None and top < fitting else ""
    message = (
        f"{port.name} has an RDMA MTU of {active}, where MTU {port.netdev.mtu_bytes} of "
        f"{port.netdev.name} allows {fitting}{limit}."
    )
    return port.subject.failed(CHECK, message, *port.evidence("active_mtu"), advice=_ADVICE)


_ADVICE = "Compare with max_mtu in ibv_devinfo; take the interface down and up if it is newer."

CHECK = Check("HOST032", "rdma-mtu-capped", Severity.INFO, _run)
