"""Commands of the outermost level that take something away: ``no`` and ``default``."""

from __future__ import annotations

from typing import TYPE_CHECKING

from roce_audit.platforms.arista_eos.policy_state import TrafficPolicies
from roce_audit.platforms.arista_eos.port_block import remove_interface
from roce_audit.platforms.arista_eos.port_edit import FAMILIES
from roce_audit.platforms.arista_eos.vlan_edit import remove_vlans

if TYPE_CHECKING:
    from collections.abc import Callable

    from roce_audit.platforms.arista_eos.model_state import Eos
    from roce_audit.reading.statement import Statement


def remove(eos: Eos, statement: Statement) -> None:
    """Apply ``no ...`` or ``default ...``; what is not ours is left uncounted."""
    handler = _REMOVALS.get(statement.words[1])
    if handler is not None and handler(eos, statement):
        eos.book.read += 1


def _list_or_routing(eos: Eos, statement: Statement) -> bool:
    family, *rest = statement.words[1:]
    if rest[:1] == ["access-list"] and len(rest) > 1:
        eos.lists.pop((FAMILIES[family].value, rest[-1]), None)
    elif rest[:1] == ["routing" if family == "ip" else "unicast-routing"]:
        eos.no_routing[family, rest[2] if len(rest) > 2 else ""] = statement  # noqa: PLR2004 - vrf NAME
    else:
        return False
    return True


def _interface(eos: Eos, statement: Statement) -> bool:
    remove_interface(eos, statement)
    return True


def _vlan(eos: Eos, statement: Statement) -> bool:
    words = statement.words[2:]
    if not words or not words[0][0].isdecimal():
        return False
    remove_vlans(eos, words)
    return True


def _policies(eos: Eos, _statement: Statement) -> bool:
    eos.policies = TrafficPolicies()
    return True


def _policy_map(eos: Eos, statement: Statement) -> bool:
    eos.services.pop(statement.words[-1], None)
    return True


def _class_map(eos: Eos, statement: Statement) -> bool:
    eos.class_lists.pop(statement.words[-1], None)
    return True


def _switchport(eos: Eos, statement: Statement) -> bool:
    if statement.words[2:4] != ("default", "mode"):
        return False
    eos.routed_by_default = False
    return True


_REMOVALS: dict[str, Callable[[Eos, Statement], bool]] = {
    "class-map": _class_map,
    "interface": _interface,
    "ip": _list_or_routing,
    "ipv6": _list_or_routing,
    "mac": _list_or_routing,
    "policy-map": _policy_map,
    "switchport": _switchport,
    "traffic-policies": _policies,
    "vlan": _vlan,
}
