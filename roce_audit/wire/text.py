"""A capture's summary as lines of text for a terminal; JSON has all of it, this the head."""

from collections.abc import Iterator, Mapping
from types import MappingProxyType

from roce_audit.wire.flows import Flow
from roce_audit.wire.outcome import CaptureSummary, Verdict
from roce_audit.wire.tally import PortSpread, Table

MOST_VALUES = 8
MOST_FLOWS = 10
_TITLE_WIDTH = 17
_TITLES: Mapping[str, str] = MappingProxyType(
    {
        "opcodes": "operations",
        "dest_qps": "destination QPs",
        "vlans": "VLANs",
        "pcps": "PCPs",
        "dscps": "DSCPs",
        "cnp_dscps": "DSCPs of CNPs",
        "ecns": "ECN bits",
        "refusals": "refusals",
        "addresses": "addresses",
        "link_local": "link-local",
        "malformed": "malformed",
        "not_roce": "not RoCE",
    }
)
_VERDICTS: Mapping[Verdict, str] = MappingProxyType(
    {
        "clean": "Every RoCE packet is well-formed, and no ICRC is wrong.",
        "faulty": "Something is wrong with this RoCE traffic:",
        "undecided": "The headers are well-formed; not a single ICRC could be checked, because the "
        "capture cut the frames (tcpdump -s 0 keeps them whole) or left no way to.",
        "nothing": "No RoCE frame in this file: nothing to judge. A NIC's own RoCE does not pass "
        "tcpdump on its network interface; capture on a mirror port or on the RDMA device.",
    }
)


def summary_lines(summary: CaptureSummary) -> Iterator[str]:
    """Yield the lines; values are cut at ``MOST_VALUES`` a table, flows at ``MOST_FLOWS``."""
    yield printable(
        f"{summary.path}: {counted(summary.frames, 'frame')}, {summary.versions.frames} RoCE"
    )
    if summary.versions.frames:
        yield from _roce_lines(summary)
    not_roce = summary.tables.not_roce
    if not_roce.entries:
        yield _row(_TITLES["not_roce"], _values(not_roce))
    yield ""
    yield _VERDICTS[summary.verdict]
    if summary.verdict == "faulty":
        yield from _fault_lines(summary)
    elif summary.damage:
        yield printable(f"The file is damaged: {summary.damage}")


def counted(number: int, noun: str) -> str:
    """Return a number with its noun, in the plural unless it is one."""
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


def printable(text: str) -> str:
    """Return text without control characters: names of files are not ours."""
    return "".join(mark if mark.isprintable() else "?" for mark in text)


def _roce_lines(summary: CaptureSummary) -> Iterator[str]:
    versions, icrc = summary.versions, summary.icrc
    yield _row(
        "versions",
        f"v1 {versions.v1} · v2-ipv4 {versions.v2_ipv4} · v2-ipv6 {versions.v2_ipv6}",
    )
    yield _row(
        "frames",
        f"well-formed {summary.well_formed} · malformed {summary.tables.malformed.frames}"
        f" · cut short {summary.cut_short}",
    )
    yield _row(
        "ICRC",
        f"right {icrc.right} · wrong {icrc.wrong} · not checkable {icrc.not_checkable}",
    )
    yield _row("CNPs", str(summary.cnps))
    for name, table in summary.tables.by_name().items():
        if table.entries and name != "not_roce":
            yield _row(_TITLES[name], _values(table))
    if summary.sports.frames:
        yield _row("source ports", _spread(summary.sports))
    yield from _flow_lines(summary)


def _fault_lines(summary: CaptureSummary) -> Iterator[str]:
    yield from (printable(f"  - {complaint}") for complaint in summary.complaints)
    yield from (f"    frame {number}: {fault}" for number, fault in summary.faults)
    more = summary.icrc.wrong + summary.tables.malformed.frames - len(summary.faults)
    if more > 0:
        yield f"    and {counted(more, 'more frame')}"


def _flow_lines(summary: CaptureSummary) -> Iterator[str]:
    for number, flow in enumerate(summary.flows[:MOST_FLOWS]):
        yield _row("" if number else "flows", _flow(flow))
    more = len(summary.flows) - MOST_FLOWS
    if more > 0:
        yield _row("", f"and {counted(more, 'more flow')}")
    if summary.beyond_flows:
        yield _row("", f"and {summary.beyond_flows} packets of flows beyond the table")


def _row(title: str, text: str) -> str:
    return f"  {title:<{_TITLE_WIDTH}}{text}"


def _values(table: Table) -> str:
    shown = [f"{value} ({count})" for value, count in table.entries[:MOST_VALUES]]
    more = len(table.entries) - MOST_VALUES
    if more > 0:
        shown.append(f"and {more} more")
    if table.beyond:
        shown.append(f"and {table.beyond} frames beyond the table")
    return " · ".join(shown)


def _spread(spread: PortSpread) -> str:
    text = (
        f"{spread.distinct} different, {spread.lowest} to {spread.highest}, "
        f"entropy {spread.entropy_bits:.2f} bits"
    )
    if spread.below_dynamic:
        text += f", {spread.below_dynamic} frames below 49152"
    return text


def _flow(flow: Flow) -> str:
    parts = [
        f"{flow.traffic} {flow.src} -> {flow.dst} {_vlan(flow)}: {counted(flow.frames, 'frame')}"
    ]
    if flow.sports:
        parts.append(counted(flow.sports, "source port"))
    if flow.cnps:
        parts.append(counted(flow.cnps, "CNP"))
    if flow.wrong_icrc:
        parts.append(counted(flow.wrong_icrc, "wrong ICRC"))
    return ", ".join(parts)


def _vlan(flow: Flow) -> str:
    return flow.vlan if flow.vlan == "untagged" else f"VLAN {flow.vlan}"
