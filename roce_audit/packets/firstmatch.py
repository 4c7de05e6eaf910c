"""What filters in series decide, for every packet of a region at once.

The walk keeps a stack of pieces (products of bit masks). A piece is tried against the code: the
first instruction that meets it either fills it (its jump is taken) or cuts it in two or more.
A doubt cuts no piece: the piece goes on twice, once for each answer, in two *readings* side by
side, until all have come to an end. Nothing is sampled and nothing is approximated; a budget
bounds the work, and what is left when it is spent is said to be open.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, TypeVar

from roce_audit.packets.atoms import Masks, meet, subtract
from roce_audit.packets.cells import BOTH, Cell, Live, Piece, Reading

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from roce_audit.packets.budget import Budget
    from roce_audit.packets.program import Program

T = TypeVar("T")

READINGS = 256
"""Readings of one piece before its answer is given up as too complex."""


def walk(
    program: Program[T], budget: Budget, piece: Masks, among: Iterable[int]
) -> Iterator[Cell[T]]:
    """Yield disjoint cells that together fill ``piece``.

    Args:
        program: The filters.
        budget: Counted down; what is left when it is spent comes out as ``spent``.
        piece: The packets asked about.
        among: Places, in order, of all instructions that meet the piece, and perhaps of others.
    """
    live = [(program.code[at].masks, at) for at in among]
    todo: list[Piece[T]] = [Piece(piece, (Reading(live, 0, {}, ()),))]
    while todo:
        now = todo.pop()
        if not budget.spend(len(now.readings[-1].live)):
            yield _given_up(now)
            continue
        after = _advance(program, now)
        if isinstance(after, Cell):
            yield after
        else:
            todo.extend(after)


def _advance(program: Program[T], now: Piece[T]) -> Cell[T] | list[Piece[T]]:
    *others, reading = now.readings
    if reading.place >= program.end:
        return _ended(now, reading, permit=reading.place == program.end)
    live: Live = _live(program, now.masks, reading)
    if now.trail is not None:
        live = _gist(program, now.masks, live)
    live = _effective(program, live)
    if not live:
        return _ended(now, reading, permit=True)
    part, place = live[0]
    if part == now.masks:
        return _taken(program, now, replace(reading, live=live), place)
    going = replace(now, readings=(*others, replace(reading, live=live)))
    rest = replace(now, readings=(*others, replace(reading, live=live[1:])))
    pieces = [replace(rest, masks=masks) for masks in subtract(now.masks, part)]
    return [*pieces, replace(going, masks=part)]


def _live(program: Program[T], piece: Masks, reading: Reading[T]) -> list[tuple[Masks, int]]:
    """Keep what can meet ``piece``, up to what no packet gets past."""
    code, end = program.code, program.end
    answers = reading.answers
    place = reading.place
    live: list[tuple[Masks, int]] = []
    for masks, at in reading.live:
        if at < place:
            continue
        part = meet(masks, piece)
        if part is None:
            continue
        needs = code[at].needs
        if needs and any(answers.get(doubt, wanted) != wanted for doubt, wanted in needs):
            continue
        live.append((part, at))
        if part == piece and all(doubt in answers for doubt, _ in needs):
            ahead = (code[earlier].target for _, earlier in live)
            place = min(target for target in ahead if target > at)
            if place >= end:
                break
    return live


def _effective(program: Program[T], live: Live) -> Live:
    """Drop jumps at the head that jump over nothing, lest they cut the piece or ask a doubt."""
    for first, (_, at) in enumerate(live):
        instruction = program.code[at]
        behind = live[first + 1][1] if first + 1 < len(live) else program.end
        if instruction.trail or instruction.target > behind:
            return live[first:]
    return ()


def _gist(program: Program[T], piece: Masks, live: Live) -> Live:
    """Drop what changes nothing when only the answer counts, not the line that gives it."""
    code, denied = program.code, program.denied
    kept = list(live)
    while kept and code[kept[-1][1]].target != denied:
        kept.pop()
    if not kept or kept[-1][0] != piece or code[kept[-1][1]].needs:
        return kept
    last = kept.pop()
    while kept and (code[kept[-1][1]].target == denied or code[kept[-1][1]].target <= last[1]):
        kept.pop()
    return [*kept, last]


def _taken(
    program: Program[T], now: Piece[T], reading: Reading[T], place: int
) -> Cell[T] | list[Piece[T]]:
    """Follow the jump of what fills the piece, and the readings in which it does not act."""
    *others, _ = now.readings
    instruction = program.code[place]
    answers = dict(reading.answers)
    forks: list[Reading[T]] = []
    for doubt, wanted in instruction.needs:
        if doubt not in answers:
            fails = {**answers, doubt: not wanted}
            forks.append(Reading(reading.live, place + 1, fails, reading.trail))
            answers[doubt] = wanted
    trail = (*reading.trail, *instruction.trail)
    going = Reading(reading.live, instruction.target, answers, trail)
    # The reading in which every doubt is true comes first to its end: it tells the trail.
    readings = sorted((*forks, going), key=lambda each: all(each.answers.values()))
    now = replace(now, readings=(*others, *readings))
    return _given_up(now) if len(now.readings) > READINGS else [now]


def _ended(now: Piece[T], reading: Reading[T], *, permit: bool) -> Cell[T] | list[Piece[T]]:
    *others, _ = now.readings
    now = replace(
        now,
        readings=tuple(others),
        permits=now.permits | {permit},
        trail=reading.trail if now.trail is None else now.trail,
        doubts=now.doubts.union(reading.answers),
    )
    if now.permits == BOTH or not others:
        return _settled(now)
    return [now]


def _settled(now: Piece[T]) -> Cell[T]:
    trail = now.trail or ()
    if now.permits != BOTH:
        return Cell(now.masks, now.permits, trail)
    asked = now.doubts.union(*(reading.answers for reading in now.readings))
    return Cell(now.masks, BOTH, trail, asked)


def _given_up(now: Piece[T]) -> Cell[T]:
    trail = now.readings[-1].trail if now.trail is None else now.trail
    asked = now.doubts.union(*(reading.answers for reading in now.readings))
    return Cell(now.masks, BOTH, trail, asked, spent=True)
