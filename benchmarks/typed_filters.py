"""Typed filters of two kinds and questions about them, for benchmarks.

Five fields: protocol, addresses, ports. Structured as in a data centre (prefixes of sites and
racks, a tenth of the lines from or to anywhere, few ports) and wild (prefixes of every length and
random port ranges, which overlap heavily).
"""

import random
import resource
import statistics
import time
from dataclasses import replace

from roce_audit.model.acl import Action, Family, Filter, Line
from roce_audit.model.source import SourceRef
from roce_audit.packets import fields as f
from roce_audit.packets.boxes import clip
from roce_audit.packets.ranges import single
from roce_audit.packets.traffic import REGIONS, Traffic

TEN = 10 << 24
ENDS = (f.SOURCE, f.DESTINATION)
PORTS = (f.SOURCE_PORT, f.DESTINATION_PORT)


def net(address, length):
    free = (1 << (32 - length)) - 1
    return ((address & ~free, address | free),)


def structured(rng):
    box = {f.PROTOCOL: single(rng.choices((6, 17), (55, 45))[0])}
    anywhere = rng.choices((None, *ENDS), (80, 10, 10))[0]
    for end in ENDS:
        rack = TEN | rng.randrange(32) << 16 | rng.randrange(64) << 10 | rng.randrange(1024)
        length = rng.choices((14, 16, 20, 22, 24, 28, 32), (1, 5, 10, 15, 45, 10, 14))[0]
        if end is not anywhere:
            box[end] = net(rack, length)
    if rng.random() < 0.1:
        box[f.SOURCE_PORT] = ((1024, 65535),)
    low = rng.choice((443, 3000, 4000, 4700, 4791, 5000, 8000))
    if rng.random() < 0.7:
        box[f.DESTINATION_PORT] = ((low, low + rng.choice((0, 0, 100, 1000, 5000))),)
    return box, rng.random() < 0.7


def wild(rng):
    box = {f.PROTOCOL: single(rng.choice((6, 17)))}
    for end in ENDS:
        box[end] = net(TEN | rng.randrange(1 << 24), rng.randint(11, 26))
    for port, share in zip(PORTS, (0.4, 0.6), strict=True):
        if rng.random() < share:
            box[port] = (tuple(sorted((rng.randrange(65536), rng.randrange(65536)))),)
    return box, rng.random() < 0.5


KINDS = {"structured": structured, "wild": wild}


def doubtful(lines, doubts):
    """Return lines of which some match everything, if anything: nobody knows."""
    if not doubts:
        return lines
    for at in range(0, len(lines), len(lines) // doubts):
        doubt = f.Doubt(f"line {at + 1}", "a keyword is not known")
        lines[at] = replace(lines[at], matches=({doubt: single(1)},))
    return lines


def acl(kind, count, doubts=0):
    rng = random.Random(4791)
    lines = []
    for number in range(1, count + 1):
        box, permit = KINDS[kind](rng)
        box = {f.ETHERTYPE: single(0x0800), **box}
        source = SourceRef("made up", number, "")
        lines.append(Line(Action.PERMIT if permit else Action.DENY, (box,), source, str(number)))
    return Filter(
        Family.IPV4, "BIG", tuple(doubtful(lines, doubts)), Action.DENY, SourceRef("made up", 0, "")
    )


def region(length):
    ends = {f.SOURCE: net(TEN | 3 << 16, length), f.DESTINATION: net(TEN | 5 << 16, length)}
    return clip(ends, REGIONS[Traffic.V2_IPV4])


def peak_mb():
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


def timed(function, most=5.0, runs=7):
    """Return the median of several runs, of fewer if they take long, and the last result."""
    taken, result = [], None
    while len(taken) < runs and sum(taken) < most:
        begun = time.perf_counter()
        result = function()
        taken.append(time.perf_counter() - begun)
    return statistics.median(taken), result
