"""Conditions of nft: what is looked at, how it is compared, and with what."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from roce_audit.errors import ParseError
from roce_audit.packets.ranges import Ranges, complement, wildcard
from roce_audit.platforms.linux.nft_blocks import split_elements
from roce_audit.platforms.linux.nft_elements import (
    Element,
    element_of,
    everything_of,
    in_elements,
    packets,
    part_of,
)
from roce_audit.platforms.linux.nft_fields import FIELDS
from roce_audit.platforms.linux.nft_kinds import Names, Numbers, Opaque, Selector, States
from roce_audit.platforms.linux.nft_select import is_selector, read_selector
from roce_audit.platforms.linux.unions import Union, doubted

if TYPE_CHECKING:
    from collections.abc import Sequence

    from roce_audit.platforms.linux.state import NamedSet
    from roce_audit.platforms.linux.surroundings import Surroundings
    from roce_audit.reading.statement import Words

_SIGNS = {"eq": "==", "ne": "!=", "lt": "<", "gt": ">", "le": "<=", "ge": ">=", "!": "!="}
_SIGNS |= {sign: sign for sign in ("==", "!=", "<", ">", "<=", ">=")}
_MASKS = frozenset({"&", "and"})
_ARITHMETIC = frozenset({"|", "^", "<<", ">>", "or", "xor", "lshift", "rshift"})
_NOT_VALUES = frozenset({*_SIGNS, *_MASKS, *_ARITHMETIC, "vmap", "map", "set", ".", ""})
_WILDCARDS = 4096


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
    mask = _mask(words, selectors)
    sign = _SIGNS.get(words.peek(), "")
    if sign:
        words.take()
    inverted = sign == "!="
    if words.peek() == "{":
        elements = [element_of(each) for each in split_elements(braces(words))]
        return in_elements(selectors, elements, around, inverted=inverted)
    if words.peek()[:1] == "@" and "," not in words.peek():
        return _in_named(selectors, words.take(), around, inverted=inverted)
    if len(selectors) > 1:
        return _tuple(words, selectors, around, inverted=inverted)
    return _single(words, selectors[0], mask, sign or "==", around)


def _mask(words: Words, selectors: list[Selector]) -> str:
    if words.peek() not in _MASKS and words.peek() not in _ARITHMETIC:
        return ""
    simple = words.take() in _MASKS
    mask = _operand(words)
    while words.peek() in _MASKS or words.peek() in _ARITHMETIC:
        words.take()
        _operand(words)
        simple = False
    selector = selectors[0]
    if len(selectors) > 1 or not (simple and isinstance(selector, Numbers)):
        frames = selector.where(((0, selector.top),)) if isinstance(selector, Numbers) else ({},)
        frames = selector.frames if isinstance(selector, Opaque) else frames
        selectors[:] = [Opaque(frames, "arithmetic on a field")]
        return ""
    return mask


def _operand(words: Words) -> str:
    if words.peek() != "(":
        return words.take("a mask")
    inside: list[str] = []
    while words.take("a bracket") != ")":
        inside.append(words.peek())
    return " ".join(inside)


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
    key = [_value(words)]
    while words.skip("."):
        key.append(_value(words))
    return in_elements(selectors, [Element(tuple(key), ())], around, inverted=inverted)


def _value(words: Words) -> str:
    word = words.take("a value")
    if words.peek() == "-":
        words.take()
        return f"{word}-{words.take('the end of a range')}"
    return word


def _single(  # noqa: PLR0913, PLR0917 - the parts of a comparison
    words: Words, selector: Selector, mask: str, sign: str, around: Surroundings
) -> Union:
    inverted = sign == "!="
    values = _values(words)
    match selector:
        case Opaque():
            return packets(selector, (), around)
        case Names() | States():
            parts = [part_of(selector, word, around) for word in values]
            return packets(selector, parts, around, inverted=inverted)
        case Numbers() if mask:
            return _masked(selector, mask, values, inverted=inverted)
        case Numbers():
            found: list[Ranges] = [selector.read(word) for word in values]
            if sign in {"==", "!="}:
                return packets(selector, found, around, inverted=inverted)
            return selector.where(_compared(sign, found[0][0][0], selector.top))


def _values(words: Words) -> list[str]:
    values = [_value(words)]
    while words.peek() in {",", "|", "/"}:
        words.take()
        values.append(_value(words))
    return values


def _compared(sign: str, bound: int, top: int) -> Ranges:
    at_most = bound if sign in {"<=", ">"} else bound - 1
    low: Ranges = ((0, at_most),) if at_most >= 0 else ()
    return low if sign in {"<", "<="} else complement(low, top)


def _masked(selector: Numbers, mask: str, values: Sequence[str], *, inverted: bool) -> Union:
    bits = selector.top.bit_length()
    if len(values) != 1:
        raise ParseError("compares a masked field with several values")
    wanted = selector.read(values[0])
    kept = selector.read(mask)
    if wanted[0][0] != wanted[-1][1] or kept[0][0] != kept[-1][1]:
        raise ParseError("compares a masked field with a range")
    value, ones = wanted[0][0], kept[0][0]
    if value & ~ones:
        found: Ranges = ()
    else:
        expanded = wildcard(value, ~ones & selector.top, bits, _WILDCARDS)
        if expanded is None:
            raise ParseError("has a mask of too many parts to hold")
        found = expanded
    return selector.where(complement(found, selector.top) if inverted else found)


def skip_expression(words: Words, around: Surroundings) -> None:
    """Step over a value that is computed: ``meta mark & 0xff``, ``ip daddr map @m``."""
    while True:
        if words.peek() == "{":
            braces(words)
        elif words.peek() == "(":
            _operand(words)
        elif is_selector(words.peek()):
            read_selector(words, around)
        else:
            _value(words)
        joint = words.peek()
        if joint in _MASKS or joint in _ARITHMETIC or joint in {".", ",", ":"}:
            words.take()
        elif joint == "map":
            words.take()
        else:
            return
