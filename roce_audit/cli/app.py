"""The program: collects the commands and turns errors into words and exit codes.

Exit codes: 0 clean, 1 findings, 2 wrong usage or inventory, 3 undecided, 4 could not run.
"""

from __future__ import annotations

import gc
import pkgutil
import sys
import traceback
from importlib import import_module
from typing import Annotated, Any, cast

import typer
from typer.core import TyperGroup

import roce_audit.cli
from roce_audit import __version__
from roce_audit.errors import InventoryError, RoceAuditError, SecretError, UsageError
from roce_audit.report.lasting import lasting
from roce_audit.report.plain import plain

COULD_NOT_RUN = 4
WRONG_USAGE = 2
_ORDER = ("demo", "init", "audit", "collect", "query", "host", "collector", "decode")
"""Commands in the order of a first use; the others follow by name."""


class _Group(TyperGroup):
    """The commands; words about a wrong value are for users only."""

    def invoke(self, ctx: object) -> object:
        """Run a command; the library's own word for what it caught is left out."""
        try:
            # The class of contexts that the library takes here has no public name.
            return super().invoke(cast("Any", ctx))
        except typer.BadParameter as problem:
            problem.message = problem.message.removeprefix("Value error, ")
            raise


def build() -> typer.Typer:
    """Return the program with every command of this folder."""
    app = typer.Typer(
        name="roce-audit",
        cls=_Group,
        help="Find out which RoCE packets a network drops, by which line, and how to repair it.",
        no_args_is_help=True,
        add_completion=False,
        pretty_exceptions_enable=False,
        rich_markup_mode=None,
        context_settings={"help_option_names": ["-h", "--help"]},
    )
    app.callback()(_options)
    for name in _names():
        module = import_module(f"roce_audit.cli.{name}")
        command = getattr(module, name, None)
        if callable(command):
            app.command(name, short_help=_first_sentence(command.__doc__ or ""))(command)
    return app


def _names() -> list[str]:
    found = [module.name for module in pkgutil.iter_modules(roce_audit.cli.__path__)]
    rank = {name: at for at, name in enumerate(_ORDER)}
    return sorted(found, key=lambda name: (rank.get(name, len(rank)), name))


def _first_sentence(document: str) -> str:
    """Return the first paragraph of a command's document; a list cuts longer ones in the middle."""
    return " ".join(document.split("\n\n", maxsplit=1)[0].split())


def _show_version(wanted: bool) -> None:  # noqa: FBT001 - the shape that typer calls
    if wanted:
        typer.echo(f"roce-audit {__version__}")
        raise typer.Exit


def _options(
    *,
    version: Annotated[
        bool,
        typer.Option("--version", callback=_show_version, is_eager=True, help="Print the version."),
    ] = False,
    debug: Annotated[bool, typer.Option(help="Show a traceback when something fails.")] = False,
) -> None:
    """Find out which RoCE packets a network drops, by which line, and how to repair it."""


def main() -> None:
    """Run the program and exit with its code."""
    debug = "--debug" in sys.argv
    # Reading makes many small objects and few cycles; the collector's default pace costs a third
    # of the time of a large configuration.
    gc.set_threshold(200_000, 20, 20)
    sys.stdout = lasting(sys.stdout)
    try:
        build()()
    except Exception as problem:  # noqa: BLE001 - a fault of ours must not look like findings
        if debug:
            traceback.print_exc()
        else:
            sys.stderr.write(f"{_prefixed(problem)}\n")
        sys.exit(_code(problem))


def _prefixed(problem: Exception) -> str:
    lines = _words(problem).splitlines() or [type(problem).__name__]
    return "\n".join(f"error: {plain(line)}" for line in lines)


def _words(problem: Exception) -> str:
    if isinstance(problem, RoceAuditError):
        return str(problem)
    if isinstance(problem, OSError):
        name = f"{problem.filename}: " if problem.filename else ""
        return f"{name}{problem.strerror or problem}"
    kind = type(problem).__name__
    return f"roce-audit itself failed ({kind}); roce-audit --debug ... shows where: report it"


def _code(problem: Exception) -> int:
    wrong = (InventoryError, UsageError, SecretError)
    return WRONG_USAGE if isinstance(problem, wrong) else COULD_NOT_RUN
