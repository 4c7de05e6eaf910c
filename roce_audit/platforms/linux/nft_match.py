"""Conditions of nft: what is looked at, how it is compared, and with what."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from roce_audit.errors import ParseError
from roce_audit.platforms.linux.nft_blocks import split_elements
from roce_audit.platforms.linux.nft_compare import (
    ARITHMETIC,
    MASKS,
    compared,
    masked,
    one_value,
    operand,
    take_mask,
)
from roce_audit.platforms.linux.nft_elements import (
    Element,
    element_of,
    everything_of,
    in_elements,
)
from roce_audit.platforms.linux.nft_fields import FIELDS
from roce_audit.platforms.linux.nft_kinds import Numbers, Selector
from roce_audit.platforms.linux.nft_select import is_selector, read_selector
from roce_audit.platforms.linux.unions import Union, doubted

if TYPE_CHECKING:
    from collections.abc import Sequence

    from roce_audit.platforms.linux.state import NamedSet
    from roce_audit.platforms.linux.surroundings import Surroundings
    from roce_audit.reading.statement import Words

_SIGNS = {"eq": "==", "ne": "!=", "lt": "<", "gt": ">", "le": "<=", "ge": ">=", "!": "!="} | {
    sign: sign for sign in ("==", "!=", "<", ">", "<=", ">=")
}
_NOT_VALUES = frozenset({*_SIGNS, *MASKS, *ARITHMETIC, "vmap", "map", "set", ".", ""})


_JOINING = frozenset({".", ",", "-", "|", "/", ":", "&"})


@lru_cache(maxsize=65536)
def simple_condition(protocol: str, field: str, value: str, following: str) -> Union | None:
    """Return the packets for which ``protocol field value`` holds; None if it is not so simple.

    This is the common case, kept because large rulesets repeat few conditions.
    """
    selector = FIELDS.get(f"{protocol} {field}")
    odd = value in _NOT_VALUES or value[:1] in {"@", "$", "{"} or following in _JOINING
    if odd or not isinstance(selector, Numbers):
        return None
    try:
        return selector.where(selector.read(value))
    except ParseError:
        return None


def read_selectors(words: Words, around: Surroundings) -> list[Selector]:
    """Read one selector, or several joined by dots."""
    selectors = [read_selector(words, around)]
    while words.skip("."):
        selectors.append(read_selector(words, around))
    return selectors


def read_condition(words: Words, selectors: list[Selector], around: Surroundings) -> Union:
    """Read the rest of a condition and return the packets that it holds for.

    Raises:
        ParseError: Not understood.
    """
    mask = take_mask(words, selectors)
    while words.skip("."):
        selectors.append(read_selector(words, around))
    sign = _SIGNS.get(words.peek(), "")
    if sign:
        words.take()
    inverted = sign == "!="
    if words.peek() == "{":
        elements = [element_of(each) for each in split_elements(braces(words))]
        if mask:
            return _masked_set(selectors, mask, elements, around, inverted=inverted)
        return in_elements(selectors, elements, around, inverted=inverted)
    if mask and (words.peek()[:1] == "@" or len(selectors) > 1):
        raise ParseError("compares a masked field with a set")
    if words.peek()[:1] == "@" and "," not in words.peek():
        return _in_named(selectors, words.take(), around, inverted=inverted)
    if len(selectors) > 1:
        return _tuple(words, selectors, around, inverted=inverted)
    return compared(words, selectors[0], mask, sign or "==", around)


def _masked_set(
    selectors: Sequence[Selector],
    mask: str,
    elements: Sequence[Element],
    around: Surroundings,
    *,
    inverted: bool,
) -> Union:
    first = selectors[0]
    simple = len(selectors) == 1 and all(len(e.key) == 1 and not e.expires for e in elements)
    if not (simple and isinstance(first, Numbers)):
        raise ParseError("compares a masked field with a set")
    return masked(first, mask, [e.key[0] for e in elements], around, inverted=inverted)


def braces(words: Words) -> list[str]:
    """Return the words of a set, its outer braces included, and step over it."""
    depth, found = 0, list[str]()
    while True:
        word = words.take("}")
        found.append(word)
        depth += {"{": 1, "}": -1}.get(word, 0)
        if not depth:
            return found


def named(name: str, around: Surroundings) -> NamedSet:
    """Return a set by ``@name``.

    Raises:
        ParseError: The capture has no such set.
    """
    found = around.sets.get(name[1:])
    if found is None:
        raise ParseError(f"uses set {name[1:]}, which is not there")
    return found


def _in_named(
    selectors: Sequence[Selector], name: str, around: Surroundings, *, inverted: bool
) -> Union:
    found = around.sets.get(name[1:])
    if found is None or found.changing or not found.known:
        why = f"the elements of set {name[1:]}, which "
        why += "come and go" if found and found.changing else "are not in the capture"
        return doubted(everything_of(selectors, around), around.open(why))
    elements = [element_of(each) for each in found.elements]
    return in_elements(selectors, elements, around, inverted=inverted)


def _tuple(
    words: Words, selectors: Sequence[Selector], around: Surroundings, *, inverted: bool
) -> Union:
    key = [one_value(words)]
    while words.skip("."):
        key.append(one_value(words))
    return in_elements(selectors, [Element(tuple(key), ())], around, inverted=inverted)


def skip_expression(words: Words, around: Surroundings) -> None:
    """Step over a value that is computed: ``meta mark & 0xff``, ``ip daddr map @m``."""
    while True:
        if words.peek() == "{":
            braces(words)
        elif words.peek() == "(":
            operand(words)
        elif is_selector(words.peek()):
            read_selector(words, around)
        else:
            one_value(words)
        joint = words.peek()
        if joint in MASKS or joint in ARITHMETIC or joint in {".", ",", ":"} or joint == "map":
            words.take()
        else:
            return
