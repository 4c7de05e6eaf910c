"""What the tests of this platform share: questions about configurations, as a person asks them."""

from __future__ import annotations

import pytest

from roce_audit.platforms.cisco_nxos import PLATFORM
from tests.platforms.asking import Bench

BENCH = Bench(PLATFORM, "leaf1", "running-config")


@pytest.fixture
def nxos():
    return BENCH.read


@pytest.fixture
def ask_nxos():
    return BENCH.ask


@pytest.fixture
def verdict():
    return BENCH.verdict
