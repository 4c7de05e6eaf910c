"""The output of ``mlnx_qos -i NETDEV``.

Source: the vendor's published sample output; newer versions print more rows under the same heads.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from roce_audit.model.facts import Fact, Unknown

if TYPE_CHECKING:
    from collections.abc import Mapping

    from roce_audit.hosts.section import Section

_MAP_LINE = re.compile(r"^prio:\s*(?P<priority>[0-7])\s+dscp:\s*(?P<codes>[0-9, ]*)$")
_DSCPS = 64


@dataclass(frozen=True, slots=True)
class MlnxQos:
    """What the tool shows."""

    trust: Fact[str]
    pfc: Fact[frozenset[int]]
    dscp_to_priority: Fact[Mapping[int, int]]
    dcbx: Fact[frozenset[str]]


def read_mlnx_qos(section: Section) -> MlnxQos:
    """Read the output; a part that it does not show is unknown."""
    if not section.ok:
        missing = section.unknown
        return MlnxQos(missing, missing, missing, missing)
    lines = [line.strip() for line in section.lines]
    mode = _after("DCBX mode:", lines)
    return MlnxQos(
        trust=_after("Priority trust state:", lines),
        pfc=_pfc(lines),
        dscp_to_priority=_dscp_map(lines),
        dcbx=mode if isinstance(mode, Unknown) else frozenset({mode.lower()}),
    )


def _after(head: str, lines: list[str]) -> Fact[str]:
    for line in lines:
        if line.startswith(head):
            return line.removeprefix(head).strip().lower()
    return Unknown(f"the tool does not print {head.removesuffix(':')}")


def _dscp_map(lines: list[str]) -> Fact[Mapping[int, int]]:
    found: dict[int, int] = {}
    for line in lines:
        match = _MAP_LINE.match(line)
        if match is None:
            continue
        for code in match["codes"].replace(" ", "").split(","):
            if code and int(code[:3]) < _DSCPS:
                found[int(code[:3])] = int(match["priority"])
    return found or Unknown("the tool prints no map from DSCP to priority")


def _pfc(lines: list[str]) -> Fact[frozenset[int]]:
    """Read the rows ``priority`` and ``enabled`` that follow the head."""
    if "PFC configuration:" not in lines:
        return Unknown("the tool prints no PFC configuration")
    rows = {
        words[0]: words[1:]
        for line in lines[lines.index("PFC configuration:") :]
        if (words := line.split()) and words[0] in {"priority", "enabled"}
    }
    if len(rows.get("priority", ())) != len(rows.get("enabled", ())) or not rows.get("enabled"):
        return Unknown("the tool prints no PFC configuration")
    pairs = zip(rows["priority"], rows["enabled"], strict=True)
    return frozenset(
        int(priority) for priority, on in pairs if on == "1" and priority in "01234567"
    )
