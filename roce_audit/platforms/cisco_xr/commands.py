"""How IOS-XR is spoken to: read-only commands, and what its refusals look like."""

from __future__ import annotations

from roce_audit.reading.platform import Command, Session

SESSION = Session(
    netmiko_type="cisco_xr",
    commands=(
        Command("show running-config", "filters, bindings, interfaces, bridging", seconds=300.0),
        Command(
            "show access-lists afi-all",
            "lists that the configuration leaves out for this login",
            role="state",
            required=False,
        ),
    ),
    allowed=(
        r"show running-config",
        r"show running-config (?:ipv4|ipv6|ethernet-services) access-list(?: [\w.:-]+)?",
        (
            r"show running-config (?:formal|inheritance|hostname|interface|object-group|l2vpn"
            r"|class-map|policy-map|group|hw-module profile)"
        ),
        r"show running-config interface [\w./-]+",
        r"show version",
        r"show access-lists (?:afi-all|ethernet-services)",
        r"show access-lists (?:ipv4|ipv6|ethernet-services) [\w.:-]+",
        r"show access-lists (?:ipv4|ipv6) [\w.:-]+ usage pfilter location all",
        r"show interfaces(?: [\w./-]+)?",
        r"show bundle(?: [\w./-]+)?",
        r"show l2vpn bridge-domain detail",
        r"show configuration failed",
    ),
    refusals=(
        r"(?i)% ?This command is not authorized.*",
        r"(?i)% ?authorization failed.*",
        r"(?i)% ?permission denied.*",
        r"(?i)% ?access denied.*",
    ),
    unknown=(
        r"% ?Invalid input detected.*",
        r"% ?Incomplete command.*",
        r"% ?Ambiguous command.*",
        r"% ?Unknown command.*",
    ),
    end_marker=r"(?m)^end\s*$",
)
"""A login without the tasks of a section gets the configuration without it, in silence: ``end``
still comes, so host name and interfaces are looked for as well (see ``finish``)."""
