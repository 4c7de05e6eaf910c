"""A device without the places where its facts were captured, for comparing what it does."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from roce_audit.model.acl import Binding, Call, Filter, Line
from roce_audit.model.ledger import Ledger
from roce_audit.model.source import SourceRef

if TYPE_CHECKING:
    from roce_audit.model.device import Device, Interface

_NOWHERE = SourceRef("", None, "")


def bare(device: Device) -> Device:
    """Return ``device`` with every source blanked and the ledger emptied.

    Two devices that are equal when bare do the same with every packet.
    """
    return replace(
        device,
        filters={key: _filter(acl) for key, acl in sorted(device.filters.items())},
        bindings=tuple(sorted(map(_binding, device.bindings), key=repr)),
        interfaces={name: _interface(each) for name, each in sorted(device.interfaces.items())},
        vlans={n: replace(vlan, source=_NOWHERE) for n, vlan in sorted(device.vlans.items())},
        ledger=Ledger(),
        gaps=(),
    )


def _filter(acl: Filter) -> Filter:
    return replace(acl, lines=tuple(_line(line) for line in acl.lines), source=_NOWHERE)


def _line(line: Line) -> Line:
    action = line.action
    if isinstance(action, Call):
        action = Call(tuple(_line(each) for each in action.lines), action.resume)
    return replace(line, action=action, source=_NOWHERE)


def _binding(binding: Binding) -> Binding:
    return replace(binding, source=_NOWHERE)


def _interface(interface: Interface) -> Interface:
    return replace(interface, source=_NOWHERE)
