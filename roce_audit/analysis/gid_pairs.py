"""Whether two hosts fit: what each library takes on either side, and what to set if they do not.

The picks are worked out once for each port; comparing is done between the few kinds of picks that
a fabric has, so the cost grows with hosts, not with pairs.

Source: InfiniBand annexes A16 and A17: the two versions, and the two IP versions of version 2, are
different packets, which a queue pair of the other kind drops without an answer.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

from roce_audit.analysis.gid_cm import pick_rdma_cm
from roce_audit.analysis.gid_pickers import Pick, pick_nccl, pick_perftest, pick_ucx
from roce_audit.analysis.gid_selection import Recommendation, Wanted, recommend, usable
from roce_audit.model.facts import Fact, Unknown
from roce_audit.model.rdma import Gid, RdmaPort, Scope, Version
from roce_audit.packets.traffic import Traffic

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from roce_audit.model.host import Host


class Library(StrEnum):
    """Who picks."""

    RDMA_CM = "rdma_cm"
    NCCL = "NCCL"
    UCX = "UCX"
    PERFTEST = "perftest"


@dataclass(frozen=True, slots=True)
class Meaning:
    """What an entry is, apart from its address; entries of one meaning can talk.

    Attributes:
        version: RoCE version.
        family: 4 or 6.
        scope: How far the address reaches.
        vlan: VLAN of its frames, None if untagged.
    """

    version: Version
    family: int
    scope: Scope
    vlan: Fact[int | None]

    def __str__(self) -> str:
        reach = "link-local " if self.scope is Scope.LINK_LOCAL else ""
        tag = "" if isinstance(self.vlan, Unknown) or self.vlan is None else f" in VLAN {self.vlan}"
        return f"{self.version} {reach}IPv{self.family}{tag}"


@dataclass(frozen=True, slots=True)
class End:
    """One port, and what is taken on it.

    Attributes:
        host: Name of the host.
        port: The port.
        picks: By library.
        recommendation: What should be taken.
    """

    host: str
    port: RdmaPort
    picks: Mapping[Library, Pick]
    recommendation: Recommendation

    @property
    def name(self) -> str:
        """Host and port, for people."""
        return f"{self.host} {self.port.device}/{self.port.number}"


def end_of(host: Host, port: RdmaPort, wanted: Wanted | None = None) -> End:
    """Work out the picks of one port of a RoCE device."""
    recommendation = recommend(port, host.netdevs, wanted)
    best = recommendation.gid
    picks = {
        Library.NCCL: pick_nccl(host, port),
        Library.UCX: pick_ucx(host, port),
        Library.PERFTEST: pick_perftest(host, port),
    }
    if best is not None:
        picks[Library.RDMA_CM] = pick_rdma_cm(port, best.address)
    return End(host.name, port, picks, recommendation)


def meaning_of(gid: Gid | None) -> Meaning | None:
    """Return what an entry means, None for an empty slot or a version not known."""
    if gid is None or isinstance(gid.version, Unknown):
        return None
    return Meaning(gid.version, gid.address.version, gid.scope, gid.vlan)


@dataclass(frozen=True, slots=True)
class Fit:
    """Whether two ends can talk when a library picks for itself.

    Attributes:
        fits: True, False, or why it cannot be told.
        reason: What does not fit, as a sentence; "" if it fits.
        advice: What to set, as a sentence; "" if nothing.
    """

    fits: Fact[bool]
    reason: str = ""
    advice: str = ""


def fit(first: End, second: End, library: Library) -> Fit:
    """Compare two ends."""
    picks = [end.picks.get(library) for end in (first, second)]
    for end, pick in zip((first, second), picks, strict=True):
        if pick is None:
            return Fit(Unknown(f"{end.name}: {end.recommendation.reason}"))
        if isinstance(pick.index, Unknown):
            return Fit(Unknown(f"{end.name}: {pick.index.reason}"))
        if pick.gid is None:
            reason = f"{library} takes index {pick.index} on {end.name}, which is empty"
            return Fit(fits=False, reason=reason, advice=advice_for(library, (first, second)))
    one, other = (meaning_of(pick.gid) if pick else None for pick in picks)
    if one is None or other is None:
        unknown = first if one is None else second
        return Fit(Unknown(f"{unknown.name}: the version of the entry is not known"))
    reason = _difference(one, other)
    if not reason:
        return Fit(fits=True)
    told = f"{library} takes {one} on {first.name} and {other} on {second.name}"
    advice = advice_for(library, (first, second))
    return Fit(fits=False, reason=f"{told}: {reason}", advice=advice)


def _difference(first: Meaning, second: Meaning) -> str:
    if first.version is not second.version:
        return "the versions are different packets, dropped without an answer (error 12)"
    if first.family != second.family:
        return "IPv4 and IPv6 are different packets"
    tags = (first.vlan, second.vlan)
    if not any(isinstance(tag, Unknown) for tag in tags) and tags[0] != tags[1]:
        return "one sends tagged frames that the other does not expect"
    return ""


def advice_for(library: Library, ends: Sequence[End]) -> str:
    """Return what makes a library take entries that fit, as a sentence; "" if there are none."""
    tables = [usable(end.port) for end in ends]
    order = (Traffic.V2_IPV4, Traffic.V2_IPV6, Traffic.V1)
    common = next((kind for kind in order if all(table[kind] for table in tables)), None)
    if common is None:
        return "No kind of entry is usable on both: their addresses or adapters do not fit."
    match library:
        case Library.NCCL:
            family = "; set NCCL_IB_ADDR_FAMILY=AF_INET6" if common is Traffic.V2_IPV6 else ""
            return f"Remove NCCL_IB_GID_INDEX (NCCL 2.21 and later choose per port){family}."
        case Library.UCX:
            return "Remove UCX_IB_GID_INDEX, or restrict UCX_IB_ROCE_SUBNETS to the RDMA subnets."
        case Library.PERFTEST:
            pairs = zip(ends, tables, strict=True)
            shown = ", ".join(f"-x {table[common][0]} on {end.name}" for end, table in pairs)
            return f"Pass {shown}."
        case _:
            return "Give both hosts the same default_roce_mode."
