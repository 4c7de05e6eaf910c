"""RoCE packets of a port were lost while its counters were watched.

What it finds
    A RoCE port that counted discarded packets, packets out of sequence or acknowledgements that
    did not come, between two readings at least 10 seconds apart (``collector.sh -c 10``). One
    reading alone says nothing: the counters go back to the start of the host.

Why it matters
    RoCE starts a whole window again after a loss. Loss under load means that flow control or
    congestion control does not do what is meant: on this host, its peer, or a switch between.

What to do
    Compare priorities, PFC and ECN of both ends and of the switch ports; watch the counters of
    the switch at the same time. Adaptive routing in the fabric reorders packets by design.

Source
    NVIDIA/nccl#394; NVIDIA, "Understanding mlx5 Linux Counters and Status Parameters".
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from roce_audit.checks.base import Check
from roce_audit.checks.host.ports import RocePort, roce_ports
from roce_audit.findings.finding import Severity
from roce_audit.model.facts import Unknown

if TYPE_CHECKING:
    from collections.abc import Iterator

    from roce_audit.analysis.context import Context
    from roce_audit.findings.finding import Result

_SHORTEST_SECONDS = 10
_LOSSES = frozenset({"local_ack_timeout_err", "out_of_sequence", "rx_discards_phy"})
_AROUND = re.compile(r"np_cnp_sent|rp_cnp_handled|[rt]x_prio[0-7]_pause")
"""What tells a person whether congestion goes with it."""


def _run(context: Context) -> Iterator[Result]:
    for port in roce_ports(context):
        yield _of(port)


def _of(port: RocePort) -> Result:
    counted = port.host.counters
    if isinstance(counted, Unknown):
        return port.subject.not_applicable(counted.reason)
    if counted.seconds < _SHORTEST_SECONDS:
        return port.subject.not_applicable("the readings are less than 10 seconds apart")
    netdev = port.netdev.name if port.netdev is not None else ""
    gains = {**counted.netdevs.get(netdev, {}), **counted.ports.get(port.name, {})}
    if not _LOSSES & gains.keys():
        return port.subject.not_applicable("the driver has no counter of losses")
    lost = _shown(gains, {name for name in gains if name in _LOSSES})
    if not lost:
        return port.subject.passed()
    around = _shown(gains, {name for name in gains if _AROUND.fullmatch(name)})
    message = f"In {counted.seconds} s {port.name} counted {lost}" + (
        f", and {around}." if around else "."
    )
    evidence = [port.host.evidence[name] for name in ("counters",) if name in port.host.evidence]
    return port.subject.failed(CHECK, message, *evidence, advice=_ADVICE)


def _shown(gains: dict[str, int], names: set[str]) -> str:
    return ", ".join(f"{gains[name]} {name}" for name in sorted(names) if gains[name])


_ADVICE = "Compare PFC and ECN of both ends and of the switch ports between them."

CHECK = Check("HOST071", "counters-show-loss", Severity.MINOR, _run)
