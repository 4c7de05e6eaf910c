"""An adapter's PCIe link is slower or narrower than both ends could do.

What it finds
    A RoCE adapter whose PCIe link runs at a smaller width or rate than its maximum.

Why it matters
    A Gen5 x16 adapter at x8 carries half its line rate. It then pauses the switch or drops,
    which looks like congestion in the network.

What to do
    Reseat the card, look for a riser or slot with fewer lanes, and check the BIOS setting.

Source
    Linux ``Documentation/ABI/testing/sysfs-bus-pci`` (current_link_speed, max_link_speed).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from roce_audit.checks.base import Check
from roce_audit.checks.host.ports import roce_ports
from roce_audit.findings.finding import Severity
from roce_audit.model.facts import Unknown

if TYPE_CHECKING:
    from collections.abc import Iterator

    from roce_audit.analysis.context import Context
    from roce_audit.findings.finding import Result


def _run(context: Context) -> Iterator[Result]:
    for port in roce_ports(context):
        link = port.device.pci
        if port.device.virtual_function is True:
            yield port.subject.not_applicable("a virtual function has no link of its own")
        elif isinstance(link, Unknown):
            yield port.subject.not_applicable("no PCIe link is shown")
        elif link.width >= link.top_width and link.rate >= link.top_rate:
            yield port.subject.passed()
        else:
            message = (
                f"{port.device.name} runs at {link.rate:g} GT/s x{link.width}, "
                f"it can do {link.top_rate:g} GT/s x{link.top_width}."
            )
            advice = "Reseat the card; check slot, riser and BIOS."
            yield port.subject.failed(CHECK, message, *port.evidence("pci"), advice=advice)


CHECK = Check("HOST005", "pcie-link-degraded", Severity.MAJOR, _run)
