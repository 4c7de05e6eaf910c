"""pcapng files that mix interfaces, which libpcap refuses: walked block by block.

libpcap reads a pcapng file only while all its interfaces have one link type and one snapshot
length. Merged captures, and captures of several interfaces at once, often do not, and no tool
splits them by link type; so the blocks that carry frames are read here, and only for such files.

Source:
    The pcapng specification (IETF draft-ietf-opsawg-pcapng): sections 3.1, 4.1 to 4.4, and the
    obsolete packet block of its appendix.
"""

import struct
from collections.abc import Iterator
from typing import BinaryIO

LONGEST_BLOCK = 16 << 20
_SECTION, _INTERFACE, _OBSOLETE, _SIMPLE, _ENHANCED = 0x0A0D0D0A, 1, 2, 3, 6
_ORDERS = {b"\x1a\x2b\x3c\x4d": ">", b"\x4d\x3c\x2b\x1a": "<"}
_SHORTEST_BLOCK = 12
_MOST_INTERFACES = 1 << 16
_PACKET_HEADER = 20
_SIMPLE_HEADER = 4

Frame = tuple[bytes, int, int]


class MixedCapture:
    """The frames of a pcapng file with interfaces of any link types.

    Attributes:
        damage: What ended the reading before the end of the file; empty where nothing did.
    """

    def __init__(self, file: BinaryIO) -> None:
        self.damage = ""
        self._file = file
        self._order = "<"
        self._links: list[tuple[int, int]] = []  # link type and snapshot length, by interface

    def __iter__(self) -> Iterator[Frame]:
        """Yield each frame, its length on the wire, and its link type."""
        try:
            while (block := self._block()) is not None:
                kind, body = block
                if kind == _INTERFACE:
                    self._add_interface(body)
                elif kind == _ENHANCED:
                    yield self._packet(body, "I8xII")
                elif kind == _OBSOLETE:
                    yield self._packet(body, "H10xII")
                elif kind == _SIMPLE:
                    yield self._simple(body)
        except (struct.error, ValueError) as error:
            self.damage = f"a damaged pcapng block: {error}"

    def _block(self) -> tuple[int, bytes] | None:
        head = self._file.read(8)
        if not head:
            return None
        if head[:4] == _SECTION.to_bytes(4, "big"):  # the same in both byte orders
            self._begin_section(head)
        kind, length = struct.unpack(self._order + "II", head)
        if not _SHORTEST_BLOCK <= length <= LONGEST_BLOCK:
            raise ValueError(f"a length of {length} bytes")
        rest = self._file.read(-(-length // 4) * 4 - 8)
        if len(rest) < length - 8:
            raise ValueError("the file ends inside it")
        return kind, rest[:-4]

    def _begin_section(self, head: bytes) -> None:
        """Learn a section's byte order from its magic, and leave the file where it was."""
        magic = self._file.read(4)
        order = _ORDERS.get(magic)
        if len(head) + len(magic) < _SHORTEST_BLOCK or order is None:
            raise ValueError("a section without byte order")
        self._file.seek(-4, 1)
        self._order, self._links = order, []

    def _add_interface(self, body: bytes) -> None:
        if len(self._links) == _MOST_INTERFACES:
            raise ValueError("too many interfaces")
        link_type, _, snaplen = struct.unpack_from(self._order + "HHI", body)
        self._links.append((link_type, snaplen))

    def _packet(self, body: bytes, layout: str) -> Frame:
        sizes: tuple[int, int, int] = struct.unpack_from(self._order + layout, body)
        number, kept, length = sizes
        if number >= len(self._links):
            raise ValueError(f"a frame of interface {number}, which is not described")
        if kept > len(body) - _PACKET_HEADER:
            raise ValueError(f"a frame of {kept} bytes in a smaller block")
        frame = body[_PACKET_HEADER : _PACKET_HEADER + kept]
        return frame, max(length, kept), self._links[number][0]

    def _simple(self, body: bytes) -> Frame:
        (length,) = struct.unpack_from(self._order + "I", body)
        if not self._links:
            raise ValueError("a frame of interface 0, which is not described")
        link_type, snaplen = self._links[0]
        kept = min(length, snaplen or length)
        if kept > len(body) - _SIMPLE_HEADER:
            raise ValueError(f"a frame of {kept} bytes in a smaller block")
        return body[_SIMPLE_HEADER : _SIMPLE_HEADER + kept], length, link_type
