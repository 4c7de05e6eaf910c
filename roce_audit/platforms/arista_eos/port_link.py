"""Commands of interface mode on channels, tags, sizes, VRFs and whether the port is up."""

from __future__ import annotations

from typing import TYPE_CHECKING

from roce_audit.errors import ParseError
from roce_audit.platforms.arista_eos.number_list import is_number
from roce_audit.platforms.arista_eos.port_guards import private
from roce_audit.platforms.arista_eos.switchport import VLAN_TOP, switchport

if TYPE_CHECKING:
    from collections.abc import Callable

    from roce_audit.platforms.arista_eos.port_command import Command
    from roce_audit.platforms.arista_eos.port_state import Port

MTU_LEAST = 64
MTU_TOP = 65535
CHANNEL_TOP = 999999


def _shutdown(port: Port, command: Command) -> bool:
    port.shutdown = not command.negative
    return True


def _mtu(port: Port, command: Command) -> bool:
    words = command.cursor()
    if command.negative:
        port.mtu = None
        return True
    size = words.number(MTU_TOP, MTU_LEAST)
    words.end()
    port.mtu = size
    return True


def _l2(port: Port, command: Command) -> bool:
    words = command.cursor()
    which = words.choice("mtu", "mru")
    size = None if command.negative else words.number(MTU_TOP, MTU_LEAST)
    if which == "mtu" or (size is not None and (port.l2_mtu is None or size < port.l2_mtu)):
        port.l2_mtu = size
    return True


def _channel_group(port: Port, command: Command) -> bool:
    words = command.cursor()
    if command.negative:
        port.channel = 0
        return True
    number = words.number(CHANNEL_TOP, 1)
    if words.skip("mode"):
        words.choice("on", "active", "passive")
    words.end()
    port.channel = number
    return True


def _encapsulation(port: Port, command: Command) -> bool:
    if command.negative:
        port.outer, port.odd_encapsulation = None, False
    elif command.words[1:3] == ("dot1q", "vlan"):
        port.outer = command.cursor(3).number(VLAN_TOP, 1)
    elif command.words[1:] == ("vlan",):
        _flexible(port, command)
    else:
        raise ParseError("unknown form of encapsulation")
    return True


def _flexible(port: Port, command: Command) -> None:
    """Read the ``client`` line under ``encapsulation vlan``: plain ``dot1q N`` is modelled."""
    clients = [each.words for each in command.statement.children if each.words[0] == "client"]
    port.odd_encapsulation = True
    if len(clients) == 1 and clients[0][1:2] == ("dot1q",) and clients[0][2:3] != ("outer",):
        number = clients[0][2] if len(clients[0]) > 2 else ""  # noqa: PLR2004 - client dot1q N
        if is_number(number) and 1 <= int(number) <= VLAN_TOP:
            port.outer, port.odd_encapsulation = int(number), False


def _vlan(port: Port, command: Command) -> bool:
    words = command.cursor()
    words.choice("id")
    port.bridge_vlan = None if command.negative else words.number(VLAN_TOP, 1)
    return True


def _vrf(port: Port, command: Command) -> bool:
    words = [word for word in command.words[1:] if word != "forwarding"]
    port.vrf = "" if command.negative or not words or words[0] == "default" else words[0]
    return True


LINK_HANDLERS: dict[str, Callable[[Port, Command], bool]] = {
    "channel-group": _channel_group,
    "encapsulation": _encapsulation,
    "l2": _l2,
    "mtu": _mtu,
    "pvlan": private,
    "shutdown": _shutdown,
    "switchport": switchport,
    "vlan": _vlan,
    "vrf": _vrf,
}
