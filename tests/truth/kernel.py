"""One million verdicts against the kernel: ``python -m tests.truth.kernel [VERDICTS [SEED]]``."""

import random
import sys
import time

from tests.truth.namespaces import Network, available
from tests.truth.oracle import Tally, compare, install, variants
from tests.truth.rulesets import random_case
from tests.truth.shrink import shrunk

PROBES = 40
MILLION = 1_000_000


def run(verdicts, seed, *, alter=None, most_wrong=5, seconds=3600.0, shrink=True):
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
            while tally.verdicts < wanted and len(tally.wrong) < most_wrong:
                if time.monotonic() > end:
                    break
                case = random_case(rng, kind)
                if install(network, case):
                    compare(network, case, variants(rng, network, PROBES), tally, alter)
                else:
                    tally.refused += 1
            if not shrink:
                continue
            tally.wrong = [
                shrunk(network, each, alter) if each[0].kind == kind else each
                for each in tally.wrong
            ]
    return tally


def report(tally):
    """Return what a run has seen, as lines."""
    lines = [
        (
            f"{tally.rulesets} rule sets ({tally.refused} refused by the kernel's tools), "
            f"{tally.verdicts} verdicts, {tally.permitted} permitted by the kernel, "
            f"{tally.undecided} undecided, {len(tally.wrong)} wrong"
        )
    ]
    for case, probe, ours, kernels, text in tally.wrong:
        lines += [
            "",
            f"{case.kind}: product {ours}, kernel {kernels}",
            str(probe),
            case.text(),
            text,
        ]
    return lines


def main(words):
    """Run and print; return the exit code."""
    reason = available()
    if reason:
        print(f"cannot compare with the kernel: {reason}")
        return 1
    verdicts = int(words[0]) if words else MILLION
    seed = int(words[1]) if len(words) > 1 else random.SystemRandom().randrange(1 << 32)
    print(f"seed {seed}")
    tally = run(verdicts, seed)
    print("\n".join(report(tally)))
    return 1 if tally.wrong or tally.verdicts < verdicts * 0.9 else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
