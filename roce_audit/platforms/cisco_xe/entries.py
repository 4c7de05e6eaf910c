"""Entries of a finished filter as the texts that a device would take again."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from roce_audit.platforms.cisco_xe.filters import IMPLICIT, UNNUMBERED

if TYPE_CHECKING:
    from roce_audit.model.acl import Filter, Line


@dataclass(frozen=True, slots=True)
class Written:
    """One entry of a list.

    Attributes:
        label: Sequence number as text; "" in MAC lists.
        text: Without number and counters.
        line: The first filter line that it became.
    """

    label: str
    text: str
    line: Line


def kind_of(acl: Filter) -> str:
    """Return ``extended``, ``standard``, ``ipv6``, ``mac`` or ``mac sources``."""
    return acl.tag.removesuffix(UNNUMBERED)


def is_unnumbered(acl: Filter) -> bool:
    """Whether the text that was read does not show every sequence number."""
    return acl.tag.endswith(UNNUMBERED)


def written(acl: Filter) -> tuple[Written, ...]:
    """Return the entries of a list in their order, each once."""
    found: dict[int | str, Written] = {}
    for line in acl.lines:
        if line.source.text.startswith(IMPLICIT):
            continue
        key = line.label or f"{line.source.file}:{line.source.line}"
        found.setdefault(key, Written(line.label, _plain(line.source.text), line))
    return tuple(found.values())


def _plain(text: str) -> str:
    """Cut what stands before and behind the entry itself."""
    words = text.split()
    if words[0] == "access-list":
        words = words[2:]
    if words[:1] == ["sequence"]:
        words = words[2:]
    elif words and words[0].isdecimal():
        words = words[1:]
    if words[-2:-1] == ["sequence"]:
        words = words[:-2]
    cut = next((at for at, word in enumerate(words) if word.startswith("(")), len(words))
    return " ".join(words[:cut])
