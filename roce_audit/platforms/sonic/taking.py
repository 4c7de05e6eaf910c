"""Documents taken into the state, piece by piece."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from roce_audit.model.device import Gap
from roce_audit.model.ledger import Uncertain
from roce_audit.model.source import SourceRef
from roce_audit.platforms.sonic.commands import FULL_DUMP, is_failure
from roce_audit.platforms.sonic.database import STATE_TABLES, Entry
from roce_audit.platforms.sonic.dump import strangers, tables_of
from roce_audit.platforms.sonic.loader import is_loader_input, load_rules
from roce_audit.platforms.sonic.merging import load_dump, load_namespace, merge
from roce_audit.platforms.sonic.patch import apply_patch, is_patch
from roce_audit.platforms.sonic.patch_edit import Refused
from roce_audit.platforms.sonic.shown import read_shown
from roce_audit.platforms.sonic.text import left_over, pieces_of
from roce_audit.reading.document import Document, Role
from roce_audit.reading.json_values import JsonArray, JsonObject

if TYPE_CHECKING:
    from roce_audit.platforms.sonic.dump import Place
    from roce_audit.platforms.sonic.state import State
    from roce_audit.platforms.sonic.text import Piece

_DUMP = re.compile(FULL_DUMP)
_NAMESPACE = re.compile(r"(?:-n|--namespace)[ =]*asic\d+")
_ONE_TABLE = re.compile(r"--var-json[ =]+[\"']?(\w+)|show runningconfiguration (\w+)")
_ONE_ENTRY = re.compile(r"HGETALL\s+[\"']?(\w+)\|([^\"'\s]+)", re.IGNORECASE)
_ONE_FIELD = re.compile(r"HGET\s+[\"']?(\w+)\|([^\"'\s]+)[\"']?\s+[\"']?(\w+)", re.IGNORECASE)
_ASIC = re.compile(r"^ASIC:\s*(\S+)", re.IGNORECASE)
_KLISH = re.compile(
    r"^\s*(?:(?:ip|ipv6|mac) access-(?:list|group)\s|seq \d+ (?:permit|deny|discard)\s)"
)


def take(state: State, document: Document) -> None:
    """Take one document."""
    place, pieces = pieces_of(document)
    for piece in pieces:
        if piece.fault:
            told = f"the JSON text is broken there: {piece.fault}"
            _break(state, SourceRef(document.name, piece.fault_line, ""), told)
        if piece.value is not None:
            _json(state, document, piece, place)
        else:
            _plain(state, document, piece)
    if document.command and document.role is Role.CONFIGURATION:
        state.gaps += _gaps(document, pieces)


def load_waiting(state: State) -> None:
    """Write what acl-loader makes of its input, where no database shows rules of the tables."""
    waiting, state.waiting = state.waiting, []
    for value, place in waiting:
        _load(state, value, place, replacing=False)


def _break(state: State, source: SourceRef, told: str) -> None:
    state.doubts.append(Uncertain(source, told))
    state.broken = state.broken or source


def _json(state: State, document: Document, piece: Piece, place: Place) -> None:
    value = piece.value
    change = document.role is Role.CHANGE
    if isinstance(value, JsonArray):
        _patch(state, document, value, place)
    elif isinstance(value, JsonObject) and is_loader_input(value):
        if change:
            _load(state, value, place, replacing=True)
        else:
            state.waiting.append((value, place))
    elif isinstance(value, JsonObject):
        _tables(state, document, _wrapped(piece.command, value), piece.command, place)


def _wrapped(command: str, value: JsonObject) -> JsonObject:
    """Return the tables of a command that prints the inside of one."""
    if found := _ONE_ENTRY.search(command):
        return JsonObject(value.at, [(f"{found[1]}|{found[2]}", value.at, value)])
    found = _ONE_TABLE.search(command)
    table = (found[1] or "") if found else ""
    if table and table not in {name for name, _, _ in value.members}:
        return JsonObject(value.at, [(table, value.at, value)])
    return value


def _tables(
    state: State, document: Document, value: JsonObject, command: str, place: Place
) -> None:
    for name, at in strangers(value):
        source = SourceRef(document.name, place.lines.line(at), name)
        _break(state, source, "a table or an entry should stand there")
        break
    if document.role is Role.STATE:
        for name, table in tables_of(value, place):
            if name in STATE_TABLES:
                state.database.state.setdefault(name, {}).update(table)
    elif document.role is Role.CHANGE or not _DUMP.search(command):
        merge(state.database, value, place)
    elif _NAMESPACE.search(command):
        load_namespace(state.database, value, place)
    else:
        load_dump(state.database, value, place)


def _patch(state: State, document: Document, value: JsonArray, place: Place) -> None:
    source = SourceRef(document.name, place.lines.line(value.at), "")
    if not is_patch(value):
        if value.items:
            state.doubts.append(Uncertain(source, "a list that is no JSON patch"))
        return
    lenient = document.role is not Role.CHANGE
    try:
        apply_patch(state.database, value, place, lenient=lenient)
    except Refused as why:
        told = f"the device refuses the patch: {why}"
        state.doubts.append(Uncertain(source, told))


def _load(state: State, value: JsonObject, place: Place, *, replacing: bool) -> None:
    rules = state.database.config.setdefault("ACL_RULE", {})
    shown = {key.partition("|")[0] for key in rules}
    if replacing:
        state.database.drop(rules)
        rules.clear()
    loaded = load_rules(value, place, state.database.table("ACL_TABLE"))
    taken = {
        key: entry
        for key, entry in loaded.rules.items()
        if replacing or key.partition("|")[0] not in shown
    }
    rules.update(taken)
    state.unsure.update({key: why for key, why in loaded.unsure.items() if key in taken})
    state.implied_types.update(loaded.types)
    state.doubts += [
        Uncertain(entry.source, f"acl-loader leaves it out: {why}")
        for entry, why in loaded.left_out
    ]


def _plain(state: State, document: Document, piece: Piece) -> None:
    """Take lines that are no JSON."""
    shown = read_shown(document.name, piece.lines)
    state.shown_tables.update(shown.tables)
    state.shown_rules.update(shown.rules)
    _statuses(state, "ACL_TABLE_TABLE", shown.table_status, document)
    _statuses(state, "ACL_RULE_TABLE", shown.rule_status, document)
    first, text = piece.lines[0]
    if found := _ONE_FIELD.search(piece.command):
        entry = Entry(found[2], {found[3]: text.strip()}, document.name, first)
        state.database.state.setdefault(found[1], {})[found[2]] = entry
    for number, line in piece.lines:
        if told := _ASIC.match(line):
            state.asic_line = told[1]
        if _KLISH.match(line):
            source = SourceRef(document.name, number, line.strip())
            _break(state, source, "syntax of sonic-cli is not read; give the CONFIG_DB as JSON")
    if odd := left_over(piece):
        _break(state, SourceRef(document.name, odd, ""), "it looks like a part of a JSON text")
    elif document.role is Role.CHANGE:
        source = SourceRef(document.name, first, text.strip())
        _break(state, source, "only JSON is read as a change")


def _statuses(state: State, table: str, found: dict[str, str], document: Document) -> None:
    known = state.database.state.setdefault(table, {})
    for key, status in found.items():
        known[key] = Entry(key, {"status": _one_status(status)}, document.name, 0)


def _one_status(text: str) -> str:
    """Return the status that all ASICs report, as printed for several of them."""
    found = set(re.findall(r"asic\d+'?:\s*'([^']*)'", text))
    return found.pop() if len(found) == 1 else ("" if found else text)


def _gaps(document: Document, pieces: list[Piece]) -> list[Gap]:
    """Return what is missing from a live capture of the configuration."""
    reasons: list[str] = []
    for piece in pieces:
        refused = next((line for _, line in piece.lines if is_failure(line)), "")
        if refused:
            reasons.append(f"the device answered {document.command!r} with {refused.strip()!r}")
    names = {
        name
        for piece in pieces
        if isinstance(piece.value, JsonObject)
        for name, _, _ in piece.value.members
    }
    if not names:
        reasons.append(f"{document.command!r} shows no database")
    elif "PORT" not in names and "DEVICE_METADATA" not in names:
        reasons.append("the configuration shows no port")
    return [Gap(f"{reason}.", SourceRef(document.name, None, "")) for reason in reasons]
