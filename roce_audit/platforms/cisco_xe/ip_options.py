"""What may follow the addresses of an IP entry."""

from __future__ import annotations

from typing import TYPE_CHECKING

from roce_audit.errors import ParseError
from roce_audit.packets.fields import (
    DSCP,
    ECN,
    FLOW_LABEL,
    FRAGMENT,
    TTL,
    Doubt,
)
from roce_audit.packets.ranges import normalise, single
from roce_audit.platforms.cisco_xe.tables import IGMP, TOS
from roce_audit.reading.comparisons import COMPARISONS, compared, named
from roce_audit.reading.entry_options import TCP_FLAGS, icmp_message, igmp_message, read_options
from roce_audit.reading.marks import DSCPS, PRECEDENCES

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from roce_audit.platforms.cisco_xe.draft import Draft
    from roce_audit.reading.statement import Words

_TOP_PRECEDENCE = 7
_TOP_TOS = 15
_DSCPS_PER_PRECEDENCE = 8
MARKS = {"(active)": True, "(inactive)": False}


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
    if protocol == "icmp":
        for field, values in icmp_message(words, messages).items():
            draft.narrow(field, values)
    elif protocol == "igmp":
        igmp_message(words, draft, IGMP)
    read_options(words, draft, _FOR_TCP if protocol == "tcp" else _OPTIONS)


def _dscp(words: Words, draft: Draft) -> None:
    draft.narrow(DSCP, single(named(words, DSCPS, DSCP.top)))


def _precedence(words: Words, draft: Draft) -> None:
    low = named(words, PRECEDENCES, _TOP_PRECEDENCE) * _DSCPS_PER_PRECEDENCE
    draft.narrow(DSCP, ((low, low + _DSCPS_PER_PRECEDENCE - 1),))


def _tos(words: Words, draft: Draft) -> None:
    """Read the four bits behind the precedence: three are DSCP bits, the last is one of ECN's."""
    bits = named(words, TOS, _TOP_TOS)
    low = bits >> 1
    draft.narrow(
        DSCP,
        normalise((each + low, each + low) for each in range(0, DSCP.top, _DSCPS_PER_PRECEDENCE)),
    )
    draft.narrow(ECN, ((2, 3),) if bits & 1 else ((0, 1),))


def _ttl(words: Words, draft: Draft) -> None:
    comparison = words.choice(*sorted(COMPARISONS))
    first = words.number(TTL.top)
    last = words.number(TTL.top) if comparison == "range" else first
    if first > last:
        raise ParseError(f"the range {first} {last} has the larger value first")
    draft.narrow(TTL, compared(comparison, first, last, TTL.top))


def _fragments(_words: Words, draft: Draft) -> None:
    draft.narrow(FRAGMENT, single(2))


def _flow_label(words: Words, draft: Draft) -> None:
    draft.narrow(FLOW_LABEL, single(words.number(FLOW_LABEL.top)))


def _time_range(words: Words, draft: Draft) -> None:
    name = words.take("a name")
    mark = words.skip(*MARKS)
    if mark and draft.settings.time_ranges == "as_shown":
        draft.nothing = draft.nothing or not MARKS[mark]
        return
    draft.question(Doubt(f"time-range {name}", f"time-range {name} may be inactive"))


def _with_headers(_words: Words, draft: Draft) -> None:
    """Note that only packets with extension headers match, of which RoCE has none."""
    draft.nothing = True


def _with_header_types(words: Words, draft: Draft) -> None:
    words.take("a type")
    draft.nothing = True


def _reflect(words: Words, draft: Draft) -> None:
    name = words.take("a name")
    if words.skip("timeout"):
        words.number(2147483)
    draft.not_understood(f"reflexive list {name} depends on sessions")


def _log(words: Words, _draft: Draft) -> None:
    """Step over a tag; logging changes nothing."""
    tag = words.peek()
    if tag and tag not in _OPTIONS and tag not in TCP_FLAGS and tag.replace("_", "").isalnum():
        words.take()


_OPTIONS: Mapping[str, Callable[[Words, Draft], None]] = {
    "dscp": _dscp,
    "precedence": _precedence,
    "tos": _tos,
    "ttl": _ttl,
    "fragments": _fragments,
    "flow-label": _flow_label,
    "time-range": _time_range,
    "option": _with_header_types,
    "auth": _with_headers,
    "routing": _with_headers,
    "mobility": _with_headers,
    "hbh": _with_headers,
    "dest-option": _with_headers,
    "undetermined-transport": _with_headers,
    "routing-type": _with_header_types,
    "mobility-type": _with_header_types,
    "dest-option-type": _with_header_types,
    "reflect": _reflect,
    "log": _log,
    "log-input": _log,
}
_FOR_TCP = {**TCP_FLAGS, **_OPTIONS}
