"""Whole configurations questioned through the real command; answers worked out by hand.

Each case of ``<platform>.yml`` is one saved text and the questions an engineer would put to it. A
question has the words of the command line and what is due: ``verdict`` (one word, or one for each
kind of traffic), ``by`` (the lines that stop the packets, or that let them pass where none stops
them; ``default`` where no line decides), ``filter``, or ``error`` (a word of the message).
"""

import ipaddress
import json
from pathlib import Path

import pytest
from ruamel.yaml import YAML
from typer.testing import CliRunner

from roce_audit.cli.app import build
from roce_audit.errors import UsageError

HERE = Path(__file__).parent
PLATFORMS = {
    "nxos": "cisco_nxos",
    "eos": "arista_eos",
    "junos": "juniper_junos",
    "iosxe": "cisco_xe",
    "iosxr": "cisco_xr",
    "linux": "linux",
}
KINDS = ("v1", "v2-ipv4", "v2-ipv6")
PINNED = {"src": "--src", "dst": "--dst", "sport": "--sport", "dscp": "--dscp"}
PINNED_V1 = {"smac": "--smac", "dmac": "--dmac"}


def questions():
    for name, platform in PLATFORMS.items():
        cases = YAML(typ="safe").load((HERE / f"{name}.yml").read_text(encoding="utf-8"))
        for title, case in cases.items():
            text = case["config"].replace("\n", case.get("ends", "\n"))
            for number, question in enumerate(case["ask"], 1):
                label = f"{name}:{title}:{number}:{question['ask']}"
                yield pytest.param(platform, text, question, id=label)


QUESTIONS = list(questions())


def ask(platform, text, words):
    command = ["query", "-", "--platform", platform, "--json", *words]
    return CliRunner().invoke(build(), command, input=text)


def answers(platform, text, words):
    done = ask(platform, text, words)
    assert isinstance(done.exception, SystemExit | None), repr(done.exception)
    return done.exit_code, json.loads(done.stdout)["answers"]


def due_verdicts(question):
    verdict = question["verdict"]
    if isinstance(verdict, dict):
        return verdict
    words = question["ask"].split()
    if "--traffic" not in words:
        return dict.fromkeys(KINDS, verdict)
    wanted = words[words.index("--traffic") + 1]
    return {kind: verdict for kind in KINDS if kind == wanted or kind[:2] == wanted}


def deciders(answer, text):
    stopped = [cell for cell in answer["cells"] if not permits(cell)]
    lines = text.splitlines()
    shown = stopped or answer["cells"]
    return {lines[cell["line"] - 1].strip() if cell["line"] else "default" for cell in shown}


def permits(cell):
    return cell["certain"] and cell["action"] == "permit"


def denies(cell):
    return cell["certain"] and cell["action"] == "deny"


def code_due(verdicts):
    if {"deny", "partial"} & set(verdicts):
        return 1
    return 3 if "undecided" in verdicts or not verdicts else 0


@pytest.mark.parametrize(("platform", "text", "question"), QUESTIONS)
def test_the_command_answers_what_was_worked_out_by_hand(platform, text, question):
    words = question["ask"].split()
    if "error" in question:
        done = ask(platform, text, words)
        assert isinstance(done.exception, UsageError), (done.exception, done.stdout)
        assert question["error"] in str(done.exception)
        return
    code, given = answers(platform, text, words)
    due = due_verdicts(question)
    assert {each["traffic"]: each["verdict"] for each in given} == due, question
    assert code == code_due(due.values())
    for each in given:
        check_cells(each, text)
        check_witnesses(platform, text, words, each)
    if "by" in question:
        (only,) = (each for each in given if len(due) == 1 or each["traffic"] == question["of"])
        named = question["by"] if isinstance(question["by"], list) else [question["by"]]
        assert deciders(only, text) == set(named), question
    if "filter" in question:
        (only,) = given
        stopped = [cell for cell in only["cells"] if not permits(cell)] or only["cells"]
        assert {cell["filter"] for cell in stopped} == {question["filter"]}


def check_cells(answer, text):
    cells, verdict = answer["cells"], answer["verdict"]
    assert cells
    assert (verdict == "permit") == all(permits(cell) for cell in cells)
    assert (verdict == "deny") == all(denies(cell) for cell in cells)
    if verdict == "partial":
        assert any(denies(cell) for cell in cells)
        assert any(permits(cell) for cell in cells)
    if verdict == "undecided":
        assert any(not cell["certain"] and cell["reason"] for cell in cells)
    lines = text.splitlines()
    for cell in cells:
        if cell["line"] is not None:
            shown = " ".join(lines[cell["line"] - 1].split())
            if '"nftables"' in text:
                assert "{" in shown, cell  # rules of JSON are told in the words of nft
                continue
            assert " ".join(cell["text"].split()) in shown, cell


def check_witnesses(platform, text, words, answer):
    for cell in answer["cells"][:8]:
        for name, values in cell["region"].items():
            if name in cell["witness"] or name == "vlan":
                assert lies_in(cell["witness"].get(name), values), (name, cell)
        again = narrowed(words, answer["traffic"], cell["witness"])
        _, given = answers(platform, text, again)
        (told,) = given
        same = ("filter", "line", "action", "certain")
        found = [[each[key] for key in same] for each in told["cells"]]
        assert [cell[key] for key in same] in found, (again, cell, told["cells"])
        pinned = set(PINNED_V1 if answer["traffic"] == "v1" else PINNED)
        if set(cell["region"]) <= pinned:
            assert len(found) == 1, (again, told["cells"])


def narrowed(words, kind, witness):
    options = PINNED_V1 if kind == "v1" else PINNED
    kept, skip = [], False
    for word in words:
        if not skip and word not in options.values() and word != "--traffic":
            kept.append(word)
        skip = not skip and (word in options.values() or word == "--traffic")
    told = [
        part
        for name, option in options.items()
        if name in witness
        for part in (option, str(witness[name]))
    ]
    return [*kept, "--traffic", kind, *told]


def lies_in(value, values):
    if values.endswith(" more"):
        return True  # not all of them are spelled out
    return any(in_part(value, part) for part in values.split(","))


def in_part(value, part):
    if part == "untagged" or value is None:
        return value is None and part == "untagged"
    if isinstance(value, str) and value.count(":") == 5 and "/" not in part:
        low, _, high = part.partition("-")
        return low <= value <= (high or low)
    if isinstance(value, str) and value.startswith("0x"):
        return value == part
    if isinstance(value, str):
        return address_in(ipaddress.ip_address(value), part)
    low, _, high = str(part).partition("-")
    return int(low, 0) <= value <= int(high or low, 0)


def address_in(value, part):
    if "-" in part:
        low, _, high = part.partition("-")
        return ipaddress.ip_address(low) <= value <= ipaddress.ip_address(high)
    return value in ipaddress.ip_network(part)
