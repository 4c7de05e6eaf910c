"""Policers: whether traffic above their rate is dropped."""

from __future__ import annotations

from typing import TYPE_CHECKING

from roce_audit.packets.fields import Doubt

if TYPE_CHECKING:
    from collections.abc import Iterator

    from roce_audit.platforms.juniper_junos.node import Node

_KINDS = ("policer", "three-color-policer", "hierarchical-policer", "prefix-action")
_PLAIN = "policer"


class Policers:
    """The policers of a configuration."""

    def __init__(self, root: Node) -> None:
        self._root = root
        for kind in _KINDS:
            for node in root.at("firewall", kind):
                node.read()

    def limits(self, action: Node) -> list[Doubt]:
        """Return the open questions of ``then policer P`` or the like, none if P drops nothing."""
        kind = action.word
        names = list(_named(action))
        if not names:
            action.doubt(f"{kind} has no name")
            return [Doubt(f"{kind} without a name", f"a {kind} without a name limits the rate")]
        return [_limit(kind, name) for name in names if self._drops(kind, name)]

    def drops(self, name: str) -> bool:
        """Return whether a plain policer may drop packets."""
        return self._drops(_PLAIN, name)

    def _drops(self, kind: str, name: str) -> bool:
        node = self._root.get("firewall", kind, name)
        if node is None or node.odd:
            return True
        if kind == "three-color-policer":
            return any(each.word == "discard" for act in node.at("action") for each in act.walk())
        then = node.get("then")
        if kind == _PLAIN and then is not None and then.children:
            return "discard" in then.children
        return True


def _named(action: Node) -> Iterator[str]:
    """Yield the names of the policers that an action uses."""
    for child in action.children.values():
        if child.word in ("two-rate", "single-rate"):
            yield from child.children
        else:
            yield child.word


def _limit(kind: str, name: str) -> Doubt:
    return Doubt(f"{kind} {name}", f"{kind} {name} limits the rate: packets above it are dropped")
