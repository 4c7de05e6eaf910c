"""Conditions of IP entries on fragments, which RoCE never sends."""

from __future__ import annotations

from typing import TYPE_CHECKING

from roce_audit.packets.fields import FRAGMENT
from roce_audit.packets.ranges import Ranges, single
from roce_audit.platforms.cisco_xr.values import comparison_of

if TYPE_CHECKING:
    from collections.abc import Mapping

    from roce_audit.platforms.cisco_xr.draft import Draft
    from roce_audit.reading.statement import Words

_TOP_OFFSET = 8191
_NO_NAMES: Mapping[str, int] = {}
_FIRST_OR_WHOLE: Ranges = ((0, 1),)


def fragments(_words: Words, draft: Draft) -> None:
    """Read ``fragments``: the later ones only."""
    draft.narrow(FRAGMENT, single(2))


def fragment_offset(words: Words, draft: Draft) -> None:
    """Read ``OP N`` behind ``fragment-offset``: whole packets and first fragments have offset 0.

    Raises:
        ParseError: A word does not fit.
    """
    values = comparison_of(words, _NO_NAMES, _TOP_OFFSET)
    whole = any(low == 0 for low, _ in values)
    if any(high > 0 for _, high in values):
        if values not in (((1, _TOP_OFFSET),), ((0, _TOP_OFFSET),)):
            draft.beside_later(whole=whole)
            return
        draft.narrow(FRAGMENT, ((0, 2),) if whole else single(2))
    elif whole:
        draft.narrow(FRAGMENT, _FIRST_OR_WHOLE)
    else:
        draft.nothing = True


def fragment_type(words: Words, draft: Draft) -> None:
    """Read the word behind ``fragment-type``.

    Raises:
        ParseError: A word does not fit.
    """
    kind = words.choice("dont-fragment", "first-fragment", "is-fragment", "last-fragment")
    if kind == "dont-fragment":
        draft.not_understood("the don't-fragment bit is not compared")
    elif kind == "first-fragment":
        draft.narrow(FRAGMENT, single(1))
    elif kind == "last-fragment":
        draft.narrow(FRAGMENT, single(2))
        draft.beside_roce("last fragments")
    else:
        draft.narrow(FRAGMENT, ((1, 2),))
