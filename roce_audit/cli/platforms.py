"""``roce-audit platforms``: the capability table."""

from __future__ import annotations

from typing import Annotated

import typer

COLUMNS = ("collect", "read", "judge", "repair", "proven")


def platforms(
    *, as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False
) -> None:
    """Show what is supported on each platform, and what stays undecided and why."""
    import json

    from roce_audit.reading.find import all_platforms

    found = all_platforms()
    if as_json:
        rows = [
            {
                "name": each.name,
                "title": each.title,
                "aliases": list(each.aliases),
                "capabilities": dict(each.capabilities),
                "switches": {name: list(words) for name, words in each.switches.items()},
                "undecided": list(each.undecided),
            }
            for each in found
        ]
        typer.echo(json.dumps(rows, indent=2))
        return
    for each in found:
        aliases = f" (also {', '.join(each.aliases)})" if each.aliases else ""
        typer.echo(f"{each.name}: {each.title}{aliases}")
        for column in COLUMNS:
            typer.echo(f"  {column:8} {each.capabilities.get(column, 'no')}")
        for name, words in each.switches.items():
            typer.echo(f"  assume   {name}: {' | '.join(words)}")
        for sentence in each.undecided:
            typer.echo(f"  undecided: {sentence}")
        typer.echo("")
