"""Cases of YAML files: configurations, and questions with their answers worked out by hand."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from ruamel.yaml import YAML

from roce_audit.analysis.verdicts import Verdict
from roce_audit.model.acl import Action

if TYPE_CHECKING:
    from pathlib import Path

NOT_ASKED = ("verdict", "line")
"""Keys of a question that say what is due."""


def loaded(file: Path):
    """Return the cases of a file by title."""
    return YAML(typ="safe").load(file.read_text(encoding="utf-8"))


def cases_of(folder: Path, *names: str):
    """Return the cases of files as parameters, each called by its file and title."""
    return [
        pytest.param(case, id=f"{name}:{title}")
        for name in names
        for title, case in loaded(folder / f"{name}.yml").items()
    ]


def deciding_outcomes(answer):
    """Return the outcomes of the packets which do not simply pass, of all if all pass."""
    if answer.verdict is Verdict.PERMIT:
        return answer.outcomes
    return [each for each in answer.outcomes if each.actions != {Action.PERMIT}]


def deciders(answer):
    """Return the lines that decide the packets which do not simply pass, of all if all pass."""
    lines = [each.trail[-1].line for each in deciding_outcomes(answer) if each.trail]
    return {None if line is None else line.source.line for line in lines}


def check_answers(device, case, ask, *, lines=True):
    """Hold every answer about a device against the one worked out by hand, and its account."""
    for question in case["ask"]:
        words = {key: value for key, value in question.items() if key not in NOT_ASKED}
        (answer,) = ask(device, words)
        assert answer.verdict.value == question["verdict"], question
        if lines and "line" in question:
            assert deciders(answer) == {question["line"]}, question
    if "uncertain" in case:
        found = [(each.source.text, each.reason) for each in device.ledger.uncertain]
        assert len(found) == case["uncertain"], found


def check_account(device, case):
    """Hold the count of statements against the lines of a case.

    The cases hold statements of our sections only, one a line, and comments; what is not ours is
    counted under "foreign".
    """
    ledger = device.ledger
    lines = case["config"].splitlines()
    ours = [line for line in lines if line.strip() and not line.lstrip().startswith("!")]
    counted = ledger.read + ledger.no_effect + len(ledger.uncertain)
    assert counted == len(ours) - case.get("foreign", 0)
