"""JSON patches as ``config apply-patch`` applies them: whole or not at all.

Source: RFC 6902 and RFC 6901; sonic-utilities pull request 1923 for tables left empty.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from roce_audit.platforms.sonic.patch_edit import Editor, Operation, Refused
from roce_audit.reading.json_values import JsonArray, JsonObject

if TYPE_CHECKING:
    from typing import TypeGuard

    from roce_audit.platforms.sonic.database import Database, Table
    from roce_audit.platforms.sonic.dump import Place
    from roce_audit.reading.json_values import JsonValue

_HOST = "localhost"


def is_patch(value: JsonValue) -> TypeGuard[JsonArray]:
    """Whether a JSON value is a list of operations."""
    if not isinstance(value, JsonArray) or not value.items:
        return False
    return all(
        isinstance(item, JsonObject) and {"op", "path"} <= {name for name, _, _ in item.members}
        for item in value.items
    )


def apply_patch(
    database: Database, value: JsonArray, place: Place, *, lenient: bool = False
) -> list[int]:
    """Apply a patch; if the device refuses any of it, nothing changes.

    Args:
        database: Changed in place.
        value: The operations.
        place: Where they stand.
        lenient: Make tables that are missing, as for a patch that is all there is.

    Returns:
        Offset of each operation.

    Raises:
        Refused: Nothing was changed.
    """
    before = {name: dict(table) for name, table in database.config.items()}
    replaced = database.replaced
    editor = Editor(database, place, lenient=lenient)
    try:
        operations = [_operation(item) for item in value.items]
        for operation in operations:
            editor.apply(operation)
        _refuse_empty(database, before)
    except Refused:
        database.config, database.replaced = before, replaced
        raise
    return [operation.at for operation in operations]


def _refuse_empty(database: Database, before: dict[str, Table]) -> None:
    for name, table in database.config.items():
        if not table and before.get(name) != {}:
            raise Refused(f"table {name} would be left empty")


def _operation(item: JsonValue) -> Operation:
    members = (
        {name: content for name, _, content in item.members} if isinstance(item, JsonObject) else {}
    )
    kind, path, origin = members.get("op"), members.get("path"), members.get("from", "")
    if not isinstance(kind, str) or not isinstance(path, str) or not isinstance(origin, str):
        raise Refused("an operation without op or path")
    at = item.at if isinstance(item, JsonObject) else 0
    return Operation(kind, _pointer(path), members.get("value"), _pointer(origin), at)


def _pointer(path: str) -> tuple[str, ...]:
    if path and not path.startswith("/"):
        raise Refused(f"the path {path!r} does not begin with a slash")
    parts = tuple(part.replace("~1", "/").replace("~0", "~") for part in path.split("/")[1:])
    if parts and parts[0].startswith("asic") and parts[0][4:].isdecimal():
        raise Refused(f"it is for {parts[0]}, one ASIC of several")
    return parts[1:] if parts[:1] == (_HOST,) else parts
