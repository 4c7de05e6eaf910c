"""Makes the device of everything that was read."""

from __future__ import annotations

from typing import TYPE_CHECKING

from roce_audit.errors import ParseError
from roce_audit.model.device import Vlan
from roce_audit.platforms.cumulus_linux.acl import nvue_list
from roce_audit.platforms.cumulus_linux.binding import bindings_of
from roce_audit.platforms.cumulus_linux.chains import chain_entries, chain_filter
from roce_audit.platforms.cumulus_linux.device import CumulusDevice, Placed
from roce_audit.platforms.cumulus_linux.guards import guards_of
from roce_audit.platforms.cumulus_linux.names import svi_number
from roce_audit.platforms.cumulus_linux.policy_rule import compile_rule
from roce_audit.platforms.cumulus_linux.policy_words import TRANSIT
from roce_audit.platforms.cumulus_linux.ports import interfaces_of
from roce_audit.platforms.cumulus_linux.sides import Here, placed
from roce_audit.platforms.cumulus_linux.state import NVUE_FILE
from roce_audit.reading.number_list import number_list

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from roce_audit.model.acl import Filter, FilterKey
    from roce_audit.model.device import Interface
    from roce_audit.model.source import SourceRef
    from roce_audit.platforms.cumulus_linux.acl import NvueList
    from roce_audit.platforms.cumulus_linux.device import ChainKey
    from roce_audit.platforms.cumulus_linux.state import State
    from roce_audit.reading.platform import Assume

_OLD_RELEASE = (5, 8)
_VLAN_TOP = 4094


def finish(name: str, state: State, assume: Assume) -> CumulusDevice:
    """Return the device."""
    lists = _lists(state)
    chains = _chains(state)
    interfaces = interfaces_of(state)
    filters = dict(_filters(state, lists, chains))
    bindings = list(bindings_of(state, lists, interfaces, assume))
    for acl, binding in guards_of(state, interfaces):
        filters[acl.key] = acl
        bindings.append(binding)
    return CumulusDevice(
        name,
        "cumulus_linux",
        filters,
        tuple(bindings),
        interfaces,
        _vlans(state),
        state.claims.close(),
        tuple(state.gaps),
        lists=lists,
        chains=chains,
        policies=dict(state.policies),
        members=_members(interfaces),
        loose=state.rules and not state.header,
        flat_ports=_flat_ports(state),
        assume=dict(assume),
    )


def _lists(state: State) -> dict[str, NvueList]:
    node = state.tree.at("acl")
    if node is None:
        return {}
    return {
        name: nvue_list(name, each, state.claims, state.damaged.get(name))
        for name, each in node.children.items()
    }


def _chains(state: State) -> dict[ChainKey, tuple[Placed, ...]]:
    found: dict[ChainKey, list[Placed]] = {}
    rendered = state.tree.at("acl") is not None
    for file in sorted(state.files):
        for rule in state.files[file]:
            compiled = compile_rule(rule)
            if compiled.doubt and rule.claim >= 0:
                state.claims.doubt(rule.source, compiled.doubt, rule.claim)
            if file == NVUE_FILE and rendered:
                # Written from the lists that were captured too: they are judged once.
                continue
            place = (rule.section, rule.table, rule.chain)
            found.setdefault(place, []).extend(Placed(file, each) for each in compiled.entries)
    return {place: tuple(each) for place, each in found.items()}


def _filters(
    state: State, lists: Mapping[str, NvueList], chains: Mapping[ChainKey, tuple[Placed, ...]]
) -> Iterator[tuple[FilterKey, Filter]]:
    for each in lists.values():
        yield each.filter.key, each.filter
    named = {place[1:] for place in (*chains, *state.policies)}
    for table, chain in sorted(TRANSIT & named):
        entries = placed(chain_entries(chains, state.policies, table, chain), Here())
        lines = tuple(entry.line for entry in entries)
        acl = chain_filter(table, chain, _first_source(state, table, chain), lines)
        yield acl.key, acl


def _first_source(state: State, table: str, chain: str) -> SourceRef:
    for file in sorted(state.files):
        for rule in state.files[file]:
            if (rule.table, rule.chain) == (table, chain):
                return rule.source
    return next(source for place, source in state.policies.items() if place[1:] == (table, chain))


def _members(interfaces: Mapping[str, Interface]) -> dict[str, frozenset[str]]:
    found: dict[str, set[str]] = {}
    for each in interfaces.values():
        if each.parent and each.encapsulation is None:
            found.setdefault(each.parent, set()).add(each.name)
    return {bond: frozenset(names) for bond, names in found.items()}


def _vlans(state: State) -> dict[int, Vlan]:
    domains = state.tree.at("bridge", "domain")
    found: dict[int, Vlan] = {}
    for domain in domains.children.values() if domains is not None else ():
        listed = domain.at("vlan")
        for word, node in listed.children.items() if listed is not None else ():
            for number in _numbers(word):
                found.setdefault(number, Vlan(number, node.source))
    ports = state.tree.at("interface")
    for name, node in ports.children.items() if ports is not None else ():
        svi = svi_number(name)
        if svi is not None and 1 <= svi <= _VLAN_TOP:
            found.setdefault(svi, Vlan(svi, node.source))
    return dict(sorted(found.items()))


def _numbers(word: str) -> Iterator[int]:
    try:
        ranges = number_list(word, _VLAN_TOP, 1)
    except ParseError:
        return
    for low, high in ranges:
        yield from range(low, high + 1)


def _flat_ports(state: State) -> bool:
    """Whether rules name ports beside the protocol, as this capture or its release does."""
    lists = state.tree.at("acl")
    for acl in lists.children.values() if lists is not None else ():
        for rule in (acl.at("rule") or acl).children.values():
            ip = rule.at("match", "ip")
            if ip is None:
                continue
            if "dest-port" in ip.children or "source-port" in ip.children:
                return True
            if "udp" in ip.children or "tcp" in ip.children:
                return False
    return (0, 0) < state.release <= _OLD_RELEASE
