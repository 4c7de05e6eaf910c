"""Packets whose field, interface or state has one of some values."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

from roce_audit.errors import ParseError
from roce_audit.packets.ranges import Ranges, complement, normalise
from roce_audit.platforms.linux.nft_kinds import Names, Numbers, Opaque, Selector, States
from roce_audit.platforms.linux.questions import Track, asks_name, asks_track
from roce_audit.platforms.linux.unions import NO, YES, Union, doubted

if TYPE_CHECKING:
    from collections.abc import Iterable

    from roce_audit.platforms.linux.surroundings import Surroundings

Part: TypeAlias = Ranges | str
"""Values of a numeric selector, or the name of a state or interface."""

_STATES = {
    **{name: name for name in ("new", "established", "related", "untracked", "invalid")},
    "1": "invalid",
    "2": "established",
    "4": "related",
    "8": "new",
    "64": "untracked",
    "0x1": "invalid",
    "0x2": "established",
    "0x4": "related",
    "0x8": "new",
    "0x40": "untracked",
}
"""States by name, and by the bit that numeric listings print."""


def part_of(selector: Selector, word: str, around: Surroundings) -> Part:
    """Read one value of ``selector``.

    Raises:
        ParseError: No such value.
    """
    match selector:
        case Numbers():
            return selector.read(word)
        case States():
            state = _STATES.get(word)
            if state is None:
                raise ParseError(f"unknown state {word!r}")
            return state
        case _:
            name = word.strip('"')
            return around.links.get(name, name)


def packets(
    selector: Selector, parts: Iterable[Part], around: Surroundings, *, inverted: bool = False
) -> Union:
    """Return the packets whose ``selector`` has one of the values, or none of them."""
    match selector:
        case Numbers():
            values = normalise(pair for part in parts if isinstance(part, tuple) for pair in part)
            return selector.where(complement(values, selector.top) if inverted else values)
        case States():
            wanted = {part for part in parts if isinstance(part, str)}
            return tuple(
                {asks_track(state): YES} for state in Track if (state in wanted) != inverted
            )
        case Opaque():
            return doubted(selector.frames, around.open(selector.why))
        case Names():
            asked = dict.fromkeys(
                asks_name(selector.end, part) for part in parts if isinstance(part, str)
            )
            if inverted:
                return (dict.fromkeys(asked, NO),)
            return tuple({question: YES} for question in asked)
