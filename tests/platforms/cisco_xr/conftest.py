"""What the tests of this platform share: questions about configurations, as a person asks them."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from roce_audit.analysis.query import Answer, Question, ask
from roce_audit.model.path import Passage
from roce_audit.platforms.cisco_xr import PLATFORM
from roce_audit.reading.document import Document, Role
from roce_audit.reading.question import packets_described, traffic_named, vlan_named

if TYPE_CHECKING:
    from collections.abc import Callable

    from roce_audit.model.device import Device

_PACKETS = ("src", "dst", "sport", "dscp", "smac", "dmac")


def read_xr(config: str, *changes: str, **assume: str) -> Device:
    """Return the device of a configuration and of changes applied to it."""
    documents = [Document("running-config", config)]
    documents += [
        Document(f"change {n}", text, Role.CHANGE) for n, text in enumerate(changes, start=1)
    ]
    return PLATFORM.read("r1", documents, assume)


def answers_to(device: Device, words: dict[str, object]) -> list[Answer]:
    """Answer a question given in the words of the command line."""
    told = {key: str(value) for key, value in words.items()}
    passage = Passage(
        PLATFORM.interface_name(told.get("in", "")),
        PLATFORM.interface_name(told.get("out", "")),
        vlan_named(told.get("vlan", "")),
    )
    packets = packets_described({key: told[key] for key in _PACKETS if key in told})
    traffic = traffic_named(told.get("traffic", ""))
    return ask(device, Question(told.get("filter", ""), passage, traffic, packets), PLATFORM.route)


@pytest.fixture
def xr() -> Callable[..., Device]:
    return read_xr


@pytest.fixture
def ask_xr() -> Callable[[Device, dict[str, object]], list[Answer]]:
    return answers_to


@pytest.fixture
def verdict() -> Callable[..., str]:
    """Return the one verdict word for a question about a configuration."""

    def of(config: str, *changes: str, **words: object) -> str:
        (answer,) = answers_to(read_xr(config, *changes), words)
        return answer.verdict.value

    return of
