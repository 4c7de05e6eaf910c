"""``reject``: a drop with an answer to the sender, which says what the rule is about.

nft lists ``meta nfproto ipv6 reject`` as ``reject with icmpv6 port-unreachable``: an answer of one
IP version or of TCP stands for the condition (run; nftables ``src/evaluate.c``).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from roce_audit.packets.ranges import single
from roce_audit.platforms.linux.chains import Verdict
from roce_audit.platforms.linux.nft_condition import LINK_FAMILIES, hidden_type
from roce_audit.platforms.linux.unions import V4, V6, Union, transport

if TYPE_CHECKING:
    from collections.abc import Mapping

    from roce_audit.platforms.linux.nft_rule import RuleReader

_ANSWERS: Mapping[str, Union] = {
    "icmp": (V4,),
    "icmpv6": (V6,),
    "tcp": (transport(single(6)),),
    "icmpx": ({},),
}
_TAGGED = "whether tagged frames are meant: an answer of one IP version asks for the EtherType"


def reject(reader: RuleReader) -> None:
    """Read ``reject [with ANSWER]``.

    Raises:
        ParseError: The answer is not known.
    """
    words = reader.words
    words.take()
    if words.skip("with"):
        answer = words.choice(*_ANSWERS)
        reader.narrow(_ANSWERS[answer])
        by_version = answer in {"icmp", "icmpv6"}
        if by_version and reader.around.family in LINK_FAMILIES and not reader.tells_ip:
            hidden_type(reader, _TAGGED)
    reader.skip_to_comment()
    reader.end(Verdict.DROP)
