"""Commands that begin with ``switchport``."""

from __future__ import annotations

from typing import TYPE_CHECKING

from roce_audit.errors import ParseError
from roce_audit.packets.ranges import intersect, normalise, without
from roce_audit.platforms.arista_eos.number_list import number_list
from roce_audit.platforms.arista_eos.port_guards import (
    guard,
    port_security,
    private,
    tagging,
    translation,
)
from roce_audit.platforms.arista_eos.port_state import Guard
from roce_audit.platforms.arista_eos.port_words import QUIET_SWITCHPORT

if TYPE_CHECKING:
    from collections.abc import Callable

    from roce_audit.packets.ranges import Ranges
    from roce_audit.platforms.arista_eos.port_command import Command
    from roce_audit.platforms.arista_eos.port_state import Port

VLAN_TOP = 4094
ALL_VLANS: Ranges = ((1, VLAN_TOP),)
_MODES = frozenset({"access", "trunk", "dot1q-tunnel"})


def switchport(port: Port, command: Command) -> bool:
    """Apply ``switchport ...``."""
    if len(command.words) == 1:
        port.switchport = not command.negative
        return True
    second = command.words[1]
    handler = _SWITCHPORT.get(second)
    if handler is not None:
        return handler(port, command)
    if second in QUIET_SWITCHPORT and second != "phone":
        return False
    raise ParseError(f"unknown interface statement 'switchport {second}'")


def _mode(port: Port, command: Command) -> bool:
    words = command.words[2:]
    port.guards.pop("tap aggregation", None)
    if command.negative or not words:
        port.mode = "access"
    elif words == ("trunk", "phone"):
        port.mode = "phone"
    elif len(words) == 1 and words[0] in _MODES:
        port.mode = words[0]
    elif words[0] in ("tap", "tool", "tap-tool"):
        reason = "the port belongs to tap aggregation, which does not bridge"
        return guard(port, command, Guard("tap aggregation", reason, command.statement))
    else:
        raise ParseError(f"unknown switchport mode {' '.join(words)!r}")
    return True


def _access(port: Port, command: Command) -> bool:
    words = command.cursor(2)
    words.choice("vlan")
    if command.negative:
        port.access = 1
        return True
    number = words.number(VLAN_TOP, 1)
    words.end()
    port.access = number
    return True


def _phone(port: Port, command: Command) -> bool:
    if command.words[2:3] != ("vlan",):
        return False
    words = command.cursor(3)
    port.phone = None if command.negative else words.number(VLAN_TOP, 1)
    return True


def _trunk(port: Port, command: Command) -> bool:
    words = command.words[2:]
    match words[:2]:
        case ("allowed", "vlan"):
            port.allowed = ALL_VLANS if command.negative else _allowed(port.allowed, words[2:])
        case ("native", "vlan"):
            _native(port, command)
        case ("group", name) if command.negative:
            port.groups = tuple(each for each in port.groups if each != name)
        case ("group", name):
            port.groups = (*port.groups, name)
        case ("private-vlan", _):
            return private(port, command)
        case _:
            raise ParseError(f"unknown interface statement 'switchport trunk {' '.join(words)}'")
    return True


def _native(port: Port, command: Command) -> None:
    words = command.cursor(4)
    if command.negative:
        port.native = 1
    elif words.skip("tag"):
        port.native = None
    else:
        number = words.number(VLAN_TOP, 1)
        words.end()
        port.native = number


def _allowed(now: Ranges, words: tuple[str, ...]) -> Ranges:
    if words == ("all",):
        return ALL_VLANS
    if words == ("none",):
        return ()
    verb, rest = (words[0], words[1:]) if words and words[0].isalpha() else ("", words)
    given = number_list(rest, VLAN_TOP)
    if not intersect(given, ALL_VLANS) == given:
        raise ParseError("VLANs go from 1 to 4094")
    match verb:
        case "":
            return given
        case "add":
            return normalise((*now, *given))
        case "remove":
            return without(now, given)
        case "except":
            return without(ALL_VLANS, given)
        case _:
            raise ParseError(f"unknown word {verb!r}")


_SWITCHPORT: dict[str, Callable[[Port, Command], bool]] = {
    "access": _access,
    "dot1q": tagging,
    "mode": _mode,
    "phone": _phone,
    "port-security": port_security,
    "private-vlan": private,
    "pvlan": private,
    "trunk": _trunk,
    "vlan": translation,
}
