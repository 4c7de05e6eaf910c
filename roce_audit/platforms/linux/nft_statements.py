"""Statements of nft that let every packet go on."""

from __future__ import annotations

from typing import TYPE_CHECKING

from roce_audit.errors import ParseError
from roce_audit.platforms.linux.nft_match import braces, skip_expression
from roce_audit.platforms.linux.nft_words import END

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from roce_audit.platforms.linux.surroundings import Surroundings
    from roce_audit.reading.statement import Words

_LIMITING = frozenset({"limit", "quota", "count"})


def _counter(words: Words, _around: Surroundings) -> None:
    if words.skip("name"):
        words.take("a counter")
    elif words.skip("packets"):
        words.take("a number")
        words.choice("bytes")
        words.take("a number")
    elif words.peek()[:1] == '"':
        words.take()


_LOG_ARGUMENTS = {"prefix": 1, "level": 1, "group": 1, "snaplen": 1, "queue-threshold": 1}


def _log(words: Words, _around: Surroundings) -> None:
    while True:
        option = words.skip(*_LOG_ARGUMENTS, "flags")
        if not option:
            return
        words.take("an argument of log")
        if option == "flags":
            _log_flags(words)


def _log_flags(words: Words) -> None:
    while words.peek() in {",", "sequence", "options"}:
        words.take()


def _dup(words: Words, around: Surroundings) -> None:
    words.choice("to")
    skip_expression(words, around)
    if words.skip("device"):
        skip_expression(words, around)


def _last(words: Words, _around: Surroundings) -> None:
    if words.skip("used"):
        words.take("a time")


def _flow(words: Words, _around: Surroundings) -> None:
    words.choice("add", "offload")
    words.take("a flow table")


def _dynamic(words: Words, _around: Surroundings) -> None:
    """Step over ``add @set { ... }``, which does not stop a packet unless a limit is inside."""
    while words.peek() not in {"{", ""}:
        words.take()
    if _LIMITING & set(braces(words)):
        raise ParseError("limits a rate for each element of a set")
    if words.peek()[:1] == "@":
        words.take()


def _set(words: Words, around: Surroundings) -> None:
    """Step over the older form ``set add KEY @set``."""
    words.choice("add", "update", "delete")
    skip_expression(words, around)
    while words.peek()[:1] != "@":
        words.take("a set")
    words.take()


def _delete(words: Words, around: Surroundings) -> None:
    _dynamic(words, around)


def _reset(words: Words, _around: Surroundings) -> None:
    words.choice("tcp")
    words.choice("option")
    words.take("an option")


NO_EFFECT: Mapping[str, Callable[[Words, Surroundings], None]] = {
    "counter": _counter,
    "log": _log,
    "dup": _dup,
    "last": _last,
    "flow": _flow,
    "add": _dynamic,
    "update": _dynamic,
    "delete": _delete,
    "set": _set,
    "reset": _reset,
    END: lambda _words, _around: None,
}
"""Statements by first word, with what steps over the rest of them."""


def skip_harmless(words: Words, around: Surroundings) -> None:
    """Step over one statement that has no effect on packets."""
    NO_EFFECT[words.take()](words, around)
