"""What the tests of this platform share: questions about configurations, as a person asks them."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest

from roce_audit.platforms.juniper_junos import PLATFORM
from tests.platforms.asking import Bench

if TYPE_CHECKING:
    from collections.abc import Callable

BENCH = Bench(PLATFORM)


def permits(config: str, *changes: str, traffic: str = "v2-ipv4", **words: object) -> str:
    """Return the one verdict of filter F (or of the place named)."""
    if not {"in", "out", "filter"} & set(words):
        words["filter"] = "F"
    return BENCH.verdict(config, *changes, traffic=traffic, **words)


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
def junos():
    return BENCH.read


@pytest.fixture
def ask_junos():
    return BENCH.ask


@pytest.fixture
def asked():
    return BENCH.verdicts


@pytest.fixture
def verdict() -> Callable[..., str]:
    return permits


@pytest.fixture
def flat() -> Callable[[str], str]:
    return set_commands
