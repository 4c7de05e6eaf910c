"""Congestion marks are not answered on the lossless priority.

What it finds
    A RoCE port with PFC on a priority for which the adapter does not send congestion
    notifications, or does not slow down on them.

Why it matters
    With flow control alone, every hot spot ends in pause frames that spread through the fabric.
    Marks from the switches (ECN) are worth nothing if the receiver does not report them or the
    sender does not react.

What to do
    Switch both halves on for the priority (``ecn/roce_np`` and ``ecn/roce_rp`` in sysfs, or the
    vendor's tool).

Source
    InfiniBand Architecture Specification, annex A17 (congestion notification packets); RFC 3168.
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
        yield _of(port, context.network.fabric.priority)


def _of(port: RocePort, wanted: int | None) -> Result:
    priorities = lossless(port) | frozenset(() if wanted is None else (wanted,))
    if port.netdev is None or not priorities:
        return port.subject.not_applicable("no lossless priority is known")
    notify, react = port.netdev.qos.ecn_notify, port.netdev.qos.ecn_react
    if isinstance(notify, Unknown) or isinstance(react, Unknown):
        return port.subject.not_applicable("the adapter does not show it")
    missing = [
        f"{what} on priority {', '.join(str(each) for each in sorted(priorities - have))}"
        for what, have in (("no notifications", notify), ("no reaction", react))
        if priorities - have
    ]
    if not missing:
        return port.subject.passed()
    message = f"{port.netdev.name}: {' and '.join(missing)}, which is lossless."
    advice = "Switch both halves of congestion control on for the priority."
    return port.subject.failed(CHECK, message, *port.evidence("ecn_notify"), advice=advice)


CHECK = Check("HOST045", "ecn-off", Severity.MAJOR, _run)
