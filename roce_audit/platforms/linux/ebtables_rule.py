"""Rules of ebtables."""

from __future__ import annotations

from typing import TYPE_CHECKING

from roce_audit.errors import ParseError
from roce_audit.packets.fields import (
    DESTINATION,
    DESTINATION_PORT,
    DMAC,
    DSCP,
    ECN,
    ETHERTYPE,
    FRAGMENT,
    ICMP_CODE,
    ICMP_TYPE,
    PCP,
    PROTOCOL,
    SMAC,
    SOURCE,
    SOURCE_PORT,
    VLAN,
    Field,
)
from roce_audit.packets.ranges import Ranges, complement, normalise, single, wildcard, without
from roce_audit.platforms.linux import names
from roce_audit.platforms.linux.chains import Compiled, Verdict
from roce_audit.platforms.linux.iptables_matches import addresses, narrow_name, ports
from roce_audit.platforms.linux.questions import End, Kind, asks_kind
from roce_audit.platforms.linux.unions import (
    NO,
    TAGGED,
    WITH_PORTS,
    YES,
    Union,
    ethernet_type,
    negated,
)
from roce_audit.platforms.linux.values import MAC_BITS, mac_number, number, numbers

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from roce_audit.platforms.linux.iptables_rule import OptionReader

_MAC_TOP = (1 << MAC_BITS) - 1
_GROUP_BIT = 1 << 40
_SPECIAL = {
    "unicast": (0, _GROUP_BIT),
    "multicast": (_GROUP_BIT, _GROUP_BIT),
    "broadcast": (_MAC_TOP, _MAC_TOP),
    "bga": (0x0180C2000000, _MAC_TOP),
}
_PORTED = normalise((n, n) for n in (6, 17, 33, 132, 136))
_PROTOCOL = numbers(255, names.PROTOCOLS)
_ETHERNET_II = ((0x0600, 0xFFFF),)
_NUMBER = numbers(255)


def ether_type(text: str) -> Ranges:
    """Return the EtherType of a name, ``0x8915``, or bare hexadecimal ``8915``."""
    known = names.ETHERTYPES.get(text.lower())
    if known is not None:
        return single(known)
    return single(number(text if text[:2].lower() == "0x" else f"0x{text}", 0xFFFF))


def _protocol(reader: OptionReader, inverted: bool) -> None:  # noqa: FBT001 - all options alike
    word, turned = reader.value("a protocol", inverted=inverted)
    reader.protocol = word.lower()
    if word.lower() == "length":
        values = complement(_ETHERNET_II, 0xFFFF)
    else:
        values = ether_type(word)
    reader.narrow(ethernet_type(complement(values, 0xFFFF) if turned else values))


def _mac_union(text: str, field: Field) -> Union:
    base, slash, mask = text.partition("/")
    value, ones = _SPECIAL.get(base.lower(), (0, 0))
    if not ones:
        value, ones = mac_number(base), mac_number(mask) if slash else _MAC_TOP
    found = wildcard(value & ones, ~ones & _MAC_TOP, MAC_BITS)
    if found is None:
        raise ParseError(f"has a MAC mask of too many parts: {text!r}")
    return ({field: found},)


def _mac_option(field: Field) -> Callable[[OptionReader, bool], None]:
    def read(reader: OptionReader, inverted: bool) -> None:  # noqa: FBT001 - all options alike
        word, turned = reader.value("a MAC address", inverted=inverted)
        union = _mac_union(word, field)
        kept = complement(union[0][field], _MAC_TOP) if turned else union[0][field]
        reader.narrow(({field: kept},) if kept else ())

    return read


def _name_option(end: End) -> Callable[[OptionReader, bool], None]:
    def read(reader: OptionReader, inverted: bool) -> None:  # noqa: FBT001 - all options alike
        word, turned = reader.value("an interface", inverted=inverted)
        narrow_name(reader, end, word, inverted=turned)

    return read


def _address_option(field: Field, family: str) -> Callable[[OptionReader, bool], None]:
    def read(reader: OptionReader, inverted: bool) -> None:  # noqa: FBT001 - all options alike
        word, turned = reader.value("an address", inverted=inverted)
        _keep(reader, field, addresses(word, family), turned=turned)

    return read


def _keep(reader: OptionReader, field: Field, values: Ranges, *, turned: bool) -> None:
    _needs_ip(reader)
    kept = complement(values, field.top) if turned else values
    reader.narrow(({field: kept},) if kept else ())


