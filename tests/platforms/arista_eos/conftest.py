"""What the tests of this platform share: questions about configurations, as a person asks them."""

from __future__ import annotations

import pytest

from roce_audit.platforms.arista_eos import PLATFORM
from tests.platforms.asking import Bench

BENCH = Bench(PLATFORM, "leaf1", "running-config")


@pytest.fixture
def eos():
    return BENCH.read


@pytest.fixture
def ask_eos():
    return BENCH.ask


@pytest.fixture
def asked():
    return BENCH.verdicts
