"""Single operations of a JSON patch on the database."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

from roce_audit.platforms.sonic.database import Entry
from roce_audit.platforms.sonic.fields import fields_of, value_of
from roce_audit.reading.json_values import JsonObject

if TYPE_CHECKING:
    from collections.abc import Callable

    from roce_audit.platforms.sonic.database import Database, Table, Value
    from roce_audit.platforms.sonic.dump import Place
    from roce_audit.reading.json_values import JsonValue


class Refused(Exception):  # noqa: N818 - the device's answer, not a failure of ours
    """The device refuses the patch; the text says why."""


@dataclass(frozen=True, slots=True)
class Operation:
    """One operation.

    Attributes:
        kind: ``add``, ``remove``, ``replace``, ``move``, ``copy`` or ``test``.
        path: Where: table, key, field, place in a list.
        value: What; None where the operation has none.
        origin: ``from`` of a move or copy.
        at: Offset of the operation.
    """

    kind: str
    path: tuple[str, ...]
    value: JsonValue
    origin: tuple[str, ...]
    at: int


Node: TypeAlias = "dict[str, Entry] | Entry | str | tuple[str, ...]"
"""A table, an entry, a field's value."""


class Editor:
    """Applies operations one after the other."""

    def __init__(self, database: Database, place: Place, *, lenient: bool) -> None:
        """Take the database; missing tables are made if ``lenient``."""
        self._database = database
        self._place = place
        self._lenient = lenient

    def apply(self, operation: Operation) -> None:
        """Do one operation.

        Raises:
            Refused: It cannot be done.
        """
        actions: dict[str, Callable[[Operation], None]] = {
            "add": lambda each: self._put(each.path, self._made(each), new=True),
            "replace": self._replace,
            "remove": lambda each: self._remove(each.path),
            "move": self._move,
            "copy": lambda each: self._put(each.path, self._get(each.origin), new=True),
            "test": self._test,
        }
        action = actions.get(operation.kind)
        if action is None:
            raise Refused(f"unknown operation {operation.kind!r}")
        action(operation)

    def _replace(self, operation: Operation) -> None:
        self._get(operation.path)
        self._put(operation.path, self._made(operation), new=False)

    def _move(self, operation: Operation) -> None:
        node = self._get(operation.origin)
        self._remove(operation.origin)
        self._put(operation.path, node, new=True)

    def _test(self, operation: Operation) -> None:
        if _bare(self._get(operation.path)) != _bare(self._made(operation)):
            raise Refused(f"the test of {'/'.join(operation.path)} fails")

    def _made(self, operation: Operation) -> Node:
        """Return the value of an operation as what its path names."""
        value, depth = operation.value, len(operation.path)
        if depth <= 2 and not isinstance(value, JsonObject):  # noqa: PLR2004 - table, key
            raise Refused(f"{'/'.join(operation.path)} needs an object")
        if depth == 1 and isinstance(value, JsonObject):
            return {
                key: self._place.entry(key, at, each)
                for key, at, each in value.members
                if isinstance(each, JsonObject)
            }
        if depth == 2 and isinstance(value, JsonObject):  # noqa: PLR2004 - table, key
            line = self._place.lines.line(operation.at)
            return Entry(operation.path[1], fields_of(value), self._place.file, line)
        return value_of(value)

    def _table(self, name: str) -> Table:
        table = self._database.config.get(name)
        if table is None:
            if not self._lenient:
                raise Refused(f"there is no table {name}")
            table = self._database.config[name] = {}
        return table

    def _entry(self, path: tuple[str, ...]) -> Entry:
        entry = self._table(path[0]).get(path[1])
        if entry is None:
            raise Refused(f"there is no {path[0]}|{path[1]}")
        return entry

    def _get(self, path: tuple[str, ...]) -> Node:
        match path:
            case (table,) if table in self._database.config:
                return self._database.config[table]
            case (_, _):
                return self._entry(path)
            case (_, _, field) if field in self._entry(path).fields:
                return self._entry(path).fields[field]
            case (_, _, field, index):
                items = self._list(path, field)
                return items[_index(index, len(items))]
            case _:
                raise Refused(f"there is no {'/'.join(path) or 'such place'}")

    def _put(self, path: tuple[str, ...], node: Node, *, new: bool) -> None:
        match path, node:
            case (table,), dict():
                self._database.drop(self._database.table(table))
                self._database.config[table] = node
            case (table, key), Entry():
                entries = self._table(table)
                if key in entries:
                    self._database.drop({key: entries[key]})
                entries[key] = Entry(key, node.fields, node.file, node.line)
            case (_, _, field), str() | tuple():
                self._set(path, field, node)
            case (_, _, field, index), str():
                items = list(self._list(path, field))
                place = len(items) if index == "-" else _index(index, len(items) + new)
                items[place : place + (not new)] = [node]
                self._set(path, field, tuple(items))
            case _:
                raise Refused(f"{'/'.join(path) or 'the whole'} cannot be set to that")

    def _remove(self, path: tuple[str, ...]) -> None:
        self._get(path)
        match path:
            case (table,):
                self._database.drop(self._database.config.pop(table))
            case (table, key):
                self._database.drop({key: self._table(table).pop(key)})
            case (_, _, field):
                self._set(path, field, None)
            case (_, _, field, index):
                items = list(self._list(path, field))
                del items[_index(index, len(items))]
                self._set(path, field, tuple(items))
            case _:
                raise Refused("nothing is removed")

    def _list(self, path: tuple[str, ...], field: str) -> tuple[str, ...]:
        items = self._entry(path).fields.get(field)
        if not isinstance(items, tuple):
            raise Refused(f"{'/'.join(path[:3])} is no list")
        return items

    def _set(self, path: tuple[str, ...], field: str, value: Value | None) -> None:
        old = self._entry(path)
        fields = {name: known for name, known in old.fields.items() if name != field}
        if value is not None:
            fields[field] = value
        self._table(path[0])[path[1]] = Entry(old.key, fields, old.file, old.line)


def _index(text: str, top: int) -> int:
    if not (text.isascii() and text.isdecimal() and len(text) < 10 and int(text) < top):  # noqa: PLR2004 - digits
        raise Refused(f"there is no item {text!r}")
    return int(text)


def _bare(node: Node) -> object:
    if isinstance(node, Entry):
        return node.fields
    if isinstance(node, dict):
        return {key: entry.fields for key, entry in node.items()}
    return node
