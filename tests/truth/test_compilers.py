"""One policy in many syntaxes gets one verdict: the product's, the compiler's, the kernel's."""

import random

import pytest

from tests.truth import compilers
from tests.truth.compilers import report, run, targets

FIXED_SEED = 4791
VERDICTS = 5_000


@pytest.mark.timeout(300)
@pytest.mark.parametrize("seed", [FIXED_SEED, "fresh"])
def test_every_syntax_gets_the_policys_verdict(seed):
    chosen = random.SystemRandom().randrange(1 << 32) if seed == "fresh" else seed
    tally = run(VERDICTS, chosen)
    told = "\n".join([f"seed {chosen}", *report(tally)])
    assert not tally.wrong, told
    assert tally.total >= VERDICTS
    assert tally.undecided == 0, told
    assert len(tally.verdicts) == len(targets())
    assert tally.permitted > 100, told


def test_a_reader_that_ignores_source_ports_is_caught(monkeypatch):
    real = compilers.box

    def without_source_port(packet, version):
        src, dst, _, dport = packet
        return real((src, dst, 9, dport), version)

    monkeypatch.setattr(compilers, "box", without_source_port)
    assert run(VERDICTS, FIXED_SEED, most_wrong=1).wrong
