"""Entries of MAC lists behind the action."""

from __future__ import annotations

from typing import TYPE_CHECKING

from roce_audit.errors import ParseError
from roce_audit.packets.fields import DMAC, ETHERTYPE, PCP, SMAC, VLAN, Doubt
from roce_audit.packets.ranges import Ranges, single, wildcard
from roce_audit.platforms.cisco_xe.tables import ETHERTYPES
from roce_audit.reading.mac_address import mac_number

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from roce_audit.packets.fields import Field
    from roce_audit.platforms.cisco_xe.draft import Draft
    from roce_audit.reading.statement import Words

_MAC_BITS = 48
_TYPE_BITS = 16
_VLAN_TOP = 4094
_LARGEST_LENGTH = 1535
"""A type field up to here is a length: the frame has an 802.2 header, which RoCE never has."""
_FAMILIES: Mapping[str, Ranges] = {
    "appletalk": ((0x809B, 0x809B), (0x80F3, 0x80F3)),
    "arp-non-ipv4": ((0x0806, 0x0806),),
    "decnet": ((0x6000, 0x6009),),
    "ipv6": ((0x86DD, 0x86DD),),
    "ipx": ((0, _LARGEST_LENGTH), (0x8137, 0x8138)),
    "rarp-ipv4": ((0x8035, 0x8035),),
    "rarp-non-ipv4": ((0x8035, 0x8035),),
    "vines": ((0x0BAD, 0x0BAF),),
    "xns": ((0x0600, 0x0600), (0x0807, 0x0807)),
}
"""Protocol families of the Catalyst 4500, at their widest."""


def read_mac(words: Words, draft: Draft) -> None:
    """Read ``SRC DST [TYPE [MASK] | lsap L MASK | KEYWORD] [cos N] [vlan N]``.

    Raises:
        ParseError: A word does not fit; ``draft`` holds what was read before it.
    """
    _address(words, draft, SMAC)
    _address(words, draft, DMAC)
    while word := words.peek():
        known = ETHERTYPES.get(word)
        if known is not None:
            words.take()
            draft.narrow(ETHERTYPE, single(known))
        elif (option := _OPTIONS.get(word)) is not None:
            words.take()
            option(words, draft)
        else:
            _type_and_mask(words, draft)


def read_mac_sources(words: Words, draft: Draft) -> None:
    """Read ``M [MASK]`` of a list numbered 700 to 799.

    Raises:
        ParseError: A word does not fit.
    """
    base = mac_number(words.take("a MAC address"))
    mask = mac_number(words.take()) if words.peek() else 0
    draft.narrow(SMAC, _masked(base, mask, _MAC_BITS))


def _address(words: Words, draft: Draft, field: Field) -> None:
    word = words.take("a MAC address")
    if word == "any":
        return
    if word == "host":
        draft.narrow(field, single(mac_number(words.take("a MAC address"))))
        return
    base = mac_number(word)
    draft.narrow(field, _masked(base, mac_number(words.take("a MAC mask")), _MAC_BITS))


def _masked(base: int, dont_care: int, bits: int) -> Ranges:
    values = wildcard(base, dont_care, bits)
    if values is None:
        raise ParseError("its mask stands for too many ranges")
    return values


def _type_and_mask(words: Words, draft: Draft) -> None:
    word = words.peek()
    value = _type_number(word)
    if value is None:
        raise ParseError(f"unknown word {word!r}")
    words.take()
    mask = _type_number(words.peek())
    if mask is not None:
        words.take()
    draft.narrow(ETHERTYPE, _masked(value, mask or 0, _TYPE_BITS))


def _type_number(word: str) -> int | None:
    """Return a number as IOS reads it: hexadecimal with 0x, octal with 0, else decimal."""
    lower = word.lower()
    base = 16 if lower.startswith("0x") else 8 if lower.startswith("0") else 10
    try:
        value = int(lower, base) if len(lower) < 9 and lower.isalnum() else -1  # noqa: PLR2004 - 0x00008915
    except ValueError:
        return None
    return value if 0 <= value <= ETHERTYPE.top else None


def _lsap(words: Words, draft: Draft) -> None:
    words.take("an LSAP")
    words.take("a mask")
    draft.narrow(ETHERTYPE, ((0, _LARGEST_LENGTH),))
    draft.beside_roce("802.2 headers")


def _bpdu(_words: Words, draft: Draft) -> None:
    draft.narrow(ETHERTYPE, ((0, _LARGEST_LENGTH),))
    draft.beside_roce("802.2 headers")


def _family(words: Words, draft: Draft) -> None:
    name = words.take("a protocol family")
    values = _FAMILIES.get(name)
    if values is None:
        raise ParseError(f"unknown protocol family {name!r}")
    draft.narrow(ETHERTYPE, values)
    draft.beside_roce(f"frames of {name}")


def _cos(words: Words, draft: Draft) -> None:
    draft.narrow(PCP, single(words.number(PCP.top)))


def _vlan(words: Words, draft: Draft) -> None:
    draft.narrow(VLAN, single(words.number(_VLAN_TOP, 1)))


def _time_range(words: Words, draft: Draft) -> None:
    name = words.take("a name")
    draft.question(Doubt(f"time-range {name}", f"time-range {name} may be inactive"))


def _log(_words: Words, _draft: Draft) -> None:
    """Logging changes nothing."""


_OPTIONS: Mapping[str, Callable[[Words, Draft], None]] = {
    "lsap": _lsap,
    "bpdu-sap": _bpdu,
    "bpdu-snap": _bpdu,
    "protocol-family": _family,
    "cos": _cos,
    "vlan": _vlan,
    "time-range": _time_range,
    "log": _log,
}
