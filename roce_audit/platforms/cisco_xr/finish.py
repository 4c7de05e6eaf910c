"""The device model, once every statement has acted."""

from __future__ import annotations

from typing import TYPE_CHECKING

from roce_audit.model.device import Device, Gap
from roce_audit.model.source import SourceRef
from roce_audit.platforms.cisco_xr.bindings import Work
from roce_audit.platforms.cisco_xr.domains import numbered, remembered
from roce_audit.platforms.cisco_xr.extents import Groups
from roce_audit.platforms.cisco_xr.filters import Lists
from roce_audit.platforms.cisco_xr.inheritance import broken_lists, with_groups
from roce_audit.platforms.cisco_xr.interfaces import interfaces_of, with_circuits
from roce_audit.reading.document import Role

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

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
        gaps=tuple(_gaps(xr, documents)),
    )


def _gaps(xr: Xr, documents: Sequence[Document]) -> Iterator[Gap]:
    """Yield what is missing from a live capture; a file of a person may be a part."""
    for document in documents:
        live = document.command.startswith("show running-config")
        if document.role is not Role.CONFIGURATION or not live:
            continue
        source = SourceRef(document.name, None, "")
        if not xr.ended:
            yield Gap("the configuration has no 'end': the capture was cut short", source)
        if not xr.hostname or not xr.ports:
            reason = (
                "the configuration lacks its host name or interfaces: the user may see a part only"
            )
            yield Gap(reason, source)
