"""Conditions of iptables and ip6tables that can be answered from the packet or the passage."""

from __future__ import annotations

from typing import TYPE_CHECKING

from roce_audit.errors import ParseError
from roce_audit.packets.fields import (
    DESTINATION,
    DESTINATION_PORT,
    DSCP,
    ECN,
    FRAGMENT,
    ICMP_CODE,
    ICMP_TYPE,
    LENGTH,
    PROTOCOL,
    SMAC,
    SOURCE,
    SOURCE_PORT,
    TTL,
    Field,
)
from roce_audit.packets.prefixes import address, masked
from roce_audit.packets.ranges import Ranges, complement, normalise, single, wildcard
from roce_audit.platforms.linux import names
from roce_audit.platforms.linux.questions import LOCAL, End, Kind, asks_kind, asks_name
from roce_audit.platforms.linux.unions import NO, WITH_PORTS, YES, Union
from roce_audit.platforms.linux.values import ipv4, ipv6, mac, number, numbers, span

if TYPE_CHECKING:
    from collections.abc import Callable

    from roce_audit.packets.boxes import Box
    from roce_audit.platforms.linux.iptables_rule import OptionReader

_PORT_TOP = 0xFFFF
_PROTOCOL = numbers(255, names.PROTOCOLS)
_PORT = numbers(_PORT_TOP, names.SERVICES)
_PORTED = normalise((n, n) for n in (6, 17, 33, 132, 136))
_BITS = {"ip": 32, "ip6": 128}


def ports(text: str) -> Ranges:
    """Return the ports of ``N``, ``LOW:HIGH``, ``:HIGH`` or ``LOW:``; names are understood."""
    low, colon, high = text.partition(":")
    if not colon:
        return _PORT(text)
    first = _PORT(low)[0][0] if low else 0
    return span(first, _PORT(high)[0][0] if high else _PORT_TOP)


def addresses(text: str, family: str) -> Ranges:
    """Return the addresses of ``A``, ``A/LEN``, ``A/MASK`` or several with commas between.

    Raises:
        ParseError: Not addresses, or a mask of too many parts.
    """
    if "," not in text:
        return _addresses(text, family)
    return normalise(pair for part in text.split(",") for pair in _addresses(part, family))


def _addresses(text: str, family: str) -> Ranges:
    base, slash, mask = text.partition("/")
    if not (slash and (("." in mask) or (":" in mask))):
        return ipv4(text) if family == "ip" else ipv6(text)
    bits = _BITS[family]
    try:
        free = ~address(mask, bits) & ((1 << bits) - 1)
        if bits == _BITS["ip"]:
            dotted = ".".join(str(free >> shift & 255) for shift in (24, 16, 8, 0))
            found = masked(base, dotted, bits)
        else:
            found = wildcard(address(base, bits), free, bits)
    except ValueError as problem:
        raise ParseError(f"unknown address {text!r}") from problem
    if found is None:
        raise ParseError(f"has a mask of too many parts: {text!r}")
    return found


def protocol(reader: OptionReader, inverted: bool) -> None:  # noqa: FBT001 - all options alike
    """Read ``-p``."""
    word, inverted = reader.value("a protocol", inverted=inverted)
    if word.lower() in {"all", "0"}:
        if inverted:
            reader.narrow(())
        return
    values = _PROTOCOL(word)
    reader.protocol = "" if inverted else word.lower()
    _keep(reader, PROTOCOL, values, inverted=inverted)


def _keep(reader: OptionReader, field: Field, values: Ranges, *, inverted: bool) -> None:
    if field in reader.rewritten:
        reader.maybe(f"the {field.title}, which a rule may have rewritten")
        return
    kept = complement(values, field.top) if inverted else values
    reader.narrow(({field: kept},) if kept else ())


def _address_option(field: Field) -> Callable[[OptionReader, bool], None]:
    def read(reader: OptionReader, inverted: bool) -> None:  # noqa: FBT001 - all options alike
        word, turned = reader.value("an address", inverted=inverted)
        _keep(reader, field, addresses(word, reader.family), inverted=turned)

    return read


