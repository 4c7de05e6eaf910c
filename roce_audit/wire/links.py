"""Link types of capture files: Ethernet, Linux cooked captures, raw IP.

A cooked capture (``tcpdump -i any``) replaces the Ethernet header by one of its own. What it keeps
is enough to find RoCE: the EtherType, VLAN tags, and one MAC address at most.

Source:
    The link-layer header types published with libpcap: 1 Ethernet, 113 and 276 Linux cooked
    version 1 and 2, 12, 14, 101, 228 and 229 raw IP.
"""

import struct
from collections.abc import Callable, Mapping
from types import MappingProxyType

from roce_audit.errors import FrameError, ShortFrameError
from roce_audit.wire.ethernet import (
    ETHERTYPE_IPV4,
    ETHERTYPE_IPV6,
    Ethernet,
    decode_ethernet,
    decode_tags,
)

LINK_ETHERNET = 1
LINK_RAW = 101
LINK_COOKED = 113
LINK_COOKED_2 = 276

type_of = struct.Struct(">H").unpack_from
_MAC_LENGTH = 6
_COOKED_LENGTH = 16
_COOKED_2_LENGTH = 20


def decode_cooked(frame: bytes) -> tuple[Ethernet, int]:
    """Decode the 16-byte header of a Linux cooked capture, version 1.

    Returns:
        An Ethernet header without a destination MAC address, and the offset after it.

    Raises:
        ShortFrameError: The frame ends inside the header.
    """
    if len(frame) < _COOKED_LENGTH:
        raise ShortFrameError("shorter than a cooked header")
    (address_length,) = type_of(frame, 4)
    (ethertype,) = type_of(frame, 14)
    smac = frame[6:12] if address_length == _MAC_LENGTH else b""
    tags, ethertype, offset = decode_tags(frame, _COOKED_LENGTH, ethertype)
    return Ethernet(b"", smac, ethertype, tags), offset


def decode_cooked_2(frame: bytes) -> tuple[Ethernet, int]:
    """Decode the 20-byte header of a Linux cooked capture, version 2; else like version 1."""
    if len(frame) < _COOKED_2_LENGTH:
        raise ShortFrameError("shorter than a cooked header")
    (ethertype,) = type_of(frame, 0)
    smac = frame[12:18] if frame[11] == _MAC_LENGTH else b""
    tags, ethertype, offset = decode_tags(frame, _COOKED_2_LENGTH, ethertype)
    return Ethernet(b"", smac, ethertype, tags), offset


def decode_raw(frame: bytes) -> tuple[Ethernet, int]:
    """Give a packet that begins with its IP header an Ethernet header without addresses.

    Raises:
        ShortFrameError: The frame is empty.
        FrameError: The first four bits are no IP version.
    """
    if not frame:
        raise ShortFrameError("an empty frame")
    ethertype = {4: ETHERTYPE_IPV4, 6: ETHERTYPE_IPV6}.get(frame[0] >> 4)
    if ethertype is None:
        raise FrameError("neither IPv4 nor IPv6")
    return Ethernet(b"", b"", ethertype), 0


LINK_DECODERS: Mapping[int, Callable[[bytes], tuple[Ethernet, int]]] = MappingProxyType(
    {
        LINK_ETHERNET: decode_ethernet,
        LINK_COOKED: decode_cooked,
        LINK_COOKED_2: decode_cooked_2,
        **dict.fromkeys((12, 14, LINK_RAW, 228, 229), decode_raw),
    }
)
