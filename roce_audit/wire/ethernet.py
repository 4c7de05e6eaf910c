"""The Ethernet header and its VLAN tags (IEEE 802.3, 802.1Q, stacked tags of 802.1ad)."""

import struct
from dataclasses import dataclass

from roce_audit.errors import FrameError, ShortFrameError

ETHERTYPE_IPV4 = 0x0800
ETHERTYPE_VLAN = 0x8100
ETHERTYPE_IPV6 = 0x86DD
ETHERTYPE_ROCE = 0x8915
LOWEST_ETHERTYPE = 0x0600
TAG_TYPES = frozenset((ETHERTYPE_VLAN, 0x88A8, 0x9100))
HEADER_LENGTH = 14
MOST_TAGS = 4
_TAG_LENGTH = 4
_TAG = struct.Struct(">HH")
_TYPE = struct.Struct(">H")


@dataclass(frozen=True, slots=True)
class VlanTag:
    """One 802.1Q tag.

    Attributes:
        vlan: VLAN identifier, 0 to 4095; 0 is a tag that carries only a priority.
        pcp: Priority code point, 0 to 7.
        dei: Drop eligible.
        tpid: The tag's own EtherType.
    """

    vlan: int
    pcp: int = 0
    dei: bool = False
    tpid: int = ETHERTYPE_VLAN

    def build(self) -> bytes:
        """Return the tag as the four bytes that stand before the next EtherType."""
        return _TAG.pack(self.tpid, self.pcp << 13 | self.dei << 12 | self.vlan)


@dataclass(frozen=True, slots=True)
class Ethernet:
    """An Ethernet header with its tags.

    Attributes:
        dmac: Destination MAC address, six bytes; empty where the capture did not keep it.
        smac: Source MAC address, like ``dmac``.
        ethertype: EtherType of what follows the last tag; below 0x0600 an 802.3 length.
        tags: VLAN tags, outermost first.
    """

    dmac: bytes
    smac: bytes
    ethertype: int
    tags: tuple[VlanTag, ...] = ()

    def build(self) -> bytes:
        """Return the header's bytes, tags included, without padding and FCS."""
        tags = b"".join(tag.build() for tag in self.tags)
        return self.dmac + self.smac + tags + _TYPE.pack(self.ethertype)


def decode_ethernet(frame: bytes) -> tuple[Ethernet, int]:
    """Decode the header of a frame that starts with its destination MAC address.

    Returns:
        The header, and the offset of the first byte after it.

    Raises:
        ShortFrameError: The frame ends inside the header or inside a tag.
        FrameError: The frame carries more than ``MOST_TAGS`` tags.
    """
    if len(frame) < HEADER_LENGTH:
        raise ShortFrameError("shorter than an Ethernet header")
    (ethertype,) = _TYPE.unpack_from(frame, 12)
    if ethertype not in TAG_TYPES:
        return Ethernet(frame[:6], frame[6:12], ethertype), HEADER_LENGTH
    tags, ethertype, offset = decode_tags(frame, HEADER_LENGTH, ethertype)
    return Ethernet(frame[:6], frame[6:12], ethertype, tags), offset


def decode_tags(frame: bytes, offset: int, ethertype: int) -> tuple[tuple[VlanTag, ...], int, int]:
    """Decode the tags that follow an EtherType already read.

    Args:
        frame: The whole frame.
        offset: First byte after ``ethertype``.
        ethertype: The type just read; a tag follows while it is one of ``TAG_TYPES``.

    Returns:
        The tags, outermost first, the EtherType after them, and the offset after that.

    Raises:
        ShortFrameError: The frame ends inside a tag.
        FrameError: More than ``MOST_TAGS`` tags.
    """
    tags: list[VlanTag] = []
    while ethertype in TAG_TYPES:
        if len(tags) == MOST_TAGS:
            raise FrameError(f"more than {MOST_TAGS} VLAN tags")
        if len(frame) < offset + _TAG_LENGTH:
            raise ShortFrameError("ends inside a VLAN tag")
        tci, following = _TAG.unpack_from(frame, offset)
        tags.append(VlanTag(tci & 0xFFF, tci >> 13, bool(tci & 0x1000), ethertype))
        ethertype, offset = following, offset + _TAG_LENGTH
    return tuple(tags), ethertype, offset
