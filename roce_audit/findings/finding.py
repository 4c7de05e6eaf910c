"""One statement about the network, with its proof, and how every subject of a check ended."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

    from roce_audit.model.remedy import Remedy
    from roce_audit.model.source import SourceRef


class Severity(StrEnum):
    """What goes wrong if a finding is ignored."""

    CRITICAL = "critical"
    """RDMA does not work."""
    MAJOR = "major"
    """RDMA works, but loses packets or pauses under load."""
    MINOR = "minor"
    """Works today, breaks after a likely change."""
    INFO = "info"
    """Good to know."""


class Ending(StrEnum):
    """How a check ended for one subject."""

    PASSED = "passed"
    FAILED = "failed"
    UNDECIDED = "undecided"
    """The evidence has a gap, so neither passed nor failed may be claimed."""
    NOT_APPLICABLE = "not applicable"


@dataclass(frozen=True, slots=True)
class Finding:
    """What a check found at one subject.

    Attributes:
        code: Code of the check, ``ACL001``.
        name: Name of the check, ``roce-v2-dropped``.
        severity: See ``Severity``.
        verdict: FAILED or UNDECIDED.
        device: Inventory name.
        subject: What it is about on the device: ``Ethernet1/1 in``, ``mlx5_0/1``.
        message: What is wrong, where, with the values: one or two sentences.
        evidence: The captured statements that prove it, most important first.
        witness: An example packet (field name to JSON value); empty if not about packets.
        traffic: Traffic kind of the witness, ``v2-ipv4``; "" without one.
        remedy: The repair; None if there is none that is safe to propose.
        advice: What to do where ``remedy`` is None, as a sentence.
        places: Everything the same cause touches (interfaces for instance), for the reader.
    """

    code: str
    name: str
    severity: Severity
    verdict: Ending
    device: str
    subject: str
    message: str
    evidence: tuple[SourceRef, ...]
    witness: Mapping[str, object] = field(default_factory=dict[str, object])
    traffic: str = ""
    remedy: Remedy | None = None
    advice: str = ""
    places: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Result:
    """How one check ended for one subject.

    Attributes:
        device: Inventory name.
        subject: What was looked at on it.
        ending: See ``Ending``.
        finding: Given exactly if the ending is FAILED or UNDECIDED.
        reason: Why it is not applicable, as a phrase; "" otherwise.
    """

    device: str
    subject: str
    ending: Ending
    finding: Finding | None = None
    reason: str = ""
