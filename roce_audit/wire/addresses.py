"""MAC addresses, IP addresses and GIDs as packed bytes, and their text forms.

Inside this package an address is what stands on the wire: 6 bytes for a MAC, 4 for IPv4, 16 for
IPv6 and for a GID. Text is made and read here and nowhere else.
"""

import ipaddress

from roce_audit.errors import FrameError

MAC_LENGTH = 6
IPV4_LENGTH = 4
GID_LENGTH = 16
MAPPED_PREFIX = b"\x00" * 10 + b"\xff\xff"
_LINK_LOCAL_PREFIX = b"\xfe\x80" + b"\x00" * 6
_IPV4_LINK_LOCAL = b"\xa9\xfe"
_UNIVERSAL_BIT = 0x02
_FE80_MASK = 0xC0


def pack_mac(value: object) -> bytes:
    """Return a MAC address as six bytes.

    Args:
        value: Six bytes, an integer below 2**48, or text with ``:``, ``-``, ``.`` or nothing
            between its twelve hexadecimal digits.

    Raises:
        FrameError: The value is none of these.
    """
    if isinstance(value, bytes) and len(value) == MAC_LENGTH:
        return value
    if isinstance(value, int) and not isinstance(value, bool) and 0 <= value < 1 << 48:
        return value.to_bytes(MAC_LENGTH, "big")
    if isinstance(value, str):
        digits = value.translate({ord(mark): None for mark in ":-."})
        if len(digits) == 2 * MAC_LENGTH and all(d in "0123456789abcdefABCDEF" for d in digits):
            return bytes.fromhex(digits)
    raise FrameError(f"{value!r} is not a MAC address")


def pack_ip(value: object, length: int) -> bytes:
    """Return an IP address of the wanted family as packed bytes.

    Args:
        value: Packed bytes, an integer, an ``ipaddress`` object, or text.
        length: 4 for IPv4, 16 for IPv6 and GIDs.

    Raises:
        FrameError: The value is no address of that family.
    """
    family = ipaddress.IPv4Address if length == IPV4_LENGTH else ipaddress.IPv6Address
    if isinstance(value, (ipaddress.IPv4Address, ipaddress.IPv6Address)):
        value = value.packed
    if isinstance(value, (bytes, int, str)) and not isinstance(value, bool):
        try:
            return family(value).packed
        except ValueError:
            pass
    raise FrameError(f"{value!r} is not an IPv{4 if length == IPV4_LENGTH else 6} address")


def address_text(address: bytes) -> str:
    """Return the usual text of a packed IPv4 address, IPv6 address or GID.

    An IPv4-mapped GID keeps its ``::ffff:`` in front, as every GID table prints it.
    """
    if len(address) == IPV4_LENGTH:
        return str(ipaddress.IPv4Address(address))
    if address.startswith(MAPPED_PREFIX):
        return f"::ffff:{ipaddress.IPv4Address(address[12:])}"
    return str(ipaddress.IPv6Address(address))


def mapped_gid(ipv4: bytes) -> bytes:
    """Return the GID of an IPv4 address: ``::ffff:a.b.c.d``."""
    return MAPPED_PREFIX + ipv4


def link_local_gid(mac: bytes) -> bytes:
    """Return the default GID of a port: ``fe80::`` and the EUI-64 of its MAC address.

    Source:
        RFC 4291 appendix A (EUI-64); the kernel builds every RoCE port's default GID like this.
    """
    return _LINK_LOCAL_PREFIX + bytes((mac[0] ^ _UNIVERSAL_BIT,)) + mac[1:3] + b"\xff\xfe" + mac[3:]


def is_link_local(address: bytes) -> bool:
    """Tell whether an address never leaves its link: fe80::/10, or 169.254/16 bare or mapped."""
    if len(address) == IPV4_LENGTH:
        return address.startswith(_IPV4_LINK_LOCAL)
    if address.startswith(MAPPED_PREFIX):
        return address[12:].startswith(_IPV4_LINK_LOCAL)
    return address[0] == _LINK_LOCAL_PREFIX[0] and address[1] & _FE80_MASK == _LINK_LOCAL_PREFIX[1]
