"""From everything read to the device: tables compiled, duplicates settled, gaps told."""

from __future__ import annotations

from itertools import pairwise
from operator import attrgetter
from typing import TYPE_CHECKING

from roce_audit.model.device import Gap, Interface, Mode
from roce_audit.model.source import SourceRef
from roce_audit.packets.fields import Doubt
from roce_audit.platforms.linux.assemble import Assembler
from roce_audit.platforms.linux.chains import Chain, Front, Hook, Table, Verdict
from roce_audit.platforms.linux.compiling import Compiler, Facts
from roce_audit.platforms.linux.context import Context, tracked
from roce_audit.platforms.linux.device import Hooked, LinuxDevice
from roce_audit.platforms.linux.iptables import BUILT_IN
from roce_audit.platforms.linux.resolve import Resolver
from roce_audit.platforms.linux.unions import Union, doubted, joined

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from roce_audit.model.acl import Filter, FilterKey
    from roce_audit.platforms.linux.chains import Rule
    from roce_audit.platforms.linux.state import State

_NATIVE = {name for chains in BUILT_IN.values() for name in chains} | {"BROUTING"}
_BEFORE_TRACKING = -200


def finish(name: str, state: State, assume: Mapping[str, str], first: str) -> LinuxDevice:
    """Return the device.

    Args:
        name: Its name.
        state: All that was read.
        assume: Switches of the platform.
        first: Name of the first document, for what the capture lacks.
    """
    _settle_twins(state)
    facts = Facts.of(state)
    hooked: list[Hooked] = []
    filters: dict[FilterKey, Filter] = {}
    for table in state.tables.values():
        for entry, acl in _compiled(state, table, facts):
            filters[acl.key] = acl
            if entry is not None:
                hooked.append(entry)
    by_name = Resolver(Context(tracking=tracked()))
    return LinuxDevice(
        name=name,
        platform="linux",
        filters={key: by_name.filter(acl) for key, acl in filters.items()},
        bindings=(),
        interfaces=dict(_interfaces(state)),
        ledger=state.ledger.close(),
        gaps=tuple(_gaps(state, first)),
        hooked=tuple(sorted(hooked, key=attrgetter("base.priority"))),
        world=state.world,
        hidden=dict(state.hidden),
        legacy=_missing_legacy(state),
        assume=dict(assume),
        unsure=state.losses[0].reason if state.losses else "",
    )


def _settle_twins(state: State) -> None:
    """Let a table of iptables count once where nft lists it too; mark those of the old back end."""
    for table in list(state.tables.values()):
        if table.front is Front.NFT:
            continue
        listed = state.tables.get((Front.NFT.value, False, table.family, table.name))
        new = state.tables.get((table.front.value, False, table.family, table.name))
        if listed is not None and not table.legacy and _made_by_iptables(listed):
            state.forget(listed)
        elif table.legacy:
            table.beside = listed is not None or new is not None
        elif listed is not None:
            # nft knows a table of its own under this name: the dump is of the old back end.
            table.beside = True


def _made_by_iptables(table: Table) -> bool:
    bases = [chain for chain in table.chains.values() if chain.base is not None]
    return not bases or any(chain.name in _NATIVE for chain in bases)


def _compiled(state: State, table: Table, facts: Facts) -> Iterator[tuple[Hooked | None, Filter]]:
    compiler = Compiler.of(state, table, facts)
    losses = [loss for loss in state.losses if loss.table is None or loss.table is table]
    assembler = Assembler(table, compiler.compile_rule, state.ledger, losses)
    ports = any(_names_port(rule.words) for chain in table.chains.values() for rule in chain.rules)
    for chain, acl in assembler.filters():
        if chain.base is None or table.dormant:
            yield None, acl
            continue
        acts = bool(chain.rules) or acl.default_doubt is not None or acl.default.value != "permit"
        untracks = _untracked(assembler, chain)
        yield Hooked(acl, chain.base, table.family, table.front, acts, untracks, ports), acl


def _names_port(words: Sequence[str]) -> bool:
    """Whether a rule of iptables is about bridged packets: ``! --physdev-is-bridged`` is not."""
    return any(word.startswith("--physdev") and before != "!" for before, word in pairwise(words))


def _untracked(assembler: Assembler, chain: Chain) -> Union:
    """Return the packets that a chain takes out of tracking; sure only if nothing is before."""
    if chain.base is None or chain.base.priority >= _BEFORE_TRACKING:
        return ()
    if chain.base.hook not in {Hook.PREROUTING, Hook.OUTPUT}:
        return ()
    found: list[Union] = []
    for name, parts in assembler.untracks.items():
        for rule, union in parts:
            sure = name == chain.name and _nothing_before(assembler, chain, rule)
            doubt = Doubt(
                f"{rule.key} notrack",
                f"line {rule.source.line} may take the packets out of connection tracking",
            )
            found.append(union if sure else doubted(union, doubt))
    return joined(found)


def _nothing_before(assembler: Assembler, chain: Chain, rule: Rule) -> bool:
    for earlier in chain.rules:
        if earlier is rule:
            return True
        done = assembler.compile_rule(chain, earlier)
        if any(branch.verdict is not Verdict.PASS and branch.matches for branch in done.branches):
            return False
    return False


def _missing_legacy(state: State) -> dict[str, SourceRef]:
    """Return the families whose legacy tables are spoken of and were not captured."""
    have = {table.family for table in state.tables.values() if table.legacy}
    have |= state.legacy_dumps
    return {family: at for family, at in state.legacy_remarks.items() if family not in have}


def _gaps(state: State, first: str) -> Iterator[Gap]:
    yield from state.gaps
    if not state.seen:
        reason = "the capture holds no output of nft, iptables or ebtables"
        yield Gap(reason, SourceRef(first, None, ""))


def _interfaces(state: State) -> Iterator[tuple[str, Interface]]:
    for link in state.world.links.values():
        bridge = state.world.bridge_of(link.name)
        bonded = bool(link.master) and not bridge
        yield (
            link.name,
            Interface(
                name=link.name,
                mode=Mode.TRUNK if bridge else Mode.ROUTED,
                source=link.source,
                parent=link.master if bonded else "",
                encapsulation=link.vlan,
                enabled=link.up,
                mtu_bytes=link.mtu,
                addresses=tuple(link.addresses),
            ),
        )
