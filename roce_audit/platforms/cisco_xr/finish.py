"""The device model, once every statement has acted."""

from __future__ import annotations

from typing import TYPE_CHECKING

from roce_audit.model.device import Device
from roce_audit.platforms.cisco_xr.bindings import Work
from roce_audit.platforms.cisco_xr.domains import numbered, remembered
from roce_audit.platforms.cisco_xr.extents import Groups
from roce_audit.platforms.cisco_xr.filters import Lists
from roce_audit.platforms.cisco_xr.inheritance import broken_lists, with_groups
from roce_audit.platforms.cisco_xr.interfaces import interfaces_of, with_circuits
from roce_audit.reading.whole_dump import gaps_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from roce_audit.platforms.cisco_xr.state import Xr
    from roce_audit.reading.document import Document

NAME = "cisco_xr"


def finished(xr: Xr, name: str, documents: Sequence[Document]) -> Device:
    """Return the device that was read into ``xr``."""
    broken_lists(xr)
    ports = with_circuits(xr, with_groups(xr))
    domains = numbered(xr)
    interfaces = interfaces_of(ports, domains)
    lists = Lists(xr.lists, Groups(xr.objects, xr.settings), xr.book)
    filters = {**lists.filters(), **remembered(xr, ports)}
    work = Work(xr, lists, ports, interfaces, filters)
    work.bind_all()
    return Device(
        name=name,
        platform=NAME,
        filters=work.filters,
        bindings=tuple(work.bindings),
        interfaces=interfaces,
        vlans=domains.vlans(),
        ledger=xr.book.close(),
        gaps=tuple(gaps_of(documents, ended=xr.ended, complete=xr.hostname and bool(xr.ports))),
    )
