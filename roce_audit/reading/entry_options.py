"""Words that may follow the addresses of an entry, in whatever order."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

from roce_audit.errors import ParseError
from roce_audit.packets.fields import ICMP_CODE, ICMP_TYPE
from roce_audit.packets.ranges import single

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from roce_audit.packets.fields import Field
    from roce_audit.packets.ranges import Ranges
    from roce_audit.reading.entry_draft import EntryDraft
    from roce_audit.reading.statement import Words

_Draft = TypeVar("_Draft", bound="EntryDraft")


def read_options(
    words: Words, draft: _Draft, options: Mapping[str, Callable[[Words, _Draft], None]]
) -> None:
    """Read every word that is left.

    Args:
        words: Behind the addresses and ports.
        draft: What was read so far.
        options: What each word does; it is given the words behind.

    Raises:
        ParseError: A word is not known; those before it are taken into account.
    """
    while word := words.peek():
        option = options.get(word)
        if option is None:
            raise ParseError(f"unknown word {word!r}")
        words.take()
        draft.loose = None
        option(words, draft)


def icmp_message(
    words: Words, names: Mapping[str, tuple[int, int | None]]
) -> Mapping[Field, Ranges]:
    """Read a message by name, or by numbers of type and code; no condition if none follows.

    Args:
        words: Behind the addresses.
        names: Names of messages: type and code.

    Raises:
        ParseError: A number is too large.
    """
    known = names.get(words.peek())
    if known is not None:
        words.take()
        kind, code = known
    elif words.peek().isdecimal():
        kind = words.number(ICMP_TYPE.top)
        code = words.number(ICMP_CODE.top) if words.peek().isdecimal() else None
    else:
        return {}
    if code is None:
        return {ICMP_TYPE: single(kind)}
    return {ICMP_TYPE: single(kind), ICMP_CODE: single(code)}


def igmp_message(words: Words, draft: EntryDraft, names: frozenset[str]) -> None:
    """Read a message type by name or number, if one follows; no field stands for it."""
    if words.peek() in names or words.peek().isdecimal():
        words.take()
        draft.beside_roce("IGMP message types")


def tcp_flag(_words: Words, draft: EntryDraft) -> None:
    """Note a condition on TCP flags, which no field stands for."""
    draft.beside_roce("TCP flags")


def _tcp_flags(words: Words, draft: EntryDraft) -> None:
    while words.peek()[:1] in ("+", "-") and words.peek()[1:] in _FLAGS:
        words.take()
    tcp_flag(words, draft)


_FLAGS = frozenset({"ack", "fin", "psh", "rst", "syn", "urg"})
TCP_FLAGS: Mapping[str, Callable[[Words, EntryDraft], None]] = {
    "established": tcp_flag,
    **dict.fromkeys(sorted(_FLAGS), tcp_flag),
    "match-all": _tcp_flags,
    "match-any": _tcp_flags,
}
"""Words about the flags of TCP."""
