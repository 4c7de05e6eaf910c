"""nft's commands that take something away: ``delete``, ``destroy``, ``flush``, ``rename``."""

from __future__ import annotations

from typing import TYPE_CHECKING

from roce_audit.platforms.linux.nft_blocks import split_elements
from roce_audit.platforms.linux.nft_places import (
    OTHERS,
    foreign_table,
    take_kind,
    take_place,
    take_rule,
)

if TYPE_CHECKING:
    from roce_audit.model.source import SourceRef
    from roce_audit.platforms.linux.nft_state import Nft
    from roce_audit.reading.statement import Words


def delete(nft: Nft, words: Words, source: SourceRef) -> None:
    """Carry out ``delete`` or ``destroy``; what is not there is not an error here."""
    kind = take_kind(words)
    if kind in OTHERS:
        nft.state.ledger.no_effect += 1
        return
    place = take_place(words)
    table = nft.find_table(place) or foreign_table(nft, place)
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
        nft.remove(chain, take_rule(words, nft, chain))
        nft.state.ledger.read -= 1
    elif kind == "element":
        gone = set(split_elements(words.rest()))
        found = nft.named_set(place, name, "set", source)
        found.elements = [each for each in found.elements if each not in gone]
    else:
        nft.state.sets.pop((*place, name), None)


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
