"""``roce-audit checks``: the catalogue."""

from __future__ import annotations

from typing import Annotated

import typer


def checks(*, as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False) -> None:
    """List every check: code, name, severity, what it finds."""
    import json

    from roce_audit.checks import all_checks, document

    rows = [
        {
            "code": check.code,
            "name": check.name,
            "severity": check.severity.value,
            "title": document(check).strip().splitlines()[0].rstrip("."),
        }
        for check in all_checks()
    ]
    if as_json:
        typer.echo(json.dumps(rows, indent=2))
        return
    width = max(len(row["name"]) for row in rows)
    for row in rows:
        typer.echo(f"{row['code']:8} {row['name']:{width}}  {row['severity']:8}  {row['title']}")
