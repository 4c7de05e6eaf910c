"""What the tests of this platform share: questions about a machine, as a person asks them."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from roce_audit.analysis.query import Answer, Question, ask
from roce_audit.model.path import Passage
from roce_audit.platforms.linux import PLATFORM
from roce_audit.reading.document import Document, Role
from roce_audit.reading.question import packets_described, vlan_named

if TYPE_CHECKING:
    from collections.abc import Callable

    from roce_audit.platforms.linux.device import LinuxDevice

PACKETS = ("src", "dst", "sport", "dscp", "smac", "dmac")


def read_linux(text: str, *changes: str, **assume: str) -> LinuxDevice:
    """Return the machine of a dump and of changes applied to it."""
    documents = [Document("dump", text)]
    documents += [
        Document(f"change {n}", change, Role.CHANGE) for n, change in enumerate(changes, start=1)
    ]
    return PLATFORM.read("leaf1", documents, assume)


def answers_to(device: LinuxDevice, words: dict[str, object]) -> dict[str, Answer]:
    """Answer a question given in the words of the command line, one answer for each traffic."""
    told = {key: str(value) for key, value in words.items()}
    passage = Passage(told.get("in", ""), told.get("out", ""), vlan_named(told.get("vlan", "")))
    packets = packets_described({key: told[key] for key in PACKETS if key in told})
    question = Question(told.get("filter", ""), passage, narrow=packets)
    return {each.traffic.value: each for each in ask(device, question, PLATFORM.route)}


@pytest.fixture
def linux() -> Callable[..., LinuxDevice]:
    return read_linux


@pytest.fixture
def ask_linux() -> Callable[[LinuxDevice, dict[str, object]], dict[str, Answer]]:
    return answers_to


@pytest.fixture
def verdicts() -> Callable[..., dict[str, str]]:
    """Return the verdict words for a question about a dump."""

    def of(text: str, *changes: str, **words: object) -> dict[str, str]:
        found = answers_to(read_linux(text, *changes), words)
        return {traffic: answer.verdict.value for traffic, answer in found.items()}

    return of
