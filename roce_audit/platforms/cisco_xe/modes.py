"""The modes of the configuration: each takes the statements under its header."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

from roce_audit.platforms.cisco_xe.lists import edit
from roce_audit.platforms.cisco_xe.ports import read_port_statement
from roce_audit.platforms.cisco_xe.state import Port
from roce_audit.reading.said import IGNORED, READ

if TYPE_CHECKING:
    from roce_audit.platforms.cisco_xe.access_list import AccessList
    from roce_audit.platforms.cisco_xe.groups import Group
    from roce_audit.platforms.cisco_xe.state import Xe
    from roce_audit.reading.statement import Statement


class Mode(Protocol):
    """What a header opens."""

    def knows(self, words: tuple[str, ...], /) -> bool:
        """Whether a statement that is not indented belongs here nevertheless."""
        ...

    def take(self, xe: Xe, statement: Statement) -> None:
        """Apply a statement and enter it into the account."""
        ...


def account(xe: Xe, statement: Statement, told: str) -> None:
    """Enter a statement into the account: read, without effect, or not understood."""
    if told == READ:
        xe.book.read += 1
    elif told == IGNORED:
        xe.book.no_effect += 1
    else:
        xe.book.doubt(statement.source, told)


def verb_of(words: tuple[str, ...]) -> str:
    """Return the first word that says what a statement is about."""
    first, *rest = words
    return rest[0] if first in ("no", "default") and rest else first


@dataclass(frozen=True, slots=True)
class ListMode:
    """Under the header of an access list, in a configuration or in show output."""

    acl: AccessList

    def knows(self, words: tuple[str, ...]) -> bool:
        """Whether these are words of an entry."""
        verb = verb_of(words)
        return verb.isdecimal() or verb in _ENTRY_WORDS

    def take(self, xe: Xe, statement: Statement) -> None:
        """Apply an entry."""
        edit(xe, self.acl, statement, statement.words)


_ENTRY_WORDS = frozenset({"permit", "deny", "remark", "sequence", "evaluate", "dynamic", "Dynamic"})


@dataclass(frozen=True, slots=True)
class IgnoredMode:
    """Under the header of a list whose entries touch no verdict by themselves."""

    def knows(self, words: tuple[str, ...]) -> bool:
        """Whether these are words of an entry."""
        verb = verb_of(words)
        return verb.isdecimal() or verb in _ENTRY_WORDS

    def take(self, xe: Xe, statement: Statement) -> None:
        """Count the statement."""
        xe.book.ignore(statement)


@dataclass(slots=True)
class LostMode:
    """Under a header that is not ours, or that is ours and damaged: its entries then tell."""

    header: Statement
    told: bool = False

    def knows(self, _words: tuple[str, ...]) -> bool:
        """Whether these words belong here: without indentation nothing tells."""
        return False

    def take(self, xe: Xe, statement: Statement) -> None:
        """Take note of an entry of a list or map; other statements are not ours."""
        words = statement.words[1:] if statement.words[0].isdecimal() else statement.words
        known = words[:1] in _ENTRY_BEGINNINGS or words[:2] in _ACTION_BEGINNINGS
        if not known or not _OTHER_LISTS.isdisjoint(self.header.words):
            return
        xe.book.doubt(statement.source, f"its header, line {self.header.line}, is not understood")
        if not self.told:
            self.told = True
            xe.lost.append(self.header)


_ENTRY_BEGINNINGS = frozenset({("permit",), ("deny",), ("sequence",)})
_ACTION_BEGINNINGS = frozenset({("action", "drop"), ("action", "forward")})
_OTHER_LISTS = frozenset(
    {"prefix-list", "community-list", "extcommunity-list", "large-community-list", "as-path"}
)
"""Words of headers whose entries look alike and filter routes, not packets."""


@dataclass(frozen=True, slots=True)
class GroupMode:
    """Under ``object-group KIND NAME``."""

    group: Group

    def knows(self, words: tuple[str, ...]) -> bool:
        """Whether these are words of a member."""
        verb = verb_of(words)
        return verb in _MEMBER_WORDS or (verb[0].isdigit() and ("." in verb or ":" in verb))

    def take(self, xe: Xe, statement: Statement) -> None:
        """Apply a member."""
        if verb_of(statement.words) in ("description", "Description", "exit"):
            xe.book.no_effect += 1
        else:
            account(xe, statement, self.group.enter(statement))


_MEMBER_WORDS = frozenset(
    {"host", "any", "range", "group-object", "description", "tcp", "udp", "tcp-udp", "icmp", "ip"}
)


@dataclass(frozen=True, slots=True)
class PortMode:
    """Under ``interface NAME`` or ``interface range ...``."""

    ports: tuple[Port, ...]

    def knows(self, words: tuple[str, ...]) -> bool:
        """Whether these are words of an interface that mean nothing elsewhere."""
        return _is_port_statement(words)

    def take(self, xe: Xe, statement: Statement) -> None:
        """Apply a statement to every interface of the range, and count it once."""
        told = READ
        for port in self.ports:
            told = read_port_statement(port, statement)
        account(xe, statement, told)


@dataclass(frozen=True, slots=True)
class TemplateMode:
    """Under ``template NAME``: statements are kept for the interfaces that take it as a source."""

    statements: list[Statement]

    def knows(self, words: tuple[str, ...]) -> bool:
        """Whether these are words of an interface that mean nothing elsewhere."""
        return _is_port_statement(words)

    def take(self, xe: Xe, statement: Statement) -> None:
        """Keep the statement, and count it as an interface would take it."""
        self.statements.append(statement)
        account(xe, statement, read_port_statement(Port("", statement), statement))


def _is_port_statement(words: tuple[str, ...]) -> bool:
    at = 1 if words[0] in ("no", "default") else 0
    return words[at : at + 1] in _PORT_WORDS or words[at : at + 2] in _PORT_WORDS


_PORT_WORDS = frozenset(
    {
        ("switchport",), ("shutdown",), ("description",), ("mtu",), ("encapsulation",),
        ("channel-group",), ("service-policy",), ("storm-control",), ("source",), ("speed",),
        ("duplex",), ("negotiation",), ("zone-member",), ("access-group",), ("ip", "access-group"),
        ("ip", "address"), ("ip", "mtu"), ("ip", "verify"), ("ip", "vrf"), ("vrf", "forwarding"),
        ("ipv6", "traffic-filter"), ("ipv6", "address"), ("ipv6", "enable"),
        ("mac", "access-group"), ("spanning-tree", "portfast"), ("load-interval",),
    }
)  # fmt: skip
