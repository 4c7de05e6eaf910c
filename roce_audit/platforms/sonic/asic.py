"""Which ASIC a switch has, from the names in its configuration.

Source: folders of sonic-buildimage name platform and ASIC vendor; only names that leave no doubt
are listed.
"""

from __future__ import annotations

import re

_BROADCOM = (
    r"broadcom|arista[-_]7(?:0[56]0|2[68]0|800)|dell[a-z]*[-_]+[zs]\d{4}|force10|quanta|juniper|"
    r"accton[-_]as(?:[79]\d|5[678]|46)\d|cel(?:estica)?[-_](?:seastone|e1031|dx010|haliburton)|"
    r"nokia[-_](?:ixr7250|7250)"
)
_SIGNS: tuple[tuple[str, str], ...] = (
    (r"kvm|(?:^|[-_])vs(?:$|[-_])", "vs"),
    (r"mlnx|mellanox|nvidia|(?:^|[-_])m?sn\d{4}", "mellanox"),
    (r"teralynx|innovium", "marvell-teralynx"),
    (r"marvell|prestera|ixs7215|nokia-7215", "marvell-prestera"),
    (r"barefoot|bfn|wedge100bf|newport|arista[-_]7170|tofino", "barefoot"),
    (r"cisco|x86_64-8\d{3}_", "cisco-8000"),
    (r"centec", "centec"),
    (r"nephos", "nephos"),
    (_BROADCOM, "broadcom"),
)
L3V4V6 = frozenset({"marvell-prestera", "marvell-teralynx", "vs"})
"""ASICs that have tables for both IP versions."""


def asic_of(*names: str) -> str:
    """Return the ASIC that the first telling name stands for; "" if none does."""
    for name in names:
        text = name.strip().lower()
        for pattern, asic in _SIGNS:
            if text and re.search(pattern, text):
                return asic
    return ""
