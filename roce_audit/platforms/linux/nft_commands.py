"""nft's commands: ``add``, ``insert``, ``replace``, ``delete``, ``flush`` and the rest."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from roce_audit.errors import ParseError
from roce_audit.platforms.linux.nft_blocks import base_of, fill_set, split_elements
from roce_audit.platforms.linux.nft_state import FAMILIES
from roce_audit.platforms.linux.nft_words import END, statement_end

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from roce_audit.model.source import SourceRef
    from roce_audit.platforms.linux.chains import Chain, Table
    from roce_audit.platforms.linux.nft_state import Nft, Place
    from roce_audit.reading.statement import Words

_KINDS = frozenset({"table", "chain", "rule", "set", "map", "element", "ruleset"})
_OTHERS = frozenset(
    {"counter", "quota", "limit", "ct", "secmark", "synproxy", "flowtable", "counters", "quotas"}
)


def take_place(words: Words) -> Place:
    """Read ``[family] table``; the family is ip if not given."""
    family = words.take("a table")
    if family in FAMILIES:
        return family, words.take("a table").strip('"')
    return "ip", family.strip('"')


def _kind(words: Words) -> str:
    word = words.peek()
    if word in _KINDS or word in _OTHERS:
        return words.take()
    return "rule"


def add(nft: Nft, words: Words, source: SourceRef, *, insert: bool = False) -> None:
    """Carry out ``add``, ``create`` or ``insert``."""
    kind = _kind(words)
    if kind in _OTHERS:
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
    rest = [word for word in words.rest() if word not in {"{", "}"}]
    while rest:
        stop = statement_end(rest, 0)
        if rest[:stop] and rest[0] != "comment":
            base_of(nft, chain, rest[:stop], source)
        rest = rest[stop + 1 :]


def _add_rule(nft: Nft, place: Place, words: Words, source: SourceRef, *, insert: bool) -> None:
    if nft.find_table(place) is None and _foreign(nft, place) is not None:
        raise ParseError("changes a table of iptables in the words of nft")
    chain = nft.chain(place, words.take("a chain"), source)
    at = 0 if insert else len(chain.rules)
    where = words.skip("handle", "position", "index")
    if where:
        number = words.take("a number")
        at = nft.find(chain, number) if where != "index" else _index(number, chain)
        at += 0 if insert else 1
    rest = words.rest()
    if not rest:
        raise ParseError("has no rule")
    chain.rules.insert(at, nft.state.rule(rest, source, "", _said(rest)))


def _said(words: tuple[str, ...]) -> str:
    at = words.index("comment") + 1 if "comment" in words else len(words)
    return words[at].strip('"') if at < len(words) else ""


def _index(number: str, chain: Chain) -> int:
    if not (number.isascii() and number.isdecimal()) or int(number) >= len(chain.rules):
        raise ParseError(f"names rule {number}, which chain {chain.name} does not have")
    return int(number)


def insert(nft: Nft, words: Words, source: SourceRef) -> None:
    """Carry out ``insert``."""
    add(nft, words, source, insert=True)


def _rule_at(words: Words, nft: Nft, chain: Chain) -> int:
    where = words.choice("handle", "index")
    number = words.take("a number")
    return nft.find(chain, number) if where == "handle" else _index(number, chain)


def replace_rule(nft: Nft, words: Words, source: SourceRef) -> None:
    """Carry out ``replace``."""
    words.choice("rule")
    place = take_place(words)
    chain = nft.chain(place, words.take("a chain"), source)
    at = _rule_at(words, nft, chain)
    old = chain.rules[at]
    chain.rules[at] = replace(nft.state.rule(words.rest(), source), handle=old.handle)


def delete(nft: Nft, words: Words, source: SourceRef) -> None:
    """Carry out ``delete`` or ``destroy``; what is not there is not an error here."""
    kind = _kind(words)
    if kind in _OTHERS:
        nft.state.ledger.no_effect += 1
        return
    place = take_place(words)
    table = nft.find_table(place) or _foreign(nft, place)
    nft.state.ledger.read += 1
    if table is None:
        return
    if kind == "table":
        nft.state.forget(table)
        return
    name = words.take("a name")
    if kind == "chain":
        table.chains.pop(name, None)
    elif kind == "rule":
        chain = nft.chain(place, name, source)
        nft.remove(chain, _rule_at(words, nft, chain))
        nft.state.ledger.read -= 1
    elif kind == "element":
        gone = set(split_elements(words.rest()))
        found = nft.named_set(place, name, "set", source)
        found.elements = [each for each in found.elements if each not in gone]
    else:
        nft.state.sets.pop((*place, name), None)


def _foreign(nft: Nft, place: Place) -> Table | None:
    """Return the table of iptables or ebtables that nftables keeps under this name."""
    for table in nft.state.tables.values():
        if (table.family, table.name) == place and not table.legacy:
            return table
    return None


def flush(nft: Nft, words: Words, _source: SourceRef) -> None:
    """Carry out ``flush``."""
    kind = words.take("what to flush")
    nft.state.ledger.read += 1
    if kind == "ruleset":
        nft.flush()
        return
    place = take_place(words)
    table = nft.own(place)
    if kind == "table":
        nft.clear(list(table.chains.values()))
    elif kind == "chain":
        name = words.take("a chain")
        nft.clear([table.chains[name]] if name in table.chains else [])
    else:
        key = (*place, words.take("a set"))
        if key in nft.state.sets:
            nft.state.sets[key].elements.clear()


def rename(nft: Nft, words: Words, _source: SourceRef) -> None:
    """Carry out ``rename chain``."""
    words.choice("chain")
    table = nft.own(take_place(words))
    old, new = words.take("a chain"), words.take("a new name")
    if old in table.chains:
        chain = table.chains.pop(old)
        chain.name = new
        table.chains[new] = chain
    nft.state.ledger.read += 1


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
