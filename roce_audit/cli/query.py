"""``roce-audit query``: what one saved configuration does with RoCE packets."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from collections.abc import Sequence

    from roce_audit.analysis.query import Answer, Question
    from roce_audit.reading.platform import Platform

LARGEST_FILE = 256 * 1024 * 1024


def query(  # noqa: PLR0913 - one parameter per option
    config: Annotated[str, typer.Argument(help="A configuration file; - reads standard input.")],
    *,
    platform: Annotated[
        str, typer.Option(help="Its platform, netmiko's device_type; found out if not given.")
    ] = "",
    acl: Annotated[str, typer.Option("--filter", help="Ask about one filter by name.")] = "",
    ingress: Annotated[str, typer.Option("--in", help="Interface the packets enter at.")] = "",
    egress: Annotated[str, typer.Option("--out", help="Interface they leave at.")] = "",
    vlan: Annotated[str, typer.Option(help="VLAN on a trunk: a number, or untagged.")] = "",
    traffic: Annotated[str, typer.Option(help="v1, v2, v2-ipv4 or v2-ipv6; all if absent.")] = "",
    smac: Annotated[str, typer.Option(help="Source MAC.")] = "",
    dmac: Annotated[str, typer.Option(help="Destination MAC.")] = "",
    src: Annotated[str, typer.Option(help="Source address or prefix.")] = "",
    dst: Annotated[str, typer.Option(help="Destination address or prefix.")] = "",
    sport: Annotated[str, typer.Option(help="Source port N or LO-HI.")] = "",
    dscp: Annotated[str, typer.Option(help="DSCP N or LO-HI.")] = "",
    assume: Annotated[
        list[str] | None, typer.Option(help="A switch of the platform, NAME=VALUE; may repeat.")
    ] = None,
    pcap: Annotated[Path | None, typer.Option(help="Write the example packets to FILE.")] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
) -> None:
    """Tell what a saved configuration does with RoCE packets: permit, deny, partial, undecided.

    Exit codes: 0 permit, 1 deny or partial, 2 wrong usage, 3 undecided.
    """
    from roce_audit.analysis.query import Question
    from roce_audit.errors import UsageError
    from roce_audit.model.path import Passage
    from roce_audit.reading.question import packets_described, traffic_named, vlan_named

    text = _read(config)
    chosen, why = _platform(platform, text)
    if why and not as_json:
        typer.echo(f"platform {chosen.name}, because {why}", err=True)
    if acl and (ingress or egress or vlan):
        raise UsageError("--filter asks about a filter alone: leave out --in, --out and --vlan")
    passage = Passage(
        chosen.interface_name(ingress) if ingress else "",
        chosen.interface_name(egress) if egress else "",
        vlan_named(vlan),
    )
    words = {"smac": smac, "dmac": dmac, "src": src, "dst": dst, "sport": sport, "dscp": dscp}
    question = Question(acl, passage, traffic_named(traffic), packets_described(words))
    answers = _ask(chosen, config, text, question, assume or [], as_json=as_json)
    if pcap is not None:
        _write_pcap(pcap, answers)
    raise typer.Exit(_code(answers))


def _read(config: str) -> str:
    from roce_audit.errors import UsageError

    try:
        if config == "-":
            raw = sys.stdin.buffer.read(LARGEST_FILE + 1)
        else:
            with Path(config).open("rb") as stream:
                raw = stream.read(LARGEST_FILE + 1)
    except OSError as problem:
        raise UsageError(f"{config}: {problem.strerror}") from problem
    if len(raw) > LARGEST_FILE:
        raise UsageError(f"{config}: larger than {LARGEST_FILE} bytes: not a configuration")
    text = raw.decode("utf-8", errors="replace")
    if not text.strip():
        raise UsageError(f"{config}: is empty: nothing to judge")
    return text


def _platform(name: str, text: str) -> tuple[Platform, str]:
    from roce_audit.reading.detect import detect
    from roce_audit.reading.find import find_platform

    return (find_platform(name), "") if name else detect(text)


def _ask(  # noqa: PLR0913 - the parts of one question
    platform: Platform,
    config: str,
    text: str,
    question: Question,
    assume: Sequence[str],
    *,
    as_json: bool,
) -> list[Answer]:
    import json

    from roce_audit.analysis.query import ask
    from roce_audit.errors import UsageError
    from roce_audit.reading.document import Document
    from roce_audit.reading.switches import switches_of
    from roce_audit.report.answers import answers_json
    from roce_audit.report.answers_text import answers_text
    from roce_audit.report.plain import plain

    name = "standard input" if config == "-" else Path(config).name
    switches = switches_of(platform, assume)
    device = platform.read(name, [Document(name, text)], switches)
    if not (question.filter or question.passage.ingress or question.passage.egress):
        raise UsageError("say what to ask about: --filter NAME, --in IF, --out IF, or both")
    answers = ask(device, question, platform.route)
    if as_json:
        typer.echo(json.dumps(answers_json(device, answers, question.filter), indent=2))
    else:
        for line in answers_text(device, answers, question.filter):
            typer.echo(plain(line))
    return answers


def _write_pcap(path: Path, answers: Sequence[Answer]) -> None:
    from roce_audit.packets.witness import witness
    from roce_audit.wire.capture import write_capture
    from roce_audit.wire.witness import witness_frame

    frames = [
        witness_frame(answer.traffic.value, witness(outcome.box, answer.traffic))
        for answer in answers
        for outcome in answer.outcomes
    ]
    write_capture(path, frames)


def _code(answers: Sequence[Answer]) -> int:
    from roce_audit.analysis.verdicts import Verdict

    words = {answer.verdict for answer in answers}
    if words & {Verdict.DENY, Verdict.PARTIAL}:
        return 1
    return 3 if Verdict.UNDECIDED in words or not answers else 0
