"""How EOS is spoken to: read-only commands, and what its refusals look like."""

from __future__ import annotations

import re

from roce_audit.reading.platform import Command, Session

END = re.compile(r"(?m)^end\s*$")
"""The last line of a whole running configuration."""

REFUSALS = (
    r"% Authorization denied.*",
    r"% Access denied.*",
    r"% Permission denied.*",
    r"% Invalid input \(privileged mode required\).*",
    r".*privileged mode required.*",
)
UNKNOWN = (
    r"% Invalid input.*",
    r"% Incomplete command.*",
    r"% Ambiguous command.*",
    r"% Unrecognized command.*",
    r"% This is an unconverted command.*",
)
FAILURES = re.compile("|".join(f"(?:{pattern})" for pattern in (*REFUSALS, *UNKNOWN)))
"""Any reply that is not the output asked for."""

SESSION = Session(
    netmiko_type="arista_eos",
    commands=(Command("show running-config", "interfaces, VLANs, access lists, traffic policies"),),
    allowed=(
        r"show running-config(?: all)?",
        r"show running-config section [\w.-]+",
        r"show version(?: \| json)?",
        r"show (?:ip|ipv6|mac) access-lists(?: [\w.-]+)?(?: summary)?(?: \| json)?",
        r"show traffic-policy(?: [\w.-]+)*(?: \| json)?",
        r"show interfaces(?: [\w./-]+)?(?: (?:status|switchport))?(?: \| json)?",
        r"show (?:vlan|port-channel|lldp neighbors|ip interface)(?: \| json)?",
    ),
    refusals=REFUSALS,
    unknown=UNKNOWN,
    end_marker=r"(?m)^end\s*$",
)
