"""Repairs of access lists: what to write where. The words are in the templates."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from roce_audit.model.acl import Family
from roce_audit.model.remedy import DefineFilter, PermitPackets
from roce_audit.packets.traffic import Traffic
from roce_audit.platforms.cisco_nxos.device import NxosDevice
from roce_audit.platforms.cisco_nxos.map_filter import MAP_KIND
from roce_audit.platforms.cisco_nxos.numbering import (
    WHOLE,
    Share,
    free_numbers,
    near_numbers,
    renumbering,
)
from roce_audit.platforms.cisco_nxos.remedy_entries import Wanted, grouped, wanted
from roce_audit.platforms.cisco_nxos.remedy_map import permit_in_map
from roce_audit.reading.permit_texts import REMARK
from roce_audit.reading.platform import Rendered

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from roce_audit.model.acl import Filter
    from roce_audit.model.device import Device
    from roce_audit.model.remedy import Remedy

_KINDS: Mapping[Family, str] = {Family.IPV4: "ip", Family.IPV6: "ipv6", Family.MAC: "mac"}
_NOT_ATOMIC = (
    "This device does not change lists at once (no hardware access-list update atomic): packets "
    "may be dropped while the change is made."
)
_ONCE_MORE = (
    "The list is renumbered. The first commands remove what an earlier application left; the "
    "device says so if there is nothing to remove."
)
_NO_WAY_BACK = "The present numbers are irregular: the rollback cannot restore them, so save them."
_SAME_AS_NOW = (
    "The list lets everything pass, as the binding without it does; RoCE by an entry of its own."
)
_SHARES: Mapping[Traffic, Share] = {
    Traffic.V2_IPV6: Share(0, 2),
    Traffic.ND: Share(1, 2),
    Traffic.V1: Share(0, 2),
    Traffic.ARP: Share(1, 2),
}
"""Repairs of one list are rendered apart and applied together: they must not share numbers."""


@dataclass(frozen=True, slots=True)
class _Task:
    """What is to be written into a list.

    Attributes:
        device: Whose.
        acl: The list.
        want: The entries.
        share: Numbers that they may have.
    """

    device: NxosDevice
    acl: Filter
    want: Wanted
    share: Share

    @property
    def used(self) -> list[int]:
        """Numbers of all entries and remarks, ascending."""
        labels = {int(line.label) for line in self.acl.lines if line.label.isdecimal()}
        return sorted(labels.union(self.device.remarks.get(self.acl.key, ())))


def permit_packets(device: Device, remedy: Remedy) -> Rendered | None:
    """Return the values that let the packets of a ``PermitPackets`` through a filter.

    None where there is no safe way: filters that stand for other commands, lists whose numbers
    are not known, IP packets in MAC lists, which cannot name a port.
    """
    if not isinstance(remedy, PermitPackets) or not isinstance(device, NxosDevice):
        return None
    acl = device.filters.get(remedy.filter)
    if acl is None:
        return None
    if acl.kind == MAP_KIND:
        return permit_in_map(device, acl, remedy)
    if acl.family not in _KINDS or not acl.lines or acl.key in device.unsure:
        return None
    want = wanted(acl.family, remedy)
    if want is None or (remedy.before is not None and not remedy.before.label.isdecimal()):
        return None
    before = int(remedy.before.label) if remedy.before else None
    return _numbered(_Task(device, acl, want, _SHARES.get(remedy.traffic, WHOLE)), before)


def _numbered(task: _Task, before: int | None) -> Rendered | None:
    """Return the snippet with free numbers; with groups if it has too many lines for those."""
    texts = task.want.texts
    remarked = (REMARK, *texts)
    numbers = near_numbers(task.used, before, len(remarked), task.share)
    if numbers is not None:
        return _rendered(task, _entries(numbers, remarked))
    numbers = free_numbers(task.used, before, len(texts), task.share)
    if numbers is not None:
        return _rendered(task, _entries(numbers, texts))
    short = grouped(task.acl, task.want, task.device.groups)
    if short is not None:
        numbers = free_numbers(task.used, before, len(short.texts), task.share)
        if numbers is not None:
            return _rendered(replace(task, want=short), _entries(numbers, short.texts))
    return None if before is None else _renumbered(task, before)


def _renumbered(task: _Task, before: int) -> Rendered | None:
    known = {line.source.text.split(None, 1)[-1] for line in task.acl.lines}
    new = renumbering(task.used, before, len(task.want.texts))
    if new is None or known.intersection(task.want.texts):
        return None
    values: Mapping[str, object] = {
        "start": new.start,
        "step": new.step,
        "old_start": new.old_start,
        "old_step": new.old_step,
    }
    rendered = _rendered(task, _entries(new.numbers, task.want.texts), values)
    impact = (_ONCE_MORE,) if new.old_start is not None else (_ONCE_MORE, _NO_WAY_BACK)
    return replace(rendered, impact=(*rendered.impact, *impact))


def _entries(numbers: Sequence[int], texts: Sequence[str]) -> list[Mapping[str, object]]:
    return [{"number": number, "text": text} for number, text in zip(numbers, texts, strict=True)]


def _rendered(
    task: _Task,
    entries: list[Mapping[str, object]],
    renumbered: Mapping[str, object] | None = None,
) -> Rendered:
    kind = _KINDS[task.acl.family]
    warning = () if task.device.atomic else (_NOT_ATOMIC,)
    return Rendered(
        "permit_packets",
        {
            "kind": kind,
            "name": task.acl.name,
            "entries": entries,
            "groups": task.want.groups,
            "renumbered": renumbered,
            "texts": list(task.want.texts),
        },
        (*task.want.impact, *warning),
        (f"show {kind} access-lists {task.acl.name}",),
        widens=task.want.widens,
    )


def define_filter(device: Device, remedy: Remedy) -> Rendered | None:
    """Return the values that write down what an undefined or empty list does: let all pass.

    None for VLAN maps, and where the list may be defined by a line that is not understood.
    """
    if not isinstance(remedy, DefineFilter) or not isinstance(device, NxosDevice):
        return None
    key = remedy.binding.filter
    family = Family(key[0])
    open_question = remedy.binding.undefined_doubt
    if family not in _KINDS or (open_question is not None and family is not Family.MAC):
        return None
    acl = device.filters.get(key)
    if acl is not None and acl.lines:
        return None
    texts = _EVERYTHING[family]
    numbers = free_numbers(device.remarks.get(key, ()), None, len(texts)) or ()
    kind = _KINDS[family]
    return Rendered(
        "define_filter",
        {
            "kind": kind,
            "name": key[1],
            "entries": _entries(numbers, texts),
            "exists": acl is not None,
        },
        (_SAME_AS_NOW,),
        (f"show {kind} access-lists {key[1]}",),
    )


_EVERYTHING: Mapping[Family, tuple[str, ...]] = {
    Family.IPV4: ("permit udp any any eq 4791", "permit ip any any"),
    Family.IPV6: ("permit udp any any eq 4791", "permit ipv6 any any"),
    Family.MAC: ("permit any any 0x8915", "permit any any"),
}
