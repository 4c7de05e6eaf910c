"""The invariant CRC: the last four bytes of every RoCE packet, v1 and v2.

It is the CRC-32 of Ethernet, stored little-endian, over eight bytes of ones (where InfiniBand has
its local header) and everything from the GRH or IP header to the last pad byte. Fields that may
change on the way count as ones: the network header's class, flow label, hop count and checksum,
the UDP checksum, and byte 4 of the BTH. Addresses, UDP ports and lengths are inside, so any
rewriting of them breaks it, and the receiver drops the packet without a word.

Source:
    InfiniBand volume 1, annexes A16 and A17; reproduced on frames captured from hardware (tests).
"""

import struct
import zlib

ICRC_LENGTH = 4
_STORED = struct.Struct("<I")
_SEED = zlib.crc32(b"\xff" * 8)  # the CRC state after the bytes that replace the local header
_LONG_HEADER = 40  # GRH and IPv6
_CLASS_AND_LABEL = 0x0FFFFFFF
_FIRST_WORD = struct.Struct(">I")


def icrc_v1(packet: bytes | memoryview) -> bytes:
    """Return the ICRC of a RoCE v1 packet as it stands on the wire.

    Args:
        packet: From the first byte of the GRH to the last pad byte, the ICRC not included; at
            least a GRH and a BTH.
    """
    head = bytearray(packet[: _LONG_HEADER + 5])
    _mask_long_header(head)
    head[_LONG_HEADER + 4] = 0xFF
    return _crc(head, packet)


def icrc_v2_ipv4(packet: bytes | memoryview) -> bytes:
    """Return the ICRC of a RoCE v2 packet over IPv4 as it stands on the wire.

    Args:
        packet: From the first byte of the IPv4 header to the last pad byte, the ICRC not included;
            at least the headers up to a BTH. Options are covered as they stand.
    """
    udp = (packet[0] & 0xF) * 4
    head = bytearray(packet[: udp + 13])
    head[1] = head[8] = head[10] = head[11] = 0xFF
    head[udp + 6] = head[udp + 7] = head[udp + 12] = 0xFF
    return _crc(head, packet)


def icrc_v2_ipv6(packet: bytes | memoryview) -> bytes:
    """Return the ICRC of a RoCE v2 packet over IPv6 as it stands on the wire.

    Args:
        packet: From the first byte of the IPv6 header to the last pad byte, the ICRC not included;
            UDP follows the header directly. How extension headers count is nowhere stated: such a
            packet's ICRC is not to be judged.
    """
    head = bytearray(packet[: _LONG_HEADER + 13])
    _mask_long_header(head)
    head[_LONG_HEADER + 6] = head[_LONG_HEADER + 7] = head[_LONG_HEADER + 12] = 0xFF
    return _crc(head, packet)


def _mask_long_header(head: bytearray) -> None:
    (word,) = _FIRST_WORD.unpack_from(head, 0)
    _FIRST_WORD.pack_into(head, 0, word | _CLASS_AND_LABEL)
    head[7] = 0xFF


def _crc(head: bytearray, packet: bytes | memoryview) -> bytes:
    rest = memoryview(packet)[len(head) :]
    return _STORED.pack(zlib.crc32(rest, zlib.crc32(head, _SEED)))
