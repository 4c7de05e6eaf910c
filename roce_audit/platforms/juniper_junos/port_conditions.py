"""Conditions on TCP and UDP ports.

Source: the firewall filter guide; "Overview of protocol match conditions" (a port condition implies
no protocol: what that leaves open is added when the whole term is known).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from roce_audit.packets.fields import DESTINATION_PORT, SOURCE_PORT, Field
from roce_audit.packets.ranges import complement
from roce_audit.platforms.juniper_junos.matching import YES
from roce_audit.platforms.juniper_junos.names import PORTS
from roce_audit.platforms.juniper_junos.values import Known, numbers

if TYPE_CHECKING:
    from roce_audit.packets.boxes import Box
    from roce_audit.platforms.juniper_junos.clause import Clause
    from roce_audit.platforms.juniper_junos.node import Node


def port(clause: Clause, node: Node, field: Field) -> None:
    """Take ``source-port``, ``destination-port`` or their ``-except`` forms."""
    clause.ports = node
    known = numbers(node, PORTS, field.top)
    clause.take(node, field, known, clause.looks_at_ip())


def either_port(clause: Clause, node: Node) -> None:
    """Take ``port`` (source or destination) or ``port-except``."""
    clause.ports = node
    kinds = clause.looks_at_ip()
    known = numbers(node, PORTS, SOURCE_PORT.top)
    if known.strange or not node.children:
        clause.draft.only(kinds or tuple(clause.draft.boxes))
        clause.draft.question((known.strange or (node,))[0], "a port is not understood")
    elif node.word == "port":
        inside: Box = {SOURCE_PORT: known.values}
        clause.draft.choose([inside, {DESTINATION_PORT: known.values}], kinds)
    else:
        _neither_port(clause, node, known, kinds)


def _neither_port(clause: Clause, node: Node, known: Known, kinds: tuple[str, ...]) -> None:
    others = complement(known.values, SOURCE_PORT.top)
    doubt = clause.draft.opened(node, "whether one port or both must differ is not known")
    clause.draft.choose(
        [
            {SOURCE_PORT: others, DESTINATION_PORT: others},
            {SOURCE_PORT: others, doubt: YES},
            {DESTINATION_PORT: others, doubt: YES},
        ],
        kinds,
    )


def port_range(clause: Clause, node: Node, field: Field) -> None:
    """Take ``destination-port-range-optimize``: a condition, or (other documents) none."""
    clause.ports = node
    known = numbers(node, PORTS, field.top)
    doubt = clause.draft.opened(node, "documents contradict each other on what it matches")
    clause.draft.choose([{field: known.values}, {doubt: YES}], clause.looks_at_ip())
