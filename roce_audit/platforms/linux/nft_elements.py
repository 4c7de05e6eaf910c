"""Elements of sets and maps of nft, and the packets that lie in them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from roce_audit.errors import ParseError
from roce_audit.platforms.linux.nft_kinds import Numbers, Opaque, Selector
from roce_audit.platforms.linux.nft_packets import packets, part_of
from roce_audit.platforms.linux.unions import (
    ALWAYS,
    Union,
    both,
    doubted,
    joined,
    negated,
)

if TYPE_CHECKING:
    from collections.abc import Sequence

    from roce_audit.platforms.linux.surroundings import Surroundings

_ATTRIBUTES = frozenset(
    {"timeout", "expires", "counter", "comment", "limit", "quota", "last", "packets"}
)
_VERDICTS = frozenset({"accept", "drop", "continue", "return", "jump", "goto", "queue"})
WILDCARD = ("*",)


@dataclass(frozen=True, slots=True)
class Element:
    """One element.

    Attributes:
        key: Words of each part of the key.
        data: Words behind the colon.
        expires: Whether it goes away by itself.
    """

    key: tuple[str, ...]
    data: tuple[str, ...]
    expires: bool = False


def element_of(words: Sequence[str]) -> Element:
    """Take an element apart.

    Raises:
        ParseError: Not of the form that nft prints.
    """
    words = _apart(words)
    at = words.index(":") if ":" in words else len(words)
    key: list[str] = []
    for place in range(at):
        word = words[place]
        if word in _ATTRIBUTES and place:
            break
        key.append(word)
    if key[1::2] != ["."] * (len(key) // 2):
        key = [" ".join(key)] if len(key) != len("a-b") or key[1] != "-" else ["".join(key)]
    timed = "timeout" in words[:at] or "expires" in words[:at]
    return Element(tuple(key[::2]), tuple(words[at + 1 :]), timed)


def _apart(words: Sequence[str]) -> list[str]:
    """Split ``80:drop`` where a colon is glued to a key or verdict."""
    found: list[str] = []
    for word in words:
        head, colon, tail = word.rpartition(":")
        if colon and head and (not tail or tail in _VERDICTS):
            found += [head, ":", *([tail] if tail else [])]
        elif colon and not head and tail:
            found += [":", tail]
        else:
            found.append(word)
    return found


def in_elements(
    selectors: Sequence[Selector],
    elements: Sequence[Element],
    around: Surroundings,
    *,
    inverted: bool = False,
) -> Union:
    """Return the packets in a set, or those that have all its fields and are not in it.

    Raises:
        ParseError: An element does not fit the selectors, or the set is too large to invert.
    """
    if any(isinstance(selector, Opaque) for selector in selectors):
        return _any(selectors, around)
    lasting = [element for element in elements if not element.expires]
    if len(lasting) < len(elements):
        fleeting = [Element(e.key, e.data) for e in elements if e.expires]
        some = doubted(
            in_elements(selectors, fleeting, around), around.open("elements that expire")
        )
        sure = in_elements(selectors, lasting, around)
        return _inside(selectors, negated((*sure, *some)), around) if inverted else (*sure, *some)
    if len(selectors) == 1:
        parts = [part_of(selectors[0], _only(element), around) for element in lasting]
        return packets(selectors[0], parts, around, inverted=inverted)
    found = joined(_tuple(selectors, element, around) for element in lasting)
    return _inside(selectors, negated(found), around) if inverted else found


def _only(element: Element) -> str:
    if len(element.key) != 1:
        raise ParseError(f"has an element of {len(element.key)} parts")
    return element.key[0]


def _tuple(selectors: Sequence[Selector], element: Element, around: Surroundings) -> Union:
    if len(element.key) != len(selectors):
        raise ParseError(f"has an element of {len(element.key)} parts for {len(selectors)} fields")
    found: Union = ALWAYS
    for selector, word in zip(selectors, element.key, strict=True):
        found = both(found, packets(selector, [part_of(selector, word, around)], around))
    return found


def _any(selectors: Sequence[Selector], around: Surroundings) -> Union:
    """Return the packets that have every field, each open."""
    return doubted(_inside(selectors, ALWAYS, around), around.open("a value not in the capture"))


def _inside(selectors: Sequence[Selector], union: Union, around: Surroundings) -> Union:
    for selector in selectors:
        match selector:
            case Numbers():
                union = both(union, selector.where(((0, selector.top),)))
            case Opaque():
                union = both(union, selector.frames)
            case _:
                pass
    del around
    return union


def everything_of(selectors: Sequence[Selector], around: Surroundings) -> Union:
    """Return the packets that have every field: what ``*`` in a map stands for."""
    return _inside(selectors, ALWAYS, around)
