"""Interface names as people write them."""

from __future__ import annotations

FIRST_UNIT = ".0"


def interface_name(name: str) -> str:
    """Return the logical interface that ``name`` means: without a unit, unit 0."""
    bare = name.strip().lower()
    if not bare or "." in bare:
        return bare
    return f"{bare}{FIRST_UNIT}"
