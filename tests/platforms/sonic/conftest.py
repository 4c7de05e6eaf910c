"""What the tests of this platform share: questions about databases, as a person asks them."""

from __future__ import annotations

import pytest

from roce_audit.platforms.sonic import PLATFORM
from tests.platforms.asking import Bench

BENCH = Bench(PLATFORM, "leaf1", "config_db.json")


@pytest.fixture
def sonic():
    return BENCH.read


@pytest.fixture
def ask_sonic():
    return BENCH.ask


@pytest.fixture
def asked():
    return BENCH.verdicts
