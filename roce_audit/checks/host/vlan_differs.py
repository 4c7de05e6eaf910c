"""Hosts of a flow use RoCE in different VLANs of one subnet.

What it finds
    Ports of hosts in one flow whose addresses are in the same subnet while the entry to use
    sends tagged frames on one and untagged or differently tagged frames on the other, although
    their switch ports are in the same VLAN or the inventory does not say.

Why it matters
    A GID belongs to an interface, and its frames carry that interface's VLAN tag. Frames of two
    VLANs do not meet within a subnet, whatever the addresses are.

What to do
    Put the address on the VLAN interface on both sides, or on none; or correct the switch ports.

Source
    Linux ``drivers/infiniband/core/roce_gid_mgmt.c``; IEEE 802.1Q.
"""

from __future__ import annotations

from ipaddress import ip_interface
from typing import TYPE_CHECKING

from roce_audit.checks.base import Check
from roce_audit.checks.host.ports import RocePort, roce_ports
from roce_audit.findings.finding import Severity
from roce_audit.model.facts import Unknown

if TYPE_CHECKING:
    from collections.abc import Iterator

    from roce_audit.analysis.context import Context
    from roce_audit.findings.finding import Result
    from roce_audit.model.network import Flow
    from roce_audit.model.rdma import Gid

_Group = dict["int | None", list[tuple[RocePort, "Gid"]]]


def _run(context: Context) -> Iterator[Result]:
    ports: dict[str, list[RocePort]] = {}
    for port in roce_ports(context):
        if port.attachment is not None:
            ports.setdefault(port.host.name, []).append(port)
    for flow in context.network.flows:
        yield from _of(flow, ports)


def _of(flow: Flow, ports: dict[str, list[RocePort]]) -> Iterator[Result]:
    subnets: dict[str, _Group] = {}
    for name in dict.fromkeys((*flow.sources, *flow.destinations)):
        for port in ports.get(name, ()):
            best = port.end().recommendation.gid
            if best is None or isinstance(best.vlan, Unknown) or port.attachment is None:
                continue
            for text in port.attachment.addresses:
                address = ip_interface(text)
                if address.ip == best.address:
                    # Tagged at one end and untagged at the other is right where the access
                    # VLAN of that end's switch port is the tag.
                    seen = best.vlan if best.vlan is not None else _access(port)
                    group = subnets.setdefault(str(address.network), {})
                    group.setdefault(seen, []).append((port, best))
    for subnet, group in subnets.items():
        yield _subnet(flow, subnet, group)


def _access(port: RocePort) -> int | None:
    vlan = port.attachment.vlan if port.attachment is not None else None
    return vlan if vlan is not None and vlan > 0 else None


def _subnet(flow: Flow, subnet: str, group: _Group) -> Result:
    members = [each for found in group.values() for each in found]
    first, _ = members[0]
    if len(group) == 1:
        return first.subject.passed()
    told = "; ".join(_place(vlan, *found[0]) for vlan, found in group.items())
    message = f"Hosts of flow {flow.name} in {subnet} use different VLANs: {told}."
    sources = [found[0][1].source for found in group.values()]
    if len(group) > 2 or None not in group:  # noqa: PLR2004 - one VLAN and one not known
        return first.subject.failed(CHECK, message, *sources, advice=_ADVICE)
    message = f"{message} Right only if the untagged hosts' switch ports are in that VLAN."
    return first.subject.undecided(CHECK, message, *sources, advice=_ADVICE)


def _place(vlan: int | None, port: RocePort, gid: Gid) -> str:
    return f"{'untagged' if vlan is None else f'VLAN {vlan}'}: {port.host.name} {gid.netdev}"


_ADVICE = "Put the address on the VLAN interface on both sides, or correct the switch ports."

CHECK = Check("HOST018", "vlan-differs-in-subnet", Severity.CRITICAL, _run)
