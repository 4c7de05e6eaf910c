"""Verdict maps: one condition with many ends."""

from __future__ import annotations

from typing import TYPE_CHECKING

from roce_audit.errors import ParseError
from roce_audit.platforms.linux.chains import Branch, Verdict
from roce_audit.platforms.linux.nft_blocks import split_elements
from roce_audit.platforms.linux.nft_elements import (
    WILDCARD,
    Element,
    element_of,
    everything_of,
    in_elements,
)
from roce_audit.platforms.linux.nft_match import braces, named
from roce_audit.platforms.linux.unions import Union, both, doubted, joined, negated

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from roce_audit.platforms.linux.nft_kinds import Selector
    from roce_audit.platforms.linux.surroundings import Surroundings
    from roce_audit.reading.statement import Words

_VERDICTS = {
    "accept": Verdict.ACCEPT,
    "drop": Verdict.DROP,
    "return": Verdict.RETURN,
    "continue": Verdict.PASS,
    "jump": Verdict.JUMP,
    "goto": Verdict.GOTO,
}


def read_vmap(
    words: Words, selectors: Sequence[Selector], matches: Union, around: Surroundings
) -> Iterator[Branch]:
    """Read a map behind ``vmap`` and yield what it does with the packets in ``matches``.

    Raises:
        ParseError: Not understood.
    """
    if words.peek() == "{":
        elements = [element_of(each) for each in split_elements(braces(words))]
        return _branches(elements, selectors, matches, around)
    name = words.take("a map")
    found = named(name, around)
    if found.changing or not found.known:
        return _open(selectors, matches, around, name)
    elements = [element_of(each) for each in found.elements]
    return _branches(elements, selectors, matches, around)


def _open(
    selectors: Sequence[Selector], matches: Union, around: Surroundings, name: str
) -> Iterator[Branch]:
    inside = both(matches, everything_of(selectors, around))
    why = f"the elements of map {name[1:]}, which are not in the capture"
    for verdict in (Verdict.DROP, Verdict.ACCEPT):
        yield Branch(doubted(inside, around.open(why)), verdict)
    yield Branch(matches, Verdict.PASS)


def _branches(
    elements: Sequence[Element],
    selectors: Sequence[Selector],
    matches: Union,
    around: Surroundings,
) -> Iterator[Branch]:
    exact = [each for each in elements if each.key != WILDCARD]
    passing: list[Union] = []
    for data in dict.fromkeys(each.data for each in exact):
        verdict, target = _verdict(data)
        alike = [each for each in exact if each.data == data]
        union = both(matches, in_elements(selectors, alike, around))
        passing += [union] if verdict is Verdict.PASS else []
        yield Branch(union, verdict, target)
    for element in elements:
        if element.key == WILDCARD:
            verdict, target = _verdict(element.data)
            rest = both(matches, everything_of(selectors, around))
            if passing:
                rest = both(rest, negated(joined(passing)))
            yield Branch(rest, verdict, target)
            return
    yield Branch(matches, Verdict.PASS)


def _verdict(data: Sequence[str]) -> tuple[Verdict, str]:
    if not data or data[0] not in _VERDICTS:
        raise ParseError(f"has {' '.join(data)!r} for a verdict")
    verdict = _VERDICTS[data[0]]
    if verdict in {Verdict.JUMP, Verdict.GOTO}:
        if len(data) < len(("jump", "chain")):
            raise ParseError("jumps to no chain")
        return verdict, data[1].strip('"')
    return verdict, ""
