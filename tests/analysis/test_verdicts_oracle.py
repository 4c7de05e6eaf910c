"""Verdicts on realistic filters agree with two other ways to decide: packets, and a solver."""

import importlib
import os
import random
import sys
from itertools import product
from pathlib import Path

import pytest

from roce_audit.analysis.verdicts import Verdict, decisions, outcomes, verdict_of
from roce_audit.model.acl import Action, Family, Filter, Line
from roce_audit.model.path import Stage
from roce_audit.model.source import SourceRef
from roce_audit.packets.boxes import clip
from roce_audit.packets.fields import (
    DESTINATION,
    DESTINATION_PORT,
    DSCP,
    ETHERTYPE,
    PROTOCOL,
    SOURCE,
    SOURCE_PORT,
    Doubt,
)
from roce_audit.packets.prefixes import IPV4_BITS, prefix
from roce_audit.packets.ranges import single
from roce_audit.packets.traffic import REGIONS, Traffic

sys.path.insert(0, str(Path(__file__).parent.parent / "packets"))
from worlds import inside

PERMIT, DENY = frozenset({Action.PERMIT}), frozenset({Action.DENY})
FREE = (SOURCE, DESTINATION, SOURCE_PORT, DSCP)
NARROW = {SOURCE: prefix("10.0.0.0/8", IPV4_BITS), DESTINATION: prefix("10.0.0.0/8", IPV4_BITS)}
REGION = clip(NARROW, REGIONS[Traffic.V2_IPV4])
DOUBTS = tuple(Doubt(f"time-range T{n}", "it may be inactive") for n in range(3))


def entry(rng, number, doubted):
    """Return an extended entry as operators write them: prefixes, ports, sometimes a DSCP."""
    box = {ETHERTYPE: single(0x0800), PROTOCOL: single(rng.choice([17, 17, 17, 6]))}
    for field in (SOURCE, DESTINATION):
        length = rng.choice([9, 10, 11, 12, 13, 14, 16, 24, 32])
        box[field] = prefix(f"10.{rng.randrange(256)}.{rng.randrange(4)}.7/{length}", IPV4_BITS)
    if rng.random() < 0.3:
        low = rng.choice([0, 1024, 49152])
        box[SOURCE_PORT] = ((low, low + rng.choice([0, 1000, 16383])),)
    box[DESTINATION_PORT] = rng.choice([single(4791), ((4000, 5000),), ((0, 65535),), single(443)])
    if rng.random() < 0.2:
        box[DSCP] = single(rng.choice([0, 26, 48]))
    if doubted and rng.random() < 0.2:
        box[rng.choice(DOUBTS)] = single(1)
    action = rng.choice([Action.PERMIT, Action.DENY])
    return Line(action, (box,), SourceRef("f", number, "an entry"), str(number))


def acl(seed, count, doubted):
    rng = random.Random(seed)
    lines = tuple(entry(rng, number, doubted) for number in range(1, count + 1))
    default = rng.choice([Action.PERMIT, Action.DENY])
    return Filter(Family.IPV4, "F", lines, default, SourceRef("f", 0, "a filter"))


def first_match(packet, truth, acl):
    for line in acl.lines:
        if any(inside(packet, truth, box) for box in line.matches):
            return line.action
    return acl.default


def fates(packet, filters):
    found = set()
    for answers in product((0, 1), repeat=len(DOUBTS)):
        truth = dict(zip(DOUBTS, answers, strict=True))
        dropped = any(first_match(packet, truth, each) is Action.DENY for each in filters)
        found.add(Action.DENY if dropped else Action.PERMIT)
    return found


def corners(rng, box):
    """Yield packets at the edges of a box and one step outside them."""
    choices = {}
    for field in FREE:
        values = box.get(field, ((0, field.top),))
        choices[field] = sorted({n + step for pair in values for n in pair for step in (-1, 0, 1)})
    for _ in range(6):
        packet = {field: rng.choice(numbers) for field, numbers in choices.items()}
        if all(inside(packet, {}, {field: values}) for field, values in _limits().items()):
            yield {**{field: values[0][0] for field, values in REGION.items()}, **packet}


def _limits():
    return {field: REGION.get(field, ((0, field.top),)) for field in FREE}


