"""Facts that may be missing: a missing fact is not the absence of the thing."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias, TypeVar

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Unknown:
    """A fact that the evidence does not hold.

    Attributes:
        reason: Why, as a phrase: ``not permitted``, ``the tool is not installed``.
    """

    reason: str


Fact: TypeAlias = T | Unknown
"""A value, or why there is none. Where the value may be ``None``, that says "there is none"."""


def known_or(fact: Fact[T], default: T) -> T:
    """Return the value of a known fact, else ``default``."""
    return default if isinstance(fact, Unknown) else fact
