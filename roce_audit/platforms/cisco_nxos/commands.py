"""How a device is asked, and what its answers look like."""

from __future__ import annotations

from roce_audit.reading.platform import Command, Session

END_MARKER = r"(?m)^\s*line (?:console|vty)\b"
"""NX-OS marks no end; these lines stand behind the interfaces of every running configuration."""

SESSION = Session(
    netmiko_type="cisco_nxos",
    commands=(
        Command("show running-config", "filters, bindings, interfaces, VLANs", seconds=180.0),
        Command(
            "show interface switchport",
            "whether ports without a mode in the configuration bridge or route",
            role="state",
            required=False,
        ),
        Command(
            "show version",
            "the chassis, on which the meaning of some MAC entries depends",
            role="state",
            required=False,
        ),
    ),
    allowed=(
        r"show running-config",
        r"show interface switchport",
        r"show version",
        r"show (?:ip |ipv6 |mac )?access-lists(?: summary)?",
        r"show vlan (?:access-map|filter)",
        r"show object-group",
        r"terminal length 0",
        r"terminal width 511",
    ),
    refusals=(
        r"% ?Permission denied",
        r"% ?Authorization failed",
        r"(?i)command authorization failed",
    ),
    unknown=(r"% ?Invalid (?:command|input|parameter)", r"% ?Incomplete command", r"% ?Ambiguous"),
    end_marker=END_MARKER,
)
