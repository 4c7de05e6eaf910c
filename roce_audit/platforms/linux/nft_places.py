"""Words that nft's commands share: kinds of objects, places, rule numbers."""

from __future__ import annotations

from typing import TYPE_CHECKING

from roce_audit.errors import ParseError
from roce_audit.platforms.linux.nft_state import FAMILIES

if TYPE_CHECKING:
    from roce_audit.platforms.linux.chains import Chain, Table
    from roce_audit.platforms.linux.nft_state import Nft, Place
    from roce_audit.reading.statement import Words

_KINDS = frozenset({"table", "chain", "rule", "set", "map", "element", "ruleset"})
OTHERS = frozenset(
    {"counter", "quota", "limit", "ct", "secmark", "synproxy", "flowtable", "counters", "quotas"}
)


def take_place(words: Words) -> Place:
    """Read ``[family] table``; the family is ip if not given."""
    family = words.take("a table")
    if family in FAMILIES:
        return family, words.take("a table").strip('"')
    return "ip", family.strip('"')


def take_kind(words: Words) -> str:
    """Read what a command is about; a rule if it does not say."""
    word = words.peek()
    if word in _KINDS or word in OTHERS:
        return words.take()
    return "rule"


def index_of(number: str, chain: Chain) -> int:
    """Return a rule number that the chain has."""
    if not (number.isascii() and number.isdecimal()) or int(number) >= len(chain.rules):
        raise ParseError(f"names rule {number}, which chain {chain.name} does not have")
    return int(number)


def take_rule(words: Words, nft: Nft, chain: Chain) -> int:
    """Read which rule of a chain is meant."""
    where = words.choice("handle", "index")
    number = words.take("a number")
    return nft.find(chain, number) if where == "handle" else index_of(number, chain)


def foreign_table(nft: Nft, place: Place) -> Table | None:
    """Return the table of iptables or ebtables that nftables keeps under this name."""
    for table in nft.state.tables.values():
        if (table.family, table.name) == place and not table.legacy:
            return table
    return None
