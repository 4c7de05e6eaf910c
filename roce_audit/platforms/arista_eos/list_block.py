"""Headers of access lists, in configurations and in show output."""

from __future__ import annotations

from typing import TYPE_CHECKING

from roce_audit.model.acl import Family
from roce_audit.platforms.arista_eos.acl import edit
from roce_audit.platforms.arista_eos.model_state import AccessList
from roce_audit.platforms.arista_eos.port_edit import FAMILIES
from roce_audit.reading.ledger import below

if TYPE_CHECKING:
    from roce_audit.platforms.arista_eos.model_state import Eos
    from roce_audit.reading.statement import Statement


def shown_list(words: tuple[str, ...]) -> tuple[Family, bool, str] | None:
    """Return family, standard or not, and name of a list that show output begins."""
    standard = words[:1] == ("Standard",)
    rest = words[1:] if standard else words
    if len(rest) < 4 or rest[1:3] not in (("Access", "List"), ("access", "list")):  # noqa: PLR2004 - IP Access List NAME
        return None
    family = FAMILIES.get(rest[0].lower())
    return None if family is None else (family, standard, rest[3])


def read_shown(eos: Eos, statement: Statement, shown: tuple[Family, bool, str]) -> None:
    """Read a list of show output; it counts only where no configuration has the list."""
    family, standard, name = shown
    known = eos.lists.get((family.value, name))
    if known is not None and not known.shown:
        # The configuration tells the same, remarks included.
        eos.book.ignore(statement)
        return
    acl = AccessList(family, name, standard, statement, shown=True)
    eos.lists[acl.key] = acl
    eos.book.read += 1
    for child in [each for each in below(statement) if each.words]:
        edit(eos, acl, child)


def edit_list(eos: Eos, statement: Statement, dump: int) -> None:
    """Apply the header of a list and everything under it.

    Args:
        eos: The device.
        statement: ``ip access-list NAME`` or its like.
        dump: Number of the dump; 0 if it was typed.
    """
    acl = _opened(eos, statement, dump)
    if acl.broken:
        eos.book.doubt(statement.source, acl.broken)
    else:
        eos.book.read += 1
    acl.saved = dict(acl.entries)
    for child in statement.children:
        edit(eos, acl, child)
        for lower in below(child):
            edit(eos, acl, lower)


def _opened(eos: Eos, statement: Statement, dump: int) -> AccessList:
    """Return the list of a header: the one that is there, or a new one."""
    words = statement.words
    family = FAMILIES[words[0]]
    standard = words[2:3] == ("standard",) and family is not Family.MAC
    rest = words[3:] if standard else words[2:]
    broken = ""
    if len(rest) != 1:
        broken = f"unknown word {rest[1]!r}" if rest else "it names no list"
    if rest[:1] == ("extended",) and len(rest) > 1:
        broken, rest = "EOS has no word 'extended' here", rest[1:]
    name = rest[0] if rest else ""
    made = AccessList(family, name, standard, statement, dump=dump, broken=broken)
    known = eos.lists.get(made.key)
    stale = known is not None and (
        known.shown or known.broken or (dump and known.dump and known.dump != dump)
    )
    if known is None or stale:
        eos.lists[made.key] = made
        return made
    return known
