"""What ebtables conditions say about frames."""

from __future__ import annotations

from typing import TYPE_CHECKING

from roce_audit.errors import ParseError
from roce_audit.packets.fields import (
    DSCP,
    ECN,
    ETHERTYPE,
    FRAGMENT,
    ICMP_CODE,
    ICMP_TYPE,
    PCP,
    PROTOCOL,
    VLAN,
    Dimension,
    Field,
)
from roce_audit.packets.ranges import Ranges, complement, single, wildcard, without
from roce_audit.platforms.linux import names
from roce_audit.platforms.linux.option_fields import keep
from roce_audit.platforms.linux.option_values import BYTE_TOP, PORT_TOP, PORTED, addresses, ports
from roce_audit.platforms.linux.unions import TAGGED, WITH_PORTS, Union, ethernet_type
from roce_audit.platforms.linux.values import MAC_BITS, mac_number, number, numbers

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from roce_audit.platforms.linux.iptables_rule import OptionReader

_MAC_TOP = (1 << MAC_BITS) - 1
_GROUP_BIT = 1 << 40
_SPECIAL_MACS = {
    "unicast": (0, _GROUP_BIT),
    "multicast": (_GROUP_BIT, _GROUP_BIT),
    "broadcast": (_MAC_TOP, _MAC_TOP),
    "bga": (0x0180C2000000, _MAC_TOP),
}
"""Value and mask of each."""

_PROTOCOL = numbers(BYTE_TOP, names.PROTOCOLS)
_BYTE = numbers(BYTE_TOP)
_TYPE_TOP = 0xFFFF
_LENGTHS: Ranges = ((0, 0x05FF),)
"""Values of the type field that are lengths of IEEE 802.3 frames."""
VLAN_NUMBER = "a VLAN number other than 0"


def ether_type(text: str) -> Ranges:
    """Return the EtherType of a name, ``0x8915``, or bare hexadecimal ``8915``."""
    known = names.ETHERTYPES.get(text.lower())
    if known is not None:
        return single(known)
    return single(number(text if text[:2].lower() == "0x" else f"0x{text}", _TYPE_TOP))


def frame_type(reader: OptionReader) -> None:
    """Read ``-p``, which sees 0x8100 on tagged frames."""
    word, turned = reader.value("a protocol")
    values = _LENGTHS if word.lower() == "length" else ether_type(word)
    reader.narrow(ethernet_type(complement(values, _TYPE_TOP) if turned else values))


def mac_option(field: Field) -> Callable[[OptionReader], None]:
    """Return what reads a MAC address with or without mask, or the name of some."""

    def read(reader: OptionReader) -> None:
        word, turned = reader.value("a MAC address")
        keep(reader, field, _macs(word), turned=turned)

    return read


def _macs(text: str) -> Ranges:
    base, slash, mask = text.partition("/")
    special = _SPECIAL_MACS.get(base.lower())
    value, ones = special or (mac_number(base), mac_number(mask) if slash else _MAC_TOP)
    found = wildcard(value & ones, ~ones & _MAC_TOP, MAC_BITS)
    if found is None:
        raise ParseError(f"has a MAC mask of too many parts: {text!r}")
    return found


def _needs_ip(reader: OptionReader) -> None:
    if any(ETHERTYPE not in box for box in reader.matches):
        raise ParseError("has an IP option without -p IPv4 or -p IPv6 before it")


def address_option(field: Field, family: str) -> Callable[[OptionReader], None]:
    """Return what reads an IP address."""

    def read(reader: OptionReader) -> None:
        word, turned = reader.value("an address")
        _needs_ip(reader)
        keep(reader, field, addresses(word, family), turned=turned)

    return read


def ip_protocol(reader: OptionReader) -> None:
    """Read the protocol inside IP."""
    word, turned = reader.value("an IP protocol")
    _needs_ip(reader)
    keep(reader, PROTOCOL, _PROTOCOL(word), turned=turned)


def frame_ports(field: Field) -> Callable[[OptionReader], None]:
    """Return what reads ports inside IP."""

    def read(reader: OptionReader) -> None:
        word, turned = reader.value("ports")
        _needs_ip(reader)
        values = complement(ports(word), PORT_TOP) if turned else ports(word)
        frame: dict[Dimension, Ranges] = {PROTOCOL: PORTED, FRAGMENT: WITH_PORTS, field: values}
        reader.narrow((frame,) if values else ())

    return read


def service_byte(reader: OptionReader) -> None:
    """Read the byte of DSCP and ECN, in hexadecimal."""
    word, turned = reader.value("a type of service")
    byte = number(word if word[:2].lower() == "0x" else f"0x{word}", BYTE_TOP)
    union: Union = ({DSCP: single(byte >> 2), ECN: single(byte & 3)},)
    reader.narrow(union, inverted=turned)


def vlan_number(reader: OptionReader) -> None:
    """Read ``--vlan-id``."""
    word, turned = reader.value("a VLAN")
    value = number(word, 4095)
    if value:
        reader.modules.append(VLAN_NUMBER)
    reader.narrow(({VLAN: without(TAGGED, single(value)) if turned else single(value)},))


def vlan_priority(reader: OptionReader) -> None:
    """Read ``--vlan-prio``, which some back ends forget if a VLAN number stands beside it."""
    word, turned = reader.value("a VLAN priority")
    if VLAN_NUMBER in reader.modules:
        reader.maybe("whether this back end looks at the priority of frames with a VLAN number")
        return
    values = single(number(word, PCP.top))
    reader.narrow(({VLAN: TAGGED, PCP: complement(values, PCP.top) if turned else values},))


def vlan_type(reader: OptionReader) -> None:
    """Read ``--vlan-encap``: the type behind the tag."""
    word, turned = reader.value("an EtherType")
    values = complement(ether_type(word), _TYPE_TOP) if turned else ether_type(word)
    reader.narrow(({VLAN: TAGGED, ETHERTYPE: values},))


def icmp_option(known: Mapping[str, int]) -> Callable[[OptionReader], None]:
    """Return what reads a type of ICMP, or a range of them, and a code."""

    def read(reader: OptionReader) -> None:
        word, turned = reader.value("an ICMP type")
        _needs_ip(reader)
        kind, _, code = word.partition("/")
        low, colon, high = kind.partition(":")
        first = numbers(BYTE_TOP, known)(low)
        box: dict[Dimension, Ranges] = {
            ICMP_TYPE: ((first[0][0], _BYTE(high)[0][0]),) if colon else first
        }
        if code:
            box[ICMP_CODE] = _BYTE(code.partition(":")[0])
        reader.narrow((box,), inverted=turned)

    return read
