"""Prefix lists and the addresses that ``apply-path`` collects from the configuration."""

from __future__ import annotations

from dataclasses import dataclass
from ipaddress import ip_interface
from typing import TYPE_CHECKING

from roce_audit.platforms.juniper_junos.wildcard import is_wild, matches

if TYPE_CHECKING:
    from collections.abc import Iterator

    from roce_audit.platforms.juniper_junos.node import Node

_MOST = 65536
"""Addresses that one path may collect."""


@dataclass(frozen=True, slots=True)
class PrefixList:
    """The entries of a list.

    Attributes:
        prefixes: As written, of both IP versions.
        missing: Why there may be more, or what it matches is not certain; "" if it is known.
        empty: Whether it is defined and has no prefix.
    """

    prefixes: tuple[str, ...]
    missing: str = ""
    empty: bool = False


class PrefixLists:
    """The lists of a configuration, read when first asked for."""

    def __init__(self, root: Node) -> None:
        self._root = root
        self._known: dict[str, PrefixList] = {}

    def named(self, name: str) -> PrefixList:
        """Return a list; one that is not there is empty and ``missing`` says so."""
        found = self._known.get(name)
        if found is None:
            found = self._known[name] = self._read(name)
        return found

    def _read(self, name: str) -> PrefixList:
        node = self._root.get("policy-options", "prefix-list", name)
        if node is None:
            return PrefixList((), f"prefix-list {name} is not defined here")
        node.read()
        prefixes: list[str] = []
        missing = node.odd
        for child in node.children.values():
            if child.word == "apply-path":
                found, reason = self._collected(child)
                prefixes += found
                missing = missing or reason
            elif child.word not in (
                "apply-flags",
                "apply-groups",
                "apply-groups-except",
                "apply-macro",
            ):
                prefixes.append(child.word)
        empty = not prefixes and not missing
        if empty:
            missing = f"prefix-list {name} has no prefix"
        return PrefixList(tuple(prefixes), missing, empty)

    def _collected(self, node: Node) -> tuple[list[str], str]:
        found: list[str] = []
        for path in node.children.values():
            words = path.word.split()
            prefixes = list(self._along(words))
            if not prefixes:
                return found, f"apply-path {path.word!r} finds nothing in this text"
            found += prefixes
        return found, ""

    def _along(self, words: list[str]) -> Iterator[str]:
        """Yield the addresses where the last pattern of a path fits."""
        nodes = [self._root]
        for number, word in enumerate(words):
            nodes = [child for node in nodes for child in _fitting(node, word)][:_MOST]
            if number == len(words) - 1:
                yield from (prefix for node in nodes if (prefix := _network(node.word)))


def _fitting(node: Node, word: str) -> Iterator[Node]:
    if is_wild(word):
        pattern = word[1:-1]
        yield from (child for child in node.children.values() if matches(pattern, child.word))
    elif word in node.children:
        yield node.children[word]


def _network(word: str) -> str:
    """Return the network that an address is in; "" if the word is no address."""
    try:
        return str(ip_interface(word).network)
    except ValueError:
        return ""
