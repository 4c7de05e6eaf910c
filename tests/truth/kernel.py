"""One million verdicts against the kernel: ``python -m tests.truth.kernel [VERDICTS [SEED]]``."""

import os
import random
import sys
import time
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context

from tests.truth.namespaces import Network, available
from tests.truth.oracle import Tally, compare, install
from tests.truth.probes import variants
from tests.truth.rulesets import random_case
from tests.truth.shrink import shrunk
from tests.truth.ways import Ends, ways_of

PROBES, CELLS = 60, 60
MILLION = 1_000_000
MOST_SECONDS = 3600.0


def run(verdicts, seed, *, alter=None, most_wrong=5, seconds=MOST_SECONDS, shrink=True):
    """Compare until ``verdicts`` are reached, too many are wrong, or time is up.

    Args:
        verdicts: How many packets to judge, over both kinds of network.
        seed: Of the random rule sets and probes.
        alter: A planted misreading: the way that was read to the way misread.
        most_wrong: Disagreements after which to stop.
        seconds: Longest time.
        shrink: Whether disagreements are made small before they are returned.
    """
    tally = Tally()
    end = time.monotonic() + seconds
    for kind in ("bridged", "routed"):
        rng = random.Random(f"{seed} {kind}")
        wanted = tally.verdicts + verdicts // 2
        with Network(kind) as network:
            ends = {way.name: Ends(network, way) for way in dict.fromkeys(ways_of(kind))}
            while tally.verdicts < wanted and len(tally.wrong) < most_wrong:
                if time.monotonic() > end:
                    break
                _one(network, ends, rng, tally, alter)
            if shrink:
                _shrink(network, ends, tally, alter)
            for each in ends.values():
                each.close()
    return tally


def _one(network, ends, rng, tally, alter):
    way = rng.choice(ways_of(network.kind))
    case = random_case(rng, way)
    if not install(network, case):
        tally.refused += 1
        return
    probes = variants(rng, way, PROBES)
    compare(network, ends[way.name], case, probes, tally, rng=rng, cells=CELLS, alter=alter)


def _shrink(network, ends, tally, alter):
    tally.wrong = [
        shrunk(network, ends[each.case.way.name], each, alter)
        if each.case.way.network == network.kind
        else each
        for each in tally.wrong
    ]


def run_side_by_side(verdicts, seed, jobs):
    """Return what ``jobs`` runs in processes of their own have seen, each with its own networks."""
    tally = Tally()
    context = get_context("spawn")
    with ProcessPoolExecutor(jobs, mp_context=context) as pool:
        runs = [pool.submit(run, -(-verdicts // jobs), f"{seed} {n}") for n in range(jobs)]
        for each in runs:
            tally.add(each.result())
    return tally


def report(tally):
    """Return what a run has seen, as lines."""
    lines = [
        (
            f"{tally.rulesets} rule sets ({tally.refused} refused by the kernel's tools), "
            f"{tally.verdicts} verdicts, {tally.permitted} permitted by the kernel, "
            f"{tally.undecided} undecided, {tally.repeated} sent twice, {tally.mistakes} wrong"
        ),
        *_ways(tally.ways),
        "read from: " + ", ".join(f"{name} {count}" for name, count in sorted(tally.forms.items())),
    ]
    for each in tally.wrong:
        told = f"{each.case.way.name}, {each.case.form}: product {each.ours}, kernel {each.kernels}"
        lines += ["", told, str(each.probe), each.case.text(), each.text]
    return lines


def _ways(counts):
    """Yield for each way and kind of packet how many came through and how many did not."""
    for name, kind in sorted({key[:2] for key in counts}):
        came, stayed = (counts.get((name, kind, passed), 0) for passed in (True, False))
        yield f"  {name:20} {kind:8} {came:8} permitted {stayed:8} dropped"


def main(words):
    """Run and print; return the exit code."""
    reason = available()
    if reason:
        print(f"cannot compare with the kernel: {reason}")
        return 1
    verdicts = int(words[0]) if words else MILLION
    seed = int(words[1]) if len(words) > 1 else random.SystemRandom().randrange(1 << 32)
    print(f"seed {seed}", flush=True)
    # Most of the time is waiting for the kernel: more runs than processors.
    tally = run_side_by_side(verdicts, seed, 2 * (os.cpu_count() or 1))
    print("\n".join(report(tally)))
    return 1 if tally.wrong or tally.verdicts < verdicts else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
