"""What may follow the addresses of an IP entry."""

from __future__ import annotations

from typing import TYPE_CHECKING

from roce_audit.packets.fields import (
    DSCP,
    ETHERTYPE,
    LENGTH,
    TTL,
)
from roce_audit.packets.ranges import normalise, single
from roce_audit.packets.traffic import ETHERTYPE_IPV6
from roce_audit.platforms.cisco_xr.fragments import fragment_offset, fragment_type, fragments
from roce_audit.platforms.cisco_xr.tables import IGMP
from roce_audit.platforms.cisco_xr.values import comparison_of
from roce_audit.reading.entry_options import TCP_FLAGS, icmp_message, igmp_message, read_options
from roce_audit.reading.marks import DSCPS, PRECEDENCES

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from roce_audit.platforms.cisco_xr.draft import Draft
    from roce_audit.reading.statement import Words

_TOP_PRECEDENCE = 7
_DSCPS_PER_PRECEDENCE = 8
_NO_NAMES: Mapping[str, int] = {}
NEXT_HOPS = frozenset({"nexthop1", "nexthop2", "nexthop3"})
"""Words that send a permitted packet to another next hop."""


def read_ip_options(
    words: Words, draft: Draft, protocol: str, messages: Mapping[str, tuple[int, int | None]]
) -> None:
    """Read every word that is left.

    Args:
        words: Behind the addresses and ports.
        draft: What was read so far.
        protocol: As written.
        messages: Names of ICMP messages: type and code.

    Raises:
        ParseError: A word is not known; those before it are taken into account.
    """
    if protocol in ("icmp", "icmpv6"):
        for field, values in icmp_message(words, messages).items():
            draft.narrow(field, values)
    elif protocol == "igmp":
        igmp_message(words, draft, IGMP)
    read_options(words, draft, _FOR_TCP if protocol in ("tcp", "6") else _OPTIONS)


def _dscp(words: Words, draft: Draft) -> None:
    draft.narrow(DSCP, comparison_of(words, DSCPS, DSCP.top, bare=True))


def _precedence(words: Words, draft: Draft) -> None:
    chosen = comparison_of(words, PRECEDENCES, _TOP_PRECEDENCE, bare=True)
    width = _DSCPS_PER_PRECEDENCE
    draft.narrow(DSCP, normalise((low * width, high * width + width - 1) for low, high in chosen))


def _ttl(words: Words, draft: Draft) -> None:
    draft.narrow(TTL, comparison_of(words, _NO_NAMES, TTL.top))


def _length(words: Words, draft: Draft) -> None:
    values = comparison_of(words, _NO_NAMES, LENGTH.top)
    if draft.box.get(ETHERTYPE) == single(ETHERTYPE_IPV6):
        draft.not_understood("it is not documented whether the IPv6 header counts in packet-length")
        return
    draft.narrow(LENGTH, values)


def _with_headers(_words: Words, draft: Draft) -> None:
    """Note that only packets with extension headers match, of which RoCE has none."""
    draft.nothing = True


def _counter(words: Words, _draft: Draft) -> None:
    words.take("a name")


def _police(words: Words, draft: Draft) -> None:
    words.rest()
    draft.limit = "it limits the rate"
    draft.reason = draft.reason or draft.limit


def _set(words: Words, _draft: Draft) -> None:
    """Step over a mark: it changes a packet and never drops it."""
    words.take("what is set")
    words.take("a value")


def _next_hop(words: Words, _draft: Draft) -> None:
    """Step over ``[track T] [vrf V] [ipv4|ipv6 A]``: the packet is permitted and redirected."""
    for word in ("track", "vrf", "ipv4", "ipv6"):
        if words.skip(word):
            words.take("a value")


def _default_hop(words: Words, draft: Draft) -> None:
    words.choice(*sorted(NEXT_HOPS))
    _next_hop(words, draft)


def _udf(words: Words, draft: Draft) -> None:
    name = words.take("a name")
    words.take("a value")
    draft.not_understood(f"udf {name} looks at bytes that are not modelled")


def _nothing(_words: Words, _draft: Draft) -> None:
    """Logging, mirroring and silence change nothing."""


_OPTIONS: Mapping[str, Callable[[Words, Draft], None]] = {
    "dscp": _dscp,
    "precedence": _precedence,
    "ttl": _ttl,
    "packet-length": _length,
    "fragments": fragments,
    "fragment-offset": fragment_offset,
    "fragment-type": fragment_type,
    "destopts": _with_headers,
    "routing": _with_headers,
    "hop-by-hop": _with_headers,
    "authen": _with_headers,
    "counter": _counter,
    "police": _police,
    "set": _set,
    "udf": _udf,
    "default": _default_hop,
    **dict.fromkeys(sorted(NEXT_HOPS), _next_hop),
    **dict.fromkeys(("log", "log-input", "capture", "icmp-off", "icmp-on"), _nothing),
}
_FOR_TCP = {**TCP_FLAGS, **_OPTIONS}
