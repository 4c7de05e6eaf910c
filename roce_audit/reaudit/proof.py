"""What was tried on a repaired copy, and what came of it."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Step:
    """One part of a proof.

    Attributes:
        claim: What is claimed, as a sentence.
        holds: Whether it was found to hold.
        detail: What was found where it does not; "" otherwise.
    """

    claim: str
    holds: bool
    detail: str = ""


@dataclass(frozen=True, slots=True)
class Proof:
    """What was found on the repaired copy.

    Attributes:
        steps: Every claim that was tested; never empty.
    """

    steps: tuple[Step, ...]

    @property
    def proven(self) -> bool:
        """Whether every claim holds."""
        return bool(self.steps) and all(step.holds for step in self.steps)

    @property
    def reason(self) -> str:
        """Why it is not proven; "" if it is."""
        return "; ".join(f"{s.claim}: {s.detail}" for s in self.steps if not s.holds)
