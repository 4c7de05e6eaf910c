"""Selectors of nft that ask about connections, routes, sockets and the like."""

from __future__ import annotations

from typing import TYPE_CHECKING

from roce_audit.packets.ranges import Ranges, intersect, single
from roce_audit.platforms.linux.nft_fields import FIELDS
from roce_audit.platforms.linux.nft_kinds import Numbers, Opaque, Selector
from roce_audit.platforms.linux.nft_special import FRAMES, extension
from roce_audit.platforms.linux.questions import LOCAL, Track, asks_track
from roce_audit.platforms.linux.unions import ALWAYS, NO, YES, Union
from roce_audit.platforms.linux.values import numbers

if TYPE_CHECKING:
    from roce_audit.packets.boxes import Box
    from roce_audit.packets.fields import Dimension, Doubt
    from roce_audit.platforms.linux.surroundings import Surroundings
    from roce_audit.reading.statement import Words

_TRACKED = frozenset({"original", "reply"})


def ct_selector(words: Words, around: Surroundings) -> Selector:
    """Read what asks about connection tracking."""
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


_STATUS = (
    {"confirmed": 1, "expected": 2, "seen-reply": 3, "assured": 4, "snat": 5, "dnat": 6}
    | {"0x1": 2, "0x2": 3, "0x4": 4, "0x8": 1, "0x10": 5, "0x20": 6, "0x200": 7}
    | {"dying": 7}
)
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


def fib_selector(words: Words, around: Surroundings) -> Selector:
    """Read what asks about the routing table."""
    flags = [words.take("a key of fib")]
    while words.skip("."):
        flags.append(words.take("a key of fib"))
    result = words.choice("oif", "oifname", "type", "check")
    if result == "type" and "daddr" in flags and around.family in {"ip", "ip6", "inet"}:
        return Numbers(numbers(9, _FIB_TYPES), lambda values: _fib_type(values, around), 9)
    return Opaque(ALWAYS, f"the routing table (fib {' . '.join(flags)} {result})")


_FIB_TYPES = {
    "unspec": 0,
    "unicast": 1,
    "local": 2,
    "broadcast": 3,
    "anycast": 4,
    "multicast": 5,
} | {"blackhole": 6, "unreachable": 7, "prohibit": 8}
_IS_LOCAL = 2


def _fib_type(values: Ranges, around: Surroundings) -> Union:
    local = any(low <= _IS_LOCAL <= high for low, high in values)
    others = values != ((_IS_LOCAL, _IS_LOCAL),)
    whole = ((0, _IS_LOCAL - 1), (_IS_LOCAL + 1, 9))
    found: list[dict[Dimension, Ranges]] = [{LOCAL: YES}] if local else []
    if others and values != () and all(any(a <= x and y <= b for a, b in values) for x, y in whole):
        found.append({LOCAL: NO})
    elif others:
        found.append({LOCAL: NO, around.open("the kind of the destination address"): YES})
    return tuple(found)


def rt_selector(words: Words, _around: Surroundings) -> Selector:
    """Read what asks about the route of the packet, or about a routing header of IPv6."""
    key = words.take("a key of rt")
    if key in {"type", "nexthdr", "seg-left", "hdrlength"}:
        return Opaque(FRAMES["rt"], f"rt {key} of the packet")
    if key in {"ip", "ip6"}:
        key = words.take("a key of rt")
    return Opaque(ALWAYS, f"the routing table (rt {key})")


def socket_selector(words: Words, _around: Surroundings) -> Selector:
    """Read what asks about the socket of the packet."""
    key = words.take("a key of socket")
    if key == "cgroupv2":
        words.choice("level")
        words.take("a level")
    return Opaque(ALWAYS, f"the socket of the packet ({key})")


def generated_selector(words: Words, _around: Surroundings) -> Selector:
    """Read numgen, jhash and symhash: nothing of them is known."""
    while words.take("mod") != "mod":
        pass
    words.take("a number")
    while words.skip("seed", "offset"):
        words.take("a number")
    return Opaque(ALWAYS, "a number drawn for the packet")


def osf_selector(words: Words, _around: Surroundings) -> Selector:
    """Read what asks about the sender's system."""
    if words.skip("ttl"):
        words.take("a kind of ttl check")
    words.choice("name", "version")
    return Opaque((), "the sender's system")


def ipsec_selector(words: Words, _around: Surroundings) -> Selector:
    """Read what asks about IPsec."""
    words.choice("in", "out")
    if words.skip("spnum"):
        words.take("a number")
    if words.skip("ip", "ip6"):
        pass
    return Opaque(ALWAYS, f"IPsec ({words.take('a key of ipsec')})")


def exthdr_selector(words: Words, around: Surroundings) -> Selector:
    """Read what asks about extension headers of IPv6."""
    words.take("an extension header")
    return extension(around.family, around.open("extension headers of the packet"))
