"""The vendor's kernel module and the vendor's library of an adapter are of different releases.

What it finds
    A RoCE adapter whose kernel module and whose user-space library both state their release, and
    do not state the same.

Why it matters
    The two share an interface of the vendor's own, which may change with every release. A library
    that does not know the module's refuses the device, and programs do not find the adapter.

What to do
    Install both from one package of the vendor.

Source
    ROCm/mori, environment check (libbnxt_re of a vendor is to be of its module's release).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from roce_audit.checks.base import Check
from roce_audit.checks.host.ports import RocePort, roce_ports
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
    module, library = port.device.module_version, port.device.library_version
    if isinstance(module, Unknown) or isinstance(library, Unknown):
        return port.subject.not_applicable("module and library do not both state a release")
    if module == library:
        return port.subject.passed()
    message = (
        f"The kernel module of {port.device.name} is of release {module}, its library of {library}."
    )
    evidence = port.evidence("module_version")
    advice = "Install both from one package of the vendor."
    return port.subject.failed(CHECK, message, *evidence, advice=advice)


CHECK = Check("HOST008", "driver-library-mismatch", Severity.MINOR, _run)
