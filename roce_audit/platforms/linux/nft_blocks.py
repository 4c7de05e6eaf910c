"""What stands in the braces of chains, sets and maps."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from roce_audit.errors import ParseError
from roce_audit.model.acl import Action
from roce_audit.platforms.linux.chains import HOOKS, Base
from roce_audit.platforms.linux.nft_words import END
from roce_audit.reading.statement import Words

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from roce_audit.model.source import SourceRef
    from roce_audit.platforms.linux.chains import Chain, Table
    from roce_audit.platforms.linux.nft_state import Nft
    from roce_audit.platforms.linux.state import NamedSet

_INET_NAMES = {"raw": -300, "mangle": -150, "dstnat": -100, "filter": 0, "security": 50} | {
    "srcnat": 100
}
_BRIDGE_NAMES = {"dstnat": -300, "filter": -200, "out": 100, "srcnat": 300}
_POLICIES = {"accept": Action.PERMIT, "drop": Action.DENY}
_CHANGING = frozenset({"timeout", "dynamic"})


def base_of(nft: Nft, chain: Chain, words: Sequence[str], source: SourceRef) -> None:
    """Read ``type ... hook ... priority ...`` or ``policy ...`` of a chain."""
    cursor = Words(tuple(words))
    try:
        if cursor.skip("policy"):
            policy = _POLICIES[cursor.choice(*_POLICIES)]
            chain.base = replace(chain.base, policy=policy) if chain.base else None
        else:
            policy = chain.base.policy if chain.base else Action.PERMIT
            chain.base = replace(_hooked(nft, chain, cursor), policy=policy)
        cursor.end()
        nft.state.ledger.read += 1
    except ParseError as problem:
        nft.state.lost(source, problem.reason, table_of(nft, chain))


def _hooked(nft: Nft, chain: Chain, cursor: Words) -> Base:
    cursor.choice("type")
    cursor.take("a chain type")
    cursor.choice("hook")
    hook = HOOKS[cursor.choice(*HOOKS)]
    devices: tuple[str, ...] = ()
    if cursor.skip("device"):
        devices = (cursor.take("a device").strip('"'),)
    elif cursor.skip("devices"):
        cursor.choice("=")
        devices = tuple(_listed(cursor))
    cursor.choice("priority")
    table = table_of(nft, chain)
    return Base(hook, _priority(cursor, table.family if table else "inet"), devices=devices)


def table_of(nft: Nft, chain: Chain) -> Table | None:
    """Return the table that a chain is in."""
    for table in nft.state.tables.values():
        if table.chains.get(chain.name) is chain:
            return table
    return None


def _listed(cursor: Words) -> Iterator[str]:
    cursor.choice("{")
    while not cursor.skip("}"):
        word = cursor.take("a name or }")
        if word not in {",", END}:
            yield word.strip('"')


def _priority(cursor: Words, family: str) -> int:
    names = _BRIDGE_NAMES if family == "bridge" else _INET_NAMES
    word = cursor.take("a priority")
    base = names.get(word)
    if base is None:
        return _number(word)
    sign = cursor.skip("+", "-")
    if sign:
        return base + _number(sign + cursor.take("a number"))
    rest = cursor.peek()
    if rest[:1] in {"+", "-"}:
        return base + _number(cursor.take())
    return base


def _number(text: str) -> int:
    digits = text.lstrip("+-")
    if not (digits.isascii() and digits.isdecimal()) or len(digits) > len("2147483648"):
        raise ParseError(f"expected a priority, got {text!r}")
    return -int(digits) if text.startswith("-") else int(digits)


def fill_set(found: NamedSet, words: Sequence[str]) -> None:
    """Read the braces of a set or map into ``found``."""
    at = 0
    while at < len(words):
        word = words[at]
        if word in {"flags", "timeout", "gc-interval"}:
            stop = _line_end(words, at)
            if _CHANGING & set(words[at:stop]):
                found.changing = True
            at = stop
        elif word == "elements":
            found.known = True
            found.elements += split_elements(words[at + 1 :])
            at = _closing(words, at)
        elif word in {"type", "typeof", "comment"}:
            at = _line_end(words, at)
        else:
            at += 1


def _line_end(words: Sequence[str], at: int) -> int:
    while at < len(words) and words[at] not in {END, "}"}:
        at += 1
    return at


def _closing(words: Sequence[str], at: int) -> int:
    depth = 0
    for place in range(at, len(words)):
        if words[place] == "{":
            depth += 1
        elif words[place] == "}":
            depth -= 1
            if depth <= 0:
                return place + 1
    return len(words)


def split_elements(words: Sequence[str]) -> list[tuple[str, ...]]:
    """Return the elements between the first braces; braces inside are unfolded."""
    elements: list[tuple[str, ...]] = []
    current: list[str] = []
    depth = 0
    for word in words:
        if word == "{":
            depth += 1
        elif word == "}":
            depth -= 1
            if not depth:
                break
        elif word == "," and depth:
            elements.append(tuple(current))
            current = []
        elif depth and word != END:
            current.append(word)
    elements.append(tuple(current))
    return [element for element in elements if element]