def _needs_ip(reader: OptionReader) -> None:
    if any(ETHERTYPE not in box for box in reader.matches):
        raise ParseError("has an IP option without -p IPv4 or -p IPv6 before it")


def _ip_protocol(reader: OptionReader, inverted: bool) -> None:  # noqa: FBT001 - all options alike
    word, turned = reader.value("an IP protocol", inverted=inverted)
    _keep(reader, PROTOCOL, _PROTOCOL(word), turned=turned)


def _port_option(field: Field) -> Callable[[OptionReader, bool], None]:
    def read(reader: OptionReader, inverted: bool) -> None:  # noqa: FBT001 - all options alike
        word, turned = reader.value("ports", inverted=inverted)
        values = ports(word)
        _needs_ip(reader)
        kept = complement(values, 0xFFFF) if turned else values
        frame = {PROTOCOL: _PORTED, FRAGMENT: WITH_PORTS}
        reader.narrow(({**frame, field: kept},) if kept else ())

    return read


def _service_byte(reader: OptionReader, inverted: bool) -> None:  # noqa: FBT001 - all options alike
    word, turned = reader.value("a type of service", inverted=inverted)
    byte = number(word if word[:2].lower() == "0x" else f"0x{word}", 255)
    union: Union = ({DSCP: single(byte >> 2), ECN: single(byte & 3)},)
    reader.narrow(negated(union) if turned else union)


def _vlan_id(reader: OptionReader, inverted: bool) -> None:  # noqa: FBT001 - all options alike
    word, turned = reader.value("a VLAN", inverted=inverted)
    number_ = number(word, 4095)
    if number_:
        reader.modules.append("vlan id")
    values = without(TAGGED, single(number_)) if turned else single(number_)
    reader.narrow(({VLAN: values},))


def _vlan_priority(reader: OptionReader, inverted: bool) -> None:  # noqa: FBT001 - all options alike
    word, turned = reader.value("a VLAN priority", inverted=inverted)
    if "vlan id" in reader.modules:
        reader.maybe("whether this back end looks at the priority of frames with a VLAN number")
        return
    values = single(number(word, 7))
    reader.narrow(({VLAN: TAGGED, PCP: complement(values, 7) if turned else values},))


def _vlan_type(reader: OptionReader, inverted: bool) -> None:  # noqa: FBT001 - all options alike
    word, turned = reader.value("an EtherType", inverted=inverted)
    values = ether_type(word)
    kept = complement(values, 0xFFFF) if turned else values
    reader.narrow(({VLAN: TAGGED, ETHERTYPE: kept},))


def _icmp(known: Mapping[str, int]) -> Callable[[OptionReader, bool], None]:
    def read(reader: OptionReader, inverted: bool) -> None:  # noqa: FBT001 - all options alike
        word, turned = reader.value("an ICMP type", inverted=inverted)
        kind, _, code = word.partition("/")
        low, colon, high = kind.partition(":")
        first = numbers(255, known)(low)
        values = ((first[0][0], _NUMBER(high)[0][0]),) if colon else first
        box: dict[Field, Ranges] = {ICMP_TYPE: values}
        if code:
            box[ICMP_CODE] = _NUMBER(code.partition(":")[0])
        union: Union = (dict(box),)
        reader.narrow(negated(union) if turned else union)

    return read


def _packet_type(reader: OptionReader, inverted: bool) -> None:  # noqa: FBT001 - all options alike
    word, turned = reader.value("a packet type", inverted=inverted)
    kinds = {"host": Kind.HOST, "broadcast": Kind.BROADCAST, "multicast": Kind.MULTICAST}
    kinds |= {"otherhost": Kind.OTHER}
    if word.lower() not in kinds:
        raise ParseError(f"unknown packet type {word!r}")
    reader.narrow(({asks_kind(kinds[word.lower()]): NO if turned else YES},))


def _jump(reader: OptionReader, _inverted: bool) -> None:  # noqa: FBT001 - all options alike
    word = reader.take("a target")
    reader.target = word
    reader.verdict = _TARGETS.get(word, Verdict.JUMP)
    if word in {"mark", "snat", "dnat", "redirect"}:
        reader.verdict = Verdict.ACCEPT
    if word in {"dnat", "redirect"}:
        reader.open_end = "where the frames go with their new destination"
    if word == "arpreply":
        reader.verdict = Verdict.DROP


_TARGETS = {
    "ACCEPT": Verdict.ACCEPT,
    "DROP": Verdict.DROP,
    "RETURN": Verdict.RETURN,
    "CONTINUE": Verdict.PASS,
}


