"""A witness packet as bytes: the fields that a verdict names, the rest as a harmless probe.

The frame is a UD SEND ONLY to a queue pair that nobody has, with eight zero bytes, unless the
witness names an opcode or a length. Fields that the witness leaves open get fixed values, so the
same witness always gives the same bytes.
"""

from collections.abc import Mapping
from types import MappingProxyType

from roce_audit.errors import FrameError
from roce_audit.wire.addresses import (
    GID_LENGTH,
    IPV4_LENGTH,
    link_local_gid,
    mapped_gid,
    pack_ip,
    pack_mac,
)
from roce_audit.wire.bth import HEADER_LENGTH as BTH_LENGTH
from roce_audit.wire.bth import Bth
from roce_audit.wire.ethernet import ETHERTYPE_IPV4, ETHERTYPE_IPV6, ETHERTYPE_ROCE, VlanTag
from roce_audit.wire.extended import Deth
from roce_audit.wire.frames import (
    LinkFields,
    Message,
    PathFields,
    cnp,
    roce_v1_frame,
    roce_v2_frame,
)
from roce_audit.wire.icrc import ICRC_LENGTH
from roce_audit.wire.ipv4 import HEADER_LENGTH as IPV4_HEADER_LENGTH
from roce_audit.wire.ipv4 import PROTOCOL_UDP
from roce_audit.wire.ipv6 import HEADER_LENGTH as IPV6_HEADER_LENGTH
from roce_audit.wire.opcodes import (
    CNP,
    CNP_PAYLOAD_LENGTH,
    EXTENSION_HEADERS,
    RC_SEND_ONLY,
    UD_SEND_ONLY,
    opcode_name,
)
from roce_audit.wire.udp import HEADER_LENGTH as UDP_LENGTH
from roce_audit.wire.udp import LOWEST_ROCE_SPORT, ROCE_PORT

NOBODYS_QP = 0xFFFFFE
UNTAGGED = 4096  # a VLAN beyond the last one: the packet sets' way to say "no tag"
_SMAC = "02:00:00:00:00:01"
_DMAC = "02:00:00:00:00:02"
_BITS: Mapping[str, int] = MappingProxyType(
    {
        "pcp": 3,
        "sport": 16,
        "dport": 16,
        "dscp": 6,
        "ecn": 2,
        "ttl": 8,
        "opcode": 8,
        "length": 16,
        "flowlabel": 20,
    }
)
_LINK_KEYS = ("smac", "dmac", "vlan", "pcp", "ethertype", "src", "dst", "opcode")
_IPV4_KEYS = (*_LINK_KEYS, "protocol", "fragment", "length", "sport", "dport", "dscp", "ecn", "ttl")
_KEYS: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {"v1": _LINK_KEYS, "v2-ipv4": _IPV4_KEYS, "v2-ipv6": (*_IPV4_KEYS, "flowlabel")}
)
_FIXED: Mapping[str, Mapping[str, int]] = MappingProxyType(
    {
        "v1": {"ethertype": ETHERTYPE_ROCE},
        "v2-ipv4": {"ethertype": ETHERTYPE_IPV4, "protocol": PROTOCOL_UDP, "fragment": 0},
        "v2-ipv6": {"ethertype": ETHERTYPE_IPV6, "protocol": PROTOCOL_UDP, "fragment": 0},
    }
)
_ADDRESSES: Mapping[str, tuple[str, str]] = MappingProxyType(
    {"v2-ipv4": ("10.0.0.1", "10.0.0.2"), "v2-ipv6": ("fd00::1", "fd00::2")}
)
_HEADERS: Mapping[str, int] = MappingProxyType(
    {"v2-ipv4": IPV4_HEADER_LENGTH + UDP_LENGTH, "v2-ipv6": IPV6_HEADER_LENGTH + UDP_LENGTH}
)


