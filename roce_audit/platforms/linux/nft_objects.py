"""Reads ``nft -j list ruleset``: objects in order, or commands on objects."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from roce_audit.errors import ParseError
from roce_audit.model.acl import Action
from roce_audit.platforms.linux.chains import HOOKS, Base
from roce_audit.platforms.linux.nft_commands import COMMANDS
from roce_audit.platforms.linux.nft_json import plain_text, words_of_rule
from roce_audit.platforms.linux.nft_json_values import Json, expression
from roce_audit.platforms.linux.nft_object_keys import check_keys, inside, needed, place
from roce_audit.reading.statement import Words

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from roce_audit.model.source import SourceRef
    from roce_audit.platforms.linux.nft_state import Nft
    from roce_audit.platforms.linux.state import NamedSet

_HARMLESS = frozenset(
    {"metainfo", "counter", "quota", "limit", "ct helper", "ct timeout", "ct expectation"}
    | {"flowtable", "secmark", "synproxy"}
)
_CHAIN_KEYS = frozenset(
    {"family", "table", "name", "handle", "type", "hook", "prio", "policy", "dev", "comment"}
    | {"flags"}
)
_RULE_KEYS = frozenset(
    {"family", "table", "chain", "handle", "expr", "comment", "index", "position"}
)
_FLAGS = frozenset({"dormant", "owner", "persist"})
_POLICIES = {"accept": Action.PERMIT, "drop": Action.DENY}
_CHANGING = frozenset({"timeout", "dynamic"})


def read_object(nft: Nft, value: Json, source: SourceRef) -> None:
    """Take one object of a listing, or carry out one command."""
    if not isinstance(value, dict) or len(value) != 1:
        nft.state.lost(source, "is no object of nft")
        return
    name, body = next(iter(value.items()))
    try:
        known = name in _HARMLESS or (isinstance(body, dict) and _taken(nft, name, body, source))
    except ParseError as problem:
        nft.state.lost(source, problem.reason)
        return
    if name in _HARMLESS:
        nft.state.ledger.no_effect += 1
    elif not known:
        nft.state.lost(source, f"is an unknown object of nft: {name!r}")


def _taken(nft: Nft, name: str, body: Mapping[str, Json], source: SourceRef) -> bool:
    if name in _OBJECTS:
        _OBJECTS[name](nft, body, source)
    elif name in COMMANDS:
        _command(nft, name, body, source)
    else:
        return False
    return True


def _command(nft: Nft, verb: str, body: Mapping[str, Json], source: SourceRef) -> None:
    """Carry out ``{"add": {"rule": {...}}}`` in the words of a script."""
    if verb == "add" and len(body) == 1:
        read_object(nft, dict(body), source)
        return
    words: list[str] = []
    for kind, inner in body.items():
        words.append(kind)
        if isinstance(inner, dict):
            words += _named(kind, inner)
    COMMANDS[verb](nft, Words(tuple(words)), source)


def _named(kind: str, inner: Mapping[str, Json]) -> list[str]:
    order = ("family", "name") if kind == "table" else ("family", "table", "chain", "name")
    words = [str(inner[key]) for key in order if key in inner]
    for key in ("handle", "index"):
        if key in inner:
            words += [key, str(inner[key])]
    statements = inner.get("expr")
    return [*words, *(words_of_rule(statements) if isinstance(statements, list) else ())]


def _table(nft: Nft, body: Mapping[str, Json], source: SourceRef) -> None:
    table = nft.listed(place(body, "name"), source)
    nft.lists_tables = True
    nft.state.ledger.read += 1
    flags = body.get("flags", [])
    told = {str(flag) for flag in (flags if isinstance(flags, list) else [flags])}
    table.dormant = "dormant" in told
    if not told <= _FLAGS:
        # nft 1.0.6 prints whatever lies in memory there, often the name of the table (run).
        reason = f"has flags that are none ({flags!r}): the table may be dormant"
        nft.state.lost(source, reason, table)


def _chain(nft: Nft, body: Mapping[str, Json], source: SourceRef) -> None:
    chain = nft.chain(inside(nft, body), needed(body, "name"), source)
    nft.state.ledger.read += 1
    check_keys(body, _CHAIN_KEYS)
    hook = body.get("hook")
    if hook is None:
        return
    if hook not in HOOKS:
        raise ParseError(f"has an unknown hook {hook!r}")
    priority = body.get("prio", 0)
    if not isinstance(priority, int):
        raise ParseError(f"has an unknown priority {priority!r}")
    devices = body.get("dev", [])
    names = tuple(str(each) for each in (devices if isinstance(devices, list) else [devices]))
    policy = _POLICIES.get(str(body.get("policy", "accept")))
    if policy is None:
        raise ParseError(f"has an unknown policy {body['policy']!r}")
    chain.base = Base(HOOKS[str(hook)], priority, policy, names)


def _rule(nft: Nft, body: Mapping[str, Json], source: SourceRef) -> None:
    statements = body.get("expr")
    if not isinstance(statements, list):
        raise ParseError("has no statements")
    check_keys(body, _RULE_KEYS)
    comment = str(body.get("comment", "") or "")
    words = words_of_rule(statements, comment)
    told = replace(source, text=plain_text(words))
    where, name = inside(nft, body), needed(body, "chain")
    nft.state.calls(nft.table(where, source), name, source, built_in=False)
    chain = nft.chain(where, name, source)
    handle = str(body["handle"]) if "handle" in body else ""
    rule = nft.state.rule(words, told, handle, comment)
    chain.rules.append(nft.shown(rule) if handle else rule)


def _set(nft: Nft, body: Mapping[str, Json], source: SourceRef, kind: str = "set") -> None:
    found = nft.named_set(inside(nft, body), needed(body, "name"), kind, source)
    flags = body.get("flags", [])
    found.changing |= bool(
        _CHANGING & {str(f) for f in (flags if isinstance(flags, list) else [flags])}
    )
    found.changing |= "timeout" in body
    nft.state.ledger.read += 1
    _fill(found, body.get("elem"))


def _fill(found: NamedSet, elements: Json) -> None:
    if not isinstance(elements, list):
        return
    found.known = True
    words = expression({"set": elements})
    current: list[str] = []
    for word in [*words[1:-1], ","]:
        if word == ",":
            found.elements += [tuple(current)] if current else []
            current = []
        else:
            current.append(word)


def _map(nft: Nft, body: Mapping[str, Json], source: SourceRef) -> None:
    _set(nft, body, source, "map")


def _element(nft: Nft, body: Mapping[str, Json], source: SourceRef) -> None:
    found = nft.named_set(inside(nft, body), needed(body, "name"), "set", source)
    nft.state.ledger.read += 1
    _fill(found, body.get("elem"))


_OBJECTS: Mapping[str, Callable[[Nft, Mapping[str, Json], SourceRef], None]] = {
    "table": _table,
    "chain": _chain,
    "rule": _rule,
    "set": _set,
    "map": _map,
    "element": _element,
}
