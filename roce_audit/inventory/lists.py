"""Lists and sections as a user writes them: one item alone, nothing, or a word for several."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeGuard, cast

from roce_audit.inventory.values import Contradiction

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence


def section(value: object) -> object:
    """Return the mapping of a section; one whose lines are all comments is empty."""
    return {} if value is None else value


def listed(value: object) -> object:
    """Return a list where one value alone may stand for it; nothing is an empty list."""
    if value is None:
        return []
    return value if _is_list(value) else [value]


def some_globs(globs: tuple[str, ...]) -> tuple[str, ...]:
    """Return the globs of a flow's end, at least one."""
    if not globs:
        raise Contradiction("names no host")
    return globs


def families(value: object) -> object:
    """Return a list of address families where the word ``dual`` may stand for both."""
    return _spread(value, {"dual": ("ipv4", "ipv6")})


def traffics(value: object) -> object:
    """Return a list of traffic regions where the word ``v2`` may stand for both families."""
    return _spread(value, {"v2": ("v2-ipv4", "v2-ipv6")})


def _spread(value: object, words: Mapping[str, tuple[str, ...]]) -> object:
    spread: list[object] = []
    for item in cast("Sequence[object]", listed(value)):
        new = words.get(item.lower(), (item,)) if isinstance(item, str) else (item,)
        spread.extend(one for one in new if one not in spread)
    return spread


def _is_list(value: object) -> TypeGuard[list[object] | tuple[object, ...]]:
    return isinstance(value, list | tuple)
