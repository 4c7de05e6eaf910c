"""``switchport`` statements of interfaces."""

from __future__ import annotations

from typing import TYPE_CHECKING

from roce_audit.errors import ParseError
from roce_audit.packets.ranges import normalise, without
from roce_audit.platforms.cisco_xe.port_words import SWITCHPORT_NO_EFFECT
from roce_audit.reading.guard import BOTH, Guard
from roce_audit.reading.number_list import number_list
from roce_audit.reading.said import IGNORED, READ
from roce_audit.reading.statement import Words

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from roce_audit.packets.ranges import Ranges
    from roce_audit.platforms.cisco_xe.state import Port
    from roce_audit.reading.said import Said

VLAN_TOP = 4094
ALL_VLANS: Ranges = ((1, VLAN_TOP),)
_MODES = frozenset({"access", "trunk", "dynamic auto", "dynamic desirable"})


def read_switchport(port: Port, said: Said) -> str | None:
    """Apply a ``switchport`` statement; None if it may be a guard or is unknown.

    Raises:
        ParseError: A word does not fit.
    """
    if len(said.words) == 1:
        port.switchport, port.bare = not said.negated, not said.negated
        return READ
    if not said.negated:
        port.bridging_words = True
    reader = _READERS.get(said.words[1])
    if reader is not None:
        return reader(port, said.behind(2))
    return IGNORED if said.words[1] in SWITCHPORT_NO_EFFECT else None


def _mode(port: Port, said: Said) -> str:
    port.guards.pop("switchport mode", None)
    port.mode = None if said.negated else " ".join(said.words)
    if port.mode is None or port.mode in _MODES:
        return READ
    reason = f"line {said.statement.line}: mode {port.mode} forwards by rules of its own"
    port.guards["switchport mode"] = Guard(reason, said.statement, directions=BOTH)
    return reason


def _access(port: Port, said: Said) -> str:
    cursor = Words(said.words)
    cursor.choice("vlan")
    port.access = None if said.negated else cursor.number(VLAN_TOP, 1)
    return READ


def _trunk(port: Port, said: Said) -> str:
    cursor = Words(said.words)
    what = cursor.choice("allowed", "native", "encapsulation", "pruning")
    if what in ("encapsulation", "pruning"):
        return IGNORED
    cursor.choice("vlan")
    if said.negated:
        port.native = None if what == "native" else port.native
        port.allowed = None if what == "allowed" else port.allowed
    elif what == "native":
        port.native = cursor.number(VLAN_TOP, 1)
    else:
        port.allowed = _allowed(ALL_VLANS if port.allowed is None else port.allowed, cursor)
    return READ


def _allowed(before: Ranges, cursor: Words) -> Ranges:
    """Return the VLANs of a trunk after ``[add|remove|except] LIST``, ``all`` or ``none``."""
    how = cursor.skip("all", "none", "add", "remove", "except")
    if how == "all":
        return ALL_VLANS
    if how == "none":
        return ()
    listed = number_list("".join(cursor.rest()), VLAN_TOP, 1)
    match how:
        case "add":
            return normalise((*before, *listed))
        case "remove":
            return without(before, listed)
        case "except":
            return without(ALL_VLANS, listed)
        case _:
            return listed


def _security(port: Port, said: Said) -> str:
    """Port security acts once the bare statement stands there; the rest are its settings."""
    if said.words:
        return IGNORED
    port.guards.pop("port-security", None)
    if said.negated:
        return READ
    reason = f"line {said.statement.line}: port security drops frames of other stations"
    port.guards["port-security"] = Guard(reason, said.statement)
    return reason


def _block(_port: Port, said: Said) -> str | None:
    if said.words == ("multicast",):
        return IGNORED
    if said.words == ("unicast",):
        return None
    raise ParseError("expected unicast or multicast")


_READERS: Mapping[str, Callable[[Port, Said], str | None]] = {
    "mode": _mode,
    "access": _access,
    "trunk": _trunk,
    "port-security": _security,
    "block": _block,
}
