"""What ports of a device are that do not say whether they bridge or route."""

from __future__ import annotations

from typing import TYPE_CHECKING

from roce_audit.platforms.cisco_xe.names import PORT_CHANNEL, is_physical, kind_of

if TYPE_CHECKING:
    from collections.abc import Mapping

    from roce_audit.platforms.cisco_xe.state import Port, Xe

_SWITCHES = (
    "c9200", "c9300", "c9350", "c9400", "c9500", "c9600", "c9610", "c1000", "c2960", "c3560",
    "c3650", "c3750", "c3850", "c4500", "ws-c2", "ws-c3", "ws-c4", "cat9k", "cat3k", "cat4k",
    "ie-3", "ie-4", "provision",
)  # fmt: skip
_ROUTERS = ("csr1000v", "c8000", "c8200", "c8300", "c8500", "isr4", "asr1", "qfp", "iosv")
"""Parts of model names; ``qfp`` is the forwarding engine of routers."""
_MANAGEMENT = frozenset({"GigabitEthernet0/0", "FastEthernet0", "GigabitEthernet0"})


def bridges_by_default(xe: Xe, ports: Mapping[str, Port]) -> bool | None:
    """Return whether a port without a word about it bridges; None if nothing tells."""
    if xe.settings.default_port_mode:
        return xe.settings.default_port_mode == "switched"
    known = [port for port in ports.values() if _counts(port)]
    bridged = any(_is_exception_to_bridging(port) for port in known)
    routed = any(_is_exception_to_switching(port) for port in known)
    if bridged != routed:
        return bridged
    words = " ".join(xe.models)
    switch, router = (any(part in words for part in parts) for parts in (_SWITCHES, _ROUTERS))
    return switch if switch != router else None


def _counts(port: Port) -> bool:
    """Whether the port is one of those that may bridge: not the management port."""
    management = port.name in _MANAGEMENT or port.vrf.lower().startswith("mgmt")
    return not management and (is_physical(port.name) or kind_of(port.name) == PORT_CHANNEL)


def _is_exception_to_bridging(port: Port) -> bool:
    """Whether words stand there that only a device needs, or accepts, whose ports bridge."""
    return port.switchport is False or (port.bridging_words and not port.bare)


def _is_exception_to_switching(port: Port) -> bool:
    """Whether words stand there that only a device accepts whose ports route."""
    return port.switchport is None and not port.bridging_words and port.routing_words
