"""What each pair of hosts of a flow would speak, as parts of a report."""

from __future__ import annotations

from ipaddress import ip_interface
from typing import TYPE_CHECKING

from roce_audit.analysis.context import Context
from roce_audit.analysis.gid_pairs import meaning_of
from roce_audit.analysis.gid_talks import Place, Side, Talk, talks
from roce_audit.checks.host.ports import roce_ports
from roce_audit.model.facts import Unknown
from roce_audit.report.schema import PairPart, SidePart
from roce_audit.wire.text import printable

if TYPE_CHECKING:
    from collections.abc import Iterator

    from roce_audit.checks.host.ports import RocePort
    from roce_audit.model.network import Network


def talks_of(network: Network) -> Iterator[Talk]:
    """Yield the talks of every flow, between the ports that the inventory names."""
    places = [_place(port) for port in roce_ports(Context(network))]
    for flow in network.flows:
        yield from talks(flow, places)


def _place(port: RocePort) -> Place:
    """Return a port with the subnet that the inventory gives it.

    Of several subnets it is that of the entry to use.
    """
    end = port.end()
    texts = port.attachment.addresses if port.attachment is not None else ()
    found = [ip_interface(text) for text in texts]
    best = end.recommendation.gid
    address = best.address if best is not None else None
    mine = next((each for each in found if each.ip == address), found[0] if found else None)
    return Place(end, str(mine.network) if mine is not None else "")


def pair_part(talk: Talk) -> PairPart:
    """Return one talk as a part of the report."""
    fits = talk.fit.fits
    return PairPart(
        flow=printable(talk.flow),
        subnet=talk.subnet or None,
        library=talk.library.value,
        first=_side(talk.first),
        second=_side(talk.second),
        fits=None if isinstance(fits, Unknown) else fits,
        reason=printable(fits.reason if isinstance(fits, Unknown) else talk.fit.difference),
        advice=printable(talk.fit.advice),
    )


def _side(side: Side) -> SidePart:
    pick = side.pick
    known = pick is not None and not isinstance(pick.index, Unknown)
    meaning = meaning_of(pick.gid) if pick is not None else None
    return SidePart(
        ports=[printable(name) for name in side.ports],
        index=pick.index if pick is not None and not isinstance(pick.index, Unknown) else None,
        meaning=str(meaning) if known and meaning is not None else None,
        why=printable(_why(side)),
    )


def _why(side: Side) -> str:
    if side.pick is None:
        return side.end.recommendation.reason
    return side.pick.index.reason if isinstance(side.pick.index, Unknown) else side.pick.why
