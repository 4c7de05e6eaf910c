"""Reads what an nft condition looks at."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from roce_audit.errors import ParseError
from roce_audit.packets.fields import Doubt, Field
from roce_audit.packets.ranges import intersect, single
from roce_audit.platforms.linux.nft_fields import FIELDS, Numbers, Opaque, Selector
from roce_audit.platforms.linux.nft_special import FRAMES, extension, frag_off, packet_length, raw
from roce_audit.platforms.linux.questions import LOCAL, Track, asks_track
from roce_audit.platforms.linux.unions import ALWAYS, NO, YES, Union
from roce_audit.platforms.linux.values import numbers

if TYPE_CHECKING:
    from collections.abc import Mapping

    from roce_audit.packets.boxes import Box
    from roce_audit.packets.ranges import Ranges
    from roce_audit.platforms.linux.chains import Rule
    from roce_audit.platforms.linux.state import NamedSet
    from roce_audit.reading.statement import Words

META = frozenset(
    "iif iifname iiftype iifgroup iifkind oif oifname oiftype oifgroup oifkind mark skuid skgid "
    "nftrace rtclassid pkttype cpu cgroup ibrname obrname ibridgename obridgename ibrpvid "
    "ibrvproto ibrhwaddr secpath priority length protocol nfproto l4proto random secmark sdif "
    "sdifname time day hour broute".split()
)
_TRACKED = frozenset({"original", "reply"})


@dataclass(slots=True)
class Surroundings:
    """What a rule needs to know of the table and machine it is in.

    Attributes:
        family: Family of the table.
        table: Name of the table.
        sets: Named sets and maps by name.
        links: Interface names by number.
        rewritten: Fields that some earlier rule changes.
        translates: Whether any rule rewrites addresses.
        rule: The rule being read.
        serial: Open questions of the rule so far.
    """

    family: str
    table: str
    sets: Mapping[str, NamedSet]
    links: Mapping[str, str]
    rewritten: frozenset[Field]
    translates: bool
    rule: Rule
    serial: int = 0
    cache: dict[object, object] = field(default_factory=dict[object, object])

    def open(self, why: str) -> Doubt:
        """Return a question of this rule's own that the capture does not answer."""
        self.serial += 1
        key = self.rule.key if self.serial == 1 else f"{self.rule.key} ({self.serial})"
        return Doubt(key, f"line {self.rule.source.line} depends on {why}")


