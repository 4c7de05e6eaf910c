"""A witness packet as bytes: the fields that a verdict names, the rest as a harmless probe.

The frame is a UD SEND ONLY to a queue pair that nobody has, with eight zero bytes, unless the
witness names an opcode. Fields that the witness leaves open get fixed values, so the same witness
always gives the same bytes.
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
from roce_audit.wire.bth import Bth
from roce_audit.wire.ethernet import VlanTag
from roce_audit.wire.frames import (
    LinkFields,
    Message,
    PathFields,
    cnp,
    roce_v1_frame,
    roce_v2_frame,
    ud_send,
)
from roce_audit.wire.opcodes import CNP, EXTENSION_HEADERS, UD_SEND_ONLY
from roce_audit.wire.udp import LOWEST_ROCE_SPORT, ROCE_PORT

NOBODYS_QP = 0xFFFFFE
_SMAC = "02:00:00:00:00:01"
_DMAC = "02:00:00:00:00:02"
_LINK_KEYS = ("smac", "dmac", "vlan", "pcp")
_BITS: Mapping[str, int] = MappingProxyType(
    {"vlan": 12, "pcp": 3, "sport": 16, "dport": 16, "dscp": 6, "ecn": 2, "ttl": 8, "opcode": 8}
)
_KEYS: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        "v1": (*_LINK_KEYS, "src", "dst", "opcode"),
        "v2-ipv4": (*_LINK_KEYS, "src", "dst", "sport", "dport", "dscp", "ecn", "ttl", "opcode"),
        "v2-ipv6": (*_LINK_KEYS, "src", "dst", "sport", "dport", "dscp", "ecn", "ttl", "opcode"),
    }
)
_ADDRESSES: Mapping[str, tuple[str, str]] = MappingProxyType(
    {"v2-ipv4": ("10.0.0.1", "10.0.0.2"), "v2-ipv6": ("fd00::1", "fd00::2")}
)


def witness_frame(traffic: str, fields: Mapping[str, object]) -> bytes:
    """Return a witness as an Ethernet frame without FCS, every checksum and the ICRC right.

    Args:
        traffic: ``v1``, ``v2-ipv4`` or ``v2-ipv6``.
        fields: Any of smac, dmac, vlan (None is untagged), pcp, src, dst, sport, dport, dscp, ecn,
            ttl, opcode. MACs and addresses as text, integers or packed bytes; the others as
            integers. None means open. In v1, src and dst are GIDs (an IPv4 address is mapped);
            left open they are the link-local GIDs of the MACs. A pcp on an untagged frame is
            carried by a tag of VLAN 0, as hosts send it.

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
    link = _link(given)
    message = _message(_number(given, "opcode", UD_SEND_ONLY))
    if traffic == "v1":
        return roce_v1_frame(link, _v1_path(given, link), message)
    return roce_v2_frame(link, _v2_path(traffic, given), message)


def _number(given: Mapping[str, object], key: str, default: int) -> int:
    value = given.get(key, default)
    if isinstance(value, bool) or not isinstance(value, int) or not 0 <= value < 1 << _BITS[key]:
        raise FrameError(f"{key} {value!r} is not a number below {1 << _BITS[key]}")
    return value


def _link(given: Mapping[str, object]) -> LinkFields:
    tagged = "vlan" in given or "pcp" in given
    tag = VlanTag(_number(given, "vlan", 0), _number(given, "pcp", 0))
    return LinkFields(
        smac=pack_mac(given.get("smac", _SMAC)),
        dmac=pack_mac(given.get("dmac", _DMAC)),
        tags=(tag,) if tagged else (),
    )


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
        sport=_number(given, "sport", LOWEST_ROCE_SPORT),
        dport=_number(given, "dport", ROCE_PORT),
    )


def _message(opcode: int) -> Message:
    """Return a message of an opcode; its extension headers are all zeros."""
    if opcode == CNP:
        return cnp(NOBODYS_QP)
    if opcode == UD_SEND_ONLY:
        return ud_send(NOBODYS_QP, b"\x00" * 8)
    kinds = EXTENSION_HEADERS.get(opcode, ())
    headers = tuple(kind.read(b"\x00" * kind.LENGTH, 0) for kind in kinds)
    return Message(Bth(opcode, NOBODYS_QP), headers, b"\x00" * 8)
