"""Rules that nft lists in other words than they were written in, with another meaning."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from roce_audit.platforms.linux.surroundings import Surroundings

GARBLED = "nft lists this rule in words that say something else"


def is_garbled(around: Surroundings) -> bool:
    """Whether nft listed the rule at hand as another one than it is.

    Behind a condition on a tag nft 1.0.6 lists ``ether daddr M`` as fields of a second tag and
    two bytes that are left over: ``vlan pcp 0 vlan dei 0 vlan id 512 vlan type 0x0000 @ll,32,16
    0x99``. Two comparisons "less" and "greater" it lists as one of the second field, ``udp length
    < 100 udp dport > 4790`` as ``udp dport != 100-4790``: only the bytecode shows that (run).
    """
    if not around.rule.printed:
        return False
    if around.code is not None and around.code.merged:
        return True
    words = around.rule.words
    fields = [name for tag, name in pairwise(words) if tag == "vlan"]
    left_over = "dei" in fields and any(word.startswith("@ll,") for word in words)
    return left_over or len(fields) != len(set(fields))
