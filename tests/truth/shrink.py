"""Makes a disagreement small: removes rules while it stays."""

import time
from copy import deepcopy

from tests.truth.oracle import Tally, compare, install

TRIES = 60
MOST_SECONDS = 15.0
RULE_STARTS = ("-A ", "table ", "chain ", "set ", "map ", "type ", "*", ":", "COMMIT", "}", "flush")


def shrunk(network, ends, wrong, alter=None):
    """Return the smallest disagreement found by leaving out one rule after the other."""
    best = wrong
    end = time.monotonic() + MOST_SECONDS
    for _ in range(TRIES):
        smaller = next(
            (
                found
                for each in _smaller(best.case)
                if time.monotonic() < end
                and (found := _still(network, ends, each, wrong.probe, alter))
            ),
            None,
        )
        if smaller is None:
            break
        best = smaller
    return best


def _smaller(case):
    for at, (command, text) in enumerate(case.loads):
        lines = text.split("\n")
        for number, line in enumerate(lines):
            if _is_rule(line.strip()):
                less = deepcopy(case)
                less.loads[at] = (command, "\n".join(lines[:number] + lines[number + 1 :]))
                yield less
        if len(case.loads) > 1:
            less = deepcopy(case)
            del less.loads[at]
            yield less


def _is_rule(line):
    return line.startswith("-A ") or bool(line and not line.startswith(RULE_STARTS))


def _still(network, ends, case, probe, alter):
    if not install(network, case):
        return None
    tally = Tally()
    compare(network, ends, case, [probe], tally, alter=alter)
    return tally.wrong[0] if tally.wrong else None
