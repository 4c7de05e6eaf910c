"""Sets of ``ipset``: reading them, and the packets that lie in them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from roce_audit.errors import ParseError
from roce_audit.packets.fields import (
    DESTINATION,
    DESTINATION_PORT,
    DMAC,
    FRAGMENT,
    PROTOCOL,
    SMAC,
    SOURCE,
    SOURCE_PORT,
    Field,
)
from roce_audit.packets.ranges import normalise, single
from roce_audit.platforms.linux import names
from roce_audit.platforms.linux.patterns import IPSET
from roce_audit.platforms.linux.questions import End, asks_name
from roce_audit.platforms.linux.state import IpSet, State
from roce_audit.platforms.linux.unions import ALWAYS, WITH_PORTS, YES, Union, both
from roce_audit.platforms.linux.values import ipv4, ipv6, mac, numbers

if TYPE_CHECKING:
    from collections.abc import Sequence

    from roce_audit.model.source import SourceRef
    from roce_audit.packets.boxes import Box
    from roce_audit.packets.fields import Dimension
    from roce_audit.packets.ranges import Ranges
    from roce_audit.platforms.linux.iptables_rule import OptionReader

_FIELDS: dict[str, tuple[Field, Field]] = {
    "ip": (SOURCE, DESTINATION),
    "net": (SOURCE, DESTINATION),
    "port": (SOURCE_PORT, DESTINATION_PORT),
    "mac": (SMAC, DMAC),
}
_PORTED = normalise((n, n) for n in (6, 17, 132, 136))
_PORT = numbers(0xFFFF, names.SERVICES)
_PROTOCOL = numbers(255, names.PROTOCOLS)
_CREATE, _ADD = 3, 3


def ipset_command(state: State, words: Sequence[str], source: SourceRef) -> None:
    """Carry out one line of ``ipset save`` or one command of ``ipset``."""
    verb = words[0].lstrip("-")
    state.ledger.read += 1
    name = words[1] if len(words) > 1 else ""
    found = state.ipsets.get(name)
    if verb in {"create", "N"} and len(words) >= _CREATE:
        state.ipsets[name] = IpSet(words[2], tuple(words[3:]), source)
    elif verb in {"add", "A"} and len(words) >= _ADD and found:
        found.elements.append(tuple(words[2:]))
    elif verb in {"del", "D"} and len(words) >= _ADD and found:
        found.elements = [each for each in found.elements if each[0] != words[2]]
    elif verb in {"flush", "F"}:
        for each in [found] if found else [] if name else list(state.ipsets.values()):
            each.elements.clear()
    elif verb in {"destroy", "X"}:
        for gone in [name] if name else list(state.ipsets):
            state.ipsets.pop(gone, None)
    else:
        state.ledger.read -= 1
        state.lost(source, "is no command of ipset that is known")


def ipset_line(state: State, line: str, source: SourceRef) -> bool:
    """Carry out a line of ``ipset save``; return whether it is one."""
    found = IPSET.match(line.strip())
    if found is None or (found[1] and found[1] not in state.ipsets):
        return False
    ipset_command(state, line.split(), source)
    return True


def in_ipset(found: IpSet, directions: Sequence[str], reader: OptionReader) -> tuple[Union, str]:
    """Return the packets in a set, or why they cannot be told.

    Args:
        found: The set.
        directions: ``src`` or ``dst`` for each part of an element.
        reader: The rule that asks.

    Raises:
        ParseError: An element does not fit the set's type.
    """
    if "timeout" in found.options:
        return (), "whose elements expire"
    _, _, shape = found.kind.partition(":")
    parts = shape.split(",")
    if found.kind == "list:set":
        return _listed(found, directions, reader)
    if not set(parts) <= {*_FIELDS, "iface"}:
        return (), f"of type {found.kind}"
    if any("nomatch" in element or "timeout" in element for element in found.elements):
        return (), "with exceptions or elements that expire"
    if len(directions) < len(parts):
        raise ParseError(f"asks a set of {len(parts)} parts for {len(directions)}")
    kinds = list(zip(parts, directions, strict=False))
    if len(kinds) == 1 and kinds[0][0] in {"ip", "net"}:
        field = _FIELDS[kinds[0][0]][kinds[0][1] == "dst"]
        values = normalise(
            pair for element in found.elements for pair in _address(element[0], reader)
        )
        return (({field: values},) if values else ()), ""
    boxes = (_boxes(element[0].split(","), kinds, reader) for element in found.elements)
    return tuple(box for union in boxes for box in union), ""


def _listed(found: IpSet, directions: Sequence[str], reader: OptionReader) -> tuple[Union, str]:
    union: list[Box] = []
    for element in found.elements:
        member = reader.ipsets.get(element[0])
        if member is None or member.kind == "list:set":
            return (), f"which holds set {element[0]} that is not in the capture"
        more, why = in_ipset(member, directions, reader)
        if why:
            return (), why
        union += more
    return tuple(union), ""


def _boxes(values: Sequence[str], kinds: Sequence[tuple[str, str]], reader: OptionReader) -> Union:
    if len(values) != len(kinds):
        raise ParseError(f"has a set element of {len(values)} parts: {','.join(values)!r}")
    union: Union = ALWAYS
    for value, (kind, direction) in zip(values, kinds, strict=True):
        box = _part(value, kind, direction, reader)
        if kind == "port" and len(kinds) > 1 and ":" not in value:
            # In a set of several parts a port without a protocol is one of TCP.
            box = {**box, PROTOCOL: single(6)}
        union = both(union, (box,))
    return union


def _part(value: str, kind: str, direction: str, reader: OptionReader) -> Box:
    outward = direction == "dst"
    if kind == "iface":
        end = End.OUT if outward else End.IN
        if value.startswith("physdev:"):
            end = End.OUT_PORT if outward else End.IN_PORT
        return {asks_name(end, value.removeprefix("physdev:")): YES}
    field = _FIELDS[kind][outward]
    if kind == "mac":
        return {field: mac(value)}
    if kind == "port":
        return _port(value, field)
    return {field: _address(value, reader)}


def _port(value: str, field: Field) -> Box:
    proto, colon, port = value.rpartition(":")
    box: dict[Dimension, Ranges] = {FRAGMENT: WITH_PORTS, field: _PORT(port)}
    box[PROTOCOL] = _PROTOCOL(proto) if colon else _PORTED
    return box


def _address(value: str, reader: OptionReader) -> Ranges:
    return ipv4(value) if reader.family == "ip" else ipv6(value)
