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
    Dimension,
    Field,
)
from roce_audit.packets.ranges import Ranges, single
from roce_audit.platforms.linux import icmp_names, names
from roce_audit.platforms.linux.option_fields import field_option, keep, name_option, port_option
from roce_audit.platforms.linux.option_values import (
    BYTE_TOP,
    addresses,
    between,
    less,
    more,
    port_list,
    ports,
)
from roce_audit.platforms.linux.questions import LOCAL, End, Kind, asks_kind
from roce_audit.platforms.linux.unions import NO, YES
from roce_audit.platforms.linux.values import mac, number, numbers

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from roce_audit.packets.boxes import Box
    from roce_audit.platforms.linux.iptables_rule import OptionReader

_PROTOCOL = numbers(BYTE_TOP, names.PROTOCOLS)
_BYTE = numbers(BYTE_TOP)
_DSCP_BITS = 0xFC
_SERVICES = {
    "minimize-delay": 16,
    "maximize-throughput": 8,
    "maximize-reliability": 4,
    "minimize-cost": 2,
    "normal-service": 0,
}
_RECEIVERS = {
    "unicast": Kind.HOST,
    "host": Kind.HOST,
    "broadcast": Kind.BROADCAST,
    "multicast": Kind.MULTICAST,
    "otherhost": Kind.OTHER,
}


def _protocol(reader: OptionReader) -> None:
    word, turned = reader.value("a protocol")
    if word.lower() not in {"all", "0"}:
        keep(reader, PROTOCOL, _PROTOCOL(word), turned=turned)
    elif turned:
        reader.narrow(())


def _address_option(field: Field) -> Callable[[OptionReader], None]:
    def read(reader: OptionReader) -> None:
        word, turned = reader.value("an address")
        keep(reader, field, addresses(word, reader.family), turned=turned)

    return read


def _service(reader: OptionReader) -> None:
    """Read ``--tos VALUE[/MASK]``: DSCP and ECN in one byte."""
    word, turned = reader.value("a type of service")
    value, _, mask = word.partition("/")
    named = _SERVICES.get(value.lower())
    wanted = number(value, BYTE_TOP) if named is None else named
    kept = number(mask, BYTE_TOP) if mask else BYTE_TOP if named is None else _DSCP_BITS
    if {DSCP, ECN} & reader.rewritten:
        reader.maybe("the type of service, which a rule may have rewritten")
        return
    fitting = [byte for byte in range(BYTE_TOP + 1) if byte & kept == wanted]
    boxes: list[Box] = [{DSCP: single(byte >> 2), ECN: single(byte & 3)} for byte in fitting]
    reader.narrow(tuple(boxes), inverted=turned)


def _fragment(reader: OptionReader) -> None:
    keep(reader, FRAGMENT, single(2), turned=reader.inverted)


def _icmp(reader: OptionReader) -> None:
    word, turned = reader.value("an ICMP type")
    if word.lower() == "any":
        return
    known = icmp_names.ICMP_TYPES if reader.family == "ip" else icmp_names.ICMPV6_TYPES
    kind, _, code = word.partition("/")
    box: dict[Dimension, Ranges] = {ICMP_TYPE: numbers(BYTE_TOP, known)(kind)}
    if code:
        box[ICMP_CODE] = _BYTE(code)
    reader.narrow((box,), inverted=turned)


def _destination_type(reader: OptionReader) -> None:
    word, turned = reader.value("an address type")
    if word.upper() == "LOCAL":
        reader.narrow(({LOCAL: NO if turned else YES},))
    else:
        reader.maybe(f"the kind of the destination address ({word})")


def packet_type(reader: OptionReader) -> None:
    """Read to whom the frame is addressed."""
    word, turned = reader.value("a packet type")
    kind = _RECEIVERS.get(word.lower())
    if kind is None:
        raise ParseError(f"unknown packet type {word!r}")
    reader.narrow(({asks_kind(kind): NO if turned else YES},))


MATCHES: Mapping[str, Callable[[OptionReader], None]] = {
    **dict.fromkeys(("-p", "--protocol", "--proto"), _protocol),
    **dict.fromkeys(("-s", "--source", "--src", "--src-range"), _address_option(SOURCE)),
    **dict.fromkeys(("-d", "--destination", "--dst", "--dst-range"), _address_option(DESTINATION)),
    **dict.fromkeys(("-i", "--in-interface"), name_option(End.IN)),
    **dict.fromkeys(("-o", "--out-interface"), name_option(End.OUT)),
    **dict.fromkeys(("--sport", "--source-port"), port_option(ports, SOURCE_PORT)),
    **dict.fromkeys(("--dport", "--destination-port"), port_option(ports, DESTINATION_PORT)),
    **dict.fromkeys(("--sports", "--source-ports"), port_option(port_list, SOURCE_PORT)),
    **dict.fromkeys(("--dports", "--destination-ports"), port_option(port_list, DESTINATION_PORT)),
    **dict.fromkeys(("--ports", "--port"), port_option(port_list, SOURCE_PORT, DESTINATION_PORT)),
    **dict.fromkeys(("-f", "--fragment"), _fragment),
    **dict.fromkeys(("--icmp-type", "--icmpv6-type"), _icmp),
    "--physdev-in": name_option(End.IN_PORT),
    "--physdev-out": name_option(End.OUT_PORT),
    "--dscp": field_option(DSCP, numbers(DSCP.top)),
    "--dscp-class": field_option(DSCP, numbers(DSCP.top, names.DSCPS)),
    "--ecn-ip-ect": field_option(ECN, numbers(ECN.top)),
    **dict.fromkeys(("--ttl-eq", "--hl-eq"), field_option(TTL, _BYTE)),
    **dict.fromkeys(("--ttl-lt", "--hl-lt"), field_option(TTL, less)),
    **dict.fromkeys(("--ttl-gt", "--hl-gt"), field_option(TTL, more)),
    "--length": field_option(LENGTH, between),
    "--mac-source": field_option(SMAC, mac),
    "--tos": _service,
    "--dst-type": _destination_type,
    "--pkt-type": packet_type,
}
"""Options that narrow the packets, each with what reads the words behind it."""
