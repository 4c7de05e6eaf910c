"""Statements of nft that let some packets go on, nobody can say which."""

from __future__ import annotations

from typing import TYPE_CHECKING

from roce_audit.errors import ParseError
from roce_audit.platforms.linux.chains import Verdict
from roce_audit.platforms.linux.iptables_modules import HARMLESS
from roce_audit.platforms.linux.nft_match import skip_expression

if TYPE_CHECKING:
    from collections.abc import Mapping

    from roce_audit.platforms.linux.nft_rule import RuleReader
    from roce_audit.reading.statement import Words


_CHANGED = "a rule that rewrites addresses: the check value of RoCE v2 no longer fits"
OPEN_ENDS: Mapping[str, str] = {
    **dict.fromkeys(("snat", "dnat", "masquerade", "redirect"), _CHANGED),
    "queue": "a program that judges the packets (queue)",
    "tproxy": "a local proxy that takes the packets (tproxy)",
    "fwd": "another interface that the packets are sent out of (fwd)",
    "synproxy": "a proxy for connections (synproxy)",
}
"""Statements that end a rule, and what it then hangs on whether the packets arrive."""


def limit(reader: RuleReader) -> None:
    """Read ``limit``: which packets it lets through cannot be said."""
    reader.words.take()
    if reader.words.skip("name"):
        skip_expression(reader.words, reader.around)
    elif reader.words.skip("rate"):
        reader.words.skip("over", "until")
        _rate(reader.words)
    else:
        reader.words.take("a limit")
    reader.maybe("a limited rate")


def quota(reader: RuleReader) -> None:
    """Read ``quota``."""
    reader.words.take()
    if reader.words.skip("name"):
        skip_expression(reader.words, reader.around)
    else:
        reader.words.skip("over", "until")
        _amount(reader.words)
        if reader.words.skip("used"):
            _amount(reader.words)
    reader.maybe("a used-up amount of data")


def meter(reader: RuleReader) -> None:
    """Read ``meter``, a set with a limit for each element."""
    reader.words.take()
    while reader.words.peek() != "{":
        reader.words.take("{")
    skip_expression(reader.words, reader.around)
    reader.maybe("a limited rate")


def foreign(reader: RuleReader) -> None:
    """Read ``xt``: an extension of iptables that the listing does not spell out."""
    reader.words.take()
    kind = reader.words.choice("match", "target")
    name = reader.words.take("an extension").strip('"')
    if kind == "target" and name == "REJECT":
        reader.end(Verdict.DROP)
    elif kind == "target" and name not in HARMLESS:
        raise ParseError(f"has target {name} of iptables, which the listing does not spell out")
    if kind == "match" and name != "comment":
        reader.maybe(f"match {name} of iptables, which the listing does not spell out")


def _rate(words: Words) -> None:
    words.take("a rate")
    if words.peek() not in {"burst", ""} and words.peek().split("/")[0] in _UNITS:
        words.take()
    if words.skip("/"):
        words.take("a time")
    if words.skip("burst"):
        words.take("a burst")
        words.skip("packets", *_UNITS)


_UNITS = ("bytes", "kbytes", "mbytes", "gbytes", "packets", "second", "minute", "hour", "day")


def _amount(words: Words) -> None:
    words.take("an amount")
    words.skip(*_UNITS)
