"""The audit report as written to ``report.json``: keys are added, never changed or removed."""

from __future__ import annotations

from pydantic import BaseModel, ConfigDict, Field


class Part(BaseModel):
    """What all parts of a report have in common."""

    model_config = ConfigDict(extra="forbid", frozen=True)


class Evidence(Part):
    """A captured statement."""

    file: str = Field(description="File in the snapshot, or the command that printed it.")
    line: int | None = Field(description="1-based line, or null where a default decides.")
    text: str = Field(description="The statement as captured, secrets removed.")


class ProofStep(Part):
    """One claim about a repair."""

    claim: str
    holds: bool
    detail: str = Field(description="What was found where the claim does not hold.")


class ProofPart(Part):
    """What the audit of a repaired copy found."""

    proven: bool = Field(description="Whether every claim holds.")
    reason: str = Field(description="Why it is not proven; empty if it is.")
    steps: list[ProofStep]


class RemedyPart(Part):
    """A repair."""

    kind: str = Field(description="permit_packets, define_filter, set_mtu, set_roce_mode ...")
    status: str = Field(description="proven, draft (not proven), or none (no safe snippet).")
    file: str | None = Field(description="The device's snippet file below the report's folder.")
    text: str = Field(description="Commands, one a line.")
    rollback: str = Field(description="Commands that undo them.")
    verify: list[str] = Field(description="Read-only commands that show the result.")
    impact: list[str] = Field(description="What to know before applying it.")


class FindingPart(Part):
    """One finding."""

    code: str
    name: str
    severity: str = Field(description="critical, major, minor or info.")
    verdict: str = Field(description="failed or undecided.")
    device: str
    subject: str
    message: str
    evidence: list[Evidence]
    witness: dict[str, object] | None = Field(description="An example packet, or null.")
    remedy: RemedyPart | None
    proof: ProofPart | None
    traffic: str = Field(description="Kind of the witness: v1, v2-ipv4, v2-ipv6, arp, nd or empty.")
    places: list[str] = Field(description="Interfaces that the same cause touches.")
    advice: str = Field(description="What to do where there is no remedy.")


class CheckPart(Part):
    """One check and how it ended for its subjects."""

    code: str
    name: str
    severity: str
    passed: int
    failed: int
    undecided: int
    not_applicable: int
    note: str = Field(description="Said where the check had no subject.")


class LedgerPart(Part):
    """How a device's statements were taken."""

    read: int
    no_effect: int
    uncertain: list[Evidence]


class DevicePart(Part):
    """One device of the inventory."""

    name: str
    role: str = Field(description="switch or host.")
    platform: str
    status: str = Field(description="read, incomplete or missing.")
    reasons: list[str] = Field(description="Why it is incomplete or missing.")
    note: str = Field(description="What else to know of it: a host without an RDMA device.")
    ledger: LedgerPart | None


class Summary(Part):
    """The audit in numbers."""

    devices: int
    devices_read: int
    subjects: int
    passed: int
    failed: int
    undecided: int
    not_applicable: int
    repairs_proven: int
    repairs_draft: int
    findings_after_repair: int = Field(
        description="Findings of an audit of copies with the proven repairs of switches applied."
    )


class SidePart(Part):
    """What a library takes on some ports."""

    ports: list[str] = Field(description="Host and RDMA port; the same is taken on each.")
    index: int | None = Field(description="Slot of the GID table, or null if it cannot be told.")
    meaning: str | None = Field(description="Version, family, VLAN of the entry, or null.")
    why: str = Field(description="The rule or setting at work, or why it cannot be told.")


class PairPart(Part):
    """Whether the ports of two sides of a flow can talk when a library picks for itself."""

    flow: str
    subnet: str | None = Field(description="The subnet they share; null through a router.")
    library: str = Field(description="rdma_cm, NCCL, UCX or perftest.")
    first: SidePart
    second: SidePart = Field(description="The same as first for ports that talk among themselves.")
    fits: bool | None = Field(description="Null if it cannot be told.")
    reason: str = Field(description="What does not fit, or why it cannot be told.")
    advice: str = Field(description="What to set where it does not fit.")


class Report(Part):
    """Everything an audit says."""

    version: int = Field(default=1, description="Version of this format.")
    tool: str = Field(description="Version of roce-audit.")
    fabric: str
    taken: str = Field(description="When the evidence was captured, ISO 8601, or empty.")
    summary: Summary
    devices: list[DevicePart]
    checks: list[CheckPart]
    findings: list[FindingPart]
    pairs: list[PairPart] = Field(
        default_factory=list[PairPart],
        description="What each pair of ports of a flow would speak; equal ports are one side.",
    )
    exit_code: int
