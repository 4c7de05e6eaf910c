"""Whether two hosts fit: what each library takes on either side, and what to set if they do not.

The picks are worked out once for each port; comparing is done between the few kinds of picks that
a fabric has, so the cost grows with hosts, not with pairs.

Source: InfiniBand annexes A16 and A17: the two versions, and the two IP versions of version 2, are
different packets, which a queue pair of the other kind drops without an answer. Linux
``drivers/infiniband/core/cm.c``: the side that rdma_cm calls follows the version that arrives; Red
Hat's manual calls different default modes unsupported.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, TypeAlias

from roce_audit.analysis.gid_pairs import End, Library, Meaning, meaning_of
from roce_audit.analysis.gid_selection import usable
from roce_audit.model.facts import Fact, Unknown, known_or
from roce_audit.model.rdma import Scope, Version
from roce_audit.packets.traffic import Traffic

if TYPE_CHECKING:
    from collections.abc import Sequence

    from roce_audit.analysis.gid_pickers import Pick


@dataclass(frozen=True, slots=True)
class Fit:
    """Whether two ends can talk when a library picks for itself.

    Attributes:
        fits: True, False, or why it cannot be told.
        reason: What does not fit and where, as a sentence; "" if it fits.
        advice: What to set, as a sentence; "" if nothing.
        difference: What does not fit, without the ends.
    """

    fits: Fact[bool]
    reason: str = ""
    advice: str = ""
    difference: str = ""


def fit(first: End, second: End, library: Library) -> Fit:
    """Compare two ends."""
    return fit_of((first, second), (first.picks.get(library), second.picks.get(library)), library)


def fit_of(
    ends: tuple[End, End],
    picks: tuple[Pick | None, Pick | None],
    library: Library,
    *,
    routed: bool = False,
) -> Fit:
    """Compare two ends, given what is taken on each; None if nothing can be taken.

    Args:
        ends: The ends.
        picks: What is taken on them.
        library: By whom.
        routed: Whether a router stands between them.
    """
    for end, pick in zip(ends, picks, strict=True):
        if pick is None:
            return Fit(Unknown(f"{end.name}: {end.recommendation.reason}"))
        if isinstance(pick.index, Unknown):
            return Fit(Unknown(f"{end.name}: {pick.index.reason}"))
        if pick.gid is None:
            reason = f"{library} takes index {pick.index} on {end.name}, which is empty"
            empty = f"index {pick.index} is empty"
            return Fit(
                fits=False,
                reason=reason,
                advice=_advice(library, ends, routed=routed),
                difference=empty,
            )
    one, other = (meaning_of(pick.gid) if pick else None for pick in picks)
    if one is None or other is None:
        unknown = ends[0] if one is None else ends[1]
        return Fit(Unknown(f"{unknown.name}: the version of the entry is not known"))
    return _compared(ends, (one, other), library, routed=routed)


def _compared(
    ends: tuple[End, End], meanings: tuple[Meaning, Meaning], library: Library, *, routed: bool
) -> Fit:
    difference = _unrouted(*meanings) if routed else _difference(*meanings)
    if isinstance(difference, Unknown):
        return Fit(difference)
    if not difference:
        return Fit(fits=True)
    advice = _advice(library, ends, routed=routed)
    if library is Library.RDMA_CM and not routed and _answers(ends, meanings):
        return Fit(Unknown(_BOTH_WAYS), advice=advice)
    told = f"{library} takes {meanings[0]} on {ends[0].name} and {meanings[1]} on {ends[1].name}"
    return Fit(fits=False, reason=f"{told}: {difference}", advice=advice, difference=difference)


def _unrouted(first: Meaning, second: Meaning) -> Fact[str]:
    """Return what does not fit through a router, which gives every packet another tag."""
    for each in (first, second):
        if each.version is Version.V1:
            return "RoCE v1 is not routed"
        if each.scope is Scope.LINK_LOCAL:
            return "link-local addresses are not routed"
    return _difference(replace(first, vlan=None), replace(second, vlan=None))


_BOTH_WAYS = (
    "each connection would run in the version of the side that opens it, which the other side has "
    "too; vendors call that unsupported"
)


def _answers(ends: tuple[End, End], meanings: tuple[Meaning, Meaning]) -> bool:
    """Tell whether rdma_cm's passive side could follow: it has the version of the active one."""
    if replace(meanings[0], version=meanings[1].version) != meanings[1]:
        return False
    first, second = (_versions(end) for end in ends)
    return meanings[1].version in first and meanings[0].version in second


