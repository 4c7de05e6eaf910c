"""Statements of interfaces that begin with ``ip`` or ``ipv6``."""

from __future__ import annotations

from typing import TYPE_CHECKING

from roce_audit.errors import ParseError
from roce_audit.packets.prefixes import IPV4_BITS, IPV6_BITS, address, address_text
from roce_audit.platforms.cisco_xe.bind import bind
from roce_audit.platforms.cisco_xe.port_words import IP_NO_EFFECT, IPV6_NO_EFFECT
from roce_audit.platforms.cisco_xe.values import network
from roce_audit.reading.said import IGNORED, READ
from roce_audit.reading.statement import Words

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from roce_audit.platforms.cisco_xe.state import Port
    from roce_audit.reading.said import Said


def read_ip(port: Port, said: Said) -> str | None:
    """Apply a statement that begins with ``ip``; None if it may be a guard or is unknown.

    Raises:
        ParseError: A word does not fit.
    """
    second = said.words[1] if len(said.words) > 1 else ""
    reader = _IP.get(second)
    if reader is not None:
        return reader(port, said.behind(2))
    return IGNORED if second in IP_NO_EFFECT else None


def read_ipv6(port: Port, said: Said) -> str | None:
    """Apply a statement that begins with ``ipv6``; None if it may be a guard or is unknown.

    Raises:
        ParseError: A word does not fit.
    """
    second = said.words[1] if len(said.words) > 1 else ""
    reader = _IPV6.get(second)
    if reader is not None:
        return reader(port, said.behind(2))
    return IGNORED if second in IPV6_NO_EFFECT else None


def _group(port: Port, said: Said) -> str | None:
    return bind(port, "ipv4", said)


def _traffic_filter(port: Port, said: Said) -> str | None:
    return bind(port, "ipv6", said)


def _address(port: Port, said: Said) -> str:
    """Take an address; even ``no ip address`` is a word that only routed ports have."""
    port.routing_words = True
    if said.negated and not said.words:
        port.addresses = {each: None for each in port.addresses if ":" in each}
        return READ
    if said.words[:1] in (("dhcp",), ("negotiated",), ("pool",)):
        port.addresses["0.0.0.0/0"] = None
        return READ
    if len(said.words) < 2:  # noqa: PLR2004 - address and mask
        raise ParseError("expected an address and its mask")
    ((low, high),) = network(said.words[0], said.words[1])
    length = IPV4_BITS - (high - low).bit_length()
    text = f"{address_text(address(said.words[0], IPV4_BITS), IPV4_BITS)}/{length}"
    return _kept(port, text, negated=said.negated)


def _kept(port: Port, text: str, *, negated: bool) -> str:
    if negated:
        port.addresses.pop(text, None)
    else:
        port.addresses[text] = None
    return READ


def _unnumbered(port: Port, said: Said) -> str:
    port.routing_words = port.routing_words or not said.negated
    return _kept(port, f"unnumbered {' '.join(said.words)}", negated=said.negated)


def _address_v6(port: Port, said: Said) -> str:
    port.routing_words = True
    if said.negated and not said.words:
        port.addresses = {each: None for each in port.addresses if ":" not in each}
        return READ
    base, slash, length = said.words[0].partition("/") if said.words else ("", "", "")
    try:
        value = address(base, IPV6_BITS)
    except ValueError:
        # "autoconfig", "dhcp" or a general prefix: an address that the text does not hold.
        return _kept(port, "::/0", negated=said.negated)
    return _kept(
        port, f"{address_text(value, IPV6_BITS)}/{length if slash else 128}", negated=said.negated
    )


def _mtu(port: Port, said: Said) -> str:
    port.ip_mtu = None if said.negated else Words(said.words).number(65535, 68)
    return READ


def _vrf(port: Port, said: Said) -> str | None:
    if said.words[:1] != ("forwarding",):
        return IGNORED
    port.vrf = "" if said.negated else " ".join(said.words[1:])
    port.routing_words = True
    return READ


def _arp(port: Port, said: Said) -> str | None:
    if said.words[:2] == ("inspection", "trust"):
        port.trusted = not said.negated
        return READ
    return IGNORED


_IP: Mapping[str, Callable[[Port, Said], str | None]] = {
    "access-group": _group,
    "address": _address,
    "unnumbered": _unnumbered,
    "mtu": _mtu,
    "vrf": _vrf,
    "arp": _arp,
}
_IPV6: Mapping[str, Callable[[Port, Said], str | None]] = {
    "traffic-filter": _traffic_filter,
    "address": _address_v6,
    "unnumbered": _unnumbered,
}
