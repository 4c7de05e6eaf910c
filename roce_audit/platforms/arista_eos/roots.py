"""Commands of the outermost level."""

from __future__ import annotations

from typing import TYPE_CHECKING

from roce_audit.platforms.arista_eos.blocks import is_interface
from roce_audit.platforms.arista_eos.list_block import edit_list, read_shown, shown_list
from roce_audit.platforms.arista_eos.policy_edit import edit_policies
from roce_audit.platforms.arista_eos.port_block import edit_interface
from roce_audit.platforms.arista_eos.port_edit import FAMILIES
from roce_audit.platforms.arista_eos.removal import remove
from roce_audit.platforms.arista_eos.service_edit import edit_class_map, edit_policy_map
from roce_audit.platforms.arista_eos.vlan_edit import edit_vlans
from roce_audit.reading.ledger import below

if TYPE_CHECKING:
    from collections.abc import Callable

    from roce_audit.platforms.arista_eos.model_state import Eos
    from roce_audit.reading.statement import Statement


def is_show_header(statement: Statement) -> bool:
    """Whether show output begins a list here: ``IP Access List NAME``."""
    return shown_list(statement.words) is not None


def apply_root(eos: Eos, statement: Statement, dump: int) -> None:
    """Apply one command of the outermost level and everything under it.

    Args:
        eos: The device.
        statement: The command.
        dump: Number of the dump that it is part of; 0 if it was typed.
    """
    words = statement.words
    shown = shown_list(words)
    if shown is not None:
        read_shown(eos, statement, shown)
    elif is_interface(words[0]) and words[1:]:
        edit_interface(eos, statement, dump)
    elif words[0] in FAMILIES and words[1:2] == ("access-list",):
        edit_list(eos, statement, dump)
    elif words[0].lower() == "traffic-policies":
        edit_policies(eos, statement, dump)
    else:
        _others(eos, statement)


def _others(eos: Eos, statement: Statement) -> None:
    words = statement.words
    if words[0] in ("no", "default") and words[1:]:
        remove(eos, statement)
    elif words[0] not in _ROOTS or not _ROOTS[words[0]](eos, statement):
        _count_elsewhere(eos, statement)
        if _looks_like_a_list(statement):
            eos.orphans.append(statement)
            eos.book.doubt(statement.source, "filter lines under a header that is not understood")


def _count_elsewhere(eos: Eos, statement: Statement) -> None:
    """Claim uses of lists that do not filter transit packets (management, control plane)."""
    for each in [statement, *below(statement)]:
        if "access-group" in each.words or "access-class" in each.words:
            eos.book.no_effect += 1


def _looks_like_a_list(statement: Statement) -> bool:
    return any(
        len(child.words) > 2  # noqa: PLR2004 - number, action, more
        and child.words[0].isdecimal()
        and child.words[1] in ("permit", "deny")
        for child in statement.children
    )


def _ip(eos: Eos, statement: Statement) -> bool:
    words = statement.words
    family = words[0]
    if words[1:2] == (("routing",) if family == "ip" else ("unicast-routing",)):
        eos.no_routing.pop((family, words[3] if len(words) > 3 else ""), None)  # noqa: PLR2004 - vrf NAME
        eos.book.read += 1
    elif words[1:2] == ("nat",):
        eos.nat = True
    else:
        return False
    return True


def _switchport(eos: Eos, statement: Statement) -> bool:
    if statement.words[:3] != ("switchport", "default", "mode"):
        return False
    eos.routed_by_default = statement.words[3:] == ("routed",)
    eos.book.read += 1
    return True


def _claimed(eos: Eos, statement: Statement) -> bool:
    eos.book.ignore(statement)
    return True


def _system(eos: Eos, statement: Statement) -> bool:
    if statement.words[1:2] != ("control-plane",):
        return False
    return _claimed(eos, statement)


def _vlan(eos: Eos, statement: Statement) -> bool:
    edit_vlans(eos, statement)
    return True


def _class_map(eos: Eos, statement: Statement) -> bool:
    edit_class_map(eos, statement)
    return True


def _policy_map(eos: Eos, statement: Statement) -> bool:
    edit_policy_map(eos, statement)
    return True


_ROOTS: dict[str, Callable[[Eos, Statement], bool]] = {
    "class-map": _class_map,
    "control-plane": _claimed,
    "ip": _ip,
    "ipv6": _ip,
    "policy-map": _policy_map,
    "priority-flow-control": _claimed,
    "qos": _claimed,
    "switchport": _switchport,
    "system": _system,
    "vlan": _vlan,
}
"""Commands by first word; False from one of them: it is not of a section that we own."""
