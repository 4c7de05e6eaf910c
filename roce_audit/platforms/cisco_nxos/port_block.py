"""Below ``interface``: one statement for one port or a range of them."""

from __future__ import annotations

from difflib import get_close_matches
from typing import TYPE_CHECKING

from roce_audit.errors import ParseError
from roce_audit.packets.boxes import EVERYTHING, Box
from roce_audit.platforms.cisco_nxos.blocks import account
from roce_audit.platforms.cisco_nxos.port import BOTH_WAYS, Claim, Hazard, Port, Said, said
from roce_audit.platforms.cisco_nxos.port_commands import reader_of
from roce_audit.platforms.cisco_nxos.port_filters import IPV4_ONLY, IPV6_ONLY
from roce_audit.platforms.cisco_nxos.port_words import MAY_DROP

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from roce_audit.reading.ledger import LedgerBook
    from roce_audit.reading.statement import Statement

_OPENERS = frozenset({"hsrp", "vrrp", "vrrpv3", "member"})
"""Interface commands with a mode of their own, none of whose commands matters here."""
_LIMITS = ("mac", "service-policy", "storm-control", "switchport")
_CRITICAL = tuple((word,) for word in ("verify", "port", "access-group", "traffic-filter"))
"""First or second words of commands that, half understood, may still drop packets."""
_SIMILAR = ("access-group", "channel-group", "encapsulation", "shutdown", "switchport")
"""Commands that a misspelt or shortened word may stand for."""
_LIKENESS = 0.75


class PortBlock:
    """Below ``interface NAMES`` or ``port-profile``.

    Args:
        ports: The interfaces named.
        book: Where statements are accounted for.
        indent: Blanks before the header.
    """

    __slots__ = ("_book", "_child", "_header", "_inner", "_ports")

    def __init__(self, ports: Sequence[Port], book: LedgerBook, indent: int) -> None:
        self._ports = ports
        self._book = book
        self._header = indent
        self._child = -1
        self._inner = False

    def offer(self, statement: Statement) -> bool:
        """Do what an interface command says, to every port."""
        if self._is_inner(statement):
            self._book.no_effect += 1
            return True
        split = said(statement)
        reader = reader_of(statement.words, split.start)
        if reader is None:
            return self._profile(statement)
        self._inner = self._inner or statement.words[0] in _OPENERS
        self._apply(reader, split)
        return True

    def stray(self, statement: Statement) -> None:
        """Account for a command that is not known; one that may drop packets counts."""
        words = statement.words
        self._book.doubt(statement.source, f"unknown interface command {words[0]!r}")
        if words[0] != "no" and _may_drop(words):
            self._suspect(statement)

    def leave(self) -> bool:
        """Leave, unless a mode below the interface is open."""
        inner, self._inner = self._inner, False
        return not inner

    def _is_inner(self, statement: Statement) -> bool:
        """Whether a statement is indented below a command that has a mode of its own."""
        if self._child < 0:
            self._child = statement.indent
        if statement.indent <= self._child and self._child > self._header:
            self._inner = False
        return self._inner and statement.indent > self._child

    def _apply(self, reader: Callable[[Port, Said], Claim], split: Said) -> None:
        claim = Claim.NO_EFFECT
        reason = ""
        for port in self._ports:
            try:
                claim = reader(port, split)
            except ParseError as problem:
                reason = problem.reason
        if not reason:
            account(claim, self._book)
            return
        self._book.doubt(split.source, reason)
        words = split.statement.words[split.start :]
        if not split.negated and (words[0] in _LIMITS or words[1:2] in _CRITICAL):
            self._suspect(split.statement)

    def _suspect(self, statement: Statement) -> None:
        for port in self._ports:
            hazard = Hazard(
                "unknown command",
                f"is not understood: {statement.text}",
                statement.source,
                directions=BOTH_WAYS,
                sees=_SEES.get(statement.words[0], (EVERYTHING,)),
            )
            port.endanger(statement.text, hazard)

    def _profile(self, statement: Statement) -> bool:
        """Read what only a port profile has."""
        if statement.words[-2:] != ("state", "enabled"):
            return False
        for port in self._ports:
            port.live = statement.words[0] != "no"
        self._book.read += 1
        return True


_SEES: Mapping[str, tuple[Box, ...]] = {"ip": IPV4_ONLY, "ipv6": IPV6_ONLY}


def _may_drop(words: tuple[str, ...]) -> bool:
    """Whether an unknown command may drop packets, or be a misspelt one that does."""
    if any(part in word for word in words for part in MAY_DROP):
        return True
    bound = words[0] in ("ip", "ipv6", "mac") and words[-1] in ("in", "out")
    short = len(words[0]) > 1 and any(command.startswith(words[0]) for command in _SIMILAR)
    return bound or short or bool(get_close_matches(words[0], _SIMILAR, 1, _LIKENESS))
