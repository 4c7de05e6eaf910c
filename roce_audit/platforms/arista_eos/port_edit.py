"""Commands of interface mode."""

from __future__ import annotations

from typing import TYPE_CHECKING

from roce_audit.errors import ParseError
from roce_audit.model.acl import Family
from roce_audit.platforms.arista_eos.number_list import is_number
from roce_audit.platforms.arista_eos.port_guards import address_locking, dot1x, guard, storm_control
from roce_audit.platforms.arista_eos.port_state import Bound, Guard
from roce_audit.platforms.arista_eos.port_words import QUIET, QUIET_IP, QUIET_IPV6

if TYPE_CHECKING:
    from collections.abc import Callable

    from roce_audit.platforms.arista_eos.port_command import Command
    from roce_audit.platforms.arista_eos.port_state import Port

FAMILIES = {"ip": Family.IPV4, "ipv6": Family.IPV6, "mac": Family.MAC}
DIRECTIONS = {"in": "in", "out": "out", "input": "in", "output": "out"}


def apply_to_port(port: Port, command: Command) -> bool:
    """Apply one command.

    Returns:
        True if it changed what the port does with packets, False if it has no effect on that.

    Raises:
        ParseError: It is not understood.
    """
    first = command.words[0]
    handler = HANDLERS.get(first)
    if handler is not None:
        return handler(port, command)
    if first in QUIET:
        return False
    raise ParseError(f"unknown interface statement {first!r}")


def bind(port: Port, command: Command) -> bool:
    """Apply ``ip|ipv6|mac access-group NAME in|out``."""
    family = command.words[0]
    words = command.cursor(2)
    if command.negative and not words.peek():
        raise ParseError("it names no list")
    name = words.take("the name of a list")
    direction = words.choice("in", "out")
    words.end()
    if command.negative:
        port.bound.pop((family, direction), None)
    else:
        key = (FAMILIES[family].value, name)
        port.bound[family, direction] = Bound(key, direction, command.statement)
    return True


def _traffic_policy(port: Port, command: Command) -> bool:
    words = command.cursor()
    direction = DIRECTIONS[words.choice("input", "output")]
    name = words.rest()
    if command.negative:
        port.bound.pop(("policy", direction), None)
        return True
    if len(name) != 1:
        raise ParseError("one name of a traffic policy should follow")
    key = (Family.MIXED.value, name[0])
    port.bound["policy", direction] = Bound(key, direction, command.statement)
    return True


def _ip(port: Port, command: Command) -> bool:
    family, second = command.words[0], command.words[1:2]
    if second == ("access-group",):
        return bind(port, command)
    if second == ("address",):
        return _address(port, command)
    if second == ("enable",) and family == "ipv6":
        return True
    if second == ("verify",):
        reason = "unicast reverse path forwarding drops packets from sources without a route"
        what = "uRPF" if family == "ip" else "IPv6 uRPF"
        return guard(port, command, Guard(what, reason, command.statement, family, routed=True))
    quiet = QUIET_IP if family == "ip" else QUIET_IPV6
    if second and second[0] in quiet:
        return False
    raise ParseError(f"unknown interface statement {' '.join(command.words[:2])!r}")


def _address(port: Port, command: Command) -> bool:
    words = [word for word in command.words[2:] if word != "virtual"]
    if command.negative:
        port.addresses = {a: None for a in port.addresses if words and a != words[0]}
        return True
    if words and words[0] in ("dhcp", "unnumbered", "auto-config"):
        return True
    if not words or not (words[0][0].isdecimal() or ":" in words[0]):
        raise ParseError("an address should follow")
    if "/" not in words[0] and len(words) > 1 and words[1].count(".") == 3:  # noqa: PLR2004 - four bytes
        words[0] = f"{words[0]}/{_mask_length(words[1])}"
    port.addresses[words[0]] = None
    return True


def _mask_length(mask: str) -> int:
    parts = mask.split(".")
    if not all(map(is_number, parts)):
        raise ParseError(f"{mask!r} is no mask")
    return sum(int(part).bit_count() for part in parts)


def _mac(port: Port, command: Command) -> bool:
    if command.words[1:2] == ("access-group",):
        return bind(port, command)
    if command.words[1:2] == ("timestamp",):
        return False
    raise ParseError(f"unknown interface statement {' '.join(command.words[:2])!r}")


def _service_policy(port: Port, command: Command) -> bool:
    words = command.words[1:]
    kind = "qos"
    if words[:1] == ("type",) and words[1:]:
        kind, words = words[1], words[2:]
    if kind == "pdp":
        return False
    if words[2:] or words[:1] not in (("input",), ("output",)):
        raise ParseError("unknown form of service-policy")
    direction = DIRECTIONS[words[0]]
    if command.negative:
        port.service.pop((kind, direction), None)
        return True
    if not words[1:]:
        raise ParseError("the name of a policy map should follow")
    port.service[kind, direction] = Bound(("", words[1]), direction, command.statement)
    return True


HANDLERS: dict[str, Callable[[Port, Command], bool]] = {
    "address": address_locking,
    "dot1x": dot1x,
    "ip": _ip,
    "ipv6": _ip,
    "mac": _mac,
    "service-policy": _service_policy,
    "storm-control": storm_control,
    "traffic-policy": _traffic_policy,
}