def _behind(reader: OptionReader, _inverted: bool) -> None:  # noqa: FBT001 - all options alike
    """Read what a target that changes the frame does afterwards."""
    word = reader.take("what follows")
    if word not in _TARGETS:
        raise ParseError(f"unknown target {word!r}")
    reader.verdict = _TARGETS[word]
    if reader.verdict is Verdict.DROP:
        reader.open_end = ""


def _open(why: str) -> Callable[[OptionReader, bool], None]:
    def read(reader: OptionReader, _inverted: bool) -> None:  # noqa: FBT001 - all options alike
        reader.arguments()
        reader.maybe(why)

    return read


def _nothing(reader: OptionReader, _inverted: bool) -> None:  # noqa: FBT001 - all options alike
    reader.arguments()


OPTIONS: Mapping[str, Callable[[OptionReader, bool], None]] = {
    **dict.fromkeys(("-p", "--protocol", "--proto"), _protocol),
    **dict.fromkeys(("-s", "--source", "--src"), _mac_option(SMAC)),
    **dict.fromkeys(("-d", "--destination", "--dst"), _mac_option(DMAC)),
    **dict.fromkeys(("-i", "--in-interface", "--in-if"), _name_option(End.IN)),
    **dict.fromkeys(("-o", "--out-interface", "--out-if"), _name_option(End.OUT)),
    "--logical-in": _name_option(End.IN_BRIDGE),
    "--logical-out": _name_option(End.OUT_BRIDGE),
    **dict.fromkeys(("-j", "--jump"), _jump),
    **dict.fromkeys(("--ip-source", "--ip-src"), _address_option(SOURCE, "ip")),
    **dict.fromkeys(("--ip-destination", "--ip-dst"), _address_option(DESTINATION, "ip")),
    **dict.fromkeys(("--ip6-source", "--ip6-src"), _address_option(SOURCE, "ip6")),
    **dict.fromkeys(("--ip6-destination", "--ip6-dst"), _address_option(DESTINATION, "ip6")),
    **dict.fromkeys(("--ip-protocol", "--ip-proto", "--ip6-protocol", "--ip6-proto"), _ip_protocol),
    **dict.fromkeys(
        ("--ip-source-port", "--ip-sport", "--ip6-source-port", "--ip6-sport"),
        _port_option(SOURCE_PORT),
    ),
    **dict.fromkeys(
        ("--ip-destination-port", "--ip-dport", "--ip6-destination-port", "--ip6-dport"),
        _port_option(DESTINATION_PORT),
    ),
    **dict.fromkeys(("--ip-tos", "--ip6-tclass"), _service_byte),
    "--ip-icmp-type": _icmp(names.ICMP_TYPES),
    "--ip6-icmp-type": _icmp(names.ICMPV6_TYPES),
    "--vlan-id": _vlan_id,
    "--vlan-prio": _vlan_priority,
    "--vlan-encap": _vlan_type,
    "--pkttype-type": _packet_type,
    "--mark": _open("the packet's mark"),
    "--limit": _open("a limited rate"),
    **dict.fromkeys(("--limit-burst", "--mark-set", "--mark-or", "--mark-and"), _nothing),
    **dict.fromkeys(("--mark-xor", "--to-source", "--to-src", "--to-destination"), _nothing),
    **dict.fromkeys(("--to-dst", "--snat-arp", "--arpreply-mac"), _nothing),
    **dict.fromkeys(("--mark-target", "--snat-target", "--dnat-target"), _behind),
    **dict.fromkeys(("--redirect-target", "--arpreply-target"), _behind),
    **dict.fromkeys(
        ("--among-src", "--among-dst", "--among-src-file"), _open("a list of addresses")
    ),
    "--string": _open("the payload of the frame"),
}


def unlisted(reader: OptionReader, word: str, _inverted: bool) -> None:  # noqa: FBT001 - see OPTIONS
    """Read options of logging, and of protocols that RoCE is not."""
    if word.startswith(("--log", "--nflog", "--ulog")) or word == "-c":
        reader.arguments()
    elif word.startswith(("--arp-", "--stp-", "--802_3-", "--ip-igmp-", "--string-")):
        reader.arguments()
        reader.maybe(f"details of another protocol ({word})")
    else:
        raise ParseError(f"unknown option {word!r}")


def compile_ebtables(reader: OptionReader) -> Compiled:
    """Return what the rule at hand does."""
    return reader.read(OPTIONS, unlisted)
