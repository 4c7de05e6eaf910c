"""Reads the files of one device; what is wrong with one of them is its device's, nobody else's."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

from roce_audit.errors import SnapshotError
from roce_audit.snapshot.capture import Damage

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from pathlib import Path

    from roce_audit.reading.document import Document

_WHAT_TO_DO = "put the captured file back, or capture this device again"


_Known = TypeVar("_Known")


def read_each(
    files: Iterable[tuple[Path, _Known]], read: Callable[[Path, _Known], Document]
) -> tuple[tuple[Document, ...], tuple[Damage, ...]]:
    """Return the documents in the order of their files, or none and all that is wrong.

    Args:
        files: Of one device, each with what is known of it.
        read: Returns the document in a file; raises SnapshotError where it is damaged.
    """
    documents: list[Document] = []
    damage: list[Damage] = []
    for file, known in files:
        try:
            documents.append(read(file, known))
        except SnapshotError as problem:
            damage.append(damage_of(file, problem))
    return (() if damage else tuple(documents)), tuple(damage)


def damage_of(place: Path, problem: SnapshotError) -> Damage:
    """Return what is wrong at a place, with what to do about it."""
    return Damage(str(place), f"{problem}; {_WHAT_TO_DO}")
