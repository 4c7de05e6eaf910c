"""The interface of a RoCE port has a multicast MAC address.

What it finds
    A MAC whose first octet is odd, or a kernel log in which the adapter refuses a GID.

Why it matters
    Adapters refuse an entry with a multicast source MAC: the GID table stays empty and nothing
    but a line in the kernel log says why.

What to do
    Set a unicast MAC (even first octet).

Source
    IEEE 802, section 8 (group address bit).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from roce_audit.checks.base import Check, Subject
from roce_audit.checks.host.ports import RocePort, roce_ports
from roce_audit.findings.finding import Severity
from roce_audit.model.facts import Unknown

if TYPE_CHECKING:
    from collections.abc import Iterator

    from roce_audit.analysis.context import Context
    from roce_audit.findings.finding import Result
    from roce_audit.model.host import Host


def _run(context: Context) -> Iterator[Result]:
    for host in context.network.hosts.values():
        yield _log(host)
    for port in roce_ports(context):
        yield _of(port)


def _log(host: Host) -> Result:
    subject = Subject(host.name, "kernel log")
    if isinstance(host.kernel_log, Unknown):
        return subject.not_applicable("the kernel log is not known")
    lines = [line for line in host.kernel_log if "SET_ROCE_ADDRESS" in line.text]
    if not lines:
        return subject.passed()
    message = "An adapter refused a GID: look at the MAC and the address of its interface."
    return subject.failed(CHECK, message, *lines[:3], advice=_ADVICE)


def _of(port: RocePort) -> Result:
    if port.netdev is None or isinstance(port.netdev.mac, Unknown):
        return port.subject.not_applicable("the MAC of its interface is not known")
    first = port.netdev.mac.partition(":")[0]
    if len(first) != 2 or not set(first) <= set("0123456789abcdef") or int(first, 16) % 2 == 0:  # noqa: PLR2004 - two digits
        return port.subject.passed()
    message = f"{port.netdev.name} has the multicast MAC {port.netdev.mac}: its GIDs are refused."
    return port.subject.failed(CHECK, message, *port.evidence("mac"), advice=_ADVICE)


_ADVICE = "Set a unicast MAC: the first octet must be even."

CHECK = Check("HOST019", "multicast-mac", Severity.CRITICAL, _run)
