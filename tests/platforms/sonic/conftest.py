"""What the tests of this platform share: questions about databases, as a person asks them."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from roce_audit.analysis.query import Answer, Question, ask
from roce_audit.model.path import Passage
from roce_audit.platforms.sonic import PLATFORM
from roce_audit.reading.document import Document, Role
from roce_audit.reading.question import packets_described, traffic_named, vlan_named

if TYPE_CHECKING:
    from collections.abc import Callable

    from roce_audit.model.device import Device


def read_sonic(config: str, *changes: str, state: str = "", **assume: str) -> Device:
    """Return the switch of a configuration, of what it reports, and of changes applied to it."""
    documents = [Document("config_db.json", config)]
    if state:
        documents.append(Document("state", state, Role.STATE))
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
        packets_described({k: told[k] for k in ("src", "dst", "sport", "dscp") if k in told}),
    )
    return ask(device, question, PLATFORM.route)


def verdicts(device: Device, **words: object) -> tuple[str, ...]:
    """Return the verdict words of a question, one for each kind of traffic."""
    return tuple(answer.verdict.value for answer in answers_to(device, words))


@pytest.fixture
def sonic() -> Callable[..., Device]:
    return read_sonic


@pytest.fixture
def ask_sonic() -> Callable[[Device, dict[str, object]], list[Answer]]:
    return answers_to


@pytest.fixture
def asked() -> Callable[..., tuple[str, ...]]:
    return verdicts