def is_selector(word: str) -> bool:
    """Whether a word begins something that nft can look at."""
    return (
        word in META
        or word in FRAMES
        or word[:1] == "@"
        and "," in word
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
    if isinstance(known, Numbers) and known.field in around.rewritten and known.field is not None:
        frames = known.where(((0, known.top),))
        return Opaque(frames, f"the {known.field.title}, which a rule may have rewritten")
    return known


def _meta(key: str, around: Surroundings) -> Selector:
    if key == "length":
        return packet_length(around.family)
    if key == "nfproto" and around.family in {"bridge", "netdev"}:
        return Opaque(ALWAYS, "meta nfproto outside of inet tables")
    return FIELDS.get(f"meta {key}") or Opaque(ALWAYS, f"the packet's {key}")


def _after_meta(words: Words, around: Surroundings) -> Selector:
    return _meta(words.take("a key of meta"), around)


def _ct(words: Words, around: Surroundings) -> Selector:
    key = words.take("a key of ct")
    if key in _TRACKED:
        if words.skip("ip", "ip6"):
            pass
        return Opaque(ALWAYS, f"the tracked connection ({key} {words.take('a key of ct')})")
    if key == "state":
        return FIELDS["ct state"]
    if key == "direction":
        return Numbers(numbers(1, {"original": 0, "reply": 1}), _direction, 1)
    if key == "status" and not around.translates:
        doubt = around.open("whether the connection is confirmed")
        return Numbers(numbers(7, _STATUS), lambda values: _status(values, doubt), 7)
    if key == "count":
        words.skip("over")
    return Opaque(ALWAYS, f"the tracked connection ({key})")


_STATUS = {"confirmed": 1, "expected": 2, "seen-reply": 3, "assured": 4, "snat": 5, "dnat": 6}
_STATUS |= {"dying": 7}
_STATUS |= {"0x1": 2, "0x2": 3, "0x4": 4, "0x8": 1, "0x10": 5, "0x20": 6, "0x200": 7}
_TRACKED_ONLY: Box = {asks_track(Track.NEW): YES}


def _direction(values: Ranges) -> Union:
    return (_TRACKED_ONLY,) if intersect(values, single(0)) else ()


def _status(values: Ranges, doubt: Doubt) -> Union:
    """Nothing but "confirmed" can be said of a connection without replies or translation."""
    plain = bool(intersect(values, single(0)))
    confirmed = bool(intersect(values, single(1)))
    if plain == confirmed:
        return (_TRACKED_ONLY,) if plain else ()
    return ({**_TRACKED_ONLY, doubt: YES},)


def _fib(words: Words, around: Surroundings) -> Selector:
    flags = [words.take("a key of fib")]
    while words.skip("."):
        flags.append(words.take("a key of fib"))
    result = words.choice("oif", "oifname", "type", "check")
    if result == "type" and "daddr" in flags and around.family in {"ip", "ip6", "inet"}:
        return Numbers(numbers(9, _FIB_TYPES), lambda values: _fib_type(values, around), 9)
    return Opaque(ALWAYS, f"the routing table (fib {' . '.join(flags)} {result})")


_FIB_TYPES = {"unspec": 0, "unicast": 1, "local": 2, "broadcast": 3, "anycast": 4, "multicast": 5}
_FIB_TYPES |= {"blackhole": 6, "unreachable": 7, "prohibit": 8}
_IS_LOCAL = 2


def _fib_type(values: Ranges, around: Surroundings) -> Union:
    local = any(low <= _IS_LOCAL <= high for low, high in values)
    others = values != ((_IS_LOCAL, _IS_LOCAL),)
    whole = ((0, _IS_LOCAL - 1), (_IS_LOCAL + 1, 9))
    found: list[dict[Doubt, Ranges]] = [{LOCAL: YES}] if local else []
    if others and values != () and all(any(a <= x and y <= b for a, b in values) for x, y in whole):
        found.append({LOCAL: NO})
    elif others:
        found.append({LOCAL: NO, around.open("the kind of the destination address"): YES})
    return tuple(dict(each) for each in found)


def _rt(words: Words, _around: Surroundings) -> Selector:
    key = words.take("a key of rt")
    if key in {"ip", "ip6"}:
        key = words.take("a key of rt")
    return Opaque(ALWAYS, f"the routing table (rt {key})")


def _socket(words: Words, _around: Surroundings) -> Selector:
    key = words.take("a key of socket")
    if key == "cgroupv2":
        words.choice("level")
        words.take("a level")
    return Opaque(ALWAYS, f"the socket of the packet ({key})")


def _generated(words: Words, _around: Surroundings) -> Selector:
    """Read numgen, jhash and symhash: nothing of them is known."""
    while words.take("mod") != "mod":
        pass
    words.take("a number")
    while words.skip("seed", "offset"):
        words.take("a number")
    return Opaque(ALWAYS, "a number drawn for the packet")


def _osf(words: Words, _around: Surroundings) -> Selector:
    if words.skip("ttl"):
        words.take("a kind of ttl check")
    words.choice("name", "version")
    return Opaque((), "the sender's system")


def _ipsec(words: Words, _around: Surroundings) -> Selector:
    words.choice("in", "out")
    if words.skip("spnum"):
        words.take("a number")
    if words.skip("ip", "ip6"):
        pass
    return Opaque(ALWAYS, f"IPsec ({words.take('a key of ipsec')})")


def _exthdr(words: Words, around: Surroundings) -> Selector:
    words.take("an extension header")
    return extension(around.open("extension headers of tagged frames"))


_SPECIAL = {
    "meta": _after_meta,
    "ct": _ct,
    "fib": _fib,
    "rt": _rt,
    "socket": _socket,
    "osf": _osf,
    "numgen": _generated,
    "jhash": _generated,
    "symhash": _generated,
    "ipsec": _ipsec,
    "tunnel": _after_meta,
    "exthdr": _exthdr,
}
