"""A lossless priority of a port has no receive buffer.

What it finds
    A RoCE port with PFC on a priority that uses a receive buffer of size 0.

Why it matters
    PFC asks the other side to stop and must keep what is still under way: the headroom in the
    receive buffer. Without a buffer packets are dropped although flow control is on.

What to do
    Give the priority a buffer and set the length of the cable (``mlnx_qos -i X --cable_len``), or
    let the driver size the buffers again (``dcb buffer set``).

Source
    ``dcb-buffer(8)``; IEEE 802.1Q, annex N (buffer requirements for PFC).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from roce_audit.checks.base import Check
from roce_audit.checks.host.ports import RocePort, roce_ports
from roce_audit.checks.host.priorities import lossless
from roce_audit.findings.finding import Severity
from roce_audit.model.facts import Unknown

if TYPE_CHECKING:
    from collections.abc import Iterator

    from roce_audit.analysis.context import Context
    from roce_audit.findings.finding import Result


def _run(context: Context) -> Iterator[Result]:
    for port in roce_ports(context):
        yield _of(port)


def _of(port: RocePort) -> Result:
    priorities = sorted(lossless(port))
    if port.netdev is None or not priorities:
        return port.subject.not_applicable("no priority is known to have flow control")
    buffers = port.netdev.qos.receive_buffers
    if isinstance(buffers, Unknown):
        return port.subject.not_applicable("the receive buffers are not shown")
    if not any(buffers.values()):
        return port.subject.not_applicable("the driver shows no buffer at all")
    empty = [priority for priority in priorities if buffers.get(priority) == 0]
    if not empty:
        return port.subject.passed()
    shown = ", ".join(str(each) for each in empty)
    message = f"Lossless priority {shown} of {port.netdev.name} has a receive buffer of size 0."
    return port.subject.failed(CHECK, message, *port.evidence("receive_buffers"), advice=_ADVICE)


_ADVICE = "Give the priority a receive buffer with headroom for the length of the cable."

CHECK = Check("HOST070", "receive-buffer-empty", Severity.INFO, _run)
