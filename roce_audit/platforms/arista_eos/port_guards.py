"""Commands of interface mode that may drop or limit packets in ways the text does not tell."""

from __future__ import annotations

from typing import TYPE_CHECKING

from roce_audit.errors import ParseError
from roce_audit.platforms.arista_eos.port_state import Guard

if TYPE_CHECKING:
    from roce_audit.platforms.arista_eos.port_command import Command
    from roce_audit.platforms.arista_eos.port_state import Port

PRIVATE_VLAN = "the port belongs to a private VLAN, which keeps hosts apart"


def guard(port: Port, command: Command, made: Guard) -> bool:
    """Put a guard on the port, or take it away."""
    if command.negative:
        port.guards.pop(made.what, None)
    else:
        port.guards[made.what] = made
    return True


def storm_control(port: Port, command: Command) -> bool:
    """Apply ``storm-control ...``: only ``all`` counts the packets of known hosts."""
    words = command.words[1:]
    if words[:1] in (("broadcast",), ("multicast",), ("unknown-unicast",)):
        return False
    if words[:1] == ("all",) and words[1:2] == ("level",):
        if words[2:] in (("100",), ("100.00",)):
            return False
        reason = f"storm control limits all packets ({' '.join(words)})"
        return guard(port, command, Guard("storm-control", reason, command.statement))
    if command.negative:
        return guard(port, command, Guard("storm-control", "", command.statement))
    raise ParseError("unknown form of storm-control")


def address_locking(port: Port, command: Command) -> bool:
    """Apply ``address locking ...``."""
    reason = "address locking drops packets of hosts without a lease"
    return guard(port, command, Guard("address locking", reason, command.statement))


def dot1x(port: Port, command: Command) -> bool:
    """Apply ``dot1x ...``: only ``port-control`` decides whether a host may send."""
    if command.words[1:2] != ("port-control",):
        return False
    force = command.words[2:] == ("force-authorized",)
    reason = "802.1X drops the packets of a host that is not authorized"
    made = Guard("dot1x", reason, command.statement)
    if force:
        port.guards.pop("dot1x", None)
        return True
    return guard(port, command, made)


def port_security(port: Port, command: Command) -> bool:
    """Apply ``switchport port-security ...``."""
    if command.words[-1] == "disabled" and not command.negative:
        return False
    if command.negative and len(command.words) > 2:  # noqa: PLR2004 - a detail, not the feature
        return False
    reason = "port security drops frames of addresses beyond its limit"
    return guard(port, command, Guard("port-security", reason, command.statement))


def translation(port: Port, command: Command) -> bool:
    """Apply ``switchport vlan translation ...``."""
    if command.words[2:3] == ("forwarding",):
        return False
    reason = "VLAN translation moves frames to another VLAN"
    return guard(port, command, Guard("vlan translation", reason, command.statement))


def private(port: Port, command: Command) -> bool:
    """Apply ``switchport pvlan mapping ...`` and its like."""
    return guard(port, command, Guard("private VLAN", PRIVATE_VLAN, command.statement))


def tagging(port: Port, command: Command) -> bool:
    """Apply ``switchport dot1q ...``."""
    if command.words[2:] == ("vlan", "tag", "required"):
        reason = "frames without a VLAN tag are dropped"
    elif command.words[2:] == ("vlan", "tag", "disallowed"):
        reason = "frames with a VLAN tag are dropped"
    elif command.negative:
        reason = ""
    else:
        reason = "it changes which tags the port understands"
    return guard(port, command, Guard("dot1q", reason, command.statement))
