"""The kernel agrees with every verdict, and a misreading would have been noticed."""

import os
import random

import pytest

from tests.truth.kernel import report, run
from tests.truth.mutants import MUTANTS
from tests.truth.namespaces import available
from tests.truth.ways import WAYS

FIXED_SEED = 4791
EACH = 20_000
REASON = available()
KINDS = ("v1", "v2-ipv4", "v2-ipv6")
NEVER = {("routed", "v1", True)}


@pytest.fixture(autouse=True)
def _kernel():
    if REASON and not os.environ.get("CI"):
        pytest.skip(REASON)
    assert not REASON, REASON


@pytest.mark.timeout(600)
@pytest.mark.parametrize("seed", [FIXED_SEED, "fresh"])
def test_the_kernel_agrees(seed):
    chosen = random.SystemRandom().randrange(1 << 32) if seed == "fresh" else seed
    tally = run(EACH, chosen, seconds=540)
    told = "\n".join([f"seed {chosen}", *report(tally)])
    assert not tally.wrong, told
    assert tally.verdicts >= EACH, told
    assert tally.permitted > EACH / 5, told
    assert tally.undecided < EACH / 20, told
    every = {(way.name, kind, came) for way in WAYS for kind in KINDS for came in (True, False)}
    assert every - tally.ways.keys() == NEVER, told


@pytest.mark.timeout(300)
@pytest.mark.parametrize("name", list(MUTANTS))
def test_a_misreading_is_caught(name):
    tally = run(EACH, FIXED_SEED, alter=MUTANTS[name], most_wrong=1, seconds=240, shrink=False)
    assert tally.wrong, f"a reader that {name} was not noticed in {tally.verdicts} verdicts"
