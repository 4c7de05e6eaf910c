"""JSON values as the fields of an entry: everything is text."""

from __future__ import annotations

from typing import TYPE_CHECKING

from roce_audit.reading.json_values import JsonArray, JsonObject

if TYPE_CHECKING:
    from roce_audit.platforms.sonic.database import Value
    from roce_audit.reading.json_values import JsonValue

_NOTHING = "NULL"
"""Redis has no entry without a field: this one stands for none."""


def fields_of(value: JsonObject) -> dict[str, Value]:
    """Return the fields of an entry, also of one wrapped as Redis dumps have it."""
    texts = value.texts()
    if texts is not None and "@" not in "".join(texts):
        texts.pop(_NOTHING, None)
        return {**texts}
    fields: dict[str, Value] = {}
    for name, _, content in _unwrapped(value).members:
        plain = value_of(content)
        if name.endswith("@"):
            fields[name[:-1]] = tuple(plain.split(",")) if isinstance(plain, str) else plain
        else:
            fields[name] = plain
    fields.pop(_NOTHING, None)
    return fields


def value_of(content: JsonValue) -> Value:
    """Return a JSON value as a field has it: everything is text."""
    if isinstance(content, JsonArray):
        return tuple(_text(item) for item in content.items)
    return _text(content)


def _text(content: JsonValue) -> str:
    match content:
        case bool():
            return "true" if content else "false"
        case str():
            return content
        case None:
            return ""
        case JsonObject() | JsonArray():
            return "{...}"
        case _:
            return str(content)


def _unwrapped(value: JsonObject) -> JsonObject:
    members = {name: content for name, _, content in value.members if name in ("type", "value")}
    inner = members.get("value")
    if members.get("type") == "hash" and isinstance(inner, JsonObject):
        return inner
    return value
