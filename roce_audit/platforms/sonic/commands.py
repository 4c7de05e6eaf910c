"""How SONiC's shell is spoken to: read-only commands that need no other rights.

Source: facts 3.1; ``sonic-cfggen`` and ``show`` work for members of the group that may read the
databases. Nothing here needs ``sudo``, and nothing asks for it.
"""

from __future__ import annotations

import re

from roce_audit.reading.platform import Command, Session

FULL_DUMP = (
    r"sonic-cfggen\b.*--print-data|show runningconfiguration|sonic-db-dump|--var-json|HGETALL"
)
"""Commands whose JSON shows whole tables."""

REFUSALS = (
    r"(?i)permission denied",
    r"(?i)operation not permitted",
    r"(?i)a password is required",
    r"(?i)root privileges are required",
    r"(?i)must be run (?:as root|with sudo)",
    r"(?i)unable to connect to redis",
    r"^Traceback \(most recent call last\)",
)
UNKNOWN = (
    r"(?i)command not found",
    r"(?i)^-?bash: .*: No such file or directory",
    r"(?i)^(?:Error: )?No such command",
    r"(?i)^Usage: .*\[OPTIONS\]",
)
_FAILURES = tuple(re.compile(pattern) for pattern in (*REFUSALS, *UNKNOWN))

SESSION = Session(
    netmiko_type="linux",
    interfaces=r"\"(?:PORT|PORTCHANNEL)\"\s*:",
    commands=(
        Command("sonic-cfggen -d --print-data", "CONFIG_DB: ports, VLANs, tables, rules"),
        Command("show acl table", "status of tables", role="state", required=False),
        Command("show acl rule", "status of rules", role="state", required=False),
        Command(
            "sonic-db-dump -n STATE_DB -k 'ACL_*' -y",
            "status of tables and rules, what the ASIC can do",
            role="state",
            required=False,
        ),
        Command("show version", "the ASIC", role="state", required=False),
    ),
    allowed=(
        r"sonic-cfggen(?: -n asic\d{1,2})? -d --print-data",
        r"sonic-cfggen(?: -n asic\d{1,2})? -d --var-json [A-Z_]{1,60}",
        r"show acl (?:table|rule)(?: [\w.-]{1,80}){0,2}",
        r"show version",
        r"show runningconfiguration (?:all|acl|ports|interfaces)",
        r"show (?:interfaces status|vlan brief|vlan config|mac|arp)",
        r"show (?:ecn|pfc counters|pfc priority|pfc asymmetric|pfcwd config|pfcwd stats)",
        r"show (?:queue counters|priority-group drop counters|dropcounters counts)",
        r"show (?:buffer information|buffer configuration|lldp table)",
        r"sonic-db-dump -n (?:STATE_DB|CONFIG_DB) -k '[A-Z_]{1,40}\*?' -y",
    ),
    refusals=REFUSALS,
    unknown=UNKNOWN,
    end_marker=r"(?m)^\}\s*\Z",
    terminal=(),
)


def is_failure(line: str) -> bool:
    """Whether a line is a reply that is not the output asked for."""
    return any(pattern.search(line) for pattern in _FAILURES)
