"""What JSON text holds, each value with the place where it stands."""

from __future__ import annotations

import re
from bisect import bisect_right
from dataclasses import dataclass, field
from typing import TypeAlias

Member: TypeAlias = "tuple[str, int, JsonValue]"
"""Name, offset of the name, value."""

JsonValue: TypeAlias = "str | int | float | bool | JsonObject | JsonArray | None"

PLAIN_TEXT = r'"([^"\\\x00-\x1f]*+)"'
PAIR = re.compile(rf"{PLAIN_TEXT}[ \t\r\n]*+:[ \t\r\n]*+{PLAIN_TEXT}")
"""A member whose value is a plain text."""


class JsonObject:
    """An object.

    Attributes:
        at: Offset of its opening bracket.
    """

    __slots__ = ("_flat", "_members", "at")

    def __init__(self, at: int, members: list[Member] | None = None, flat: str = "") -> None:
        """Take the members, or the whole text of an object that holds nothing but texts."""
        self.at = at
        self._members = members if members is not None or flat else []
        self._flat = flat

    @property
    def members(self) -> list[Member]:
        """The members in the order written; a name may occur twice."""
        if self._members is None:
            self._members = [
                (found[1], self.at + found.start(1) - 1, found[2])
                for found in PAIR.finditer(self._flat)
            ]
        return self._members

    def texts(self) -> dict[str, str] | None:
        """Return the members if all are plain texts, else None; the last of a name counts.

        For large files this is several times as fast as ``members``.
        """
        return dict(PAIR.findall(self._flat)) if self._flat else None


@dataclass(slots=True)
class JsonArray:
    """An array.

    Attributes:
        at: Offset of its opening bracket.
        items: In the order written.
        places: Offset of each item.
    """

    at: int
    items: list[JsonValue] = field(default_factory=list["JsonValue"])
    places: list[int] = field(default_factory=list[int])


@dataclass(frozen=True, slots=True)
class JsonRead:
    """What was read.

    Attributes:
        value: The value; of a broken text, what came before the fault.
        end: Offset behind it.
        fault: What is wrong, as a phrase; "" if nothing is.
    """

    value: JsonValue
    end: int
    fault: str = ""


class Lines:
    """The way from an offset to its line."""

    __slots__ = ("_ends",)

    def __init__(self, text: str) -> None:
        self._ends = [found.start() for found in re.finditer("\n", text)]

    def line(self, at: int) -> int:
        """Return the 1-based line of offset ``at``."""
        return bisect_right(self._ends, at - 1) + 1
