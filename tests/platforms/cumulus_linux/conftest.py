"""What the tests of this platform share: questions about configurations, as a person asks them."""

from __future__ import annotations

import pytest

from roce_audit.platforms.cumulus_linux import PLATFORM
from tests.platforms.asking import Bench

BENCH = Bench(PLATFORM, "leaf1", "leaf1.txt")


@pytest.fixture
def cumulus():
    return BENCH.read


@pytest.fixture
def ask_cumulus():
    return BENCH.ask
