"""Strict reverse-path filtering on RoCE interfaces that share a subnet.

What it finds
    Two or more RoCE interfaces of a host in one IPv4 subnet with ``rp_filter`` 1 in force.

Why it matters
    RoCE itself does not pass this filter, but ARP answers, ping and the TCP connection by which
    libraries find each other do: what arrives on the second interface is dropped.

What to do
    ``rp_filter`` 2 (loose) on those interfaces; the larger value of ``all`` and the interface
    holds.

Source
    Linux ``Documentation/networking/ip-sysctl.rst`` (rp_filter); RFC 3704.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from roce_audit.checks.base import Check, Subject
from roce_audit.checks.host.ports import by_host
from roce_audit.checks.host.subnets import Member, shared_subnets, strongest
from roce_audit.findings.finding import Severity
from roce_audit.model.facts import Unknown
from roce_audit.model.host_remedy import SetSysctls

if TYPE_CHECKING:
    from collections.abc import Iterator

    from roce_audit.analysis.context import Context
    from roce_audit.findings.finding import Result

_STRICT = 1


def _run(context: Context) -> Iterator[Result]:
    for name, ports in by_host(context).items():
        shared = shared_subnets(ports)
        if not shared:
            yield Subject(name, "rp_filter").not_applicable("no two RoCE interfaces share a subnet")
        members = {each.netdev: each for found in shared.values() for each in found}
        for member in members.values():
            yield _of(member)


def _of(member: Member) -> Result:
    host = member.port.host
    subject = Subject(host.name, f"{member.netdev} rp_filter")
    value = strongest(host, member.netdev, "rp_filter")
    if isinstance(value, Unknown):
        return subject.not_applicable(value.reason)
    if value != _STRICT:
        return subject.passed()
    message = f"rp_filter is 1 on {member.netdev}, which shares {member.address.value.network}."
    result = subject.failed(CHECK, message, member.address.source)
    if result.finding is None:
        return result
    path = f"net/ipv4/conf/{member.netdev}/rp_filter"
    values = ((path, "2", host.sysctls.get(path, "")),)
    remedy = SetSysctls(host.name, values, "loose reverse-path filtering on RoCE interfaces")
    return subject.ended(replace(result.finding, remedy=remedy))


CHECK = Check("HOST052", "reverse-path-strict", Severity.MAJOR, _run)