def _range_option(field: Field) -> Callable[[OptionReader, bool], None]:
    def read(reader: OptionReader, inverted: bool) -> None:  # noqa: FBT001 - all options alike
        word, turned = reader.value("a range of addresses", inverted=inverted)
        _keep(reader, field, addresses(word, reader.family), inverted=turned)

    return read


def _interface_option(end: End) -> Callable[[OptionReader, bool], None]:
    def read(reader: OptionReader, inverted: bool) -> None:  # noqa: FBT001 - all options alike
        word, turned = reader.value("an interface", inverted=inverted)
        narrow_name(reader, end, word, inverted=turned)

    return read


def narrow_name(reader: OptionReader, end: End, word: str, *, inverted: bool) -> None:
    """Keep the packets that take a way with an end of this name; ``+`` stands for anything."""
    pattern = f"{word[:-1]}*" if word.endswith("+") else word
    if pattern == "*":
        if inverted:
            reader.narrow(())
        return
    reader.narrow(({asks_name(end, pattern): NO if inverted else YES},))


def narrow_ports(
    reader: OptionReader, fields: tuple[Field, ...], values: Ranges, turned: bool
) -> None:  # noqa: FBT001, E501 - all options alike
    """Keep the packets one of whose ports is among ``values``, or those where none is."""
    frame: Box = {PROTOCOL: _PORTED, FRAGMENT: WITH_PORTS}
    if turned:
        others = complement(values, _PORT_TOP)
        reader.narrow(({**frame, **dict.fromkeys(fields, others)},) if others else ())
    else:
        reader.narrow(tuple({**frame, field: values} for field in fields))


def _port_option(*fields: Field) -> Callable[[OptionReader, bool], None]:
    def read(reader: OptionReader, inverted: bool) -> None:  # noqa: FBT001 - all options alike
        word, turned = reader.value("ports", inverted=inverted)
        narrow_ports(reader, fields, ports(word), turned)

    return read


def _multiport_option(*fields: Field) -> Callable[[OptionReader, bool], None]:
    def read(reader: OptionReader, inverted: bool) -> None:  # noqa: FBT001 - all options alike
        word, turned = reader.value("ports", inverted=inverted)
        values = normalise(pair for part in word.split(",") for pair in ports(part))
        narrow_ports(reader, fields, values, turned)

    return read


def _number_option(
    field: Field, read_value: Callable[[str], Ranges]
) -> Callable[[OptionReader, bool], None]:
    def read(reader: OptionReader, inverted: bool) -> None:  # noqa: FBT001 - all options alike
        word, turned = reader.value(f"a {field.title}", inverted=inverted)
        _keep(reader, field, read_value(word), inverted=turned)

    return read


def _between(text: str) -> Ranges:
    low, colon, high = text.partition(":")
    first = number(low, 0xFFFF) if low else 0
    if not colon:
        return single(first)
    return span(first, number(high, 0xFFFF) if high else 0xFFFF)


def _less(text: str) -> Ranges:
    bound = number(text, 255)
    return ((0, bound - 1),) if bound else ()


def _more(text: str) -> Ranges:
    bound = number(text, 255)
    return ((bound + 1, 255),) if bound < 255 else ()  # noqa: PLR2004 - largest TTL


def _tos(reader: OptionReader, inverted: bool) -> None:  # noqa: FBT001 - all options alike
    """Read ``--tos VALUE[/MASK]``: DSCP and ECN in one byte."""
    word, turned = reader.value("a type of service", inverted=inverted)
    value, _, mask = word.partition("/")
    names_of = {"minimize-delay": 16, "maximize-throughput": 8, "maximize-reliability": 4}
    names_of |= {"minimize-cost": 2, "normal-service": 0}
    wanted = names_of[value.lower()] if value.lower() in names_of else number(value, 255)
    kept = number(mask, 255) if mask else (0x3F << 2 if value.lower() in names_of else 255)
    if {DSCP, ECN} & reader.rewritten:
        reader.maybe("the type of service, which a rule may have rewritten")
        return
    bytes_ = [byte for byte in range(256) if byte & kept == wanted]
    boxes = [{DSCP: single(byte >> 2), ECN: single(byte & 3)} for byte in bytes_]
    reader.narrow(tuple(boxes), inverted=turned)


def _fragment(reader: OptionReader, inverted: bool) -> None:  # noqa: FBT001 - all options alike
    _keep(reader, FRAGMENT, single(2), inverted=inverted)


