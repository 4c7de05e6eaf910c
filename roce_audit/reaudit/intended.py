"""Whether a snippet changes exactly the packets that its remedy means."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from roce_audit.model.acl import Action
from roce_audit.model.remedy import DefineFilter, PermitPackets
from roce_audit.packets.remainder import remainder
from roce_audit.packets.witness import region_text
from roce_audit.reaudit.bare import bare
from roce_audit.reaudit.changes import changes
from roce_audit.reaudit.proof import Step
from roce_audit.remediation.intent import packets_of

if TYPE_CHECKING:
    from collections.abc import Hashable

    from roce_audit.model.acl import Binding, Filter
    from roce_audit.model.device import Device
    from roce_audit.packets.boxes import Box
    from roce_audit.remediation.snippet import Snippet


def intended(before: Device, after: Device, snippet: Snippet) -> Step:
    """Return whether nothing but the packets, or the port, of the remedy is treated differently.

    Args:
        before: The device as captured.
        after: The device with the snippet applied.
        snippet: With its remedy.
    """
    claim = "exactly the intended packets change"
    remedy = snippet.remedy
    if isinstance(remedy, PermitPackets):
        return _only_permits(claim, before, after, snippet, tuple(packets_of(remedy)))
    if isinstance(remedy, DefineFilter):
        return _nothing_dropped(claim, before, after)
    left, right = bare(before), bare(after)
    kept = (left.filters, left.bindings, left.vlans) == (right.filters, right.bindings, right.vlans)
    changed = {
        name
        for name in {*left.interfaces, *right.interfaces}
        if left.interfaces.get(name) != right.interfaces.get(name)
    }
    target = getattr(remedy, "interface", "")
    holds = kept and changed <= {target}
    detail = "" if holds else f"also changed: {', '.join(sorted(changed - {target})) or 'filters'}"
    return Step(claim, holds, detail)


def _only_permits(
    claim: str, before: Device, after: Device, snippet: Snippet, intent: tuple[Box, ...]
) -> Step:
    allowed = (*intent, *snippet.widens)
    for old, new in _acting_changes(before, after):
        for change in changes(old, new):
            beyond = remainder(change.box, allowed)
            if beyond:
                text = ", ".join(f"{k} {v}" for k, v in region_text(beyond[0]).items())
                return Step(claim, holds=False, detail=f"packets beyond the intent change: {text}")
            if change.after != frozenset({Action.PERMIT}):
                text = ", ".join(f"{k} {v}" for k, v in region_text(change.box).items())
                return Step(claim, holds=False, detail=f"packets do not pass afterwards: {text}")
    return Step(claim, holds=True)


def _acting_changes(before: Device, after: Device) -> list[tuple[Filter, Filter]]:
    """Return the changed filters with what acted before; a new one counts where it is bound."""
    pairs: list[tuple[Filter, Filter]] = []
    for old, new in _changed_filters(before, after):
        if old is not None and new is not None:
            pairs.append((old, new))
        elif new is not None:
            pairs += [(earlier, new) for earlier in _replaced(before, after, new)]
    return pairs


def _replaced(before: Device, after: Device, new: Filter) -> list[Filter]:
    """Return what acted where a new filter is bound; a filter that lets all pass if nothing did."""
    nothing = replace(new, lines=(), default=Action.PERMIT, default_doubt=None)
    places = {
        _place(each) for each in after.bindings if each.filter == new.key and not each.inactive
    }
    acted = {
        _place(each): before.filters.get(each.filter, nothing)
        for each in before.bindings
        if not each.inactive
    }
    found = [acted.get(place, nothing) for place in places]
    return list({id(each): each for each in found}.values())


def _place(binding: Binding) -> Hashable:
    family = binding.filter[0]
    return (binding.interface, binding.vlans, binding.direction, binding.layer, family)


def _nothing_dropped(claim: str, before: Device, after: Device) -> Step:
    for old, new in _changed_filters(before, after):
        if old is not None and new is not None and old.lines:
            return Step(claim, holds=False, detail=f"filter {new.name} changed")
    return Step(claim, holds=True)


def _changed_filters(before: Device, after: Device) -> list[tuple[Filter | None, Filter | None]]:
    keys = dict.fromkeys((*before.filters, *after.filters))
    left, right = bare(before).filters, bare(after).filters
    return [
        (before.filters.get(key), after.filters.get(key))
        for key in keys
        if left.get(key) != right.get(key)
    ]
