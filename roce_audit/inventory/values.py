"""Single values as a user writes them, read strictly; each reader says what it expected.

A reader takes text (YAML scalars stay text until here) or the Python value itself and returns the
value, or raises ``Unfit``.  No reader repeats the value in its message: it may be a secret.
"""

from __future__ import annotations

import re
from difflib import get_close_matches
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar, cast

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from pydantic import ValidationInfo

MAX_TEXT = 255
_NAME = re.compile(r"\w[\w.-]{0,62}")
_WHOLE = re.compile(r"[-+]?(0[xX][0-9a-fA-F]{1,16}|0o[0-7]{1,16}|[0-9]{1,20})", re.ASCII)
_LEADING_ZERO = re.compile(r"[-+]?0[0-9]+", re.ASCII)
_DECIMAL = re.compile(r"[0-9]{1,10}(\.[0-9]{1,6})?", re.ASCII)
_FLAGS = {"true": True, "yes": True, "on": True, "false": False, "no": False, "off": False}
_ONE_WORD = re.compile(r"[!-~]+")
_ENVIRONMENT = re.compile(r"[A-Za-z_][A-Za-z0-9_]{0,127}", re.ASCII)

Number = TypeVar("Number", int, float)


class Unfit(ValueError):  # noqa: N818 - a verdict on a value, turned into a Fault at once
    """A value does not fit.

    Attributes:
        reason: A phrase that follows the shown value.
        suggestion: What to write instead, or empty.
    """

    def __init__(self, reason: str, suggestion: str = "") -> None:
        super().__init__(reason)
        self.reason = reason
        self.suggestion = suggestion


class Contradiction(Unfit):
    """Values that fit one by one do not fit together; the mapping that holds them is named."""


def text(value: object) -> str:
    """Return printable text of 1 to 255 characters."""
    if not isinstance(value, str):
        raise Unfit("is not a single text")
    if not value:
        raise Unfit("is empty")
    if len(value) > MAX_TEXT:
        raise Unfit(f"is longer than {MAX_TEXT} characters")
    if not value.isprintable():
        raise Unfit("holds characters that cannot be printed")
    return value


def name(value: object) -> str:
    """Return the name of a device or credential; it also names a folder of the snapshot."""
    word = text(value)
    if not _NAME.fullmatch(word):
        raise Unfit("is not a name: letters, digits, '_', '-' and '.', at most 63, no '.' first")
    return word


def one_word(value: object) -> str:
    """Return one word of printable ASCII without blanks, such as a platform's name."""
    found = text(value)
    if not _ONE_WORD.fullmatch(found):
        raise Unfit("is not one word of ASCII letters, digits and signs")
    return found


def environment_name(value: object) -> str:
    """Return the name of an environment variable."""
    word = text(value)
    if not _ENVIRONMENT.fullmatch(word):
        raise Unfit("is not the name of an environment variable", "write the name, not the value")
    return word


def flag(value: object) -> bool:
    """Return a truth value; ``yes`` and ``no`` mean what they say here."""
    if isinstance(value, bool):
        return value
    word = text(value).lower()
    if word not in _FLAGS:
        raise Unfit("is neither true nor false")
    return _FLAGS[word]


def whole(low: int, high: int) -> Callable[[object], int]:
    """Return a reader of whole numbers from ``low`` to ``high``, both included."""

    def read(value: object) -> int:
        return _within(_whole_number(value), low, high)

    return read


def _whole_number(value: object) -> int:
    if isinstance(value, int) and not isinstance(value, bool):
        return value
    word = text(value)
    if _LEADING_ZERO.fullmatch(word):
        raise Unfit("has a leading zero, which some read as octal", f"write {int(word)}")
    if not _WHOLE.fullmatch(word):
        raise Unfit("is not a whole number")
    return int(word, 0)


def decimal(low: float, high: float) -> Callable[[object], float]:
    """Return a reader of numbers from ``low`` to ``high``, both included."""

    def read(value: object) -> float:
        if isinstance(value, int | float) and not isinstance(value, bool):
            return _within(float(value), low, high)
        word = text(value)
        if not _DECIMAL.fullmatch(word):
            raise Unfit("is not a number")
        return _within(float(word), low, high)

    return read


def _within(number: Number, low: float, high: float) -> Number:
    if not low <= number <= high:
        raise Unfit(f"is not in {low:g} to {high:g}")
    return number


def choice(*words: str) -> Callable[[object], str]:
    """Return a reader of one of some words, in any letter case."""

    def read(value: object) -> str:
        word = text(value).lower()
        if word not in words:
            near = get_close_matches(word, words, n=1, cutoff=0.5)
            hint = f"did you mean {near[0]}?" if near else ""
            raise Unfit(f"is none of {', '.join(words)}", hint)
        return word

    return read


def file_path(value: object, info: ValidationInfo) -> Path:
    """Return a path; a relative one is meant from the inventory's folder.

    ``~`` stays, for the user who opens the file: the worker may run elsewhere.
    """
    word = value if isinstance(value, Path) else Path(text(value))
    context = cast("Mapping[str, object]", info.context or {})
    folder = context.get("folder")
    if word.is_absolute() or str(word).startswith("~"):
        return word
    return folder / word if isinstance(folder, Path) else word
