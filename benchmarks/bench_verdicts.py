"""Exact verdicts on filters of 1,000 to 100,000 lines, beside what others need for less.

Each question runs in a process of its own, so that its memory can be told. ``doubt1`` and
``doubt200`` are filters in which one line at the top, or every fiftieth, may match everything.
"""

import subprocess
import sys

from typed_filters import KINDS, acl, peak_mb, region, timed
from verdict_peers import aclcheck, dd, z3

from roce_audit.analysis.verdicts import decisions
from roce_audit.model.path import Stage
from roce_audit.packets.boxes import clip

PEER_SECONDS = 20
QUESTIONS = {"site": 16, "10/8 x 10/8": 8}


def ours(kind, count, length, doubts=0):
    filter_, asked = acl(kind, count, doubts), region(length)
    before = peak_mb()
    seconds, found = timed(lambda: decisions([Stage(filter_)], asked))
    met = sum(clip(line.matches[0], asked) is not None for line in filter_.lines)
    cells = "all cells" if found.fills else f"{len(found.found)} deciding lines"
    whole = "" if found.complete else ", some lines open"
    more = peak_mb() - before
    return (
        f"{seconds:9.4f} s {more:5.0f} MB   {met:6} lines meet it; {found.verdict}, {cells}{whole}"
    )


def doubt1(kind, count, length):
    return ours(kind, count, length, 1)


def doubt200(kind, count, length):
    return ours(kind, count, length, 200)


ASKED = {each.__name__: each for each in (ours, doubt1, doubt200, aclcheck, z3, dd)}
PEERS = (
    ("aclcheck", 1_000, 16),
    ("aclcheck", 10_000, 16),
    ("z3", 10_000, 16),
    ("z3", 10_000, 8),
    ("dd", 1_000, 8),
    ("dd", 10_000, 8),
)


def child(name, kind, count, length):
    """Return what a process of its own printed for one question."""
    command = [sys.executable, __file__, name, kind, str(count), str(length)]
    limit = None if ASKED[name].__module__ == __name__ else PEER_SECONDS
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=limit, check=False)
    except subprocess.TimeoutExpired:
        return f"> {PEER_SECONDS} s, stopped"
    return done.stdout.rstrip() or f"not run: {done.stderr.strip().splitlines()[-1:]}"


def main():
    """Print the table."""
    words = {length: question for question, length in QUESTIONS.items()}
    rows = [("ours", count, length) for count in (1_000, 10_000, 100_000) for length in words]
    rows += [(name, 10_000, length) for name in ("doubt1", "doubt200") for length in words]
    for kind in KINDS:
        for name, count, length in (*rows, *PEERS):
            told = child(name, kind, count, length)
            print(f"{name:9} {kind:10} {count:7} lines  {words[length]:12} {told}", flush=True)


if __name__ == "__main__":
    if sys.argv[1:]:
        print(ASKED[sys.argv[1]](sys.argv[2], *map(int, sys.argv[3:])))
    else:
        main()
