"""Which frames a subinterface takes, and what is left of their tags inside a bridge-domain."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from roce_audit.errors import ParseError
from roce_audit.packets.fields import UNTAGGED
from roce_audit.packets.ranges import Ranges, normalise, single
from roce_audit.reading.number_list import number_list

if TYPE_CHECKING:
    from roce_audit.reading.statement import Words

_TOP = 4094
_ANY: Ranges = ((1, _TOP),)
_TAGS = frozenset({"dot1q", "dot1ad", "second-dot1q"})
_PRIORITY = "priority-tagged"


@dataclass(frozen=True, slots=True)
class Encapsulation:
    """The frames that a subinterface takes.

    Attributes:
        vlans: Outer VLANs, ``UNTAGGED`` among them where it holds.
        tags: Tags that are compared.
        catches_all: Whether it takes what no other one takes.
    """

    vlans: Ranges
    tags: int
    catches_all: bool = False


@dataclass(frozen=True, slots=True)
class Rewrite:
    """What happens to the tags of frames that come in; the reverse happens on the way out.

    Attributes:
        pop: Tags taken off.
        push: VLANs of the tags put on, the outer one first.
    """

    pop: int
    push: tuple[int, ...] = ()


def read_encapsulation(words: Words) -> Encapsulation:
    """Read what follows ``encapsulation``.

    Raises:
        ParseError: A form that is not known.
    """
    kind = words.choice("default", "untagged", "dot1q", "dot1ad", "list-extended", "ambiguous")
    if kind == "default":
        return Encapsulation(((0, UNTAGGED),), 0, catches_all=True)
    if kind == "untagged":
        return _untagged(words)
    if kind in ("list-extended", "ambiguous"):
        words.choice("dot1q", "dot1ad")
    vlans = _vlans(words)
    tags = 1
    if words.skip(*_TAGS):
        _vlans(words)
        tags = 2
    if words.skip("untagged"):
        vlans = normalise((*vlans, (UNTAGGED, UNTAGGED)))
    words.skip("exact")
    words.skip("native")
    return Encapsulation(vlans, tags)


def _untagged(words: Words) -> Encapsulation:
    vlans = single(UNTAGGED)
    if words.skip(","):
        words.choice("dot1q")
        vlans = normalise((*vlans, *_vlans(words)))
    words.skip("exact")
    return Encapsulation(vlans, 0)


def _vlans(words: Words) -> Ranges:
    """Read ``any``, ``priority-tagged`` or numbers and ranges, with blanks or without."""
    if words.skip("any"):
        return _ANY
    if words.skip(_PRIORITY):
        return single(0)
    text = ""
    while (word := words.peek()) and (word[0].isdigit() or word[0] in ",-"):
        text += words.take()
        if words.peek(1) == "untagged" and words.peek() == ",":
            words.take()
            break
    return number_list(text.replace("\u2013", "-"), _TOP, 1)


def read_rewrite(words: Words) -> Rewrite:
    """Read what follows ``rewrite``.

    Raises:
        ParseError: A form that is not known.
    """
    words.choice("ingress")
    words.choice("tag")
    verb = words.choice("pop", "push", "translate")
    if verb == "pop":
        rewrite = Rewrite(words.number(2, 1))
    elif verb == "push":
        rewrite = Rewrite(0, _pushed(words))
    else:
        ways = words.choice("1-to-1", "1-to-2", "2-to-1", "2-to-2")
        rewrite = Rewrite(int(ways[0]), _pushed(words))
        if len(rewrite.push) != int(ways[-1]):
            raise ParseError(f"{ways} with {len(rewrite.push)} tags")
    words.choice("symmetric")
    return rewrite


def _pushed(words: Words) -> tuple[int, ...]:
    found: list[int] = []
    while words.skip(*_TAGS):
        found.append(words.number(_TOP, 1))
    return tuple(found)


def inside(encapsulation: Encapsulation | None, rewrite: Rewrite | None) -> tuple[int, ...] | None:
    """Return the tags that frames carry inside a bridge-domain; None if they may differ."""
    if encapsulation is None or encapsulation.tags > 1 or encapsulation.catches_all:
        return None
    outer: tuple[int, ...] = ()
    if encapsulation.vlans != single(UNTAGGED):
        low, high = encapsulation.vlans[0][0], encapsulation.vlans[-1][1]
        if low != high and (rewrite is None or not rewrite.pop):
            return None
        outer = (low,)
    if rewrite is None:
        return outer
    return (*rewrite.push, *outer[rewrite.pop :])
