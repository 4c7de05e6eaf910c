"""Public captures and configurations, which may be there or not."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

SHARED = Path(__file__).parents[3] / "shared"
ABSENT = "the optional folder ../shared/corpus is not there"


def corpus_text(folder: Path, name: str) -> str:
    """Return the text of a file; skip the test if the corpus is not there."""
    path = folder / name
    if not path.exists():
        if os.environ.get("CI") and SHARED.is_dir():
            pytest.fail(f"the corpus is missing: {name}")
        pytest.skip(ABSENT)
    return path.read_text(encoding="utf-8", errors="replace")


def account_of(device) -> dict[str, int]:
    """Return how the statements of a device were taken, and what came of them."""
    ledger = device.ledger
    return {
        "read": ledger.read,
        "no_effect": ledger.no_effect,
        "uncertain": len(ledger.uncertain),
        "filters": len(device.filters),
        "interfaces": len(device.interfaces),
    }


def lines_accounted(device) -> dict[str, object]:
    """Return the same with the lines that are uncertain, and with the bindings."""
    return {
        **account_of(device),
        "uncertain": [each.source.line for each in device.ledger.uncertain],
        "bindings": len(device.bindings),
    }


def corpus_folder() -> Path:
    """Return the folder of all platforms; skip the tests if it is not there."""
    folder = SHARED / "corpus"
    if not folder.is_dir():
        if os.environ.get("CI") and SHARED.is_dir():
            pytest.fail("the corpus is missing")
        pytest.skip(ABSENT)
    return folder


def check_all_pinned(folder: Path, pinned) -> None:
    """Hold the files of the corpus against those whose account is pinned."""
    if not folder.exists():
        pytest.skip(ABSENT)
    assert {path.name for path in folder.iterdir()} == set(pinned)
