"""What the tests of this platform share: questions about configurations, as a person asks them."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest

from roce_audit.analysis.query import Answer, Question, ask
from roce_audit.model.path import Passage
from roce_audit.platforms.juniper_junos import PLATFORM
from roce_audit.reading.document import Document, Role
from roce_audit.reading.question import packets_described, traffic_named, vlan_named

if TYPE_CHECKING:
    from collections.abc import Callable

    from roce_audit.model.device import Device

_PACKET_WORDS = ("src", "dst", "sport", "dscp", "smac", "dmac")


def read_junos(config: str, *changes: str, **assume: str) -> Device:
    """Return the device of a configuration and of changes applied to it."""
    documents = [Document("running-config", config)]
    documents += [
        Document(f"change {n}", text, Role.CHANGE) for n, text in enumerate(changes, start=1)
    ]
    return PLATFORM.read("leaf1", documents, assume)


def answers_to(device: Device, words: dict[str, object]) -> list[Answer]:
    """Answer a question given in the words of the command line."""
    told = {key: str(value) for key, value in words.items()}
    passage = Passage(
        PLATFORM.interface_name(told["in"]) if "in" in told else "",
        PLATFORM.interface_name(told["out"]) if "out" in told else "",
        vlan_named(told.get("vlan", "")),
    )
    question = Question(
        told.get("filter", ""),
        passage,
        traffic_named(told.get("traffic", "")),
        packets_described({k: told[k] for k in _PACKET_WORDS if k in told}),
    )
    return ask(device, question, PLATFORM.route)


def verdicts(device: Device, **words: object) -> tuple[str, ...]:
    """Return the verdict words of a question, one for each kind of traffic."""
    return tuple(answer.verdict.value for answer in answers_to(device, words))


def permits(config: str, *changes: str, traffic: str = "v2-ipv4", **words: object) -> str:
    """Return the one verdict of filter F (or of the place named)."""
    if not {"in", "out", "filter"} & set(words):
        words["filter"] = "F"
    (verdict,) = verdicts(read_junos(config, *changes), traffic=traffic, **words)
    return verdict


_TOKEN = re.compile(r'"[^"]*"|/\*.*?\*/|#[^\n]*|[{};]|\[[^\]]*\](?=\s*;)|[^\s{};]+', re.DOTALL)


def set_commands(text: str) -> str:
    """Return the ``set`` and ``deactivate`` commands of a configuration in braces.

    Written apart from the reader that is tested; knows only what the case files use.
    """
    lines: list[str] = []
    off: list[str] = []
    path: list[list[str]] = []
    words: list[str] = []
    for mark in _TOKEN.findall(text):
        if mark.startswith(("/*", "#")):
            continue
        if mark == "{":
            path.append(words)
            words = []
            _inactive(path, off)
        elif mark in ";}":
            if words:
                path.append(words)
                _inactive(path, off)
                lines.append("set " + " ".join(word for part in path for word in part))
                path.pop()
                words = []
            if mark == "}":
                path.pop()
        else:
            words.append(re.sub(r"\s+", " ", mark))
    return "\n".join([*lines, *off]) + "\n"


def _inactive(path: list[list[str]], off: list[str]) -> None:
    if path[-1][:1] == ["inactive:"]:
        del path[-1][0]
        off.append("deactivate " + " ".join(word for part in path for word in part))


@pytest.fixture
def junos() -> Callable[..., Device]:
    return read_junos


@pytest.fixture
def ask_junos() -> Callable[[Device, dict[str, object]], list[Answer]]:
    return answers_to


@pytest.fixture
def asked() -> Callable[..., tuple[str, ...]]:
    return verdicts


@pytest.fixture
def verdict() -> Callable[..., str]:
    return permits


@pytest.fixture
def flat() -> Callable[[str], str]:
    return set_commands
