"""MAC addresses as devices and people write them."""

from __future__ import annotations

from functools import lru_cache

from roce_audit.errors import ParseError

_DIGITS = 12
_HEX = frozenset("0123456789abcdefABCDEF")


@lru_cache(maxsize=65536)
def mac_number(text: str) -> int:
    """Return a MAC address in dotted, colon or dash form as a number.

    Raises:
        ParseError: Not a MAC address.
    """
    digits = text.replace(".", "").replace(":", "").replace("-", "")
    if len(digits) != _DIGITS or not _HEX.issuperset(digits):
        raise ParseError(f"{text!r} is no MAC address")
    return int(digits, 16)
