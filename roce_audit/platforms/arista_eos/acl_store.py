"""The numbered lines of a list while it is edited: what a number that is in use does."""

from __future__ import annotations

from typing import TYPE_CHECKING

from roce_audit.model.acl import Family
from roce_audit.packets.boxes import EVERYTHING
from roce_audit.packets.fields import Doubt
from roce_audit.platforms.arista_eos.draft import YES, Rule, doubt_about, either_action
from roce_audit.platforms.arista_eos.ip_lines import IPV4, IPV6
from roce_audit.platforms.arista_eos.model_state import Entry

if TYPE_CHECKING:
    from roce_audit.packets.boxes import Box
    from roce_audit.platforms.arista_eos.model_state import AccessList

NUMBER_TOP = 4294967295
STEP = 10
MOST_READINGS = 16
"""Lines that are kept for one number which several claim."""

BOXES: dict[Family, Box] = {
    Family.IPV4: IPV4.box,
    Family.IPV6: IPV6.box,
    Family.MAC: EVERYTHING,
}
"""The packets that a list of each family can match."""


def put(acl: AccessList, entry: Entry, number: int) -> bool:
    """Store a line; the number of another line is refused, and the first one stays.

    Args:
        acl: The list.
        entry: The line or remark.
        number: Its number; 0 for the next one behind the highest.

    Returns:
        Whether it was stored.
    """
    if acl.last < 0:
        acl.last = max((0, *acl.entries))
    number = number or acl.last + STEP
    acl.last = max(acl.last, number)
    known = acl.entries.setdefault(number, entry)
    # A remark never displaces a line: whole configurations do not number both alike.
    if known is entry or (entry.rules and not known.rules):
        acl.entries[number] = entry
        if acl.by_words is not None:
            acl.by_words.setdefault(entry.words, set()).add(number)
        return True
    if known.words != entry.words and _is_open(known.rules):
        acl.entries[number] = _either(acl, known, entry)
    return False


def _either(acl: AccessList, known: Entry, entry: Entry) -> Entry:
    """Return a line that may have been refused itself, so that the next one took its number."""
    rules = (*known.rules, *_perhaps(entry))
    if len(rules) > MOST_READINGS:
        rules = either_action(known.statement, BOXES[acl.family], "its number is used again")
    return Entry(known.statement, known.start, rules)


def _is_open(rules: tuple[Rule, ...]) -> bool:
    return any(isinstance(each, Doubt) for rule in rules for box in rule.matches for each in box)


def _perhaps(entry: Entry) -> tuple[Rule, ...]:
    doubt = doubt_about(entry.statement, "its number may be in use")
    return tuple(
        Rule(rule.action, tuple({**box, doubt: YES} for box in rule.matches))
        for rule in entry.rules
    )


def renumber(acl: AccessList, entries: dict[int, Entry]) -> None:
    """Put ``entries`` in the place of all lines."""
    acl.entries, acl.last, acl.by_words = entries, -1, None


def numbers_by_words(acl: AccessList) -> dict[tuple[str, ...], set[int]]:
    """Return the numbers of the lines that read so, by their words without the number."""
    if acl.by_words is None:
        acl.by_words = {}
        for number, entry in acl.entries.items():
            acl.by_words.setdefault(entry.words, set()).add(number)
    return acl.by_words
