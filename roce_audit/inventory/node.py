"""The values of a file with the places where they stand."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import NamedTuple, TypeAlias

Plain: TypeAlias = "str | dict[str, Plain] | list[Plain] | None"


class Mark(NamedTuple):
    """A place in the file, both 1-based."""

    line: int
    column: int


@dataclass(frozen=True, slots=True)
class Node:
    """One value and where it begins.

    Attributes:
        mark: Where the value begins; a block mapping begins at its first key.
        value: A scalar's text as written (None: nothing or null), or the values inside.
        keys: Where each key of a mapping stands; empty for other values.
    """

    mark: Mark
    value: str | dict[str, Node] | list[Node] | None
    keys: dict[str, Mark] = field(default_factory=dict[str, Mark])


def plain(node: Node) -> Plain:
    """Return the values without their places: text, None, dicts and lists."""
    if isinstance(node.value, dict):
        return {key: plain(child) for key, child in node.value.items()}
    if isinstance(node.value, list):
        return [plain(child) for child in node.value]
    return node.value
