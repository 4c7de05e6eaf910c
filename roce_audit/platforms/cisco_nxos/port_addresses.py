"""``ip address`` and ``ipv6 address`` of an interface."""

from __future__ import annotations

from ipaddress import IPv4Network
from typing import TYPE_CHECKING

from roce_audit.errors import ParseError
from roce_audit.packets.prefixes import IPV4_BITS, IPV6_BITS, prefix
from roce_audit.platforms.cisco_nxos.port import Claim

if TYPE_CHECKING:
    from roce_audit.platforms.cisco_nxos.port import Port, Said
    from roce_audit.reading.statement import Words


def interface_address(port: Port, said: Said, family: str, words: Words) -> Claim:
    """Read an address with its length or mask.

    Args:
        port: Of which.
        said: The statement.
        family: ``ip`` or ``ipv6``.
        words: Behind ``address``.

    Raises:
        ParseError: It is not understood.
    """
    if said.negated:
        _remove_address(port, family, words)
        return Claim.READ
    port.routing = True
    word = words.take("an address")
    if word in ("dhcp", "autoconfig", "use-link-local-only"):
        return Claim.READ
    text = _with_length(word, family, words)
    port.addresses[text] = None
    # secondary, tag, anycast, eui-64 and the like do not change where packets go.
    words.rest()
    return Claim.READ


def _remove_address(port: Port, family: str, words: Words) -> None:
    if words.peek():
        port.addresses.pop(_with_length(words.take(), family, words), None)
        return
    for text in [each for each in port.addresses if (":" in each) == (family == "ipv6")]:
        del port.addresses[text]


def _with_length(word: str, family: str, words: Words) -> str:
    bits = IPV4_BITS if family == "ip" else IPV6_BITS
    try:
        if "/" not in word:
            length = IPv4Network(f"0.0.0.0/{words.take('a mask')}").prefixlen
            word = f"{word}/{length}"
        prefix(word, bits)
    except ValueError:
        raise ParseError(f"{word!r} is not an interface address") from None
    return word
