"""Values and expressions of nft's JSON, in the words that nft itself would print."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

from roce_audit.errors import ParseError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

Json: TypeAlias = "bool | int | float | str | list[Json] | dict[str, Json] | None"

DEEPEST = 40
"""Values inside values before a statement is given up."""

_BINARY = frozenset({"&", "|", "^", "<<", ">>"})
BARE = frozenset({"accept", "drop", "continue", "return", "notrack"})
JUMPS = frozenset({"jump", "goto"})


def unknown(statement: Json) -> list[str]:
    """Return words that no reader of rules understands."""
    return ["?", *_brief(statement)]


def _brief(statement: Json) -> list[str]:
    return [str(statement)[:60].replace(" ", "")]


def joined(parts: Iterator[list[str]], between: str) -> list[str]:
    """Return the words of parts with a word between them."""
    words: list[str] = []
    for part in parts:
        words += [between, *part] if words else part
    return words


def data(value: Json) -> list[str]:
    """Return the words of a map: its name or its elements."""
    return [value] if isinstance(value, str) else expression(value)


def as_list(value: Json) -> Sequence[Json]:
    """Return a list, of one if it is none."""
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
        return joined((expression(each, depth + 1) for each in value), ",")
    if isinstance(value, dict) and value:
        return _object(value, depth + 1)
    return unknown(value)


def _object(value: Mapping[str, Json], depth: int) -> list[str]:
    name, body = next(iter(value.items()))
    if name in _BINARY and isinstance(body, list):
        return joined((_operand(each, depth) for each in body), name)
    if name in BARE or name in JUMPS:
        return verdict(name, body)
    if name == "concat":
        return joined((expression(each, depth) for each in as_list(body)), ".")
    if name == "set":
        elements = joined((_element(each, depth) for each in as_list(body)), ",")
        return ["{", *elements, "}"]
    if name == "range":
        ends = [" ".join(expression(each, depth)) for each in as_list(body)]
        return ["-".join(ends)]
    reader = _OBJECTS.get(name)
    return reader(body, depth) if reader and isinstance(body, dict) else unknown({name: body})


def _operand(value: Json, depth: int) -> list[str]:
    """Return an operand; flags that belong together stand in brackets."""
    if isinstance(value, list):
        return ["(", *joined((expression(each, depth) for each in value), "|"), ")"]
    return expression(value, depth)


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
    flags = joined(([str(flag)] for flag in as_list(body.get("flags"))), ".")
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
    return [*expression(body.get("key"), depth), "map", *data(body.get("data"))]


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


def verdict(name: str, body: Json) -> list[str]:
    """Return the words of a verdict."""
    if name in JUMPS and isinstance(body, dict):
        return [name, str(body.get("target", ""))]
    return [name]
