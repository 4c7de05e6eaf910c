"""A bound on work, counted in steps and not in seconds, so that answers do not depend on load."""

from dataclasses import dataclass

DEFAULT_BUDGET = 2_000_000
"""Units of work before a question is given up."""

PER_UNIT = 8
"""Instructions cut to a piece for one unit of work."""


@dataclass(slots=True)
class Budget:
    """Units of work still allowed.

    Attributes:
        left: Units; below zero when spent.
        outer: A budget of which this one is a part, counted down with it.
    """

    left: int
    outer: "Budget | None" = None

    def spend(self, instructions: int) -> bool:
        """Count one piece and the instructions tried on it; whether it was still allowed."""
        units = 1 + instructions // PER_UNIT
        self.left -= units
        allowed = self.left >= 0
        if self.outer is not None:
            self.outer.left -= units
            allowed = allowed and self.outer.left >= 0
        return allowed
