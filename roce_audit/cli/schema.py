"""``roce-audit schema``: JSON Schema of the inventory and of the report."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated

import typer


class Kind(StrEnum):
    """What has a schema."""

    INVENTORY = "inventory"
    REPORT = "report"


def schema(
    kind: Annotated[Kind, typer.Argument(help="inventory or report")],
) -> None:
    """Print the JSON Schema of the inventory or of report.json."""
    import json

    if kind is Kind.INVENTORY:
        from roce_audit.inventory.schema import inventory_schema

        typer.echo(json.dumps(inventory_schema(), indent=2))
        return
    from roce_audit.report.schema import Report

    typer.echo(json.dumps(Report.model_json_schema(), indent=2))
