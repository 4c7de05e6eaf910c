"""What entries with ports do to later fragments, which carry none."""

from __future__ import annotations

from typing import TYPE_CHECKING

from roce_audit.model.acl import Action
from roce_audit.packets.fields import (
    DESTINATION_PORT,
    FRAGMENT,
    ICMP_CODE,
    ICMP_TYPE,
    SOURCE_PORT,
)
from roce_audit.packets.ranges import Ranges, single

if TYPE_CHECKING:
    from roce_audit.packets.boxes import Box

WITH_HEADER: Ranges = ((0, 1),)
"""Whole packets and first fragments."""
LATER: Ranges = single(2)
_UPPER = frozenset({DESTINATION_PORT, SOURCE_PORT, ICMP_TYPE, ICMP_CODE})
"""Fields that a later fragment does not carry."""


def with_later(box: Box, action: Action) -> tuple[Box, ...]:
    """Return a match with its later fragments: a permit takes them by addresses, a deny none."""
    if FRAGMENT in box or _UPPER.isdisjoint(box):
        return (box,)
    if action is Action.DENY:
        return ({**box, FRAGMENT: WITH_HEADER},)
    later = {field: values for field, values in box.items() if field not in _UPPER}
    later[FRAGMENT] = LATER
    return (box, later)
