"""Interfaces that stand for others: members of aggregates, bare names without a unit."""

from __future__ import annotations

from typing import TYPE_CHECKING

from roce_audit.model.device import Interface, Mode
from roce_audit.packets.fields import Doubt

if TYPE_CHECKING:
    from roce_audit.platforms.juniper_junos.node import Node

MEMBER_OPTIONS = ("gigether-options", "ether-options", "fastether-options")
"""Statements of an interface that may make it a member."""
JOINING = ("802.3ad", "redundant-parent")
"""Words in them that do."""
NO_UNIT = Doubt("logical interface", "the interface has no logical unit")


def aggregate_of(node: Node) -> Node | None:
    """Return the aggregate that an interface is a member of."""
    for options in MEMBER_OPTIONS:
        for word in JOINING:
            for child in node.at(options, word):
                if child.word != "lacp":
                    return child
    return None


def join(node: Node, aggregate: Node, interfaces: dict[str, Interface]) -> None:
    """Make a member interface for each unit of its aggregate."""
    prefix = f"{aggregate.word}."
    units = [name for name in interfaces if name.startswith(prefix)]
    enabled = node.get("disable") is None
    for name in units:
        unit = name.removeprefix(prefix)
        own = f"{node.word}.{unit}"
        mode = interfaces[name].mode
        interfaces[own] = Interface(own, mode, node.source, parent=name, enabled=enabled)
    if not units:
        own = f"{node.word}.0"
        interfaces[own] = Interface(
            own, Mode.UNKNOWN, node.source, mode_doubt=NO_UNIT, enabled=False
        )


def alias(node: Node, interfaces: dict[str, Interface]) -> None:
    """Let the bare name of an interface mean its only unit; without one it forwards nothing."""
    name = f"{node.word}.0"
    if name in interfaces:
        return
    units = [each for each in interfaces if each.rpartition(".")[0] == node.word]
    if len(units) == 1:
        only = interfaces[units[0]]
        interfaces[name] = Interface(name, only.mode, node.source, parent=only.name)
    elif not units:
        interfaces[name] = Interface(
            name, Mode.UNKNOWN, node.source, mode_doubt=NO_UNIT, enabled=False
        )
