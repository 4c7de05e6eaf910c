"""The kinds of things that nft can look at, and what each says about packets."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

from roce_audit.packets.ranges import Ranges, intersect, single
from roce_audit.platforms.linux.values import ReadValue, numbers

if TYPE_CHECKING:
    from collections.abc import Callable

    from roce_audit.packets.boxes import Box
    from roce_audit.packets.fields import Field
    from roce_audit.platforms.linux.questions import End
    from roce_audit.platforms.linux.unions import Union


@dataclass(frozen=True, slots=True)
class Numbers:
    """A field whose values are numbers.

    Attributes:
        read: Reads one value.
        where: The packets whose field lies in a set; others do not have the field at all.
        top: Largest value.
        field: The field of the model that it is, None if it is not exactly one.
    """

    read: ReadValue
    where: Callable[[Ranges], Union]
    top: int
    field: Field | None = None


@dataclass(frozen=True, slots=True)
class Names:
    """An end of the way, compared by name."""

    end: End


@dataclass(frozen=True, slots=True)
class States:
    """The state of connection tracking."""


@dataclass(frozen=True, slots=True)
class Opaque:
    """Something that the capture does not tell.

    Attributes:
        frames: The packets that have it.
        why: What it is, as a phrase: "the packet's mark".
    """

    frames: Union
    why: str


Selector: TypeAlias = Numbers | Names | States | Opaque


def field_of(frame: Box, field: Field, read: ReadValue, top: int = 0) -> Numbers:
    """Return a field of the packets in ``frame``; ``top`` if it is narrower than the model's."""

    def where(values: Ranges) -> Union:
        return ({**frame, field: values},) if values else ()

    return Numbers(read, where, top or field.top, field)


def shifted(frames: tuple[tuple[Box, int], ...], field: Field) -> Numbers:
    """Return a field that differs from the model's by a constant in each frame."""

    def where(values: Ranges) -> Union:
        found: list[Box] = []
        for frame, offset in frames:
            moved = intersect(
                tuple((low + offset, high + offset) for low, high in values), ((0, field.top),)
            )
            if moved:
                found.append({**frame, field: moved})
        return tuple(found)

    return Numbers(numbers(field.top), where, field.top)


def constant(frame: Box, value: int, top: int) -> Numbers:
    """Return a field that has one value in every RoCE packet."""

    def where(values: Ranges) -> Union:
        return (frame,) if intersect(values, single(value)) else ()

    return Numbers(numbers(top), where, top)
