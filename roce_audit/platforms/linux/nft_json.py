"""Puts nft's JSON into the words that nft itself would print.

One grammar then reads both, and a person sees a rule in the form that people write.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

from roce_audit.errors import ParseError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

Json: TypeAlias = "None | bool | int | float | str | list[Json] | dict[str, Json]"

DEEPEST = 40
"""Values inside values before a statement is given up."""

_BINARY = frozenset({"&", "|", "^", "<<", ">>"})
_BARE = frozenset({"accept", "drop", "continue", "return", "notrack"})
_JUMPS = frozenset({"jump", "goto"})
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
        return _unknown(statement)
    name, body = next(iter(statement.items()))
    if name in _BARE:
        return [name]
    if name in _JUMPS and isinstance(body, dict):
        return [name, str(body.get("target", ""))]
    if name in _NAT or name in {"queue", "tproxy", "fwd", "synproxy", "reject"}:
        return [name]
    handler = _STATEMENTS.get(name)
    return handler(body) if handler and isinstance(body, dict) else _odd(name, body)


def _odd(name: str, body: Json) -> list[str]:
    if name in {"counter", "log"}:
        return [name] if name == "log" or not isinstance(body, str) else [name, "name", body]
    if name in {"limit", "quota"} and isinstance(body, str):
        return [name, "name", body]
    if name in {"ct helper", "ct timeout", "ct expectation"}:
        return []
    return _unknown({name: body})


def _unknown(statement: Json) -> list[str]:
    return ["?", *_brief(statement)]


def _brief(statement: Json) -> list[str]:
    return [str(statement)[:60].replace(" ", "")]


def _match(body: Mapping[str, Json]) -> list[str]:
    sign = str(body.get("op", "=="))
    right = body.get("right")
    compared = [] if sign in {"==", "in"} else [sign]
    return [*expression(body.get("left")), *compared, *_right(right)]


def _right(value: Json) -> list[str]:
    if isinstance(value, list):
        return _joined((expression(each) for each in value), ",")
    return expression(value)


def _joined(parts: Iterator[list[str]], between: str) -> list[str]:
    words: list[str] = []
    for part in parts:
        words += [between, *part] if words else part
    return words


def _vmap(body: Mapping[str, Json]) -> list[str]:
    return [*expression(body.get("key")), "vmap", *_data(body.get("data"))]


def _data(value: Json) -> list[str]:
    return [value] if isinstance(value, str) else expression(value)


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
    inner = [word for each in _list(body.get("stmt")) for word in _statement(each)]
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


def _list(value: Json) -> Sequence[Json]:
    return value if isinstance(value, list) else [value] if value is not None else []


def expression(value: Json, depth: int = 0) -> list[str]:
    """Return the words of a value or of what is looked at.

    Raises:
        ParseError: Nested too deeply.
    """
    if depth > DEEPEST:
        raise ParseError("is nested too deeply")
    if isinstance(value, bool):
        return ["exists" if value else "missing"]
    if isinstance(value, (int, float, str)):
        return [str(value)]
    if isinstance(value, list):
        return _joined((expression(each, depth + 1) for each in value), ",")
    if isinstance(value, dict) and value:
        return _object(value, depth + 1)
    return _unknown(value)


def _object(value: Mapping[str, Json], depth: int) -> list[str]:
    name, body = next(iter(value.items()))
    if name in _BINARY and isinstance(body, list):
        return _joined((expression(each, depth) for each in body), name)
    if name in _BARE or name in _JUMPS:
        return _statement({name: body})
    if name == "concat":
        return _joined((expression(each, depth) for each in _list(body)), ".")
    if name == "set":
        elements = _joined((_element(each, depth) for each in _list(body)), ",")
        return ["{", *elements, "}"]
    if name == "range":
        ends = [" ".join(expression(each, depth)) for each in _list(body)]
        return ["-".join(ends)]
    reader = _OBJECTS.get(name)
    return reader(body, depth) if reader and isinstance(body, dict) else _unknown({name: body})


def _element(value: Json, depth: int) -> list[str]:
    if isinstance(value, list) and len(value) == len(("key", "data")):
        return [*_element(value[0], depth), ":", *expression(value[1], depth)]
    return expression(value, depth)


def _elem(body: Mapping[str, Json], depth: int) -> list[str]:
    words = expression(body.get("val"), depth)
    return [*words, *(["timeout", "1s"] if "timeout" in body or "expires" in body else [])]


def _prefix(body: Mapping[str, Json], depth: int) -> list[str]:
    return [f"{' '.join(expression(body.get('addr'), depth))}/{body.get('len')}"]


def _payload(body: Mapping[str, Json], _depth: int) -> list[str]:
    if "base" in body:
        return [f"@{body['base']},{body.get('offset')},{body.get('len')}"]
    return [str(body.get("protocol")), str(body.get("field"))]


def _ct(body: Mapping[str, Json], _depth: int) -> list[str]:
    direction = [str(body["dir"])] if "dir" in body else []
    return ["ct", *direction, *str(body.get("key")).split()]


def _fib(body: Mapping[str, Json], _depth: int) -> list[str]:
    flags = _joined(([str(flag)] for flag in _list(body.get("flags"))), ".")
    return ["fib", *flags, str(body.get("result"))]


def _extension(body: Mapping[str, Json], _depth: int) -> list[str]:
    if "field" in body:
        return [str(body.get("name")), str(body.get("field"))]
    return ["exthdr", str(body.get("name"))]


def _tcp_option(body: Mapping[str, Json], _depth: int) -> list[str]:
    return [
        "tcp",
        "option",
        str(body.get("name")),
        *([str(body["field"])] if "field" in body else []),
    ]


def _generated(body: Mapping[str, Json], _depth: int) -> list[str]:
    return ["symhash", "mod", str(body.get("mod", 1))]


def _map(body: Mapping[str, Json], depth: int) -> list[str]:
    return [*expression(body.get("key"), depth), "map", *_data(body.get("data"))]


_OBJECTS: Mapping[str, Callable[[Mapping[str, Json], int], list[str]]] = {
    "elem": _elem,
    "prefix": _prefix,
    "payload": _payload,
    "meta": lambda body, _depth: ["meta", str(body.get("key"))],
    "ct": _ct,
    "fib": _fib,
    "exthdr": _extension,
    "tcp option": _tcp_option,
    "ip option": lambda body, _depth: ["ip", "option", str(body.get("name"))],
    "sctp chunk": lambda body, _depth: ["sctp", "chunk", str(body.get("name"))],
    "rt": lambda body, _depth: ["rt", str(body.get("key"))],
    "socket": lambda body, _depth: ["socket", str(body.get("key"))],
    "osf": lambda body, _depth: ["osf", str(body.get("key"))],
    "ipsec": lambda body, _depth: ["ipsec", str(body.get("dir")), str(body.get("key"))],
    "numgen": _generated,
    "jhash": _generated,
    "symhash": _generated,
    "map": _map,
}
