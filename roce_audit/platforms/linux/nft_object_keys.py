"""What the objects of nft's JSON have in common: families, tables, keys."""

from __future__ import annotations

from typing import TYPE_CHECKING

from roce_audit.errors import ParseError
from roce_audit.platforms.linux.nft_state import FAMILIES

if TYPE_CHECKING:
    from collections.abc import Mapping

    from roce_audit.platforms.linux.nft_json_values import Json
    from roce_audit.platforms.linux.nft_state import Nft, Place


def place(body: Mapping[str, Json], name: str = "table") -> Place:
    """Return family and name of the table that an object is, or is in.

    Raises:
        ParseError: The family is not known.
    """
    if body.get("family", "ip") not in FAMILIES:
        raise ParseError(f"has an unknown family {body.get('family')!r}")
    return str(body.get("family", "ip")), needed(body, name)


def inside(nft: Nft, body: Mapping[str, Json]) -> Place:
    """Return the table that an object is in; a listing of tables has to have it.

    Raises:
        ParseError: It does not.
    """
    found = place(body)
    if nft.lists_tables and nft.find_table(found) is None:
        raise ParseError(f"is in table {' '.join(found)}, which is not there")
    return found


def needed(body: Mapping[str, Json], key: str) -> str:
    """Return the value of a key that an object must have.

    Raises:
        ParseError: It is not there.
    """
    if key not in body:
        raise ParseError(f"does not say its {key}")
    return str(body[key])


def check_keys(body: Mapping[str, Json], keys: frozenset[str]) -> None:
    """Check that an object has no other keys.

    Raises:
        ParseError: It has.
    """
    for key in body:
        if key not in keys:
            raise ParseError(f"has an unknown key {key!r}")
