"""Interfaces of a device, once everything is read."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from roce_audit.model.device import Interface, Mode
from roce_audit.platforms.cisco_nxos.modes import mode_doubt
from roce_audit.platforms.cisco_nxos.names import is_physical, svi_vlan
from roce_audit.platforms.cisco_nxos.port import Hazard, Port
from roce_audit.platforms.cisco_nxos.switchport import ALL_VLANS

if TYPE_CHECKING:
    from collections.abc import Mapping

    from roce_audit.platforms.cisco_nxos.modes import Bridges
    from roce_audit.platforms.cisco_nxos.state import State

_TRUNKS = frozenset({"trunk", "fex-fabric"})
_DEFAULT_VLAN = 1


def with_profiles(state: State) -> Mapping[str, Port]:
    """Return the ports with the settings of their profiles where they say nothing themselves."""
    return {
        name: _inheriting(state, port) if port.profiles else port
        for name, port in state.ports.items()
    }


def _inheriting(state: State, port: Port) -> Port:
    whole = replace(port, hazards=dict(port.hazards))
    for name, source in port.profiles.items():
        profile = state.profiles.get(name)
        if profile is None:
            reason = f"inherits port profile {name}, which is not defined"
            whole.endanger(f"profile {name}", Hazard("port profile", reason, source))
        elif profile.live:
            _fill(whole, profile)
    return whole


def _fill(port: Port, profile: Port) -> None:
    """Give ``port`` what ``profile`` says and it does not."""
    if port.switchport is None:
        port.switchport = profile.switchport
    if port.allowed is None:
        port.allowed = profile.allowed
    if port.shut is None:
        port.shut = profile.shut
    port.mode = port.mode or profile.mode
    port.access_vlan = port.access_vlan or profile.access_vlan
    port.native_vlan = port.native_vlan or profile.native_vlan
    port.channel = port.channel or profile.channel
    port.mtu = port.mtu or profile.mtu
    port.vrf = port.vrf or profile.vrf
    port.classify = port.classify or profile.classify
    port.bridging = port.bridging or profile.bridging
    port.filtering = port.filtering or profile.filtering
    port.routing = port.routing or profile.routing
    port.bindings = {**profile.bindings, **port.bindings}
    port.policies = {**profile.policies, **port.policies}
    port.hazards = {**profile.hazards, **port.hazards}


def interface_of(state: State, port: Port, bridges: Bridges) -> Interface:
    """Return what the port is to the audit.

    Args:
        state: What was read.
        port: The port, port profiles applied.
        bridges: Whether it is a layer-2 port; None if nothing tells.
    """
    allowed = ALL_VLANS if port.allowed is None else port.allowed
    down = bridges is True and state.default_shutdown and is_physical(port.name)
    subinterface = port.name.partition(".")[0] if port.encapsulation is not None else ""
    return Interface(
        port.name,
        _mode(port, bridges),
        port.source,
        mode_doubt=mode_doubt(port) if bridges is None else None,
        access_vlan=None if bridges is False else port.access_vlan or _DEFAULT_VLAN,
        native_vlan=None if bridges is False else port.native_vlan or _DEFAULT_VLAN,
        allowed_vlans=() if bridges is False else allowed,
        svi_vlan=svi_vlan(port.name),
        parent=port.channel or subinterface,
        encapsulation=port.encapsulation,
        enabled=not (down if port.shut is None else port.shut),
        mtu_bytes=port.mtu,
        addresses=tuple(port.addresses),
        vrf=port.vrf,
    )


def _mode(port: Port, bridges: Bridges) -> Mode:
    if bridges is None:
        return Mode.UNKNOWN
    if not bridges:
        return Mode.ROUTED
    return Mode.TRUNK if port.mode in _TRUNKS else Mode.ACCESS
