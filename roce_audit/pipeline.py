"""The flow of an audit, one call per stage; each stage is a folder of its own.

inventory -> collect -> snapshot -> read (per platform) -> model -> exact analysis -> findings
                                                                      |
report <- proof: audit the repaired copy again <- remediation + rollback
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from roce_audit.examining import examine, findings_of
from roce_audit.repairing import repair
from roce_audit.report.build import Audit
from roce_audit.understanding import platforms_of, understand

if TYPE_CHECKING:
    from roce_audit.inventory.models import Inventory
    from roce_audit.snapshot.capture import Snapshot


def audit_snapshot(inventory: Inventory, snapshot: Snapshot, file: str) -> Audit:
    """Audit captured evidence, from the inventory to proven repairs.

    Args:
        inventory: What exists and what is meant.
        snapshot: The evidence.
        file: The inventory's name, for evidence.

    Raises:
        UsageError: The inventory names an unknown platform or platform switch.
    """
    understood = understand(inventory, snapshot, file)
    runs = examine(understood.network)
    repairs = repair(understood, tuple(findings_of(runs)))
    names = {name: platform.name for name, platform in platforms_of(inventory).items()}
    names.update(dict.fromkeys(inventory.hosts, "linux"))
    return Audit(
        network=understood.network,
        platforms=names,
        hosts=frozenset(inventory.hosts),
        runs=runs,
        repairs=repairs.each,
        left=repairs.left,
        taken=snapshot.taken,
    )
