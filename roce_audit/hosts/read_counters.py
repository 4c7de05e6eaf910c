"""Counters that the collector read twice, if it was asked to.

Source: Linux ``Documentation/ABI/stable/sysfs-class-infiniband`` (counters, hw_counters);
``ethtool(8)``, ``-S``.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from roce_audit.hosts.entries import as_number, entries
from roce_audit.model.counters import Counted
from roce_audit.model.facts import Fact, Unknown

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from roce_audit.hosts.sections import Capture

_PATH = re.compile(
    r"sys/class/infiniband/(?P<device>[^/]+)/ports/(?P<port>\d+)/(?:hw_)?counters/(?P<name>[^/]+)"
)
_NOT_TWICE = Unknown("counters were not read twice")


def read_counters(capture: Capture) -> Fact[Counted]:
    """Return how far the counters went on; unknown if they were read once or not at all."""
    first, second = (entries(capture.section(f"counters {number}")) for number in (1, 2))
    begin, end = first.number("time"), second.number("time")
    if isinstance(begin, Unknown) or isinstance(end, Unknown) or end <= begin:
        return _NOT_TWICE
    if not first.section.ok or not second.section.ok:
        return _NOT_TWICE
    ports = _by_port(_gains(first.below(""), second.below("")))
    names = {keys[1] for keys, _ in capture.keyed("net_counters") if len(keys) == 2}  # noqa: PLR2004 - number and interface
    netdevs = {name: _of_netdev(capture, name) for name in sorted(names)}
    return Counted(end - begin, ports, netdevs)


def _of_netdev(capture: Capture, name: str) -> dict[str, int]:
    sections = [capture.section(f"net_counters {number} {name}") for number in (1, 2)]
    if not all(section.ok for section in sections):
        return {}
    before, after = (
        {key.strip(): value.strip() for key, _, value in _split(section.lines)}
        for section in sections
    )
    return _gains(before, after)


def _split(lines: Iterable[str]) -> list[tuple[str, str, str]]:
    return [line.partition(":") for line in lines]


def _gains(before: Mapping[str, str], after: Mapping[str, str]) -> dict[str, int]:
    gains: dict[str, int] = {}
    for key, text in after.items():
        old, new = as_number(before.get(key, "")), as_number(text)
        if not isinstance(old, Unknown) and not isinstance(new, Unknown) and new >= old:
            gains[key] = new - old
    return gains


def _by_port(gains: Mapping[str, int]) -> dict[str, dict[str, int]]:
    ports: dict[str, dict[str, int]] = {}
    for path, gain in gains.items():
        match = _PATH.fullmatch(path)
        if match is not None:
            name = f"{match['device']}/{match['port']}"
            ports.setdefault(name, {})[match["name"]] = gain
    return ports
