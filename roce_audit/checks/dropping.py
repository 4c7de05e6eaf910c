"""What the checks of dropped packets share: causes of judgements as results with repairs."""

from __future__ import annotations

from typing import TYPE_CHECKING

from roce_audit.analysis.causes import Cause, denials
from roce_audit.analysis.judgement import Judgement, touched
from roce_audit.analysis.peers import COMPANIONS, traffic_of
from roce_audit.analysis.verdicts import Verdict
from roce_audit.checks.base import Check, Subject
from roce_audit.findings.finding import Ending, Finding, Result
from roce_audit.model.remedy import Pair, PermitPackets
from roce_audit.packets.fields import DESTINATION, SOURCE, SOURCE_PORT, VLAN
from roce_audit.packets.ranges import single
from roce_audit.packets.traffic import ROCE_PORT, Traffic
from roce_audit.packets.witness import region_text, witness

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from roce_audit.analysis.context import Context

TITLES = {
    Traffic.V1: "RoCE v1",
    Traffic.V2_IPV4: "RoCE v2 over IPv4",
    Traffic.V2_IPV6: "RoCE v2 over IPv6",
    Traffic.ARP: "ARP",
    Traffic.ND: "IPv6 neighbour discovery",
}


def results(
    context: Context, check: Check, traffic: tuple[Traffic, ...], wanted: Callable[[Cause], bool]
) -> Iterator[Result]:
    """Yield one result per judgement and cause.

    Args:
        context: What is looked at.
        check: Whose results these are.
        traffic: Kinds of packets that the check is about.
        wanted: Which causes are its own.
    """
    yield from absent(context, traffic)
    for judgement in about(context, traffic):
        causes = [cause for cause in denials(judgement) if wanted(cause)]
        if not causes:
            yield Subject(judgement.device, subject_of(judgement)).passed()
        for cause in causes:
            yield result(check, judgement, cause)


def about(context: Context, traffic: tuple[Traffic, ...]) -> Iterator[Judgement]:
    """Yield the judgements of some kinds of traffic."""
    return (each for each in context.judgements if each.traffic in traffic)


def absent(context: Context, traffic: tuple[Traffic, ...]) -> Iterator[Result]:
    """Say that a question does not arise because no flow sends such packets.

    Yields nothing where flows do send them: if none of their ports could be looked at, the check
    has had no subject, and that is no pass.
    """
    network = context.network
    sent = {kind for flow in network.flows for kind in traffic_of(network, flow.roce)}
    sent |= {COMPANIONS[kind] for kind in sent}
    if network.flows and not sent & set(traffic):
        names = " or ".join(TITLES[kind] for kind in traffic)
        yield Subject("", "flows").not_applicable(f"no flow sends {names}")


def result(check: Check, judgement: Judgement, cause: Cause) -> Result:
    """Return the finding about one cause."""
    places = tuple(dict.fromkeys(place for box in cause.boxes for place in touched(judgement, box)))
    subject = Subject(judgement.device, subject_of(judgement))
    finding = Finding(
        code=check.code,
        name=check.name,
        severity=check.severity,
        verdict=Ending.FAILED if cause.certain else Ending.UNDECIDED,
        device=judgement.device,
        subject=subject.name,
        message=_message(judgement, cause, places),
        evidence=cause.evidence,
        witness=witness(cause.boxes[0], judgement.traffic),
        traffic=judgement.traffic.value,
        remedy=permit(judgement, cause) if cause.certain else None,
        advice="" if cause.certain else _settle(cause),
        places=places,
    )
    return subject.ended(finding)


def subject_of(judgement: Judgement) -> str:
    """Return the subject's name: the interfaces, the direction, the kind of packets."""
    return f"{judgement.subject} {judgement.traffic.value}"


def _message(judgement: Judgement, cause: Cause, places: tuple[str, ...]) -> str:
    what = TITLES[judgement.traffic]
    way = "entering at" if judgement.inbound else "leaving at"
    where = ", ".join(places[:4]) + (f" and {len(places) - 4} more" if len(places) > 4 else "")  # noqa: PLR2004
    which = _which(judgement, cause)
    if cause.certain:
        return f"{what} {way} {where} is dropped{which} by {cause.words}."
    reasons = "; ".join(doubt.reason for doubt in cause.doubts)
    return f"{what} {way} {where} may be dropped{which} by {cause.words}: {reasons}."


def _which(judgement: Judgement, cause: Cause) -> str:
    """Say which packets are dropped, if not all."""
    if judgement.answer.verdict is Verdict.DENY:
        return ""
    text = region_text(cause.boxes[0])
    limits = [f"{name} {value}" for name, value in text.items() if value not in _EVERYTHING]
    more = f" (and {len(cause.boxes) - 1} more such sets)" if len(cause.boxes) > 1 else ""
    return f" for {', '.join(limits)}{more}" if limits else ""


_EVERYTHING = ("0.0.0.0/0", "::/0", "0-65535")


def _settle(cause: Cause) -> str:
    keys = ", ".join(doubt.key for doubt in cause.doubts)
    return f"Settle what is open ({keys}), on the device or under assume: in the inventory."


def permit(judgement: Judgement, cause: Cause) -> PermitPackets:
    """Return the repair: let the flows' packets through the filter that drops them."""
    vlans = cause.boxes[0].get(VLAN, ())
    return PermitPackets(
        device=judgement.device,
        filter=cause.stage.filter.key,
        traffic=judgement.traffic,
        pairs=(_pair(judgement),),
        before=cause.top,
        binding=cause.stage.binding,
        vlans=vlans,
    )


def _pair(judgement: Judgement) -> Pair:
    box = judgement.answer.region
    return Pair(box.get(SOURCE, ()), box.get(DESTINATION, ()))


def is_reply_only(judgement: Judgement) -> bool:
    """Whether all that passes is packets *from* port 4791, which no RoCE sender sends."""
    passing = [
        each for each in judgement.answer.outcomes if each.certain and _permits(each.actions)
    ]
    return bool(passing) and all(each.box.get(SOURCE_PORT) == single(ROCE_PORT) for each in passing)


def _permits(actions: frozenset[str]) -> bool:
    return "permit" in actions
