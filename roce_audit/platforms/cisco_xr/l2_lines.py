"""Entries of ethernet-services lists behind the action."""

from __future__ import annotations

from typing import TYPE_CHECKING

from roce_audit.errors import ParseError
from roce_audit.packets.fields import DMAC, ETHERTYPE, PCP, SMAC, VLAN
from roce_audit.packets.ranges import single, wildcard
from roce_audit.platforms.cisco_xr.values import ether_type
from roce_audit.reading.mac_address import mac_number

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from roce_audit.packets.fields import Field
    from roce_audit.platforms.cisco_xr.draft import Draft
    from roce_audit.reading.statement import Words

_MAC_BITS = 48
_VLAN_TOP = 4095


def read_l2(words: Words, draft: Draft) -> None:
    """Read ``SRC DST [ETHERTYPE] [vlan A [B]] [cos C] [dei] [inner-...]``.

    Raises:
        ParseError: A word does not fit; ``draft`` holds what was read before it.
    """
    _address(words, draft, SMAC)
    _address(words, draft, DMAC)
    kind = ether_type(words.peek())
    if kind is not None:
        words.take()
        draft.narrow(ETHERTYPE, single(kind))
    while word := words.peek():
        option = _OPTIONS.get(word)
        if option is None:
            raise ParseError(f"unknown word {word!r}")
        words.take()
        option(words, draft)


def _address(words: Words, draft: Draft, field: Field) -> None:
    word = words.take("a MAC address")
    if word == "any":
        return
    if word == "host":
        draft.narrow(field, single(mac_number(words.take("a MAC address"))))
        return
    base = mac_number(word)
    values = wildcard(base, mac_number(words.take("a MAC mask")), _MAC_BITS)
    if values is None:
        raise ParseError("its mask stands for too many ranges")
    draft.narrow(field, values)


def _vlan(words: Words, draft: Draft) -> None:
    low = words.number(_VLAN_TOP)
    high = words.number(_VLAN_TOP) if words.peek().isdecimal() else low
    if low > high:
        raise ParseError(f"the range {low} {high} has the larger VLAN first")
    draft.narrow(VLAN, ((low, high),))


def _cos(words: Words, draft: Draft) -> None:
    draft.narrow(PCP, single(words.number(PCP.top)))


def _inner_vlan(words: Words, draft: Draft) -> None:
    words.number(_VLAN_TOP)
    if words.peek().isdecimal():
        words.number(_VLAN_TOP)
    draft.not_understood("inner tags are not compared")


def _inner_cos(words: Words, draft: Draft) -> None:
    words.number(PCP.top)
    draft.not_understood("inner tags are not compared")


def _dei(_words: Words, draft: Draft) -> None:
    draft.not_understood("drop eligibility is not compared")


def _nothing(_words: Words, _draft: Draft) -> None:
    """Mirroring and logging change nothing."""


_OPTIONS: Mapping[str, Callable[[Words, Draft], None]] = {
    "vlan": _vlan,
    "cos": _cos,
    "dei": _dei,
    "inner-vlan": _inner_vlan,
    "inner-cos": _inner_cos,
    "inner-dei": _dei,
    "capture": _nothing,
    "log": _nothing,
}
