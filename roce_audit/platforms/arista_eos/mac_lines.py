"""The grammar of MAC list lines, behind ``permit`` or ``deny``."""

from __future__ import annotations

from typing import TYPE_CHECKING

from roce_audit.errors import ParseError
from roce_audit.packets.fields import DMAC, ETHERTYPE, SMAC
from roce_audit.packets.holes import agreeing
from roce_audit.packets.ranges import single
from roce_audit.packets.traffic import ETHERTYPE_IPV6
from roce_audit.platforms.arista_eos.conditions import mac_number, read_vlan
from roce_audit.platforms.arista_eos.ip_words import ETHERTYPE_NAMES
from roce_audit.platforms.arista_eos.number_list import hexadecimal_or_decimal

if TYPE_CHECKING:
    from roce_audit.packets.fields import Field
    from roce_audit.platforms.arista_eos.draft import Draft
    from roce_audit.reading.statement import Words


def read_mac(words: Words, draft: Draft) -> None:
    """Read ``[vlan ...] SRC DST [EtherType] [log]``.

    Raises:
        ParseError: A word does not fit; ``draft`` holds what was read before it.
    """
    if words.peek() == "vlan":
        read_vlan(words, draft)
    _address(words, draft, SMAC)
    _address(words, draft, DMAC)
    if words.peek() not in ("", "log"):
        _ethertype(words, draft)
    if words.skip("log"):
        draft.loose = None


def _address(words: Words, draft: Draft, field: Field) -> None:
    word = words.take("a MAC address")
    if word == "any":
        return
    if word == "host":
        draft.box[field] = single(mac_number(words.take("a MAC address")))
        return
    base, mask = mac_number(word), mac_number(words.take("a MAC mask"))
    draft.box.update(agreeing(field, base, mask))


def _ethertype(words: Words, draft: Draft) -> None:
    word = words.take()
    number = ETHERTYPE_NAMES.get(word)
    if word == "ipv6":
        # Not in any list of EtherType words seen; if it is one, it can mean nothing else.
        draft.doubt = "the EtherType word ipv6 is not in the lists known"
        number = ETHERTYPE_IPV6
    draft.box[ETHERTYPE] = single(_number(word) if number is None else number)
    # A mask behind the number would widen it.
    draft.loose = ETHERTYPE


def _number(word: str) -> int:
    value = hexadecimal_or_decimal(word)
    if not 0 <= value <= ETHERTYPE.top:
        raise ParseError(f"unknown EtherType {word!r}")
    return value