def witness_frame(traffic: str, fields: Mapping[str, object]) -> bytes:
    """Return a witness as an Ethernet frame without FCS, every checksum and the ICRC right.

    Args:
        traffic: ``v1``, ``v2-ipv4`` or ``v2-ipv6``.
        fields: Any of smac, dmac, vlan, pcp, src, dst, opcode; in v2 also sport, dport, dscp, ecn,
            ttl, length (of the IP packet), flowlabel (IPv6 only); ethertype, protocol and fragment
            may repeat what the traffic says. MACs and addresses as text, integers or packed bytes;
            the others as integers. None is open; a vlan of 4096 is untagged, and so is an open
            one. In v1, src and dst are GIDs (an IPv4 address is mapped); left open they are the
            link-local GIDs of the MACs. A pcp on an untagged frame is carried by a tag of VLAN 0,
            as hosts send it. A length that is no multiple of four is built as asked, although
            RoCE senders would pad it.

    Raises:
        FrameError: An unknown traffic or key, or a value that the field cannot hold.
    """
    keys = _KEYS.get(traffic)
    if keys is None:
        raise FrameError(f"{traffic!r} is none of {', '.join(_KEYS)}")
    given = {key: value for key, value in fields.items() if value is not None}
    unknown = sorted(given.keys() - set(keys))
    if unknown:
        raise FrameError(f"a {traffic} frame has no field {', '.join(unknown)}")
    for key, value in _FIXED[traffic].items():
        if given.get(key, value) != value:
            raise FrameError(f"{key} {given[key]!r} is not {traffic}")
    link = _link(given)
    if traffic == "v1":
        return roce_v1_frame(link, _v1_path(given, link), _message(given, 0))
    return roce_v2_frame(link, _v2_path(traffic, given), _message(given, _HEADERS[traffic]))


def _number(given: Mapping[str, object], key: str, default: int) -> int:
    value = given.get(key, default)
    if isinstance(value, bool) or not isinstance(value, int) or not 0 <= value < 1 << _BITS[key]:
        raise FrameError(f"{key} {value!r} is not a number below {1 << _BITS[key]}")
    return value


def _link(given: Mapping[str, object]) -> LinkFields:
    return LinkFields(
        smac=pack_mac(given.get("smac", _SMAC)),
        dmac=pack_mac(given.get("dmac", _DMAC)),
        tags=_tags(given),
    )


def _tags(given: Mapping[str, object]) -> tuple[VlanTag, ...]:
    vlan = given.get("vlan", UNTAGGED)
    if isinstance(vlan, bool) or not isinstance(vlan, int) or not 0 <= vlan <= UNTAGGED:
        raise FrameError(f"vlan {vlan!r} is not a number from 0 to 4095")
    if vlan == UNTAGGED:
        return (VlanTag(0, _number(given, "pcp", 0)),) if "pcp" in given else ()
    return (VlanTag(vlan, _number(given, "pcp", 0)),)


def _v1_path(given: Mapping[str, object], link: LinkFields) -> PathFields:
    src = _gid(given["src"]) if "src" in given else link_local_gid(link.smac)
    dst = _gid(given["dst"]) if "dst" in given else link_local_gid(link.dmac)
    return PathFields(src=src, dst=dst, ttl=1)


def _gid(value: object) -> bytes:
    if isinstance(value, bytes) and len(value) == GID_LENGTH:
        return value
    if isinstance(value, str) and ":" in value:
        return pack_ip(value, GID_LENGTH)
    return mapped_gid(pack_ip(value, IPV4_LENGTH))


def _v2_path(traffic: str, given: Mapping[str, object]) -> PathFields:
    length = IPV4_LENGTH if traffic == "v2-ipv4" else GID_LENGTH
    src, dst = _ADDRESSES[traffic]
    return PathFields(
        src=pack_ip(given.get("src", src), length),
        dst=pack_ip(given.get("dst", dst), length),
        dscp=_number(given, "dscp", 0),
        ecn=_number(given, "ecn", 0),
        ttl=_number(given, "ttl", 64),
        flow_label=_number(given, "flowlabel", 0),
        sport=_number(given, "sport", LOWEST_ROCE_SPORT),
        dport=_number(given, "dport", ROCE_PORT),
    )


def _message(given: Mapping[str, object], before: int) -> Message:
    """Return a message that makes the IP packet as long as asked, after ``before`` bytes."""
    if "length" not in given:
        return _probe(_number(given, "opcode", UD_SEND_ONLY), 8, padded=True)
    room = _number(given, "length", 0) - before - BTH_LENGTH - ICRC_LENGTH
    usual = UD_SEND_ONLY if room >= Deth.LENGTH else RC_SEND_ONLY
    opcode = _number(given, "opcode", usual)
    room -= sum(kind.LENGTH for kind in EXTENSION_HEADERS.get(opcode, ()))
    if room < 0 or (opcode == CNP and room != CNP_PAYLOAD_LENGTH):
        raise FrameError(f"length {given['length']} is impossible for {opcode_name(opcode)}")
    return _probe(opcode, room, padded=False)


def _probe(opcode: int, length: int, *, padded: bool) -> Message:
    """Return a message of an opcode; its extension headers and its payload are all zeros."""
    if opcode == CNP:
        return cnp(NOBODYS_QP)
    kinds = EXTENSION_HEADERS.get(opcode, ())
    headers = tuple(kind.read(b"\x00" * kind.LENGTH, 0) for kind in kinds)
    return Message(Bth(opcode, NOBODYS_QP), headers, b"\x00" * length, padded=padded)
