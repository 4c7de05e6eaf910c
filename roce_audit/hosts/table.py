"""One host's verdict as lines of plain text."""

from __future__ import annotations

from typing import TYPE_CHECKING

from roce_audit.analysis.gid_selection import traffic_of
from roce_audit.hosts.report import port_views, unsettled
from roce_audit.model.facts import Unknown, known_or
from roce_audit.wire.text import printable

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from roce_audit.findings.finding import Finding
    from roce_audit.hosts.report import PortView
    from roce_audit.model.host import Host
    from roce_audit.model.rdma import Gid

_HEAD = ("", "index", "version", "address", "scope", "netdev", "VLAN", "usable for", "picked by")
_NOT_KNOWN = "?"
MOST_ENTRIES = 64
"""A longer table is a symptom, not something to read: the JSON has all of it."""


def host_lines(host: Host, findings: Iterable[Finding] = ()) -> Iterator[str]:
    """Yield the lines: ports with their tables, findings, what was not seen."""
    system = " ".join(known_or(fact, "") for fact in (host.system, host.kernel)).strip()
    yield printable(f"{host.name}{f' ({system})' if system else ''}")
    views = port_views(host)
    for view in views:
        yield ""
        yield from (printable(line) for line in port_lines(view))
    yield ""
    yield from (printable(line) for line in _finding_lines(list(findings)))
    reason = unsettled(host, views)
    if reason:
        yield printable(f"Undecided: {reason}.")
    yield from (printable(line) for line in _unseen_lines(host))


def port_lines(view: PortView) -> Iterator[str]:
    """Yield one port: a line about it, its GID table, and the entry to use with the reason."""
    port = view.port
    words = {True: "RoCE", False: "not RoCE"}
    roce = "RoCE?" if isinstance(view.roce, Unknown) else words[view.roce]
    mtu = known_or(port.active_mtu, None)
    parts = [
        f"{port.device}/{port.number}",
        known_or(port.netdev, None) or "no interface known",
        roce,
        known_or(port.state, "state not known"),
        f"MTU {_NOT_KNOWN if mtu is None else mtu}",
    ]
    if view.end is not None:
        mode = known_or(port.cm_mode, None)
        parts.append(f"rdma_cm default {mode.value if mode else 'not visible'}")
    yield "  ".join(parts)
    if view.end is None:
        yield f"  {_why_not_roce(view)}"
        return
    if isinstance(port.gids, Unknown):
        yield f"  GID table not known: {port.gids.reason}"
        return
    yield from _table([_HEAD, *(_row(gid, view) for gid in port.gids[:MOST_ENTRIES])])
    if len(port.gids) > MOST_ENTRIES:
        yield f"  … {len(port.gids) - MOST_ENTRIES} more entries (--json has them all)"
    verb = "recommended" if view.end.recommendation.gid is not None else "none recommended"
    yield f"  {verb}: {view.end.recommendation.reason}"


def _why_not_roce(view: PortView) -> str:
    if view.device.excluded:
        return view.device.excluded
    node = known_or(view.device.node_type, None)
    layer = known_or(view.port.link_layer, None)
    shown = (
        f"node type {node.value}" if node else "",
        f"link layer {layer.value}" if layer else "",
    )
    return f"{', '.join(each for each in shown if each)}: the types of its GIDs do not count"


def _row(gid: Gid, view: PortView) -> tuple[str, ...]:
    best = view.end.recommendation.gid if view.end is not None else None
    traffic = traffic_of(gid)
    version = known_or(gid.version, None)
    vlan = _NOT_KNOWN if isinstance(gid.vlan, Unknown) else str(gid.vlan or "-")
    return (
        "*" if gid is best else "",
        str(gid.index),
        version.value.removeprefix("RoCE ") if version else _NOT_KNOWN,
        str(gid.address),
        gid.scope.value,
        known_or(gid.netdev, _NOT_KNOWN),
        vlan,
        traffic.value if traffic is not None else "-",
        _pickers(gid, view),
    )


def _pickers(gid: Gid, view: PortView) -> str:
    if view.end is None:
        return "-"
    takers = [lib.value for lib, pick in view.end.picks.items() if pick.index == gid.index]
    return " ".join(takers) or "-"


def _table(rows: Sequence[tuple[str, ...]]) -> Iterator[str]:
    widths = [max(len(row[at]) for row in rows) for at in range(len(_HEAD))]
    for row in rows:
        cells = (cell.ljust(width) for cell, width in zip(row, widths, strict=True))
        yield f"  {'  '.join(cells)}".rstrip()


def _finding_lines(findings: Sequence[Finding]) -> Iterator[str]:
    if not findings:
        yield "Nothing found."
    for finding in findings:
        yield f"{finding.severity.value} {finding.code} {finding.name} ({finding.verdict.value})"
        yield f"  {finding.subject}: {finding.message}"
        for source in finding.evidence[:3]:
            place = f"{source.file}:{source.line}" if source.line else source.file
            yield f"    {place}{': ' if source.text else ''}{source.text}"
        if finding.advice:
            yield f"  {finding.advice}"


def _unseen_lines(host: Host) -> Iterator[str]:
    if not host.not_collected:
        return
    yield ""
    yield "Not seen (unknown, not absent):"
    by_reason: dict[str, list[str]] = {}
    for what, reason in host.not_collected:
        by_reason.setdefault(reason, []).append(what)
    for reason, names in by_reason.items():
        yield f"  {', '.join(names)}: {reason}"
