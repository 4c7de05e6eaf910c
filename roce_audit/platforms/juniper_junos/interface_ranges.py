"""``interface-range``: one configuration for several interfaces."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from roce_audit.platforms.juniper_junos.groups import Giver, Inheritance
from roce_audit.platforms.juniper_junos.node import Node
from roce_audit.platforms.juniper_junos.wildcard import KEYWORDS, matches

if TYPE_CHECKING:
    from collections.abc import Iterator

_OWN = ("member", "member-range", "description", "apply-groups", "apply-groups-except")
_MOST = 1024
"""Members that one range expands to."""
_NUMBERED = re.compile(r"(.*?)(\d{1,6})")
_CLASS = re.compile(r"\[([0-9,-]+)\]")
_BEHIND = 1000
"""What stands in a range counts after what stands at the interface or comes from groups."""


def expand_ranges(root: Node) -> bool:
    """Give every member of an interface range what the range holds; return whether one exists."""
    interfaces = root.get("interfaces")
    if interfaces is None or interfaces.get("interface-range") is None:
        return False
    merger = Inheritance(Node("", root.place))
    for each in list(interfaces.at("interface-range")):
        body = Node(each.word, each.place)
        body.children = {word: n for word, n in each.children.items() if word not in _OWN}
        for name, member in _members(each, interfaces):
            member.read()
            target = interfaces.children.get(name)
            if target is None:
                target = interfaces.add(Node(name, member.place, member.stamp))
                target.rank = _BEHIND
            merger.merge(target, [Giver(body, each.word)], ("interfaces", name))
    return True


def _members(each: Node, interfaces: Node) -> Iterator[tuple[str, Node]]:
    for member in each.at("member"):
        for name in _named(member.word, interfaces):
            yield name, member
    for first in each.at("member-range"):
        for last in first.at("to"):
            last.read()
            for name in _between(first.word, last.word):
                yield name, first


def _named(word: str, interfaces: Node) -> list[str]:
    """Return the interfaces of ``member``: a name, ``et-0/0/[0-3]``, or a pattern."""
    if "*" in word or "?" in word:
        return [name for name in interfaces.children if matches(word, name)]
    found = _CLASS.search(word)
    if found is None:
        return [] if word in KEYWORDS else [word]
    numbers: list[str] = []
    for part in found[1].split(","):
        low, dash, high = part.partition("-")
        numbers += _between(low, high if dash else low)
    return [word[: found.start()] + number + word[found.end() :] for number in numbers]


def _between(first: str, last: str) -> list[str]:
    one, other = _NUMBERED.fullmatch(first), _NUMBERED.fullmatch(last)
    if one is None or other is None or one[1] != other[1]:
        return []
    low, high = int(one[2]), int(other[2])
    return [f"{one[1]}{number}" for number in range(low, min(high, low + _MOST) + 1)]
