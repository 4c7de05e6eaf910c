"""Neighbours heard by LLDP.

Source: the JSON of ``lldpcli(8)``. Its ``json0`` form has lists everywhere; its ``json`` form has
an object where there is one of a thing, keyed by name. What a neighbour says is not to be trusted:
words are cut to a line of bounded length.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from roce_audit.hosts.entries import Json, document, list_of, text_at
from roce_audit.model.facts import Fact, Unknown
from roce_audit.model.surroundings import Neighbour

if TYPE_CHECKING:
    from collections.abc import Iterator

    from roce_audit.hosts.section import Section

_LONGEST_WORD = 200


def read_neighbours(section: Section) -> Fact[tuple[Neighbour, ...]]:
    """Return the neighbours in the order printed."""
    found = document(section)
    if isinstance(found, Unknown):
        return found
    return tuple(
        _neighbour(name, item, section)
        for top in list_of(found)
        for lldp in list_of(top.get("lldp"))
        for name, item in _named(lldp.get("interface"))
    )


def _named(value: object) -> Iterator[tuple[str, Json]]:
    """Yield name and object, whether the names are keys or values."""
    for item in list_of(value):
        name = text_at(item, "name")
        if name is not None:
            yield name, item
            continue
        for key, inner in item.items():
            for each in list_of(inner):
                yield key, each


def _neighbour(netdev: str, item: Json, section: Section) -> Neighbour:
    chassis = _first(item, "chassis")
    port = _first(item, "port")
    system = _value(chassis, "name")
    if not any(key in chassis for key in ("id", "name", "descr")):
        # The json form: the only key is the name of the system.
        for key, inner in chassis.items():
            system, chassis = key, _first({key: inner}, key)
            break
    kind, identity = _identity(port)
    described = _value(port, "descr")
    return Neighbour(
        netdev,
        _line(system),
        _line(identity if kind == "ifname" else described or identity),
        _line(_value(chassis, "descr")),
        section.source(0, f"{netdev}: {_line(system)}"),
    )


def _first(item: Json, key: str) -> Json:
    empty: Json = {}
    return next(iter(list_of(item.get(key))), empty)


def _identity(port: Json) -> tuple[str, str]:
    for each in list_of(port.get("id")):
        return text_at(each, "type") or "", text_at(each, "value") or ""
    return "", ""


def _value(item: Json, key: str) -> str:
    """Return the text of ``"text"`` or ``[{"value": "text"}]``."""
    plain = text_at(item, key)
    if plain is not None:
        return plain
    return next((text_at(each, "value") or "" for each in list_of(item.get(key))), "")


def _line(text: str) -> str:
    return "".join(letter if letter.isprintable() else " " for letter in text)[:_LONGEST_WORD]
