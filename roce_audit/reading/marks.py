"""Names of the marks in the IP header, and the numbers behind them.

Source: RFC 2474, 2597 and 3246 (DSCP), RFC 791 (precedence).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

DSCPS: Mapping[str, int] = {
    "af11": 10, "af12": 12, "af13": 14, "af21": 18, "af22": 20, "af23": 22, "af31": 26,
    "af32": 28, "af33": 30, "af41": 34, "af42": 36, "af43": 38, "cs1": 8, "cs2": 16, "cs3": 24,
    "cs4": 32, "cs5": 40, "cs6": 48, "cs7": 56, "default": 0, "ef": 46,
}  # fmt: skip
PRECEDENCES: Mapping[str, int] = {
    "routine": 0, "priority": 1, "immediate": 2, "flash": 3, "flash-override": 4, "critical": 5,
    "internet": 6, "network": 7,
}  # fmt: skip
