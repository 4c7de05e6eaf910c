"""Whether a text is a Junos configuration."""

from __future__ import annotations

import re

_SECTIONS = (
    "access|applications|bridge-domains|chassis|class-of-service|ethernet-switching-options|"
    "event-options|firewall|forwarding-options|groups|interfaces|policy-options|protocols|"
    "routing-instances|routing-options|security|snmp|switch-options|system|vlans"
)
_SET = re.compile(
    rf"^(?:\S+@\S+[>#]\s*)?(?:set|delete|deactivate|activate|insert)\s+(?:{_SECTIONS})\s",
    re.MULTILINE,
)
_APPLY = re.compile(r"^(?:set\s+)?apply-groups\s", re.MULTILINE)
_BLOCK = re.compile(rf"^\s*(?:[a-z]+:\s+)?(?:{_SECTIONS})\s*\{{", re.MULTILINE)
_LEAF = re.compile(r"[^#;{}\s];\s*(?:##.*|\}.*)?$", re.MULTILINE)
_VERSION = re.compile(r"^(?:set\s+)?version \"?\d+\.\d+[A-Z]\d", re.MULTILINE)
_COMMIT = re.compile(r"^## Last (?:commit|changed): ", re.MULTILINE)
_INNER = re.compile(
    r"^\s*(?:replace: )?filter \S+ \{\s*(?:interface-specific;\s*)?term \S+ \{", re.MULTILINE
)
_FOREIGN = re.compile(
    r"^\s*set (?:interfaces (?:ethernet|bonding|loopback) |firewall name )", re.MULTILINE
)
_FEW = 3
_LOOKED_AT = 200_000


def detect(text: str) -> tuple[float, str]:
    """Return how sure it is that ``text`` is of Junos, 0.0 to 1.0, and why."""
    head = text[:_LOOKED_AT]
    if _FOREIGN.search(head):
        return 0.0, ""
    for pattern, confidence in ((_COMMIT, 0.95), (_VERSION, 0.95)):
        found = pattern.search(head)
        if found is not None and (_SET.search(head) or _BLOCK.search(head)):
            return confidence, f"of the line {found[0].strip()!r}"
    found = _SET.search(head)
    if found is not None:
        many = sum(1 for _ in zip(range(_FEW), _SET.finditer(head), strict=False)) >= _FEW
        return (0.9 if many else 0.8), f"of commands such as {found[0].strip()!r}"
    block = _BLOCK.search(head) or _INNER.search(head)
    if block is not None and _LEAF.search(head):
        return 0.9, f"of blocks such as {block[0].strip()!r} with statements that end in ';'"
    return (0.3, "of apply-groups") if _APPLY.search(head) else (0.0, "")
