"""nft's commands: ``add``, ``insert``, ``replace``, ``delete``, ``flush`` and the rest."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from roce_audit.errors import ParseError
from roce_audit.platforms.linux.nft_blocks import base_of, fill_set, split_elements
from roce_audit.platforms.linux.nft_places import (
    OTHERS,
    foreign_table,
    index_of,
    take_kind,
    take_place,
    take_rule,
)
from roce_audit.platforms.linux.nft_removal import delete, flush, rename
from roce_audit.platforms.linux.nft_words import END, statement_end

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from roce_audit.model.source import SourceRef
    from roce_audit.platforms.linux.nft_state import Nft, Place
    from roce_audit.reading.statement import Words


def add(nft: Nft, words: Words, source: SourceRef, *, insert: bool = False) -> None:
    """Carry out ``add``, ``create`` or ``insert``."""
    kind = take_kind(words)
    if kind in OTHERS:
        nft.state.ledger.no_effect += 1
        return
    place = take_place(words)
    if kind == "table":
        nft.table(place, source)
    elif kind == "chain":
        _add_chain(nft, place, words, source)
    elif kind == "rule":
        _add_rule(nft, place, words, source, insert=insert)
        return
    else:
        name = words.take("a name")
        found = nft.named_set(place, name, "map" if kind == "map" else "set", source)
        rest = words.rest()
        if kind == "element":
            found.known = True
            found.elements += split_elements(rest)
        else:
            fill_set(found, rest)
    nft.state.ledger.read += 1


def _add_chain(nft: Nft, place: Place, words: Words, source: SourceRef) -> None:
    chain = nft.chain(place, words.take("a chain"), source)
    rest = _unbraced(words.rest())
    while rest:
        stop = statement_end(rest, 0)
        if rest[:stop] and rest[0] != "comment":
            base_of(nft, chain, rest[:stop], source)
        rest = rest[stop + 1 :]


def _unbraced(words: Sequence[str]) -> list[str]:
    """Return words without the braces around them all; those of a list of devices stay."""
    rest = list(words)
    while rest[-1:] == [END]:
        rest.pop()
    return rest[1:-1] if rest[:1] == ["{"] and rest[-1:] == ["}"] else rest


def _add_rule(nft: Nft, place: Place, words: Words, source: SourceRef, *, insert: bool) -> None:
    if nft.find_table(place) is None and foreign_table(nft, place) is not None:
        raise ParseError("changes a table of iptables in the words of nft")
    name = words.take("a chain")
    nft.state.calls(nft.table(place, source), name, source, built_in=False)
    chain = nft.chain(place, name, source)
    at = 0 if insert else len(chain.rules)
    where = words.skip("handle", "position", "index")
    if where:
        number = words.take("a number")
        at = nft.find(chain, number) if where != "index" else index_of(number, chain)
        at += 0 if insert else 1
    rest = words.rest()
    if not rest:
        raise ParseError("has no rule")
    chain.rules.insert(at, nft.state.rule(rest, source, "", _said(rest)))


def _said(words: tuple[str, ...]) -> str:
    at = words.index("comment") + 1 if "comment" in words else len(words)
    return words[at].strip('"') if at < len(words) else ""


def insert(nft: Nft, words: Words, source: SourceRef) -> None:
    """Carry out ``insert``."""
    add(nft, words, source, insert=True)


def replace_rule(nft: Nft, words: Words, source: SourceRef) -> None:
    """Carry out ``replace``."""
    words.choice("rule")
    place = take_place(words)
    chain = nft.chain(place, words.take("a chain"), source)
    at = take_rule(words, nft, chain)
    old = chain.rules[at]
    chain.rules[at] = replace(nft.state.rule(words.rest(), source), handle=old.handle)


def _missing(_nft: Nft, _words: Words, _source: SourceRef) -> None:
    raise ParseError("takes in a file that is not here")


COMMANDS: Mapping[str, Callable[[Nft, Words, SourceRef], None]] = {
    "add": add,
    "create": add,
    "insert": insert,
    "replace": replace_rule,
    "delete": delete,
    "destroy": delete,
    "flush": flush,
    "rename": rename,
    "include": _missing,
    "import": _missing,
    "reset": lambda nft, _words, _source: setattr(
        nft.state.ledger, "no_effect", nft.state.ledger.no_effect + 1
    ),
    "rule": lambda nft, words, source: _add_rule(
        nft, take_place(words), words, source, insert=False
    ),
    END: lambda _nft, _words, _source: None,
}
