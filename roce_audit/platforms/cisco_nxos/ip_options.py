"""What may follow the addresses of an IP entry."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from roce_audit.errors import ParseError
from roce_audit.model.acl import Family
from roce_audit.packets.fields import (
    DSCP,
    FLOW_LABEL,
    FRAGMENT,
    LENGTH,
    TTL,
    Doubt,
)
from roce_audit.packets.ranges import single
from roce_audit.platforms.cisco_nxos.values import COMPARISONS, compared
from roce_audit.reading.comparisons import named
from roce_audit.reading.entry_options import icmp_message
from roce_audit.reading.marks import DSCPS, PRECEDENCES

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from roce_audit.platforms.cisco_nxos.entry import Entry
    from roce_audit.reading.statement import Words

_TOP_PRECEDENCE = 7
_DSCPS_PER_PRECEDENCE = 8


@dataclass(frozen=True, slots=True)
class Scope:
    """What the words before the options say about which options there are.

    Attributes:
        protocol: As written.
        family: Of the list.
        icmp: Names of ICMP messages: type and code.
    """

    protocol: str
    family: Family
    icmp: Mapping[str, tuple[int, int | None]]


def read_options(entry: Entry, words: Words, scope: Scope) -> None:
    """Read every word that is left.

    Raises:
        ParseError: A word is not known; those before it are taken into account.
    """
    if scope.protocol == "icmp":
        for field, values in icmp_message(words, scope.icmp).items():
            entry.narrow(field, values)
    elif scope.protocol == "igmp" and (words.peek().isdecimal() or words.peek() in _IGMP):
        words.take()
        entry.beside_roce("IGMP message types")
    while word := words.peek():
        words.take()
        option = _OPTIONS.get(word) or _TCP_OPTIONS.get(word)
        if option is None or (word in _TCP_OPTIONS and scope.protocol != "tcp"):
            raise ParseError(f"unknown word {word!r}")
        option(entry, words, scope)


def _dscp(entry: Entry, words: Words, _scope: Scope) -> None:
    entry.narrow(DSCP, single(named(words, DSCPS, DSCP.top)))


def _precedence(entry: Entry, words: Words, _scope: Scope) -> None:
    low = named(words, PRECEDENCES, _TOP_PRECEDENCE) * _DSCPS_PER_PRECEDENCE
    entry.narrow(DSCP, ((low, low + _DSCPS_PER_PRECEDENCE - 1),))


def _ttl(entry: Entry, words: Words, _scope: Scope) -> None:
    entry.narrow(TTL, single(words.number(TTL.top)))


def _packet_length(entry: Entry, words: Words, scope: Scope) -> None:
    comparison = words.choice(*COMPARISONS)
    first = words.number(LENGTH.top)
    last = words.number(LENGTH.top) if comparison == "range" else first
    if scope.family is Family.IPV4:
        entry.narrow(LENGTH, compared(comparison, first, last, LENGTH.top))
    else:
        entry.not_understood("what packet-length counts in IPv6 is not documented")


def _fragments(entry: Entry, _words: Words, _scope: Scope) -> None:
    entry.narrow(FRAGMENT, single(2))


def _flow_label(entry: Entry, words: Words, _scope: Scope) -> None:
    entry.narrow(FLOW_LABEL, single(words.number(FLOW_LABEL.top)))


def _time_range(entry: Entry, words: Words, _scope: Scope) -> None:
    name = words.take("a name")
    entry.question(Doubt(f"time-range {name}", f"time-range {name} may be inactive"))


def _vlan(entry: Entry, words: Words, _scope: Scope) -> None:
    words.number(4094)
    entry.not_understood("what vlan matches in an IP list is not documented")


def _vni(entry: Entry, words: Words, scope: Scope) -> None:
    if scope.protocol != "udp":
        raise ParseError("unknown word 'nve'")
    words.choice("vni")
    words.number(16777215)
    entry.not_understood("nve vni looks inside VXLAN packets")


def _redirect(entry: Entry, words: Words, _scope: Scope) -> None:
    words.take("an interface")
    entry.redirect()


def _log(_entry: Entry, _words: Words, _scope: Scope) -> None:
    """Logging changes nothing."""


_OPTIONS: Mapping[str, Callable[[Entry, Words, Scope], None]] = {
    "dscp": _dscp,
    "precedence": _precedence,
    "ttl": _ttl,
    "packet-length": _packet_length,
    "fragments": _fragments,
    "flow-label": _flow_label,
    "log": _log,
    "time-range": _time_range,
    "vlan": _vlan,
    "nve": _vni,
    "redirect": _redirect,
}

_IGMP = frozenset({"dvmrp", "host-query", "host-report", "pim", "trace"})


def _tcp_flag(entry: Entry, _words: Words, _scope: Scope) -> None:
    entry.beside_roce("TCP flags and options")


def _tcp_value(entry: Entry, words: Words, scope: Scope) -> None:
    words.take("a value")
    _tcp_flag(entry, words, scope)


_TCP_OPTIONS: Mapping[str, Callable[[Entry, Words, Scope], None]] = {
    **dict.fromkeys(("established", "ack", "fin", "psh", "rst", "syn", "urg"), _tcp_flag),
    **dict.fromkeys(("tcp-flags-mask", "tcp-option-length", "http-method"), _tcp_value),
}
