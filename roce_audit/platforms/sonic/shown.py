"""What ``show acl table`` and ``show acl rule`` print: columns, with rows that go on below.

Columns are where the dashes under the headings say; a cell may hold blanks.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from roce_audit.platforms.sonic.database import Entry

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from roce_audit.platforms.sonic.database import Value

_TABLE_HEAD = re.compile(r"Name\s+Type\s+Binding\s+Description")
_RULE_HEAD = re.compile(r"Table\s+Rule\s+Priority\s+Action\s+Match")
_DASHES = re.compile(r"[- ]*--[- ]*")
_NOTHING = ("", "N/A")


@dataclass(slots=True)
class Shown:
    """What was shown.

    Attributes:
        tables: As entries of ACL_TABLE.
        rules: As entries of ACL_RULE.
        table_status: Status by table.
        rule_status: Status by ``TABLE|RULE``.
    """

    tables: dict[str, Entry]
    rules: dict[str, Entry]
    table_status: dict[str, str]
    rule_status: dict[str, str]


def read_shown(file: str, lines: Sequence[tuple[int, str]]) -> Shown:
    """Return the tables and rules that lines show; all else is passed over."""
    shown = Shown({}, {}, {}, {})
    for at, (_, line) in enumerate(lines):
        text = line.strip()
        if _TABLE_HEAD.match(text):
            for row in _rows(lines[at:]):
                _table(shown, file, row)
        elif _RULE_HEAD.match(text):
            for row in _rows(lines[at:]):
                _rule(shown, file, row)
    return shown


@dataclass(slots=True)
class _Row:
    """A row and those that continue it.

    Attributes:
        line: 1-based line.
        cells: By heading: the cell, then its continuations, blanks left out.
    """

    line: int
    cells: dict[str, list[str]]

    def one(self, name: str) -> str:
        """Return the first line of a cell."""
        return next(iter(self.cells.get(name, [])), "")


def _rows(lines: Sequence[tuple[int, str]]) -> Iterator[_Row]:
    """Yield the rows under a heading, up to the next heading or a blank line."""
    if len(lines) < 2 or not _DASHES.fullmatch(lines[1][1]):  # noqa: PLR2004 - heading, dashes
        return
    spans = list(_wide([found.span() for found in re.finditer(r"-+", lines[1][1])]))
    names = [lines[0][1][low:high].strip() for low, high in spans]
    row: _Row | None = None
    for number, line in _body(lines):
        cells = [line[low:high].strip() for low, high in spans]
        if cells[0]:
            if row is not None:
                yield row
            row = _Row(number, {name: [] for name in names})
        if row is not None:
            for name, cell in zip(names, cells, strict=True):
                row.cells[name] += [cell] if cell else []
    if row is not None:
        yield row


def _body(lines: Sequence[tuple[int, str]]) -> Iterator[tuple[int, str]]:
    before = lines[1][0]
    for number, line in lines[2:]:
        text = line.strip()
        if number != before + 1 or _TABLE_HEAD.match(text) or _RULE_HEAD.match(text):
            return
        before = number
        yield number, line


def _wide(spans: list[tuple[int, int]]) -> Iterator[tuple[int, int | None]]:
    """Yield the columns up to where the next one begins."""
    for (low, _), after in zip(spans, [*spans[1:], (None, None)], strict=True):
        yield low, after[0]


def _table(shown: Shown, file: str, row: _Row) -> None:
    name, kind = row.one("Name"), row.one("Type")
    fields: dict[str, Value] = {"type": kind}
    binding = tuple(row.cells.get("Binding", []))
    fields["services" if kind.upper() == "CTRLPLANE" else "ports"] = binding
    if row.one("Stage"):
        fields["stage"] = row.one("Stage")
    shown.tables[name] = Entry(name, fields, file, row.line)
    if row.one("Status"):
        shown.table_status[name] = row.one("Status")


def _rule(shown: Shown, file: str, row: _Row) -> None:
    key = f"{row.one('Table')}|{row.one('Rule')}"
    fields: dict[str, Value] = {}
    if row.one("Priority") not in _NOTHING:
        fields["PRIORITY"] = row.one("Priority")
    fields.update(_action(row.one("Action")))
    for match in row.cells.get("Match", []):
        name, colon, value = match.partition(":")
        if colon:
            fields[name.strip()] = _plain(value.strip())
    shown.rules[key] = Entry(key, fields, file, row.line)
    if row.one("Status"):
        shown.rule_status[key] = row.one("Status")


def _action(text: str) -> dict[str, Value]:
    word, colon, target = text.partition(":")
    if not colon:
        return {"PACKET_ACTION": text} if text not in _NOTHING else {}
    names = {
        "REDIRECT": "REDIRECT_ACTION",
        "MIRROR INGRESS": "MIRROR_INGRESS_ACTION",
        "MIRROR EGRESS": "MIRROR_EGRESS_ACTION",
    }
    known = names.get(word.strip().upper())
    return {known: target.strip()} if known and target.strip() else {"PACKET_ACTION": text}


def _plain(value: str) -> Value:
    """Return a list that was printed as Python writes it, or the text."""
    if value.startswith("[") and value.endswith("]"):
        return tuple(part.strip(" '\"") for part in value[1:-1].split(",") if part.strip())
    return value
