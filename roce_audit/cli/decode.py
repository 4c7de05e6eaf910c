"""``roce-audit decode``: list and sum up the RoCE in a capture file."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from roce_audit.wire.outcome import CaptureSummary

EXIT_FAULTY = 1
EXIT_UNREADABLE = 2
EXIT_NOTHING_JUDGED = 3


def decode(
    file: Annotated[Path, typer.Argument(help="A pcap or pcapng file; - reads standard input.")],
    *,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
) -> None:
    """List and sum up the RoCE v1 and v2 in a capture file, and check every ICRC.

    Exit codes: 0 RoCE found, well-formed, no wrong ICRC · 1 wrong ICRCs, malformed RoCE, v1 among
    v2, or a damaged file · 2 the file cannot be read · 3 no RoCE in the file, or no ICRC that
    could be checked.
    """
    from roce_audit.errors import CaptureError
    from roce_audit.wire.summary import summarise
    from roce_audit.wire.text import printable

    try:
        summary = summarise(file)
    except CaptureError as error:
        typer.echo(printable(f"error: {error}"), err=True)
        raise typer.Exit(EXIT_UNREADABLE) from error
    _show(summary, as_json=as_json)
    raise typer.Exit(exit_code(summary))


def exit_code(summary: "CaptureSummary") -> int:
    """Return the exit code that a summary deserves; nothing to judge is never a pass."""
    codes = {"clean": 0, "faulty": EXIT_FAULTY}
    return codes.get(summary.verdict, EXIT_NOTHING_JUDGED)


def _show(summary: "CaptureSummary", *, as_json: bool) -> None:
    import json

    from roce_audit.wire.text import summary_lines

    if as_json:
        typer.echo(json.dumps(summary.to_json(), indent=2))
    else:
        for line in summary_lines(summary):
            typer.echo(line)
