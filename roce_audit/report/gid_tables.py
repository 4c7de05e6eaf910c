"""The GID tables of a fabric's hosts as plain text, and what each index means over all of them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from roce_audit.analysis.context import Context
from roce_audit.analysis.gid_matrix import matrix
from roce_audit.checks.host.ports import by_host
from roce_audit.hosts.report import port_views
from roce_audit.hosts.table import port_lines
from roce_audit.model.facts import known_or
from roce_audit.wire.text import printable

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from roce_audit.analysis.gid_pairs import End, Meaning
    from roce_audit.hosts.report import PortView
    from roce_audit.model.network import Network

MOST_ROWS = 16
"""Indices shown: tables longer than that hold what virtual functions and containers added."""
_NAMED = 4


def gid_tables(network: Network) -> Iterator[str]:
    """Yield the index matrix, then the table of each RDMA port, host by host.

    Tables are judged by what the inventory means each port to use, as the checks do.
    """
    views = _views(network)
    yield from index_lines(_ends(views))
    for name, mine in views.items():
        yield ""
        yield printable(name)
        if not mine:
            yield "  no RDMA port was seen"
        for view in mine:
            yield from (printable(f"  {line}") for line in port_lines(view))


def roce_ends(network: Network) -> list[End]:
    """Return every RoCE port of the hosts that were read, with what each library takes."""
    return _ends(_views(network))


def index_lines(ends: list[End]) -> Iterator[str]:
    """Yield one line for each index: what it means, and on how many ports.

    An index may be pinned for every port only where the line says ``everywhere``.
    """
    rows = matrix(ends)
    yield f"What a GID index means on {len(ends)} RoCE port{'' if len(ends) == 1 else 's'}:"
    for index in list(rows)[:MOST_ROWS]:
        yield printable(f"  {index:>3}  {_row(rows[index], len(ends))}")
    if len(rows) > MOST_ROWS:
        yield f"  … {len(rows) - MOST_ROWS} more indices"
    unknown = [end.name for end in ends if known_or(end.port.gids, None) is None]
    if unknown:
        yield printable(f"  tables not known: {_names(unknown)}")


def _row(meanings: dict[Meaning | None, tuple[str, ...]], ports: int) -> str:
    ordered = sorted(meanings.items(), key=lambda each: -len(each[1]))
    if len(ordered) == 1 and ordered[0][0] is not None:
        return f"{ordered[0][0]} everywhere"
    shown: list[str] = []
    for at, (meaning, names) in enumerate(ordered):
        where = f"{len(names)} of {ports} ports" if at == 0 else _names(list(names))
        shown.append(f"{meaning or 'empty or not known'} on {where}")
    return "; ".join(shown)


def _names(names: list[str]) -> str:
    more = len(names) - _NAMED
    return ", ".join(names[:_NAMED]) + (f" and {more} more" if more > 0 else "")


def _ends(views: Mapping[str, tuple[PortView, ...]]) -> list[End]:
    return [view.end for mine in views.values() for view in mine if view.end is not None]


def _views(network: Network) -> dict[str, tuple[PortView, ...]]:
    ports = by_host(Context(network))
    return {
        name: port_views(
            host,
            {known_or(port.port.netdev, None) or "": port.wanted for port in ports[name]},
        )
        for name, host in network.hosts.items()
    }
