"""One index or one library on many ports: does it mean the same everywhere?"""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import TYPE_CHECKING

from roce_audit.analysis.gid_pairs import End, Library, Meaning, meaning_of
from roce_audit.model.facts import known_or

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence


def odd_ends(ends: Sequence[End], library: Library) -> dict[Meaning, tuple[End, ...]]:
    """Return the ends whose pick means something else than that of most, by meaning.

    VLANs do not count: each rail may have its own. Ends whose pick is not known or empty are left
    out: ``fit`` tells about them.
    """
    groups: dict[Meaning, list[End]] = {}
    for end in ends:
        pick = end.picks.get(library)
        meaning = meaning_of(pick.gid) if pick is not None else None
        if meaning is not None:
            groups.setdefault(replace(meaning, vlan=None), []).append(end)
    counts = Counter({meaning: len(group) for meaning, group in groups.items()})
    usual = next((meaning for meaning, _ in counts.most_common(1)), None)
    return {meaning: tuple(group) for meaning, group in groups.items() if meaning != usual}


def matrix(ends: Iterable[End]) -> dict[int, dict[Meaning | None, tuple[str, ...]]]:
    """Return, for each index, what it means and on which ports; None where it is empty.

    An index may be pinned for all ports exactly if it has one meaning.
    """
    listed = list(ends)
    indices = sorted({gid.index for end in listed for gid in known_or(end.port.gids, ())})
    rows: dict[int, dict[Meaning | None, tuple[str, ...]]] = {index: {} for index in indices}
    for end in listed:
        table = {gid.index: gid for gid in known_or(end.port.gids, ())}
        for index in indices:
            meaning = meaning_of(table.get(index))
            rows[index][meaning] = (*rows[index].get(meaning, ()), end.name)
    return rows
