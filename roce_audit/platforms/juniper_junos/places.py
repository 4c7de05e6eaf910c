"""Where a filter is bound: the answer to conditions on the interface a packet came in by."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from roce_audit.platforms.juniper_junos.wildcard import matches

if TYPE_CHECKING:
    from collections.abc import Iterable


@dataclass(slots=True)
class Places:
    """The interfaces whose input is filtered, and whatever makes that less than all.

    Attributes:
        inputs: Logical interfaces at which the filter looks at what comes in.
        groups: Interface groups by the names of interfaces.
        elsewhere: Whether it also acts where the packet may have come in anywhere.
    """

    inputs: list[str] = field(default_factory=list[str])
    groups: dict[str, int] = field(default_factory=dict[str, int])
    elsewhere: bool = False

    def from_interface(self, patterns: Iterable[str]) -> bool | None:
        """Return whether packets come in by one of the interfaces; None if only some do."""
        wanted = list(patterns)
        return self._common([any(_is(pattern, name) for pattern in wanted) for name in self.inputs])

    def from_group(self, low_high: Iterable[tuple[int, int]]) -> bool | None:
        """Return whether packets come in by an interface of the groups; None if only some do."""
        ranges = list(low_high)
        groups = (self.groups.get(name) for name in self.inputs)
        return self._common(
            [
                group is not None and any(low <= group <= high for low, high in ranges)
                for group in groups
            ]
        )

    def _common(self, answers: list[bool]) -> bool | None:
        if self.elsewhere or not answers or len(set(answers)) > 1:
            return None
        return answers[0]


def _is(pattern: str, name: str) -> bool:
    """Return whether ``name`` (with unit) is what a condition names, with or without a unit."""
    if "*" in pattern or "?" in pattern:
        return matches(pattern, name) or matches(pattern, name.rpartition(".")[0])
    return pattern == name or ("." not in pattern and f"{pattern}.0" == name)
