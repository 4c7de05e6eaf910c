"""Repairs as JSON patches for CONFIG_DB, each with the patch that takes it back."""

from __future__ import annotations

from typing import TYPE_CHECKING

from roce_audit.model.acl import Action
from roce_audit.model.remedy import DefineFilter, Pair, PermitPackets, Remedy
from roce_audit.packets.boxes import clip
from roce_audit.packets.fields import DESTINATION, SOURCE
from roce_audit.packets.traffic import REGIONS
from roce_audit.packets.witness import without_doubts
from roce_audit.platforms.sonic.device import Facts, SonicDevice
from roce_audit.platforms.sonic.remedy_patch import APPLY, escaped
from roce_audit.platforms.sonic.remedy_rules import NAMES, saying
from roce_audit.platforms.sonic.rules import PRIORITY_TOP
from roce_audit.reading.platform import Rendered

if TYPE_CHECKING:
    from collections.abc import Iterator

    from roce_audit.model.acl import Filter
    from roce_audit.model.device import Device
    from roce_audit.packets.boxes import Box
    from roce_audit.packets.traffic import Traffic

_ABOVE_ACL_LOADER = 10_000
_RULE_WORDS = "The rules stand above every drop they overlap; nothing else of {name} changes."


def permit_packets(device: Device, remedy: Remedy) -> Rendered | None:
    """Return the patch that adds rules above the drops of a table."""
    if not isinstance(remedy, PermitPackets) or not isinstance(device, SonicDevice):
        return None
    facts, acl = device.facts.get(remedy.filter), device.filters.get(remedy.filter)
    if facts is None or acl is None or not _takes_rules(facts):
        return None
    said = saying(facts.kind, remedy.traffic, remedy.pairs)
    floor = _floor(acl, facts, remedy)
    if said is None or not said.rules or floor is None:
        return None
    entries = _entries(acl.name, facts, remedy.traffic, said.rules, floor)
    if entries is None:
        return None
    return Rendered(
        template="permit_packets",
        values={"entries": entries, "exists": bool(device.keys.get("ACL_RULE"))},
        impact=(_RULE_WORDS.format(name=acl.name), *said.told, APPLY),
        verify=_verify(acl.name),
        extension="json",
        widens=tuple(said.wider),
    )


def _takes_rules(facts: Facts) -> bool:
    actions = facts.kind.actions
    usual = facts.acts and facts.kind.decides and bool(facts.type_name)
    return usual and (not actions or "PACKET_ACTION" in actions)


def _verify(table: str) -> tuple[str, ...]:
    return (f"show acl rule {table}", f"show acl table {table}")


def _floor(acl: Filter, facts: Facts, remedy: PermitPackets) -> int | None:
    """Return the highest priority of a drop that takes some of the packets.

    None if some drop has no priority of its own to stand above.
    """
    wanted = list(_wanted(remedy))
    highest = 0
    for line in acl.lines:
        if line.action is not Action.DENY:
            continue
        if not any(_meet(box, each) for box in line.matches for each in wanted):
            continue
        priority = facts.priorities.get(line.label)
        if priority is None:
            return None
        highest = max(highest, priority)
    return highest


def _wanted(remedy: PermitPackets) -> Iterator[Box]:
    for pair in remedy.pairs:
        sides = ((SOURCE, pair.sources), (DESTINATION, pair.destinations))
        known: Box = {dimension: values for dimension, values in sides if values}
        region = clip(known, REGIONS[remedy.traffic])
        if region is not None:
            yield region


def _meet(box: Box, region: Box) -> bool:
    return clip(without_doubts(box), region) is not None


def _entries(
    table: str, facts: Facts, traffic: Traffic, rules: list[dict[str, str]], floor: int
) -> list[dict[str, object]] | None:
    """Return the entries of a patch; None if no priority is left above ``floor``."""
    used = set(facts.priorities.values())
    # Repairs of other kinds of packets in the same table use other numbers.
    slot = list(NAMES).index(traffic)
    free = (
        number
        for number in range(floor + 1, PRIORITY_TOP + 1)
        if number % len(NAMES) == slot and number not in used
    )
    names = _names(facts, traffic, len(rules))
    made: list[dict[str, object]] = []
    for name, rule in zip(names, rules, strict=True):
        priority = next(free, None)
        if priority is None:
            return None
        fields = {"PRIORITY": str(priority), "PACKET_ACTION": "FORWARD", **rule}
        made.append(_entry(table, name, fields))
    return made


def _entry(table: str, name: str, fields: dict[str, str]) -> dict[str, object]:
    key = f"{table}|{name}"
    return {
        "key": key,
        "path": f"/ACL_RULE/{escaped(key)}",
        "fields": [{"name": field, "value": value} for field, value in fields.items()],
    }


def _names(facts: Facts, traffic: Traffic, count: int) -> list[str]:
    """Return names that no rule of the table has."""
    base, number = NAMES[traffic], 1
    made: list[str] = []
    while len(made) < count:
        name = base if count == 1 and number == 1 else f"{base}_{number}"
        if name not in facts.priorities:
            made.append(name)
        number += 1
    return made


def define_filter(device: Device, remedy: Remedy) -> Rendered | None:
    """Return the patch that writes into an empty table what passes it today."""
    if not isinstance(remedy, DefineFilter) or not isinstance(device, SonicDevice):
        return None
    facts = device.facts.get(remedy.binding.filter)
    if facts is None or facts.priorities or not _takes_rules(facts):
        return None
    name = remedy.binding.filter[1]
    entries: list[dict[str, object]] = []
    for traffic in remedy.traffic:
        said = saying(facts.kind, traffic, (Pair((), ()),))
        rules = said.rules if said is not None else []
        entries += _entries(name, facts, traffic, rules, _ABOVE_ACL_LOADER) or []
    if not entries:
        return None
    told = (
        f"{name} passes everything today and still does; RoCE keeps passing when drops are added "
        f"below priority {_ABOVE_ACL_LOADER}."
    )
    return Rendered(
        template="permit_packets",
        values={"entries": entries, "exists": bool(device.keys.get("ACL_RULE"))},
        impact=(told, APPLY),
        verify=_verify(name),
        extension="json",
    )
