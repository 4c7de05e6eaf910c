"""Comparisons of nft: one field against a value, a list, a range or a masked value."""

from __future__ import annotations

from typing import TYPE_CHECKING

from roce_audit.errors import ParseError
from roce_audit.packets.ranges import Range, Ranges, complement, normalise, wildcard
from roce_audit.platforms.linux.nft_kinds import Names, Numbers, Opaque, Selector, States
from roce_audit.platforms.linux.nft_packets import packets, part_of
from roce_audit.platforms.linux.unions import ALWAYS, Union, doubted

if TYPE_CHECKING:
    from collections.abc import Sequence

    from roce_audit.platforms.linux.surroundings import Surroundings
    from roce_audit.reading.statement import Words

MASKS = frozenset({"&", "and"})
ARITHMETIC = frozenset({"|", "^", "<<", ">>", "or", "xor", "lshift", "rshift"})
_WILDCARDS = 4096


def one_value(words: Words) -> str:
    """Read one value or range."""
    word = words.take("a value")
    if words.peek() == "-":
        words.take()
        return f"{word}-{words.take('the end of a range')}"
    return word


def take_mask(words: Words, selectors: list[Selector]) -> str:
    """Read a mask behind a selector; other arithmetic makes the selector opaque."""
    if words.peek() not in MASKS and words.peek() not in ARITHMETIC:
        return ""
    simple = words.take() in MASKS
    mask = operand(words)
    while words.peek() in MASKS or words.peek() in ARITHMETIC:
        words.take()
        operand(words)
        simple = False
    selector = selectors[0]
    if len(selectors) > 1 or not (simple and isinstance(selector, Numbers)):
        selectors[:] = [Opaque(_frames_of(selector), "arithmetic on a field")]
        return ""
    return mask


def _frames_of(selector: Selector) -> Union:
    match selector:
        case Numbers():
            return selector.where(((0, selector.top),))
        case Opaque():
            return selector.frames
        case _:
            return ALWAYS


def operand(words: Words) -> str:
    """Read one operand, in brackets or not."""
    if words.peek() != "(":
        return words.take("a mask")
    inside: list[str] = []
    while words.take("a bracket") != ")":
        inside.append(words.peek())
    return " ".join(inside)


def compared(words: Words, selector: Selector, mask: str, sign: str, around: Surroundings) -> Union:
    """Read a value and return the packets whose field compares to it as ``sign`` says."""
    inverted = sign == "!="
    values = _values(words)
    match selector:
        case Opaque():
            return packets(selector, (), around)
        case Names() | States():
            parts = [part_of(selector, word, around) for word in values]
            return packets(selector, parts, around, inverted=inverted)
        case Numbers() if mask:
            if sign not in {"==", "!="}:
                raise ParseError("compares the size of a masked field")
            return masked(selector, mask, values, around, inverted=inverted)
        case Numbers():
            found: list[Ranges] = [selector.read(word) for word in values]
            if sign in {"==", "!="}:
                return packets(selector, found, around, inverted=inverted)
            return selector.where(_compared(sign, found[0][0][0], selector.top))


def _values(words: Words) -> list[str]:
    values = [one_value(words)]
    while words.peek() in {",", "|", "/"}:
        words.take()
        values.append(one_value(words))
    return values


def _compared(sign: str, bound: int, top: int) -> Ranges:
    at_most = bound if sign in {"<=", ">"} else bound - 1
    low: Ranges = ((0, at_most),) if at_most >= 0 else ()
    return low if sign in {"<", "<="} else complement(low, top)


def masked(
    selector: Numbers,
    mask: str,
    values: Sequence[str],
    around: Surroundings,
    *,
    inverted: bool,
) -> Union:
    """Return the packets whose field, masked, is one of ``values`` or, inverted, none of them."""
    found: list[Range] = []
    ones = _exactly(selector, mask)
    for text in values:
        value = _exactly(selector, text)
        if value & ~ones:
            continue
        bits = selector.top.bit_length()
        expanded = wildcard(value, ~ones & selector.top, bits, _WILDCARDS)
        if expanded is None:
            open_question = around.open("a mask of too many parts to hold")
            return doubted(_frames_of(selector), open_question)
        found += expanded
    whole = normalise(found)
    return selector.where(complement(whole, selector.top) if inverted else whole)


def _exactly(selector: Numbers, text: str) -> int:
    values = selector.read(text)
    if values[0][0] != values[-1][1]:
        raise ParseError(f"masks a field with a range: {text!r}")
    return values[0][0]
