"""``roce-audit explain``: one check's document."""

from __future__ import annotations

from typing import Annotated

import typer


def explain(
    code: Annotated[str, typer.Argument(help="Code or name of a check, ACL001 for instance.")],
) -> None:
    """Print what a check finds, why it matters, what to do, and where the facts come from."""
    from difflib import get_close_matches

    from roce_audit.checks import all_checks, document
    from roce_audit.errors import UsageError

    known = {word: check for check in all_checks() for word in (check.code, check.name)}
    check = known.get(code.upper()) or known.get(code.lower())
    if check is None:
        near = get_close_matches(code, known, 1) or get_close_matches(code.upper(), known, 1)
        hint = f"; did you mean {near[0]}?" if near else "; roce-audit checks lists them"
        raise UsageError(f"no check {code!r}{hint}")
    typer.echo(f"{check.code} {check.name} ({check.severity.value})")
    typer.echo("")
    typer.echo(document(check).strip())
