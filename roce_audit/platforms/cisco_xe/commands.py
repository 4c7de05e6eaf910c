"""How IOS-XE is spoken to: read-only commands, and what its refusals look like."""

from __future__ import annotations

from roce_audit.reading.platform import Command, Session

SESSION = Session(
    netmiko_type="cisco_xe",
    commands=(
        Command("show running-config", "filters, bindings, interfaces, VLANs", seconds=180.0),
        Command(
            "show access-lists",
            "sequence numbers that the configuration does not show, downloaded lists",
            role="state",
            required=False,
        ),
        Command(
            "show version",
            "the model, on which the default mode of ports depends",
            role="state",
            required=False,
        ),
    ),
    allowed=(
        r"show running-config",
        r"show running-config interface [\w./-]+",
        r"show version",
        r"show (?:ip )?access-lists(?: [\w.-]+)?",
        r"show ipv6 access-list(?: [\w.-]+)?",
        r"show mac access-group(?: interface [\w./-]+)?",
        r"show object-group(?: name [\w.-]+)?",
        r"show time-range(?: [\w.-]+)?",
        r"show vlan (?:brief|filter|access-map(?: [\w.-]+)?)",
        r"show interfaces(?: [\w./-]+)?(?: (?:switchport|trunk|status))?",
        r"show (?:etherchannel summary|ip interface|system mtu)",
    ),
    refusals=(
        r"% ?Authorization failed.*",
        r"(?i)command authorization failed.*",
        r"% ?Access denied.*",
        r"% ?Permission denied.*",
        r"% ?This command is not authorized.*",
    ),
    unknown=(
        r"% ?Invalid input detected.*",
        r"% ?Incomplete command.*",
        r"% ?Ambiguous command.*",
        r"% ?Unrecognized command.*",
        r"% ?Unknown command.*",
    ),
    end_marker=r"(?m)^end\s*$",
)
"""A user of a low privilege level sees a part of the configuration, in silence: ``end`` still
comes, so host name and interfaces are looked for as well (see ``finish``)."""
