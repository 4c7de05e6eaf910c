"""Reads what an nft condition looks at."""

from __future__ import annotations

from typing import TYPE_CHECKING

from roce_audit.errors import ParseError
from roce_audit.platforms.linux.nft_fields import FIELDS
from roce_audit.platforms.linux.nft_kinds import Numbers, Opaque, Selector
from roce_audit.platforms.linux.nft_lookups import (
    ct_selector,
    exthdr_selector,
    fib_selector,
    generated_selector,
    ipsec_selector,
    osf_selector,
    rt_selector,
    socket_selector,
)
from roce_audit.platforms.linux.nft_special import FRAMES, frag_off, packet_length, raw
from roce_audit.platforms.linux.unions import ALWAYS

if TYPE_CHECKING:
    from roce_audit.platforms.linux.surroundings import Surroundings
    from roce_audit.reading.statement import Words

META = frozenset(
    [
        "iif",
        "iifname",
        "iiftype",
        "iifgroup",
        "iifkind",
        "oif",
        "oifname",
        "oiftype",
        "oifgroup",
        "oifkind",
        "mark",
        "skuid",
        "skgid",
        "nftrace",
        "rtclassid",
        "pkttype",
        "cpu",
        "cgroup",
        "ibrname",
        "obrname",
        "ibridgename",
        "obridgename",
        "ibrpvid",
        "ibrvproto",
        "ibrhwaddr",
        "secpath",
        "priority",
        "length",
        "protocol",
        "nfproto",
        "l4proto",
        "random",
        "secmark",
        "sdif",
        "sdifname",
        "time",
        "day",
        "hour",
        "broute",
    ]
)


def is_selector(word: str) -> bool:
    """Whether a word begins something that nft can look at."""
    return (
        word in META
        or word in FRAMES
        or (word[:1] == "@" and "," in word)
        or word in {"ct", "fib", "rt", "socket", "osf", "numgen", "jhash", "symhash", "exthdr"}
        or word in {"ipsec", "tunnel"}
    )


def read_selector(words: Words, around: Surroundings) -> Selector:
    """Read one selector.

    Raises:
        ParseError: Not known.
    """
    first = words.take("a condition")
    if first in META:
        return _meta(first, around)
    special = _SPECIAL.get(first)
    if special is not None:
        return special(words, around)
    if first[0] == "@":
        return raw(first, around.open("bytes that are no field of the audit"))
    if first not in FRAMES:
        raise ParseError(f"unknown condition {first!r}")
    return _payload(first, words, around)


def _payload(protocol: str, words: Words, around: Surroundings) -> Selector:
    name = words.take(f"a field of {protocol}")
    full = f"{protocol} {name}"
    if full == "ip frag-off":
        return frag_off(around.open("a flag of the IP header that the audit does not model"))
    if name == "option" or full == "sctp chunk":
        words.take("an option")
        if words.peek() not in {"exists", "missing", "==", "!=", "set", "{"}:
            words.skip(words.peek())
        return Opaque(FRAMES[protocol], f"the options of {protocol}")
    return _settled(FIELDS.get(full), around) or Opaque(FRAMES[protocol], f"{full} of the packet")


def _settled(known: Selector | None, around: Surroundings) -> Selector | None:
    field = known.field if isinstance(known, Numbers) else None
    if isinstance(known, Numbers) and field is not None and field in around.rewritten:
        frames = known.where(((0, known.top),))
        return Opaque(frames, f"the {field.title}, which a rule may have rewritten")
    return known


def _meta(key: str, around: Surroundings) -> Selector:
    if key == "length":
        return packet_length(around.family)
    if key == "nfproto" and around.family in {"bridge", "netdev"}:
        return Opaque(ALWAYS, "meta nfproto outside of inet tables")
    return FIELDS.get(f"meta {key}") or Opaque(ALWAYS, f"the packet's {key}")


def _after_meta(words: Words, around: Surroundings) -> Selector:
    return _meta(words.take("a key of meta"), around)


_SPECIAL = {
    "meta": _after_meta,
    "ct": ct_selector,
    "fib": fib_selector,
    "rt": rt_selector,
    "socket": socket_selector,
    "osf": osf_selector,
    "numgen": generated_selector,
    "jhash": generated_selector,
    "symhash": generated_selector,
    "ipsec": ipsec_selector,
    "tunnel": _after_meta,
    "exthdr": exthdr_selector,
}
