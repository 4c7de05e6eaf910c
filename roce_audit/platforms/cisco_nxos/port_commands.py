"""The commands of ``interface``: what each does to the record of the port."""

from __future__ import annotations

from typing import TYPE_CHECKING

from roce_audit.platforms.cisco_nxos.port import BOTH_WAYS, Claim, Hazard, Port, Said
from roce_audit.platforms.cisco_nxos.port_addresses import interface_address
from roce_audit.platforms.cisco_nxos.port_filters import (
    bind,
    service_policy,
    source_guard,
    storm_control,
    verify,
)
from roce_audit.platforms.cisco_nxos.port_words import NO_EFFECT, NO_EFFECT_IP, ROUTING, ROUTING_IP
from roce_audit.platforms.cisco_nxos.switchport import TOP_VLAN, switchport
from roce_audit.reading.statement import Words

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

_SECOND = {"logging": ("event",), "snmp": ("trap",), "vrf": ("member",)}
"""Second words that tell an interface command from a global one with the same beginning."""
_ADDRESS_SIGNS = frozenset("0123456789abcdefABCDEF.:/")
_TOP_MTU = 65535
_TOP_CHANNEL = 4096


def reader_of(words: tuple[str, ...], start: int) -> Callable[[Port, Said], Claim] | None:
    """Return what reads an interface command, None if the words begin no such command.

    Args:
        words: Of the statement.
        start: Index behind ``no``.
    """
    first = words[start] if start < len(words) else ""
    second = words[start + 1] if start + 1 < len(words) else ""
    if first in ("ip", "ipv6"):
        return _ip_reader(first, second)
    if first == "mac":
        return _mac if second in ("port", "packet-classify") else None
    if second not in _SECOND.get(first, (second,)):
        return None
    known = _READERS.get(first)
    if known is not None:
        return known
    if first in ROUTING:
        return _routing
    return _no_effect if first in NO_EFFECT else None


def _no_effect(_port: Port, _said: Said) -> Claim:
    return Claim.NO_EFFECT


def _routing(port: Port, said: Said) -> Claim:
    port.routing = port.routing or not said.negated
    return Claim.NO_EFFECT


def _ip_reader(first: str, second: str) -> Callable[[Port, Said], Claim] | None:
    if second in _IP_READERS:
        return _ip
    if second in ROUTING_IP:
        return _routing
    # ``ip 10.0.3.1`` below ``hsrp`` names a virtual address.
    virtual = _ADDRESS_SIGNS.issuperset(second) and ("." in second or ":" in second)
    known = second in NO_EFFECT_IP or virtual
    return _no_effect if known and first in ("ip", "ipv6") else None


def _ip(port: Port, said: Said) -> Claim:
    words = Words(said.statement.words, said.start)
    family = words.take()
    return _IP_READERS[words.take()](port, said, family, words)


def _port_filter(port: Port, said: Said, family: str, words: Words) -> Claim:
    words.choice("access-group" if family == "ip" else "traffic-filter")
    return bind(port, said, f"{family} port", words)


def _filter(port: Port, said: Said, family: str, words: Words) -> Claim:
    return bind(port, said, family, words)


def _source_guard(port: Port, said: Said, _family: str, _words: Words) -> Claim:
    return source_guard(port, said)


def _mac(port: Port, said: Said) -> Claim:
    words = Words(said.statement.words, said.start + 1)
    if words.take() == "packet-classify":
        words.end()
        port.filtering = port.filtering or not said.negated
        port.classify = not said.negated
        return Claim.READ
    words.choice("access-group")
    return bind(port, said, "mac port", words)


def _shutdown(port: Port, said: Said) -> Claim:
    words = Words(said.statement.words, said.start + 1)
    if said.negated and words.skip("lan"):
        return Claim.NO_EFFECT
    words.skip("force")
    words.end()
    port.shut = not said.negated
    return Claim.READ


def _mtu(port: Port, said: Said) -> Claim:
    words = Words(said.statement.words, said.start + 1)
    port.mtu = None if said.negated else words.number(_TOP_MTU)
    return Claim.READ


def _channel_group(port: Port, said: Said) -> Claim:
    words = Words(said.statement.words, said.start + 1)
    port.channel = "" if said.negated else f"port-channel{words.number(_TOP_CHANNEL, 1)}"
    words.skip("force")
    if words.skip("mode"):
        words.choice("active", "passive", "on")
    return Claim.READ


def _vrf(port: Port, said: Said) -> Claim:
    words = Words(said.statement.words, said.start + 1)
    words.choice("member")
    port.vrf = "" if said.negated else words.take("a name")
    port.routing = port.routing or not said.negated
    return Claim.READ


def _encapsulation(port: Port, said: Said) -> Claim:
    words = Words(said.statement.words, said.start + 1)
    if said.negated:
        port.encapsulation = None
        return Claim.READ
    words.choice("dot1q", "dot1Q")
    port.encapsulation = words.number(TOP_VLAN, 1)
    words.end()
    return Claim.READ


def _inherit(port: Port, said: Said) -> Claim:
    words = Words(said.statement.words, said.start + 1)
    words.choice("port-profile")
    name = words.take("a name")
    if said.negated:
        port.profiles.pop(name, None)
    else:
        port.profiles[name] = said.source
    return Claim.READ


def _storm(port: Port, said: Said) -> Claim:
    return storm_control(port, said, Words(said.statement.words, said.start + 1))


def _private_vlan(port: Port, said: Said) -> Claim:
    if said.statement.words[said.start + 1 : said.start + 2] == ("mapping",):
        return Claim.NO_EFFECT
    hazard = Hazard("private VLAN", "keeps ports apart", said.source, directions=BOTH_WAYS)
    port.endanger("private-vlan", None if said.negated else hazard)
    return Claim.READ


_READERS: Mapping[str, Callable[[Port, Said], Claim]] = {
    "switchport": switchport,
    "shutdown": _shutdown,
    "shut": _shutdown,
    "mtu": _mtu,
    "channel-group": _channel_group,
    "vrf": _vrf,
    "encapsulation": _encapsulation,
    "inherit": _inherit,
    "service-policy": service_policy,
    "storm-control": _storm,
    "private-vlan": _private_vlan,
}
_IP_READERS: Mapping[str, Callable[[Port, Said, str, Words], Claim]] = {
    "address": interface_address,
    "port": _port_filter,
    "access-group": _filter,
    "traffic-filter": _filter,
    "verify": verify,
    "source-guard": _source_guard,
}
