"""Whether a port bridges or routes, from everything that tells.

A running configuration prints what differs from the default, and the default depends on the model:
see NOTES.md, "Interfaces".
"""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

from roce_audit.packets.fields import Doubt
from roce_audit.platforms.cisco_nxos.names import can_bridge, is_physical

if TYPE_CHECKING:
    from collections.abc import Mapping

    from roce_audit.platforms.cisco_nxos.port import Port
    from roce_audit.platforms.cisco_nxos.state import State
    from roce_audit.reading.platform import Assume


Bridges: TypeAlias = bool | None
"""Whether an interface is a layer-2 port; None if nothing tells."""


def bridging(state: State, ports: Mapping[str, Port], assume: Assume) -> Mapping[str, Bridges]:
    """Return for every interface whether it bridges; None if nothing tells.

    Args:
        state: What was read.
        ports: The interfaces, port profiles applied.
        assume: Switches.
    """
    default = _default(state, ports, assume)
    own = {name: _own(state, port) if can_bridge(name) else False for name, port in ports.items()}
    members: dict[str, set[Bridges]] = {}
    for name, port in ports.items():
        if port.channel and own[name] is not None:
            members.setdefault(port.channel, set()).add(own[name])
    for name, known in own.items():
        if known is None:
            told = members.get(name, set())
            own[name] = told.pop() if len(told) == 1 else default
    return {
        name: own.get(port.channel, own[name]) if port.channel else own[name]
        for name, port in ports.items()
    }


def _own(state: State, port: Port) -> Bridges:
    """Return what the port's own commands and the device's state say."""
    if port.switchport is not None:
        return port.switchport
    bridges = port.bridging or port.filtering
    if bridges != port.routing:
        return bridges
    if bridges:
        return None
    return state.modes.get(port.name)


def _default(state: State, ports: Mapping[str, Port], assume: Assume) -> Bridges:
    """Return whether a port bridges that says nothing itself."""
    if state.default_switchport is not None:
        return state.default_switchport
    settled = assume.get("default_port_mode", "")
    if settled:
        return settled == "switched"
    physical = [port for name, port in ports.items() if is_physical(name)]
    silent = [port for port in physical if port.switchport is None]
    bridged = any(port.bridging for port in silent)
    routed = any(port.routing for port in silent)
    if bridged != routed:
        return bridged
    words = {port.switchport for port in physical}
    # ``no switchport`` is printed only where the default is to bridge.
    return True if not bridged and False in words and True not in words else None


def mode_doubt(port: Port) -> Doubt:
    """Return the question whether a port routes."""
    where = f"line {port.source.line}: " if port.source.line else ""
    return Doubt(
        f"{port.name} is routed",
        f"{where}nothing says whether {port.name} is a routed port or a switchport",
    )


def bridge_doubt(port: Port) -> Doubt:
    """Return the question whether a port bridges, the opposite of ``mode_doubt``."""
    return Doubt(f"{port.name} is a switchport", mode_doubt(port).reason)
