"""What each library takes on a port, and what that means apart from its address."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

from roce_audit.analysis.gid_cm import pick_rdma_cm
from roce_audit.analysis.gid_pickers import Pick, pick_nccl, pick_perftest, pick_ucx
from roce_audit.analysis.gid_selection import Recommendation, Wanted, recommend
from roce_audit.model.facts import Fact, Unknown
from roce_audit.model.rdma import Gid, RdmaPort, Scope, Version

if TYPE_CHECKING:
    from collections.abc import Mapping

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
