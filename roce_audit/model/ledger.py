"""The account of every statement in the sections that the audit owns."""

from dataclasses import dataclass

from roce_audit.model.source import SourceRef


@dataclass(frozen=True, slots=True)
class Uncertain:
    """A statement whose effect is not known.

    Attributes:
        source: The statement.
        reason: Why, as a phrase.
    """

    source: SourceRef
    reason: str


@dataclass(frozen=True, slots=True)
class Ledger:
    """How the statements of filters, groups, bindings, interfaces, VLANs and QoS were taken.

    Attributes:
        read: Statements whose effect is in the model.
        no_effect: Statements known not to touch any verdict.
        uncertain: Statements that are neither; they make verdicts undecided where they matter.
    """

    read: int = 0
    no_effect: int = 0
    uncertain: tuple[Uncertain, ...] = ()
