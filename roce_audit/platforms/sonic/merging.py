"""Dumps and changes put into the database: replaced, merged, patched."""

from __future__ import annotations

from typing import TYPE_CHECKING

from roce_audit.platforms.sonic.database import STATE_TABLES, Entry
from roce_audit.platforms.sonic.dump import tables_of

if TYPE_CHECKING:
    from roce_audit.platforms.sonic.database import Database, Table
    from roce_audit.platforms.sonic.dump import Place
    from roce_audit.reading.json_values import JsonObject


def load_dump(database: Database, value: JsonObject, place: Place) -> None:
    """Take a dump: the tables that it shows are shown whole."""
    for name, table in tables_of(value, place):
        kind = database.state if _is_state(name, table) else database.config
        if kind is database.config:
            database.drop(kind.get(name, {}))
        kind[name] = table


def load_namespace(database: Database, value: JsonObject, place: Place) -> None:
    """Take the dump of one ASIC of several: its ports join those of the others."""
    for name, table in tables_of(value, place):
        known = database.config.setdefault(name, {})
        for key, entry in table.items():
            before = known.get(key)
            known[key] = entry if before is None else _joined(name, before, entry)


def _joined(table: str, before: Entry, entry: Entry) -> Entry:
    if table != "ACL_TABLE":
        return entry
    ports = tuple(dict.fromkeys((*before.parts("ports"), *entry.parts("ports"))))
    return Entry(entry.key, {**entry.fields, "ports": ports}, entry.file, entry.line)


def merge(database: Database, value: JsonObject, place: Place) -> None:
    """Take JSON as ``config load`` does: fields are added, what is null is taken out."""
    _remove_nulls(database, value)
    for name, table in tables_of(value, place):
        known = (database.state if _is_state(name, table) else database.config).setdefault(name, {})
        for key, entry in table.items():
            before = known.get(key)
            if before is not None:
                entry = _merged(before, entry)  # noqa: PLW2901 - the same entry, completed
            known[key] = entry


def _merged(before: Entry, entry: Entry) -> Entry:
    fields = {**before.fields, **entry.fields}
    if fields == before.fields:
        return before
    return Entry(entry.key, fields, entry.file, entry.line)


def _remove_nulls(database: Database, value: JsonObject) -> None:
    for name, _, content in value.members:
        if content is None:
            database.drop(database.config.pop(name, {}))
            continue
        table = database.config.get(name)
        if table is None or isinstance(content, str | int | float | bool):
            continue
        for key, _, each in getattr(content, "members", ()):
            if each is None and key in table:
                database.drop({key: table.pop(key)})


def _is_state(name: str, table: Table) -> bool:
    """Whether a table is of STATE_DB; APPL_DB has tables of the same names."""
    return name in STATE_TABLES and not any("ports" in each.fields for each in table.values())
