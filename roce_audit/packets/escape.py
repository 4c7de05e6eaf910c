"""Search for one packet that gets past obstacles, without looking at all of them.

The obstacles are few of many lines, but any number of cells. Three moves keep the search short:
an obstacle that fills a piece ends it; one that leaves out a single slab shrinks the piece to
that slab; else the piece is halved while many obstacles meet it, and cut along one when few do.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

from roce_audit.packets.atoms import Masks, lowest, meet, subtract

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from roce_audit.packets.budget import Budget

Obstacle: TypeAlias = "tuple[Masks, int, int]"
"""Packets, the place where they are taken, and where they go on; 0 if they are lost there."""

_SAMPLE = 8

FEW = 24
"""Obstacles up to which a piece is cut along one of them."""


class SpentError(Exception):
    """The budget was spent before the search came to an end."""


def escapes(piece: Masks, obstacles: Sequence[Obstacle], budget: Budget) -> Iterator[Masks]:
    """Yield disjoint pieces that together are the packets of ``piece`` lost at no obstacle.

    Args:
        piece: Where to look.
        obstacles: In the order of their places.
        budget: Counted down.

    Raises:
        SpentError: The budget is spent.
    """
    todo: list[tuple[Masks, Sequence[Obstacle]]] = [(piece, obstacles)]
    while todo:
        now, before = todo.pop()
        if not budget.spend(len(before)):
            raise SpentError
        met = _met(now, before)
        if met is None:
            continue
        if met:
            todo.extend(_cut(now, met))
        else:
            yield now


def _met(piece: Masks, obstacles: Sequence[Obstacle]) -> list[Obstacle] | None:
    """Return what meets ``piece`` and matters, cut to it; None if all its packets are lost."""
    met: list[Obstacle] = []
    farthest = 0
    for masks, place, target in obstacles:
        part = meet(masks, piece)
        if part is None:
            continue
        # Packets that jump only to this place or before it cannot get round it.
        if not target and place >= farthest and part == piece:
            return None
        farthest = max(farthest, target)
        met.append((part, place, target))
    return _relevant(met) if farthest else met


def _relevant(met: Sequence[Obstacle]) -> list[Obstacle]:
    """Drop the jumps that jump over nothing."""
    kept: list[Obstacle] = []
    for obstacle in reversed(met):
        _, _, target = obstacle
        if not target or (kept and kept[-1][1] < target):
            kept.append(obstacle)
    kept.reverse()
    return kept


def _cut(piece: Masks, met: list[Obstacle]) -> list[tuple[Masks, Sequence[Obstacle]]]:
    """Return pieces and what may meet them; the last is the most promising."""
    axis = _divided(piece, met) if len(met) > FEW else None
    if axis is not None:
        return [(half, met) for half in _halves(piece, axis, met)]
    if any(target for _, _, target in met):
        return _cut_along_first(piece, met)
    return [(part, met) for part in _cut_along_simplest(piece, met)]


def _cut_along_first(piece: Masks, met: list[Obstacle]) -> list[tuple[Masks, Sequence[Obstacle]]]:
    part, _, target = met[0]
    pieces: list[tuple[Masks, Sequence[Obstacle]]] = [
        (rest, met[1:]) for rest in subtract(piece, part)
    ]
    if target:
        pieces.append((part, [each for each in met if each[1] >= target]))
    return pieces


def _cut_along_simplest(piece: Masks, met: list[Obstacle]) -> list[Masks]:
    """Cut along the obstacle that needs the fewest cuts; a single cut leaves a single piece."""
    slabs = [0] * len(piece)
    simplest: tuple[int, Masks] | None = None
    for part, _, _ in met:
        axes = [axis for axis, mask in enumerate(part) if mask != piece[axis]]
        if len(axes) == 1:
            slabs[axes[0]] |= part[axes[0]]
        elif simplest is None or len(axes) < simplest[0]:
            simplest = (len(axes), part)
    if simplest is None or any(slabs):
        left = tuple(mask & ~slab for mask, slab in zip(piece, slabs, strict=True))
        return [left] if all(left) else []
    return subtract(piece, simplest[1])


def _sampled(met: Sequence[Obstacle]) -> list[Masks]:
    return [part for part, _, _ in met[:: 1 + len(met) // _SAMPLE]]


def _divided(piece: Masks, met: Sequence[Obstacle]) -> int | None:
    """Return the axis on which most obstacles leave something out; None if they all fill it."""
    sample = _sampled(met)
    counts = [sum(part[axis] != mask for part in sample) for axis, mask in enumerate(piece)]
    return counts.index(max(counts)) if any(counts) else None


def _halves(piece: Masks, axis: int, met: Sequence[Obstacle]) -> tuple[Masks, Masks]:
    """Cut ``piece`` in two at an edge in the middle of those that a few obstacles have in it."""
    mask = piece[axis]
    first, last = lowest(mask), mask.bit_length() - 1
    parts = [part[axis] for part in _sampled(met)]
    edges = {edge for part in parts for edge in (lowest(part), part.bit_length())}
    inner = sorted(edge for edge in edges if first < edge <= last) or [(first + last + 1) // 2]
    low = mask & ((1 << inner[len(inner) // 2]) - 1)
    return (
        (*piece[:axis], low, *piece[axis + 1 :]),
        (*piece[:axis], mask ^ low, *piece[axis + 1 :]),
    )
