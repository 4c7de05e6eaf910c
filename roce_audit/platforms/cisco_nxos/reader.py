"""From documents to a device."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from roce_audit.model.device import Gap, Vlan
from roce_audit.model.source import SourceRef
from roce_audit.packets.fields import Doubt
from roce_audit.platforms.cisco_nxos.bindings import Place, bindings_at
from roce_audit.platforms.cisco_nxos.commands import END_MARKER, SESSION
from roce_audit.platforms.cisco_nxos.device import NxosDevice
from roce_audit.platforms.cisco_nxos.filters import FAMILIES, filters_of
from roce_audit.platforms.cisco_nxos.hazards import (
    dangers_at,
    dangers_of,
    limits_of,
    map_bindings,
    told_apart,
)
from roce_audit.platforms.cisco_nxos.interfaces import interface_of, with_profiles
from roce_audit.platforms.cisco_nxos.modes import bridging
from roce_audit.platforms.cisco_nxos.names import is_transit
from roce_audit.platforms.cisco_nxos.screen import Screen
from roce_audit.platforms.cisco_nxos.state import State
from roce_audit.reading.document import Document, Role

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from roce_audit.model.acl import Binding, Filter, FilterKey
    from roce_audit.platforms.cisco_nxos.modes import Bridges
    from roce_audit.platforms.cisco_nxos.port import Port
    from roce_audit.reading.platform import Assume

_OLD_CHASSIS = re.compile(
    r"(?:Nexus ?9000 |N9K-|Model: )(?P<name>C93\w{3,10}-EX\b|C93(?:72|96|32PQ|36PQ|120|128)\w*)",
    re.ASCII,
)


def read(name: str, documents: Sequence[Document], assume: Assume) -> NxosDevice:
    """Return the device that ``documents`` describe, read in order; see ``Read``."""
    state = State(untyped=_untyped(documents))
    screen = Screen(state)
    # The state of the device is the same whatever a change is about to do.
    for document in sorted(documents, key=lambda each: each.role is Role.CHANGE):
        screen.feed(document)
    return _device(name, state, tuple(_gaps(documents, state)), assume)


def _device(name: str, state: State, gaps: tuple[Gap, ...], assume: Assume) -> NxosDevice:
    filters = filters_of(state, assume)
    ports = with_profiles(state)
    bridges = bridging(state, ports, assume)
    bindings = tuple(_bindings(state, filters, ports, bridges, assume))
    return NxosDevice(
        name,
        "cisco_nxos",
        filters,
        bindings,
        {key: interface_of(state, port, bridges[key]) for key, port in ports.items()},
        _vlans(state),
        state.book.close(),
        gaps,
        vlans_listed=bool(state.vlans.rows) and state.complete and not state.vtp_client,
        remarks=_remarks(state),
        groups=frozenset(name for _, name in state.groups),
        unsure=frozenset(
            (FAMILIES[acl.kind].value, acl.name) for acl in state.acls.values() if acl.unsure
        ),
        atomic=state.atomic,
        jumbo_bytes=state.jumbo,
        mtu_by_policy=state.network_mtu,
    )


def _vlans(state: State) -> Mapping[int, Vlan]:
    return {
        number: Vlan(number, row.source, active=not (row.shut or row.suspended))
        for number, row in sorted(state.vlans.rows.items())
    }


def _bindings(
    state: State,
    filters: dict[FilterKey, Filter],
    ports: Mapping[str, Port],
    bridges: Mapping[str, Bridges],
    assume: Assume,
) -> Iterator[Binding]:
    """Yield all bindings; filters that only they need are added to ``filters``."""
    acting: dict[str, Port] = {}
    for name, port in ports.items():
        channel = port.channel if port.channel in ports else ""
        yield from bindings_at(Place(port, bridges[name], channel), assume, state.lost)
        if is_transit(name) and not channel:
            acting[name] = port
    dangers = [danger for port in acting.values() for danger in dangers_at(port)]
    for acl, bound in told_apart((*dangers, *dangers_of(state.vlans))):
        filters[acl.key] = acl
        yield from bound
    yield from map_bindings(state.vlans)
    yield from limits_of(state, filters, acting)


def _remarks(state: State) -> Mapping[FilterKey, tuple[int, ...]]:
    found = {
        (FAMILIES[acl.kind].value, acl.name): tuple(
            sorted(number for number, row in acl.rows.items() if row.words[0] == "remark")
        )
        for acl in state.acls.values()
    }
    return {key: numbers for key, numbers in found.items() if numbers}


def _untyped(documents: Sequence[Document]) -> Doubt | None:
    for document in documents:
        found = _OLD_CHASSIS.search(document.text)
        if found is not None:
            reason = f"a {found['name']} may need an explicit EtherType in MAC lists"
            return Doubt("MAC entries without EtherType", reason)
    return None


def _gaps(documents: Sequence[Document], state: State) -> Iterator[Gap]:
    """Yield what is missing from a live capture; a file may hold whatever it holds."""
    for document in documents:
        if document.role is not Role.CONFIGURATION or not document.command:
            continue
        source = SourceRef(document.name, None, document.command)
        refused = next(
            (line for line in document.text[:400].splitlines() if _is_refusal(line)), None
        )
        if refused is not None:
            yield Gap(f"the device refused {document.command!r}", source)
        elif not re.search(END_MARKER, document.text):
            yield Gap("the running configuration ends before its last section", source)
        elif not (state.hostname and state.ports):
            yield Gap("the running configuration has no hostname or no interface", source)


def _is_refusal(line: str) -> bool:
    return any(re.search(each, line) for each in (*SESSION.refusals, *SESSION.unknown))
