"""``roce-audit host``: judge one host from what the collector printed there."""

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from collections.abc import Sequence

    from roce_audit.findings.finding import Finding
    from roce_audit.model.host import Host

EXIT_FOUND = 1
EXIT_UNREADABLE = 2
EXIT_UNDECIDED = 3
LARGEST_FILE = 64 * 1024 * 1024


def host(
    file: Annotated[Path, typer.Argument(help="Collector output; - reads standard input.")],
    *,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
) -> None:
    """Judge one host from a saved collector output.

    Exit codes: 0 clean · 1 findings, major or worse · 2 not a collector output · 3 nothing found
    wrong, but something undecided, or no RoCE port to judge.
    """
    from roce_audit.errors import CaptureError
    from roce_audit.hosts.judge import judge
    from roce_audit.hosts.read_host import read_host
    from roce_audit.wire.text import printable

    try:
        read = read_host(_text(file), str(file))
    except (CaptureError, OSError) as error:
        reason = f"{file}: {error.strerror}" if isinstance(error, OSError) else str(error)
        typer.echo(printable(f"error: {reason}"), err=True)
        raise typer.Exit(EXIT_UNREADABLE) from error
    findings = judge(read)
    _show(read, findings, as_json=as_json)
    raise typer.Exit(exit_code(read, findings))


def exit_code(read: "Host", findings: "Sequence[Finding]") -> int:
    """Return the exit code; what was not judged is never a pass."""
    from roce_audit.findings.finding import Ending, Severity
    from roce_audit.hosts.report import port_views, unsettled

    grave = {Severity.CRITICAL, Severity.MAJOR}
    if any(each.verdict is Ending.FAILED and each.severity in grave for each in findings):
        return EXIT_FOUND
    open_questions = any(each.verdict is Ending.UNDECIDED for each in findings)
    return EXIT_UNDECIDED if open_questions or unsettled(read, port_views(read)) else 0


def _text(file: Path) -> str:
    from roce_audit.errors import CaptureError

    if str(file) == "-":
        raw = sys.stdin.buffer.read(LARGEST_FILE + 1)
    else:
        with file.open("rb") as stream:
            raw = stream.read(LARGEST_FILE + 1)
    if len(raw) > LARGEST_FILE:
        raise CaptureError(f"{file}: larger than {LARGEST_FILE} bytes: not a collector output")
    return raw.decode("utf-8", "replace")


def _show(read: "Host", findings: "Sequence[Finding]", *, as_json: bool) -> None:
    import json

    from roce_audit.hosts.report import host_json
    from roce_audit.hosts.table import host_lines

    if as_json:
        typer.echo(json.dumps(host_json(read, findings), indent=2))
        return
    for line in host_lines(read, findings):
        typer.echo(line)
