"""A switch port is configured for smaller packets than the fabric needs.

What it finds
    An interface that the inventory ties a host to, or a routed interface of its VLAN, whose
    configured MTU is below the fabric's ``mtu_bytes``. A port without a configured MTU is
    reported only where the platform's default is in its configuration.

Why it matters
    RoCE packets are never fragmented. A full-size packet is dropped at the small port: small
    messages and ping work, transfers hang.

What to do
    Set the MTU of the port at least to the fabric's, everywhere on the way.

Source
    InfiniBand Architecture Specification, annex A17: RoCEv2 packets are sent with "don't
    fragment" semantics; IEEE 802.3 frame sizes.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from roce_audit.analysis.judgement import place_of
from roce_audit.checks.base import Check, Subject
from roce_audit.findings.finding import Ending, Finding, Severity
from roce_audit.model.remedy import SetMtu

if TYPE_CHECKING:
    from collections.abc import Iterator

    from roce_audit.analysis.context import Context
    from roce_audit.findings.finding import Result
    from roce_audit.model.device import Interface


def _run(context: Context) -> Iterator[Result]:
    needed = context.network.fabric.mtu_bytes
    told: set[tuple[str, str]] = set()
    for crossing in context.network.crossings:
        device = context.network.switches[crossing.device]
        interface = device.interfaces.get(place_of(crossing))
        if interface is None:
            yield Subject(device.name, f"{place_of(crossing)} MTU").not_applicable(_UNLISTED)
            continue
        carrier = device.interfaces.get(interface.parent, interface)
        if (device.name, carrier.name) in told:
            continue
        told.add((device.name, carrier.name))
        subject = Subject(device.name, f"{carrier.name} MTU")
        if needed is None:
            yield subject.not_applicable("the inventory sets no fabric mtu_bytes")
        elif carrier.mtu_bytes is None:
            yield subject.not_applicable("no MTU is configured on the interface")
        elif carrier.mtu_bytes - carrier.mtu_header_bytes >= needed:
            yield subject.passed()
        else:
            yield subject.ended(_finding(device.name, carrier, needed, subject))


_UNLISTED = "the capture lists no such interface"


def _finding(device: str, interface: Interface, needed: int, subject: Subject) -> Finding:
    have = (interface.mtu_bytes or 0) - interface.mtu_header_bytes
    return Finding(
        CHECK.code,
        CHECK.name,
        CHECK.severity,
        Ending.FAILED,
        device,
        subject.name,
        f"{interface.name} carries IP packets up to {have} bytes; the fabric needs {needed}.",
        (interface.source,),
        remedy=SetMtu(device, interface.name, needed, interface.mtu_bytes, interface.source),
        places=(interface.name,),
    )


CHECK = Check("MTU001", "switch-mtu-small", Severity.CRITICAL, _run)
