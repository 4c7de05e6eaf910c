"""Builds the hardware's lookups for one passage."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from roce_audit.analysis.path import undefined_filter
from roce_audit.model.acl import Binding, Direction, Family, Layer
from roce_audit.packets.boxes import EVERYTHING, clip
from roce_audit.packets.fields import VLAN, Doubt
from roce_audit.packets.ranges import single
from roce_audit.platforms.cumulus_linux.chains import chain_filter, in_order, policy_entries
from roce_audit.platforms.cumulus_linux.lookup import Segment, stages_of
from roce_audit.platforms.cumulus_linux.policy_rule import EBTABLES, IP6TABLES, IPTABLES
from roce_audit.platforms.cumulus_linux.sides import Here, Side, placed
from roce_audit.platforms.cumulus_linux.state import NVUE_FILE

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from roce_audit.model.path import Stage
    from roce_audit.packets.boxes import Box
    from roce_audit.platforms.cumulus_linux.device import CumulusDevice, Placed
    from roce_audit.platforms.cumulus_linux.match import Entry

AFTER_IP = Doubt(
    "ebtables after mangle",
    "documents contradict each other on whether IP packets that a rule of table mangle permits "
    "still meet ebtables",
)
_IP = (IP6TABLES, IPTABLES)
_LIST_FAMILIES = (Family.IPV4.value, Family.IPV6.value, Family.MIXED.value)


@dataclass(frozen=True, slots=True)
class Builder:
    """Knows the device and where the question is asked.

    Attributes:
        device: The switch.
        here: The two ends.
    """

    device: CumulusDevice
    here: Here

    def stages(self) -> Iterator[Stage]:
        """Yield every filter met; each must permit."""
        entering = self._mangle(inward=True)
        yield from stages_of(entering)
        yield from stages_of(self._mangle(inward=False))
        forward, leaving = self._forward(entering)
        yield from stages_of(forward)
        if leaving:
            yield from stages_of(leaving)

    def _mangle(self, *, inward: bool) -> list[Segment]:
        chains = ("PREROUTING", "FORWARD") if inward else ("FORWARD", "POSTROUTING")
        before: list[Segment] = []
        after: list[Segment] = []
        for chain in chains:
            for late, place in ((False, before), (True, after)):
                rules = [
                    each
                    for section in _IP
                    for each in self.device.chains.get((section, "mangle", chain), ())
                    if _only_leaves(each.entry) is not inward and _is_late(each) is late
                ]
                place.extend(self._chain("mangle", chain, (each.entry for each in rules)))
            if inward:
                after += self._chain(
                    "mangle", chain, policy_entries(self.device.policies, "mangle", chain)
                )
        direction = Direction.IN if inward else Direction.OUT
        return [*before, *self._lists(direction, _LIST_FAMILIES), *after]

    def _forward(self, entering: Sequence[Segment]) -> tuple[list[Segment], list[Segment]]:
        """Return the lookup of table filter, and that of MAC lists where packets leave."""
        chains = self.device.chains
        ip = [
            entry
            for section in _IP
            for entry in in_order(e.entry for e in chains.get((section, "filter", "FORWARD"), ()))
        ]
        rules = chains.get((EBTABLES, "filter", "FORWARD"), ())
        early = [each.entry for each in rules if not _is_late(each)]
        late = [each.entry for each in rules if _is_late(each)]
        macs_in = self._lists(Direction.IN, (Family.MAC.value,))
        macs_out = self._lists(Direction.OUT, (Family.MAC.value,))
        first = [*self._chain("filter", "FORWARD", ip)]
        spared = self._spared(entering) if rules or macs_in or macs_out else []
        entered = self._chain("filter", "FORWARD", (e for e in early if not _only_leaves(e)))
        rest = [e for e in late if not _only_leaves(e)]
        rest += [e for e in (*early, *late) if _only_leaves(e)]
        last = (*rest, *policy_entries(self.device.policies, "filter", "FORWARD"))
        forward = [
            *first, *spared, *entered, *macs_in, *self._chain("filter", "FORWARD", last),
        ]  # fmt: skip
        if not macs_out:
            return forward, []
        leaves = self._chain("filter", "FORWARD", (e for e in early if _only_leaves(e)))
        passed = [replace(each, shown=False) for each in (*first, *spared, *entered, *leaves)]
        return forward, [*passed, *macs_out]

    def _spared(self, entering: Sequence[Segment]) -> list[Segment]:
        """Return the IP rules of mangle that may keep packets from ebtables."""
        told = self.device.assume.get("mac_after_ip")
        if told == "met":
            return []
        guard = None if told == "skipped" else AFTER_IP
        return [
            replace(each, guard=guard, shown=False, acl=replace(each.acl, tag=""))
            for each in entering
        ]

    def _chain(self, table: str, chain: str, entries: Iterable[Entry]) -> list[Segment]:
        found = placed(entries, self.here)
        if not found:
            return []
        acl = chain_filter(table, chain, found[0].line.source, ())
        direction = Direction.IN if self.here.inside is not None else Direction.OUT
        side = self.here.inside or self.here.outside or Side()
        name = next(iter(side.sure), "")
        binding = Binding(
            acl.key, name, (), direction, Layer.PORT, (EVERYTHING,), found[0].line.source
        )
        return [Segment(acl, found, binding)]

    def _lists(self, direction: Direction, families: Sequence[str]) -> list[Segment]:
        side = self.here.inside if direction is Direction.IN else self.here.outside
        if side is None:
            return []
        return [
            segment
            for binding in self.device.bindings
            if binding.direction is direction and binding.filter[0] in families
            for segment in self._bound(binding, side)
        ]

    def _bound(self, binding: Binding, side: Side) -> Iterator[Segment]:
        vlans = side.sure.get(binding.interface)
        reason = side.maybe.get(binding.interface)
        if binding.inactive or (vlans is None and reason is None):
            return
        if reason is not None and vlans is None:
            question = Doubt(
                f"acl {binding.filter[1]} at {binding.interface}",
                f"acl {binding.filter[1]} is bound to {binding.interface}, and {reason}",
            )
            binding = replace(binding, doubt=question)
        sees: tuple[Box, ...] = binding.sees
        if vlans:
            inside: Box = {VLAN: vlans}
            sees = tuple(box for each in sees if (box := clip(each, inside)) is not None)
        known = self.device.lists.get(binding.filter[1])
        if known is None:
            other = self.device.filters.get(binding.filter) or undefined_filter(binding)
            yield Segment(other, (), binding, sees)
            return
        entries = known.entries
        if binding.direction is Direction.OUT:
            entries = tuple(_limited(each) for each in entries)
        yield Segment(known.filter, entries, binding, sees)


def _limited(entry: Entry) -> Entry:
    """Return a line of a list bound outwards, where ranges of ports are not certain to act."""
    if not entry.ranged:
        return entry
    source = entry.line.source
    reason = f"line {source.line} has a range of ports, which only rules on the way in may have"
    doubt = Doubt(f"{source.file} line {source.line} range", reason)
    boxes = tuple({**box, doubt: single(1)} for box in entry.line.matches)
    return replace(entry, line=replace(entry.line, matches=boxes))


def _only_leaves(entry: Entry) -> bool:
    return bool(entry.outward) and not entry.inward


def _is_late(each: Placed) -> bool:
    """Whether a file stands behind the one that NVUE writes."""
    return each.file > NVUE_FILE
