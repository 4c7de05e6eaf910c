"""The switches that a user sets for a platform, checked against those it has."""

from __future__ import annotations

from difflib import get_close_matches
from typing import TYPE_CHECKING

from roce_audit.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from roce_audit.reading.platform import Platform


def switches_of(platform: Platform, settings: Iterable[str]) -> dict[str, str]:
    """Return ``NAME=VALUE`` settings as a mapping that the platform knows.

    Raises:
        UsageError: Not of that form, or the platform has no such switch or value.
    """
    pairs: dict[str, str] = {}
    for setting in settings:
        name, equals, value = setting.partition("=")
        if not equals:
            raise UsageError(f"--assume {setting!r}: write NAME=VALUE")
        pairs[name.strip()] = value.strip()
    check_switches(platform, pairs)
    return pairs


def check_switches(platform: Platform, switches: Mapping[str, str], where: str = "") -> None:
    """Check names and values of switches.

    Args:
        platform: Whose switches.
        switches: Name to value.
        where: Put in front of the error, ``switches.leaf1: `` for instance.

    Raises:
        UsageError: The platform has no such switch, or the switch no such value.
    """
    for name, value in switches.items():
        allowed = platform.switches.get(name)
        if allowed is None:
            near = get_close_matches(name, platform.switches, 1)
            known = near[0] if near else ", ".join(sorted(platform.switches)) or "none"
            raise UsageError(f"{where}{platform.name} has no switch {name!r}; known: {known}")
        if value not in allowed:
            words = ", ".join(allowed)
            raise UsageError(f"{where}switch {name} cannot be {value!r}; it is one of {words}")
