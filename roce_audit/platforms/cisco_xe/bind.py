"""The statements that bind a list to an interface."""

from __future__ import annotations

from typing import TYPE_CHECKING

from roce_audit.platforms.cisco_xe.state import Bound
from roce_audit.reading.said import READ

if TYPE_CHECKING:
    from roce_audit.platforms.cisco_xe.state import Port
    from roce_audit.reading.said import Said

_DIRECTIONS = ("in", "out")


def bind(port: Port, family: str, said: Said) -> str | None:
    """Apply ``NAME in|out`` behind the words that bind a list; None if it is another form."""
    *names, direction = said.words or ("",)
    if direction not in _DIRECTIONS or len(names) > 1 or not (names or said.negated):
        return None
    known = port.bound.get((family, direction))
    if not said.negated:
        port.bound[family, direction] = Bound((family, names[0]), said.statement)
    elif known is not None and names in ([], [known.key[1]]):
        del port.bound[family, direction]
    return READ
