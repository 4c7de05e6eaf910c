"""Puts nft's JSON into the words that nft itself would print.

One grammar then reads both, and a person sees a rule in the form that people write.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from roce_audit.platforms.linux.nft_json_values import (
    BARE,
    JUMPS,
    Json,
    as_list,
    data,
    expression,
    joined,
    unknown,
    verdict,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

_NAT = frozenset({"snat", "dnat", "masquerade", "redirect"})


def plain_text(words: Sequence[str]) -> str:
    """Return words as a line that looks like one of nft's own."""
    return " ".join(words).replace(" ,", ",")


def words_of_rule(statements: Sequence[Json], comment: str = "") -> tuple[str, ...]:
    """Return the words of a rule.

    Raises:
        ParseError: Nested too deeply.
    """
    words: list[str] = []
    for statement in statements:
        words += _statement(statement)
    if comment:
        words += ["comment", f'"{comment}"']
    return tuple(words)


def _statement(statement: Json) -> list[str]:
    if not isinstance(statement, dict) or len(statement) != 1:
        return unknown(statement)
    name, body = next(iter(statement.items()))
    if name in BARE or name in JUMPS:
        return verdict(name, body)
    if name in _NAT or name in {"queue", "tproxy", "fwd", "synproxy"}:
        return [name]
    if name == "reject":
        return _reject(body)
    handler = _STATEMENTS.get(name)
    return handler(body) if handler and isinstance(body, dict) else _odd(name, body)


def _odd(name: str, body: Json) -> list[str]:
    if name in {"counter", "log"}:
        return [name] if name == "log" or not isinstance(body, str) else [name, "name", body]
    if name in {"limit", "quota"} and isinstance(body, str):
        return [name, "name", body]
    if name in {"ct helper", "ct timeout", "ct expectation"}:
        return []
    return unknown({name: body})


def _reject(body: Json) -> list[str]:
    if not isinstance(body, dict) or "type" not in body:
        return ["reject"]
    code = [str(body["expr"])] if "expr" in body else []
    return ["reject", "with", *str(body["type"]).split(), *code]


def _match(body: Mapping[str, Json]) -> list[str]:
    sign = str(body.get("op", "=="))
    right = body.get("right")
    compared = [] if sign in {"==", "in"} else [sign]
    return [*expression(body.get("left")), *compared, *_right(right)]


def _right(value: Json) -> list[str]:
    if isinstance(value, list):
        return joined((expression(each) for each in value), ",")
    return expression(value)


def _vmap(body: Mapping[str, Json]) -> list[str]:
    return [*expression(body.get("key")), "vmap", *data(body.get("data"))]


def _mangle(body: Mapping[str, Json]) -> list[str]:
    return [*expression(body.get("key")), "set", *expression(body.get("value"))]


def _limit(body: Mapping[str, Json]) -> list[str]:
    over = ["over"] if body.get("inv") else []
    return ["limit", "rate", *over, f"{body.get('rate')}/{body.get('per', 'second')}"]


def _quota(body: Mapping[str, Json]) -> list[str]:
    over = ["over"] if body.get("inv") else []
    return ["quota", *over, str(body.get("val", 0)), str(body.get("val_unit", "bytes"))]


def _dup(body: Mapping[str, Json]) -> list[str]:
    return ["dup", "to", *expression(body.get("addr"))]


def _set(body: Mapping[str, Json]) -> list[str]:
    inner = [word for each in as_list(body.get("stmt")) for word in _statement(each)]
    key = expression(body.get("elem"))
    return [str(body.get("op", "add")), str(body.get("set", "@")), "{", *key, *inner, "}"]


def _meter(body: Mapping[str, Json]) -> list[str]:
    inner = _statement(body.get("stmt"))
    return ["meter", str(body.get("name", "m")), "{", *expression(body.get("key")), *inner, "}"]


def _flow(body: Mapping[str, Json]) -> list[str]:
    return ["flow", "add", str(body.get("flowtable", "@f"))]


def _xt(body: Mapping[str, Json]) -> list[str]:
    return ["xt", str(body.get("type")), f'"{body.get("name")}"']


def _connections(body: Mapping[str, Json]) -> list[str]:
    over = ["over"] if body.get("inv") else []
    return ["ct", "count", *over, str(body.get("val", 0))]


_STATEMENTS: Mapping[str, Callable[[Mapping[str, Json]], list[str]]] = {
    "match": _match,
    "vmap": _vmap,
    "mangle": _mangle,
    "limit": _limit,
    "quota": _quota,
    "dup": _dup,
    "set": _set,
    "map": _set,
    "meter": _meter,
    "flow": _flow,
    "xt": _xt,
    "ct count": _connections,
    "counter": lambda _body: ["counter"],
    "log": lambda _body: ["log"],
    "last": lambda _body: ["last"],
}