def _icmp(reader: OptionReader, inverted: bool) -> None:  # noqa: FBT001 - all options alike
    word, turned = reader.value("an ICMP type", inverted=inverted)
    known = names.ICMP_TYPES if reader.family == "ip" else names.ICMPV6_TYPES
    if word.lower() == "any":
        return
    kind, _, code = word.partition("/")
    box: dict[Field, Ranges] = {ICMP_TYPE: numbers(255, known)(kind)}
    if code:
        box[ICMP_CODE] = numbers(255)(code)
    reader.narrow((dict(box),), inverted=turned)


def _address_type(reader: OptionReader, inverted: bool) -> None:  # noqa: FBT001 - all options alike
    word, turned = reader.value("an address type", inverted=inverted)
    if word.upper() == "LOCAL":
        reader.narrow(({LOCAL: NO if turned else YES},))
    else:
        reader.maybe(f"the kind of the destination address ({word})")


def _packet_type(reader: OptionReader, inverted: bool) -> None:  # noqa: FBT001 - all options alike
    word, turned = reader.value("a packet type", inverted=inverted)
    kinds = {"unicast": Kind.HOST, "broadcast": Kind.BROADCAST, "multicast": Kind.MULTICAST}
    kinds |= {"host": Kind.HOST, "otherhost": Kind.OTHER}
    if word.lower() not in kinds:
        raise ParseError(f"unknown packet type {word!r}")
    reader.narrow(({asks_kind(kinds[word.lower()]): NO if turned else YES},))


def _mac_union(text: str) -> Union:
    return ({SMAC: mac(text)},)


def _mac_source(reader: OptionReader, inverted: bool) -> None:  # noqa: FBT001 - all options alike
    word, turned = reader.value("a MAC address", inverted=inverted)
    _keep(reader, SMAC, _mac_union(word)[0][SMAC], inverted=turned)


MATCHES: dict[str, Callable[[OptionReader, bool], None]] = {
    **dict.fromkeys(("-p", "--protocol", "--proto"), protocol),
    **dict.fromkeys(("-s", "--source", "--src"), _address_option(SOURCE)),
    **dict.fromkeys(("-d", "--destination", "--dst"), _address_option(DESTINATION)),
    **dict.fromkeys(("-i", "--in-interface"), _interface_option(End.IN)),
    **dict.fromkeys(("-o", "--out-interface"), _interface_option(End.OUT)),
    **dict.fromkeys(("--sport", "--source-port"), _port_option(SOURCE_PORT)),
    **dict.fromkeys(("--dport", "--destination-port"), _port_option(DESTINATION_PORT)),
    **dict.fromkeys(("--sports", "--source-ports"), _multiport_option(SOURCE_PORT)),
    **dict.fromkeys(("--dports", "--destination-ports"), _multiport_option(DESTINATION_PORT)),
    **dict.fromkeys(("--ports", "--port"), _multiport_option(SOURCE_PORT, DESTINATION_PORT)),
    **dict.fromkeys(("-f", "--fragment"), _fragment),
    **dict.fromkeys(("--icmp-type", "--icmpv6-type"), _icmp),
    "--src-range": _range_option(SOURCE),
    "--dst-range": _range_option(DESTINATION),
    "--physdev-in": _interface_option(End.IN_PORT),
    "--physdev-out": _interface_option(End.OUT_PORT),
    "--dscp": _number_option(DSCP, numbers(63)),
    "--dscp-class": _number_option(DSCP, numbers(63, names.DSCPS)),
    "--ecn-ip-ect": _number_option(ECN, numbers(3)),
    "--ttl-eq": _number_option(TTL, numbers(255)),
    "--hl-eq": _number_option(TTL, numbers(255)),
    **dict.fromkeys(("--ttl-lt", "--hl-lt"), _number_option(TTL, _less)),
    **dict.fromkeys(("--ttl-gt", "--hl-gt"), _number_option(TTL, _more)),
    "--length": _number_option(LENGTH, _between),
    "--tos": _tos,
    "--mac-source": _mac_source,
    "--dst-type": _address_type,
    "--pkt-type": _packet_type,
}
"""Options that narrow the packets, each with what reads the words behind it."""
