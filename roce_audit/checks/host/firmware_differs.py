"""Adapters of one model run different firmware.

What it finds
    RoCE devices of the same vendor and model, on one host or on several, with different firmware.

Why it matters
    Firmware decides about defaults that both ends must share: which RoCE versions an adapter
    has, and how it reacts to congestion. A mixed group behaves well in one direction only.

What to do
    Bring the group to one firmware with the vendor's tool.

Source
    Vendors' release notes: one vendor's driver withdrew RoCE v1 with a release.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from roce_audit.checks.base import Check
from roce_audit.checks.host.ports import RocePort, roce_ports
from roce_audit.findings.finding import Severity
from roce_audit.model.facts import Unknown, known_or

if TYPE_CHECKING:
    from collections.abc import Iterator

    from roce_audit.analysis.context import Context
    from roce_audit.findings.finding import Result


def _run(context: Context) -> Iterator[Result]:
    groups: dict[tuple[str, str, str], list[RocePort]] = {}
    for port in roce_ports(context):
        device = port.device
        if isinstance(device.firmware, Unknown) or isinstance(device.device_id, Unknown):
            yield port.subject.not_applicable("model or firmware not known")
            continue
        key = (known_or(device.vendor_id, ""), device.device_id, known_or(device.board, ""))
        groups.setdefault(key, []).append(port)
    for group in groups.values():
        yield from _of(group)


def _of(group: list[RocePort]) -> Iterator[Result]:
    versions = Counter(known_or(port.device.firmware, "") for port in group)
    usual, count = versions.most_common(1)[0]
    for port in group:
        firmware = known_or(port.device.firmware, "")
        if firmware == usual:
            yield port.subject.passed()
            continue
        message = (
            f"{port.device.name} runs firmware {firmware}, "
            f"{count} of {len(group)} ports of the same model run {usual}."
        )
        advice = "Bring all adapters of the model to one firmware."
        yield port.subject.failed(CHECK, message, *port.evidence("firmware"), advice=advice)


CHECK = Check("HOST004", "firmware-differs", Severity.MINOR, _run)
