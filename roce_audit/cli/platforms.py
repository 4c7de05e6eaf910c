"""``roce-audit platforms``: the capability table."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from roce_audit.reading.platform import Platform

_JUDGE = "RoCE v1, v2 over IPv4, v2 over IPv6, ARP and neighbour discovery; bridged and routed"
_PROVEN = "each snippet by reading and auditing a copy with it applied; otherwise it is a draft"
_REPAIRED, _LEFT = "repairs", "not repaired"
"""Names of capabilities that are about repairs and not about what is read."""


def platforms(
    *, as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False
) -> None:
    """Show what is supported on each platform, and what stays undecided and why."""
    import json

    from roce_audit.reading.find import all_platforms

    rows = [_row(each) for each in all_platforms()]
    if as_json:
        typer.echo(json.dumps(rows, indent=2))
        return
    for each in all_platforms():
        for line in _lines(each):
            typer.echo(line)
        typer.echo("")


def table(platform: Platform) -> dict[str, str]:
    """Return the capability table of a platform: collect, read, judge, repair, proven."""
    rows = _rows(platform)
    return {name: "; ".join(told) for name, told in rows.items()}


def _rows(platform: Platform) -> dict[str, list[str]]:
    """Return the table with a phrase a line: what is said of repairs stands with them."""
    session, said = platform.session, platform.capabilities
    commands = f"{len(session.commands)} read-only command" + "s" * (len(session.commands) != 1)
    repair = [", ".join(sorted(platform.remedies)) or "none"]
    repair += [said[_REPAIRED]] if _REPAIRED in said else []
    repair += [f"not repaired: {said[_LEFT]}"] if _LEFT in said else []
    return {
        "collect": [f"SSH as netmiko's {session.netmiko_type}, {commands}; or saved files"],
        "read": [f"{what}: {how}" for what, how in said.items() if what not in (_REPAIRED, _LEFT)],
        "judge": [_JUDGE],
        "repair": repair,
        "proven": [_PROVEN if platform.remedies else "nothing to prove"],
    }


def _row(platform: Platform) -> dict[str, object]:
    return {
        "name": platform.name,
        "title": platform.title,
        "aliases": list(platform.aliases),
        "capabilities": table(platform),
        "switches": {name: list(words) for name, words in platform.switches.items()},
        "undecided": list(platform.undecided),
    }


def _lines(platform: Platform) -> list[str]:
    aliases = f" (also {', '.join(platform.aliases)})" if platform.aliases else ""
    lines = [f"{platform.name}: {platform.title}{aliases}"]
    for name, told in _rows(platform).items():
        lines += [f"  {name:9} {words}" for words in told]
    lines += [f"  assume    {name}: {' | '.join(w)}" for name, w in platform.switches.items()]
    lines += [f"  undecided {sentence}" for sentence in platform.undecided]
    return lines
