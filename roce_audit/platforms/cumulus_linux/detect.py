"""Tells whether a text is of Cumulus Linux."""

from __future__ import annotations

import re

_SIGNS: tuple[tuple[re.Pattern[str], float, str], ...] = (
    (re.compile(r'(?m)"?nvue-api-version"?\s*:'), 0.97, "the header of NVUE"),
    (re.compile(r"(?m)^(?:\S+@\S+[#$] )?\s*nv (?:set|unset|config) "), 0.95, "a command of NVUE"),
    (re.compile(r"(?m)^\s*net (?:add|del) (?:interface|bond|bridge|vlan|acl|hostname|loopback) "),
     0.95, "a command of NCLU"),
    (re.compile(r"(?m)^\[(?:iptables|ip6tables|ebtables)\]\s*$"), 0.95, "a section of policy.d"),
    (re.compile(r"/etc/cumulus/"), 0.9, "a path of Cumulus"),
    (re.compile(r"Cumulus (?:Linux|VX)"), 0.9, "the name of the system"),
    (re.compile(r"(?m)^-\s+set:\s*$"), 0.9, "the YAML of NVUE"),
    (re.compile(r'"acl"\s*:\s*\{\s*"[^"]+"\s*:\s*\{\s*"(?:type|rule)"\s*:'), 0.9,
     "the access lists of NVUE"),
    (re.compile(r"(?m)^\s+br_default:|\"br_default\""), 0.85, "the bridge of NVUE"),
    (re.compile(r"(?m)^ *acl:\n(?: +\S+:\n +(?:rule|type):)"), 0.85, "the access lists of NVUE"),
    (re.compile(r"(?m)^iface (?:swp|bond)\d|^auto swp\d"), 0.85, "a front-panel port"),
    (re.compile(r"(?m)^-A \S+ .*-j (?:POLICE|SETCLASS|TRICOLORPOLICE|ERSPAN|SPAN)\b"), 0.85,
     "a target of policy.d"),
    (re.compile(r"(?m)^(?:-t \w+ )?-A \S*,\S* |^-t mangle -A "), 0.8, "a rule of policy.d"),
    (re.compile(r"(?m)^INGRESS\w* *=|-[io] swp[0-9+]"), 0.8, "a front-panel port in a rule"),
    (re.compile(r'"swp\d|^\s*swp\d[\d,s-]*:'), 0.7, "a front-panel port"),
)  # fmt: skip
_LONGEST = 2_000_000


def detect(text: str) -> tuple[float, str]:
    """Return how sure it is that ``text`` is of Cumulus Linux, and the line that tells."""
    head = text[:_LONGEST]
    for pattern, confidence, what in _SIGNS:
        found = pattern.search(head)
        if found is not None:
            line = found[0].strip().splitlines()[0][:60]
            return confidence, f"it has {what}: {line!r}"
    return 0.0, ""
