"""Several statements of one level typed behind each other in one ``set`` command.

``set … term a from protocol udp destination-port 4791`` enters two conditions. Read as one path,
the second would hang below the first and be lost. Source: the command line of Junos.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from roce_audit.platforms.juniper_junos.frame_conditions import FRAME_CONDITIONS, PLACE_CONDITIONS
from roce_audit.platforms.juniper_junos.ip_conditions import IP_CONDITIONS
from roce_audit.reading.flat import paths

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping


def _words(alone: str, with_value: str) -> Mapping[str, int]:
    return {**dict.fromkeys(with_value.split(), 2), **dict.fromkeys(alone.split(), 1)}


_FROM: Mapping[str, int] = {
    **dict.fromkeys((*IP_CONDITIONS, *FRAME_CONDITIONS, *PLACE_CONDITIONS), 2),
    **_words("is-fragment first-fragment tcp-established tcp-initial", "tcp-flags"),
}
_THEN = _words(
    "accept discard reject log syslog sample port-mirror three-color-policer",
    "count forwarding-class loss-priority dscp traffic-class policer next next-ip next-ip6 "
    "next-interface routing-instance",
)
_BINDINGS = _words("", "input output input-list output-list group")
_SWITCHING = _words("", "interface-mode port-mode native-vlan-id")
_UNIT = _words("disable", "vlan-id description encapsulation")
_PORT = _words(
    "disable vlan-tagging flexible-vlan-tagging",
    "mtu description native-vlan-id encapsulation speed",
)
_VLAN = _words("", "vlan-id l3-interface description vlan-id-list")
_PARTS = {"from": _FROM, "then": _THEN}
_OPEN = (_FROM, _THEN, _BINDINGS)
"""Levels whose statements take more words, such as ``except``; those of the others take none."""


def statements(path: list[str]) -> Iterator[list[str]]:
    """Yield the path of each statement that a command enters; ``path`` itself where it is one.

    Args:
        path: From the top of the configuration; lists in brackets stand as typed.
    """
    for plain in paths(path):
        if "[" in plain:
            yield from statements(plain)
        else:
            yield from _split(plain)


def _split(path: list[str]) -> Iterator[list[str]]:
    base, table = _level(path)
    at = base
    while at < len(path) and (size := table.get(path[at])):
        end = at + size
        while end < len(path) and _goes_on(path[end], table):
            end += 1
        yield [*path[:base], *path[at:end]]
        at = end
    if at == base:
        yield path
    elif at < len(path):
        yield from _split([*path[:base], *path[at:]])


def _goes_on(word: str, table: Mapping[str, int]) -> bool:
    """Return whether a word behind a statement still belongs to it, as a binding's precedence."""
    return table in _OPEN and word not in table and word != "ip-version"


def _level(path: list[str]) -> tuple[int, Mapping[str, int]]:
    """Return where the statements of the innermost known level begin, and their words."""
    top = 2 if path[:1] == ["groups"] else 0
    words = path[top:]
    if words[:1] == ["vlans"]:
        return top + 2, _VLAN
    if words[:1] == ["firewall"] and "filter" in words:
        return _of_term(words, top)
    if words[:1] == ["interfaces"]:
        return _of_interface(words, top)
    return len(path), {}


def _of_term(words: list[str], top: int) -> tuple[int, Mapping[str, int]]:
    at = words.index("filter") + 2
    if words[at : at + 1] == ["term"]:
        at += 2
    if words[at : at + 2] == ["from", "ip-version"]:
        return top + at + 3, _FROM
    table = _PARTS.get(words[at]) if at < len(words) else None
    return (top + at + 1, table) if table else (top + len(words), {})


def _of_interface(words: list[str], top: int) -> tuple[int, Mapping[str, int]]:
    if words[2:3] != ["unit"]:
        return top + 2, _PORT
    if words[4:5] != ["family"]:
        return top + 4, _UNIT
    if words[6:7] == ["filter"]:
        return top + 7, _BINDINGS
    return top + 6, _SWITCHING
