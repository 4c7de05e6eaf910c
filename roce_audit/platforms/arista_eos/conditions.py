"""Conditions that IP and MAC lines share: addresses, masks, ports, comparisons, VLANs."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING

from roce_audit.errors import ParseError
from roce_audit.packets.fields import UNTAGGED
from roce_audit.packets.holes import pierced
from roce_audit.packets.prefixes import IPV4_BITS, address, masked, prefix
from roce_audit.packets.ranges import Ranges, complement, normalise, single, wildcard
from roce_audit.platforms.arista_eos.number_list import hexadecimal_or_decimal
from roce_audit.platforms.arista_eos.port_names import PORT_TOP, port_of

if TYPE_CHECKING:
    from collections.abc import Callable

    from roce_audit.packets.fields import Field
    from roce_audit.platforms.arista_eos.draft import Draft
    from roce_audit.reading.statement import Words

VLAN_BITS = 12
VLAN_TOP = 4094
MAC_BITS = 48
_MAC_GROUPS = 6
_MAC = re.compile(r"[0-9a-fA-F]{12}")
BARE = "EOS refuses an address without host or mask"


def read_address(words: Words, draft: Draft, field: Field, bits: int) -> None:
    """Read ``any``, ``host A``, ``A/LEN``, ``A WILDCARD`` or a bare address, which is doubted."""
    word = words.take("an address")
    if word == "any":
        return
    try:
        if word == "host":
            draft.box[field] = single(address(words.take("an address"), bits))
        elif "/" in word:
            draft.box[field] = prefix(word, bits)
        else:
            _masked_or_bare(words, draft, field, (word, bits))
    except ValueError:
        raise ParseError(f"expected an address, got {word!r}") from None


def _masked_or_bare(words: Words, draft: Draft, field: Field, base: tuple[str, int]) -> None:
    word, bits = base
    value = single(address(word, bits))
    mask = words.peek()
    if bits == IPV4_BITS and mask.count(".") == 3 and "/" not in mask:  # noqa: PLR2004 - four bytes
        words.take()
        values = masked(word, mask, bits)
        if values is None:
            draft.box.update(pierced(field, address(word, bits), address(mask, bits)))
        else:
            draft.box[field] = values
        return
    draft.box[field] = value
    draft.doubt = BARE


def read_ports(words: Words, draft: Draft, field: Field) -> None:
    """Read a port condition if one stands here."""
    reader = _PORTS.get(words.peek())
    if reader is None:
        return
    operator = words.take()
    values = reader(words)
    if values and values[0][0] > values[0][1]:
        draft.doubt = f"the range {values[0][0]} {values[0][1]} has the larger port first"
        values = ((values[0][1], values[0][0]),)
    if operator in ("eq", "neq"):
        draft.loose = field
    if values:
        draft.box[field] = values
    else:
        draft.nothing = True


def _one_port(words: Words) -> int:
    port = port_of(words.peek())
    if port is None:
        raise ParseError(f"expected a port, got {words.peek()!r}")
    words.take()
    return port


def _port_list(words: Words) -> Ranges:
    first = _one_port(words)
    port = port_of(words.peek())
    if port is None:
        return ((first, first),)
    found = [(first, first)]
    while port is not None:
        found.append((port, port))
        words.take()
        port = port_of(words.peek())
    return normalise(found)


def _port_range(words: Words) -> Ranges:
    return ((_one_port(words), _one_port(words)),)


_PORTS: dict[str, Callable[[Words], Ranges]] = {
    "eq": _port_list,
    "neq": lambda words: complement(_port_list(words), PORT_TOP),
    "gt": lambda words: _compared("gt", _one_port(words), PORT_TOP),
    "lt": lambda words: _compared("lt", _one_port(words), PORT_TOP),
    "range": _port_range,
}


def _compared(operator: str, value: int, top: int) -> Ranges:
    """Return the values that compare so; empty if there are none."""
    match operator:
        case "eq":
            return single(value)
        case "neq":
            return complement(single(value), top)
        case "gt":
            return ((value + 1, top),) if value < top else ()
        case _:
            return ((0, value - 1),) if value else ()


def read_comparison(words: Words, draft: Draft, field: Field) -> None:
    """Read ``eq N``, ``neq N``, ``gt N`` or ``lt N``."""
    operator = words.choice("eq", "neq", "gt", "lt")
    values = _compared(operator, words.number(field.top), field.top)
    if values:
        draft.box[field] = values
    else:
        draft.nothing = True


def read_vlan(words: Words, draft: Draft) -> None:
    """Read ``vlan [inner] VID MASK``."""
    words.choice("vlan")
    inner = words.skip("inner")
    number = words.number(VLAN_TOP, 1)
    mask = _mask(words.take("a VLAN mask"))
    if inner:
        draft.doubt = "it looks at the inner VLAN tag"
        return
    every = (1 << VLAN_BITS) - 1
    free = wildcard(number, mask, VLAN_BITS) or ()
    match = wildcard(number, every & ~mask, VLAN_BITS) or ()
    draft.vlans = (_untagged_too(free), _untagged_too(match))


def _untagged_too(values: Ranges) -> Ranges:
    """Add untagged frames where every VLAN matches: the mask then asks for nothing."""
    return ((0, UNTAGGED),) if values == ((0, (1 << VLAN_BITS) - 1),) else values


def _mask(word: str) -> int:
    mask = hexadecimal_or_decimal(word)
    if not 0 <= mask < 1 << VLAN_BITS:
        raise ParseError(f"expected a VLAN mask from 0x000 to 0xFFF, got {word!r}")
    return mask


@lru_cache(maxsize=65536)
def mac_number(text: str) -> int:
    """Return a MAC address, in colon, dash or dotted form, as a number.

    Raises:
        ParseError: Not a MAC address.
    """
    groups = text.replace("-", ":").split(":")
    if len(groups) == _MAC_GROUPS:
        text = "".join(group.zfill(2) for group in groups)
    digits = text.replace(".", "")
    if not _MAC.fullmatch(digits):
        raise ParseError(f"expected a MAC address, got {text!r}")
    return int(digits, 16)
