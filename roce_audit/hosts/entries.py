"""The two shapes that most sections have: ``path:value`` lines, and JSON."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias, TypeVar, cast

from roce_audit.model.facts import Fact, Unknown

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from roce_audit.hosts.section import Section
    from roce_audit.model.source import SourceRef

Json: TypeAlias = "Mapping[str, object]"
T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Entries:
    """The files of a section.

    Attributes:
        section: Where they were printed.
        at: Line offsets by path; a file of several lines has several.
    """

    section: Section
    at: Mapping[str, tuple[int, ...]]

    def text(self, path: str) -> Fact[str]:
        """Return the first line of a file."""
        if path in self.at:
            return self.section.lines[self.at[path][0]].partition(":")[2].strip()
        if path in self.section.unreadable:
            return Unknown("not permitted")
        return self.section.unknown

    def lines(self, path: str) -> list[str]:
        """Return all lines of a file; none if it was not printed."""
        return [self.section.lines[at].partition(":")[2] for at in self.at.get(path, ())]

    def number(self, path: str) -> Fact[int]:
        """Return a file that holds a decimal number."""
        return as_number(self.text(path))

    def below(self, prefix: str) -> dict[str, str]:
        """Return value by rest of the path, for files below ``prefix``."""
        return {
            path.removeprefix(prefix): self.section.lines[at[0]].partition(":")[2].strip()
            for path, at in self.at.items()
            if path.startswith(prefix)
        }

    def source(self, path: str) -> SourceRef | None:
        """Return where a file was printed, None if it was not."""
        return self.section.source(self.at[path][0]) if path in self.at else None

    def sources(self, paths: Mapping[str, str]) -> dict[str, SourceRef]:
        """Return the evidence of attributes, given the path of each."""
        return {
            name: source
            for name, path in paths.items()
            if (source := self.source(path)) is not None
        }


def entries(section: Section) -> Entries:
    """Index the ``path:value`` lines of a section."""
    at: dict[str, tuple[int, ...]] = {}
    for offset, line in enumerate(section.lines):
        path, colon, _ = line.partition(":")
        if colon:
            at[path] = (*at.get(path, ()), offset)
    return Entries(section, at)


def as_number(fact: Fact[str]) -> Fact[int]:
    """Return a decimal number, small enough to be one."""
    if isinstance(fact, Unknown):
        return fact
    digits = fact.removeprefix("-")
    # isdigit alone also takes digits that int refuses.
    if not (digits.isascii() and digits.isdigit() and len(digits) <= len(str(1 << 64))):
        return Unknown(f"not a number: {fact[:40]}")
    return int(fact)


def mapped(fact: Fact[str], words: Mapping[str, T], otherwise: T) -> Fact[T]:
    """Return what a word stands for."""
    return fact if isinstance(fact, Unknown) else words.get(fact, otherwise)


def not_empty(text: Fact[str]) -> Fact[str]:
    """Return a text, unknown if it is empty: an empty file says nothing."""
    return Unknown("the device does not say") if text == "" else text


def document(section: Section) -> Fact[object]:
    """Return the JSON that a section holds; text in front of it is passed over."""
    if not section.ok:
        return section.unknown
    text = section.text.strip()
    if not text:
        # Several tools print nothing where there is nothing to list.
        return []
    try:
        return cast("object", json.loads(text))
    except (ValueError, RecursionError):
        return Unknown("not the JSON that was asked for")


def objects(section: Section) -> Fact[list[Json]]:
    """Return the objects of a JSON list."""
    found = document(section)
    return found if isinstance(found, Unknown) else list_of(found)


def list_of(value: object) -> list[Json]:
    """Return the objects in a list, or the one object."""
    if isinstance(value, dict):
        return [cast("Json", value)]
    if not isinstance(value, list):
        return []
    return [cast("Json", each) for each in cast("list[object]", value) if isinstance(each, dict)]


def words_of(value: object) -> list[str]:
    """Return the strings in a list."""
    if not isinstance(value, list):
        return []
    return [each for each in cast("list[object]", value) if isinstance(each, str)]


def text_at(item: Json, key: str) -> str | None:
    """Return a string of an object, else None."""
    value = item.get(key)
    return value if isinstance(value, str) else None


def number_at(item: Json, key: str) -> int | None:
    """Return an integer of an object, else None; JSON's true is no number."""
    value = item.get(key)
    return value if isinstance(value, int) and not isinstance(value, bool) else None


def flag_at(item: Json, key: str) -> bool | None:
    """Return a truth value of an object, else None."""
    value = item.get(key)
    return value if isinstance(value, bool) else None


def each_line(section: Section) -> Iterator[tuple[int, str]]:
    """Yield offset and text of the lines that are not empty."""
    for offset, line in enumerate(section.lines):
        if line.strip():
            yield offset, line


def first_known(*readings: Callable[[], Fact[T]]) -> Fact[T]:
    """Return the first reading that knows; if none does, what the first one says."""
    reason: Fact[T] = Unknown("not in the capture")
    for place, reading in enumerate(readings):
        fact = reading()
        if not isinstance(fact, Unknown):
            return fact
        reason = fact if place == 0 else reason
    return reason