@pytest.mark.parametrize("seed", range(6))
def test_packets_at_the_edges_of_every_line_and_cell_fare_as_told(seed):
    rng = random.Random(seed)
    doubted = seed % 2 == 1
    filters = [acl(seed, 120, doubted), *([acl(99, 30, doubted)] if seed % 3 == 2 else [])]
    stages = [Stage(each) for each in filters]
    every, found = outcomes(stages, REGION), decisions(stages, REGION, few=0)
    assert found.complete
    assert found.verdict is verdict_of(every)
    boxes = [box for each in filters for line in each.lines for box in line.matches]
    boxes += [each.box for each in found.found] + [each.box for each in every[::20]]
    for box in boxes:
        for packet in corners(rng, box):
            expected = fates(packet, filters)
            (mine,) = [each for each in every if inside(packet, {}, each.box)]
            assert mine.actions == expected
            for each in found.found:
                if inside(packet, {}, each.box):
                    assert each.actions == expected


class Solver:
    """The same questions as formulas for an SMT solver."""

    def __init__(self):
        if "CI" in os.environ:
            self.z3 = importlib.import_module("z3")
        else:
            self.z3 = pytest.importorskip("z3", reason="z3-solver is not installed")
        self.bits = {
            field: self.z3.BitVec(field.name, min(field.bits, IPV4_BITS)) for field in FREE
        }

    def holds(self, box, truth):
        """Return a formula for "the packet is in the box", the fields that REGION fixes known."""
        told = []
        for field, values in box.items():
            if isinstance(field, Doubt):
                told.append(self.z3.BoolVal((truth[field], truth[field]) in values))
            elif field in self.bits:
                bits = self.bits[field]
                told.append(
                    self.z3.Or(
                        [
                            self.z3.And(self.z3.UGE(bits, low), self.z3.ULE(bits, high))
                            for low, high in values
                        ]
                    )
                )
            else:
                (fixed, _), *_ = REGION[field]
                told.append(self.z3.BoolVal(any(low <= fixed <= high for low, high in values)))
        return self.z3.And(told)

    def permits(self, acl, truth):
        formula = self.z3.BoolVal(acl.default is Action.PERMIT)
        for line in reversed(acl.lines):
            permit = self.z3.BoolVal(line.action is Action.PERMIT)
            formula = self.z3.If(self.holds(line.matches[0], truth), permit, formula)
        return formula

    def possible(self, *formulas):
        solver = self.z3.Solver()
        solver.add(self.holds(REGION, {}), *formulas)
        return solver.check() == self.z3.sat


@pytest.mark.parametrize("seed", range(4))
def test_a_solver_finds_a_packet_for_the_same_lines_and_for_no_others(seed):
    solver = Solver()
    each = acl(seed + 40, 100, doubted=False)
    found = decisions([Stage(each)], REGION, few=0)
    told = {outcome.trail[-1].line.label for outcome in found.found if outcome.trail[-1].line}
    before, deciding = [], set()
    for line in each.lines:
        here = solver.holds(line.matches[0], {})
        if solver.possible(here, *before):
            deciding.add(line.label)
        before.append(solver.z3.Not(here))
    assert told == deciding
    assert any(outcome.trail[-1].line is None for outcome in found.found) == solver.possible(
        *before
    )


@pytest.mark.parametrize("seed", range(6))
def test_a_solver_gives_the_same_verdict_over_all_readings_of_the_doubts(seed):
    solver = Solver()
    each = acl(seed + 70, 25, doubted=True)
    answers = product((0, 1), repeat=len(DOUBTS))
    readings = [dict(zip(DOUBTS, each_one, strict=True)) for each_one in answers]
    permits = [solver.permits(each, truth) for truth in readings]
    always = solver.possible(*permits)
    never = solver.possible(*(solver.z3.Not(formula) for formula in permits))
    depends = solver.possible(
        solver.z3.Or(permits), solver.z3.Or([solver.z3.Not(formula) for formula in permits])
    )
    found = decisions([Stage(each)], REGION, few=0).found
    kinds = {outcome.actions for outcome in found}
    assert (PERMIT in kinds, DENY in kinds, PERMIT | DENY in kinds) == (always, never, depends)
    word = Verdict.PARTIAL if always and never else Verdict.UNDECIDED if depends else None
    assert word in {None, verdict_of(found)}
