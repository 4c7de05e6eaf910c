"""Addresses, lists and sizes of one IP version in the interface mode, and L2 lists."""

from __future__ import annotations

from typing import TYPE_CHECKING

from roce_audit.errors import ParseError
from roce_audit.packets.prefixes import IPV4_BITS, IPV6_BITS, prefix
from roce_audit.platforms.cisco_xr.port_words import IP_NO_EFFECT
from roce_audit.platforms.cisco_xr.state import Bound
from roce_audit.platforms.cisco_xr.values import interface_address
from roce_audit.reading.said import IGNORED, READ, Said
from roce_audit.reading.statement import Words

if TYPE_CHECKING:
    from roce_audit.platforms.cisco_xr.state import Port

_DIRECTIONS = ("ingress", "egress")
_MTU_TOP = 65535


def read_ip(port: Port, said: Said) -> str | None:
    """Apply a statement that begins with ``ipv4``, ``ipv6`` or ``ethernet-services``.

    Returns:
        ``READ``, ``IGNORED``, or None if it is of another form.

    Raises:
        ParseError: A word does not fit.
    """
    verb = said.words[1] if len(said.words) > 1 else ""
    if verb in IP_NO_EFFECT:
        return IGNORED
    if verb == "access-group":
        return _access_group(port, said)
    if verb == "address":
        bits = IPV4_BITS if said.begins("ipv4") else IPV6_BITS
        return _address(port, said.behind(2), bits)
    if verb == "unnumbered":
        port.addresses[f"unnumbered {' '.join(said.words[2:])}"] = None
        if said.negated:
            port.addresses.clear()
        return READ
    if verb == "mtu":
        port.ip_mtu = None if said.negated else Words(said.words, 2).number(_MTU_TOP, 64)
        return READ
    return None


def _address(port: Port, said: Said, bits: int) -> str:
    if said.negated and not said.words:
        port.addresses = {a: None for a in port.addresses if (":" in a) != (bits == IPV6_BITS)}
        return READ
    text = said.words[0] if said.words else ""
    if text in ("dhcp", "autoconfig"):
        return IGNORED
    if bits == IPV4_BITS and "/" not in text:
        text = interface_address(text, said.words[1] if len(said.words) > 1 else "")
    try:
        prefix(text, bits)
    except ValueError:
        raise ParseError(f"{text!r} is no address") from None
    if said.negated:
        port.addresses.pop(text, None)
    elif "/" in text:
        if bits == IPV4_BITS and "secondary" not in said.words:
            port.addresses = {a: None for a in port.addresses if ":" in a}
        port.addresses[text] = None
    return READ


def _access_group(port: Port, said: Said) -> str | None:
    """Read ``[common C] [NAME] DIRECTION [...]`` behind ``access-group``."""
    kind = said.words[0]
    words = list(said.words[2:])
    at = next((at for at, word in enumerate(words) if at and word in _DIRECTIONS), None)
    if at is None:
        if said.negated:
            return _unbind(port, kind, words[:1])
        return None
    names, direction, rest = words[:at], words[at], words[at + 1 :]
    common = names[1] if names[0] == "common" and at > 1 else ""
    names = names[2:] if common else names
    if len(names) > 1 or (common and direction != "ingress") or not (names or common):
        return None
    if said.negated:
        return _unbind(port, kind, [direction])
    if not _is_suffix(rest):
        return None
    port.guards.pop(f"{kind} access-group", None)
    port.bound[kind, direction] = Bound(names[0] if names else "", said.statement, common)
    return READ


def _unbind(port: Port, kind: str, directions: list[str]) -> str:
    wanted = directions if directions and directions[0] in _DIRECTIONS else list(_DIRECTIONS)
    for direction in wanted:
        port.bound.pop((kind, direction), None)
    return READ


def _is_suffix(rest: list[str]) -> bool:
    """Whether words behind the direction count or compress, and nothing else."""
    words = Words(tuple(rest))
    while words.skip("hardware-count", "interface-statistics", "compress"):
        if words.skip("level") and not words.take().isdecimal():
            return False
    return not words.peek()
