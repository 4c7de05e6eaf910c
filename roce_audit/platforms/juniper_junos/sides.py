"""What the address conditions of a term match: source, destination, or either."""

from __future__ import annotations

from typing import TYPE_CHECKING

from roce_audit.packets.fields import DESTINATION, SOURCE, Field
from roce_audit.packets.prefixes import IPV4_BITS, IPV6_BITS
from roce_audit.platforms.juniper_junos.addresses import Table, add_lists, add_prefixes
from roce_audit.platforms.juniper_junos.matching import IP, V4, YES

if TYPE_CHECKING:
    from collections.abc import Mapping

    from roce_audit.packets.boxes import Box
    from roce_audit.packets.ranges import Ranges
    from roce_audit.platforms.juniper_junos.clause import Clause
    from roce_audit.platforms.juniper_junos.node import Node

_FIELDS: Mapping[str, tuple[Field, ...]] = {
    "source": (SOURCE,),
    "destination": (DESTINATION,),
    "either": (SOURCE, DESTINATION),
}
_CONTRADICTION = (
    "documents contradict each other on what a prefix list with except alone matches: all other "
    "addresses, or none"
)


def add_sides(clause: Clause) -> None:
    """Add every address condition of ``clause`` to its draft."""
    for side, nodes in clause.sides.items():
        said = [node for node in nodes if node.children or node.said]
        if not said:
            continue
        clause.draft.only(IP)
        for kind in list(clause.draft.boxes):
            _in_kind(clause, kind, side, said)


def _in_kind(clause: Clause, kind: str, side: str, nodes: list[Node]) -> None:
    table = _table(clause, kind, nodes)
    draft, fields = clause.draft, _FIELDS[side]
    if table.excepted and not table.taken and table.wider is None:
        _only_exceptions(clause, kind, fields, table)
        return
    values = table.values()
    if table.wider is None and table.narrower is None:
        _narrow(clause, kind, fields, values)
        return
    doubt = draft.opened(table.wider or table.narrower or nodes[0], table.reason)
    maybe: list[Box] = [{doubt: YES}] if table.wider else _options(fields, values, {doubt: YES})
    sure = [] if table.narrower else _options(fields, values, {})
    draft.choose_in(kind, [*maybe, *sure])


def _table(clause: Clause, kind: str, nodes: list[Node]) -> Table:
    table = Table(IPV4_BITS if kind == V4 else IPV6_BITS)
    around = clause.around
    for node in nodes:
        if not node.children:
            table.unsure(node, f"{node.word} has no value")
        elif node.word.endswith("prefix-list"):
            empty_known = around.settings.empty_prefix_list == "nothing"
            add_lists(table, node, around.lists, empty_known=empty_known)
        else:
            add_prefixes(table, node, both_versions=clause.bridged)
    return table


def _options(fields: tuple[Field, ...], values: Ranges, more: Box) -> list[Box]:
    return [{field: values, **more} for field in fields] if values else []


def _narrow(clause: Clause, kind: str, fields: tuple[Field, ...], values: Ranges) -> None:
    if not values:
        del clause.draft.boxes[kind]
    elif len(fields) == 1:
        clause.draft.narrow_in(kind, fields[0], values)
    else:
        clause.draft.choose_in(kind, _options(fields, values, {}))


def _only_exceptions(clause: Clause, kind: str, fields: tuple[Field, ...], table: Table) -> None:
    """Treat a condition that only excepts: the implied ``0/0 except`` leaves nothing."""
    choice = clause.around.settings.prefix_list_except
    if not table.by_list or choice == "nothing":
        del clause.draft.boxes[kind]
        return
    others = table.others()
    node = table.narrower or clause.sides[_side_of(fields)][0]
    if choice == "others" and table.narrower is None:
        _narrow(clause, kind, fields, others)
        return
    doubt = clause.draft.opened(node, table.reason or _CONTRADICTION)
    clause.draft.choose_in(kind, _options(fields, others, {doubt: YES}))


def _side_of(fields: tuple[Field, ...]) -> str:
    return next(side for side, each in _FIELDS.items() if each == fields)
