"""Repairs of access lists: entries before the one that drops, or a list of the same with them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from roce_audit.model.acl import Layer
from roce_audit.packets.traffic import Traffic
from roce_audit.platforms.cisco_xe.entries import Written, is_unnumbered, kind_of, written
from roce_audit.platforms.cisco_xe.numbering import free_numbers, renumbered
from roce_audit.platforms.cisco_xe.remedy_texts import impact_of, permit_texts, widened
from roce_audit.reading.platform import Rendered

if TYPE_CHECKING:
    from roce_audit.model.acl import Filter, Line
    from roce_audit.model.device import Device
    from roce_audit.model.remedy import PermitPackets

HEADERS = {
    "extended": "ip access-list extended",
    "standard": "ip access-list standard",
    "ipv6": "ipv6 access-list",
    "mac": "mac access-list extended",
}
_SHOW = {"extended": "ip access-lists", "standard": "ip access-lists", "ipv6": "ipv6 access-list"}
_BINDS = {"ipv4": "ip access-group", "ipv6": "ipv6 traffic-filter", "mac": "mac access-group"}
_MATCHES = {"ipv4": "ip", "ipv6": "ipv6", "mac": "mac"}


def permit_in_list(device: Device, acl: Filter, remedy: PermitPackets) -> Rendered | None:
    """Return the repair of an access list; None if it cannot name the packets."""
    kind = kind_of(acl)
    texts = permit_texts(kind, remedy)
    if not texts:
        return None
    entries = written(acl)
    if kind == "mac":
        if remedy.before is None or _place(entries, remedy.before) is None:
            return _appended(acl, remedy, texts)
        return _rebuilt(device, acl, remedy, texts)
    return _numbered(acl, remedy, texts, entries) or _rebuilt(device, acl, remedy, texts)


def verify_of(kind: str, name: str) -> tuple[str, ...]:
    """Return the read-only commands that show a list."""
    return (f"show {_SHOW.get(kind, 'access-lists')} {name}",)


def _place(entries: tuple[Written, ...], before: Line) -> int | None:
    """Return which entry became ``before``; None if it is no entry (the end of the list)."""
    for at, entry in enumerate(entries):
        if (entry.line.label, entry.line.source) == (before.label, before.source):
            return at
    return None


def _appended(acl: Filter, remedy: PermitPackets, texts: tuple[str, ...]) -> Rendered:
    return Rendered(
        template="permit_packets_at_end",
        values={"header": f"{HEADERS['mac']} {acl.name}", "texts": list(texts)},
        impact=tuple(impact_of(acl, "mac", remedy)),
        verify=verify_of("mac", acl.name),
        widens=widened("mac", remedy),
    )


def _numbered(
    acl: Filter, remedy: PermitPackets, texts: tuple[str, ...], entries: tuple[Written, ...]
) -> Rendered | None:
    """Return entries with numbers of their own; None if no number can be had."""
    kind = kind_of(acl)
    place = _place(entries, remedy.before) if remedy.before is not None else None
    # The device ignores an entry that it already has: such a one is moved.
    moved = [entry for entry in entries if entry.text in texts]
    taken = [int(entry.label) for entry in entries if entry not in moved]
    before = int(entries[place].label) if place is not None else None
    numbers = _numbers(taken, before, len(texts), remedy.traffic)
    new = None
    if numbers is None and before is not None and not moved and kind != "ipv6":
        new = renumbered(taken, before, len(texts))
        numbers = new.numbers if new else None
    if numbers is None:
        return None
    prefix = "sequence " if kind == "ipv6" else ""
    return Rendered(
        template="permit_packets",
        values={
            "header": f"{HEADERS[kind]} {acl.name}",
            "prefix": prefix,
            "name": acl.name,
            "entries": [
                {"number": n, "text": text} for n, text in zip(numbers, texts, strict=True)
            ],
            "moved": [{"number": each.label, "text": each.text} for each in moved],
            "step": new.step if new else 0,
            "start": new.start if new else 0,
            "distance": new.distance if new else 0,
        },
        impact=tuple(_impact(acl, remedy, moved, step=new.step if new else 0)),
        verify=verify_of(kind, acl.name),
        widens=widened(kind, remedy),
    )


def _numbers(
    taken: list[int], before: int | None, count: int, traffic: Traffic
) -> tuple[int, ...] | None:
    if traffic is Traffic.ND and before is not None:
        # Another repair of the same list takes numbers from the middle of the gap.
        last = tuple(range(before - count, before))
        if last[0] > 0 and not set(last) & set(taken):
            return last
    return free_numbers(taken, before, count)


def _impact(acl: Filter, remedy: PermitPackets, moved: list[Written], *, step: int) -> list[str]:
    told = impact_of(acl, kind_of(acl), remedy)
    if moved:
        numbers = ", ".join(entry.label for entry in moved)
        told.append(
            f"The equal entry {numbers} is taken out first: the device ignores an entry it has."
        )
    if step:
        told.append(f"The entries of {acl.name} are renumbered in steps of {step}.")
    if is_unnumbered(acl):
        told.append(
            f"The configuration does not show the sequence numbers of {acl.name}; 10, 20, 30 ... "
            f"are assumed. Compare with 'show access-lists {acl.name}' before applying."
        )
    return told


def _rebuilt(
    device: Device, acl: Filter, remedy: PermitPackets, texts: tuple[str, ...]
) -> Rendered | None:
    """Return a new list with the entries in the right place, bound wherever the old one is."""
    kind = kind_of(acl)
    entries = written(acl)
    place = _place(entries, remedy.before) if remedy.before is not None else None
    ports = [
        {"interface": each.interface, "bind": _BINDS[each.filter[0]], "way": each.direction.value}
        for each in device.bindings
        if each.filter == acl.key and each.layer is not Layer.VLAN and each.interface
    ]
    maps = _maps(device, acl)
    if (
        kind not in HEADERS
        or not (ports or maps)
        or any("wildcard bits" in e.text for e in entries)
    ):
        return None
    old = [entry.text for entry in entries]
    at = len(old) if place is None else place
    kept = [text for text in old[at:] if text not in texts]
    name = _new_name(device, acl)
    return Rendered(
        template="permit_packets_rebuilt",
        values={
            "header": HEADERS[kind],
            "old": acl.name,
            "new": name,
            "texts": [*old[:at], *texts, *kept],
            "ports": ports,
            "maps": maps,
            "match": _MATCHES[acl.family.value],
        },
        impact=(
            *impact_of(acl, kind, remedy),
            f"{name} takes the place of {acl.name}, which stays, but without effect there.",
            "Remarks are not copied.",
        ),
        verify=(*verify_of(kind, name), "show running-config"),
        widens=widened(kind, remedy),
    )


def _maps(device: Device, acl: Filter) -> list[dict[str, str]]:
    """Return the VLAN map entries that look at a list."""
    found: list[dict[str, str]] = []
    beginning = ["match", _MATCHES[acl.family.value], "address"]
    for each in device.filters.values():
        if each.kind != "vlan access-map":
            continue
        for line in each.lines:
            words = line.source.text.split()
            if words[:3] == beginning and acl.name in words[3:]:
                entry = {"name": each.name, "number": line.label}
                found += [entry] if entry not in found else []
    return found


def _new_name(device: Device, acl: Filter) -> str:
    base = acl.name if acl.name[:1].isalpha() else f"ACL-{acl.name}"
    names = {key[1] for key in device.filters}
    candidates = (f"{base}-roce{number or ''}" for number in range(len(names) + 1))
    return next(name for name in candidates if name not in names)