def _versions(end: End) -> set[Fact[Version]]:
    best = end.recommendation.gid
    gids = known_or(end.port.gids, ()) if best is not None else ()
    return {gid.version for gid in gids if best is not None and gid.address == best.address}


def _difference(first: Meaning, second: Meaning) -> Fact[str]:
    if first.version is not second.version:
        return "the versions are different packets, dropped without an answer (error 12)"
    if first.family != second.family:
        return "IPv4 and IPv6 are different packets"
    if isinstance(first.vlan, Unknown) or isinstance(second.vlan, Unknown):
        return Unknown("the VLAN of an entry is not known")
    same = first.vlan == second.vlan
    return "" if same else "one sends tagged frames that the other does not expect"


def _advice(library: Library, ends: Sequence[End], *, routed: bool) -> str:
    """Return what makes a library take entries that fit, as a sentence; "" if there are none."""
    tables = [usable(end.port) for end in ends]
    order = (Traffic.V2_IPV4, Traffic.V2_IPV6, *(() if routed else (Traffic.V1,)))
    common = next((kind for kind in order if all(table[kind] for table in tables)), None)
    if common is None and routed:
        return "Give both an entry of RoCE v2 of one IP version: nothing else crosses a router."
    if common is None:
        return "No kind of entry is usable on both: their addresses or adapters do not fit."
    named = [(table[common][0], end.name) for end, table in zip(ends, tables, strict=True)]
    rules = {pick.why for end in ends if (pick := end.picks.get(library)) is not None}
    match library:
        case Library.NCCL:
            return _nccl_advice(common, rules, named)
        case Library.UCX:
            return _ucx_advice(common, rules, named)
        case Library.PERFTEST:
            shown = ", ".join(f"-x {index} on {name}" for index, name in named)
            return f"Pass {shown}."
        case _:
            return "Give both hosts the same default_roce_mode."


_Named: TypeAlias = "Sequence[tuple[int, str]]"
_TO_VERSION_2 = "or give both an entry of RoCE v2"


def _nccl_advice(common: Traffic, rules: set[str], named: _Named) -> str:
    if any(rule.startswith("NCCL before") for rule in rules):
        return f"Use NCCL 2.21 or later, or set {_indices('NCCL_IB_GID_INDEX', named)}."
    pinned = any(rule.startswith("NCCL_IB_GID_INDEX") for rule in rules)
    steps = ["remove NCCL_IB_GID_INDEX (NCCL 2.21 and later choose per port)"] if pinned else []
    if common is Traffic.V2_IPV6:
        steps.append("set NCCL_IB_ADDR_FAMILY=AF_INET6 on both")
    if common is Traffic.V1:
        steps.append(f"set NCCL_IB_ROCE_VERSION_NUM=1 on both, {_TO_VERSION_2}")
    steps = steps or [f"set {_indices('NCCL_IB_GID_INDEX', named)}"]
    text = "; ".join(steps)
    return f"{text[0].upper()}{text[1:]}."


def _ucx_advice(common: Traffic, rules: set[str], named: _Named) -> str:
    if common is Traffic.V1:
        return f"Set {_indices('UCX_IB_GID_INDEX', named)}, {_TO_VERSION_2}."
    if any(rule.startswith("UCX_IB_GID_INDEX") for rule in rules):
        return "Remove UCX_IB_GID_INDEX, or restrict UCX_IB_ROCE_SUBNETS to the RDMA subnets."
    return "Restrict UCX_IB_ROCE_SUBNETS to the RDMA subnets."


def _indices(name: str, named: _Named) -> str:
    """Return ``NAME=3 on one, NAME=5 on another``, once if the index is the same."""
    if len({index for index, _ in named}) == 1:
        return f"{name}={named[0][0]} on both"
    return ", ".join(f"{name}={index} on {end}" for index, end in named)
