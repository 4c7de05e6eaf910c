"""How a Junos device is asked.

Source: netmiko's Junos driver for the terminal; the CLI user guide for pipes and refusals.
"""

from __future__ import annotations

from roce_audit.reading.platform import Command, Session

_CONFIGURATION = Command(
    "show configuration | display set | no-more",
    "filters, groups, interfaces, VLANs, class of service",
)
_EXPANDED = Command(
    "show configuration | display inheritance no-comments | display set | no-more",
    "the same with groups merged by the device, to check our own merging",
    role="state",
    required=False,
)
_VERSION = Command("show version | no-more", "model and release", role="state", required=False)

_SHOW_PATTERN = (
    r"show (?:configuration|version|interfaces|vlans|firewall|class-of-service|"
    r"ethernet-switching|chassis hardware|lldp neighbors)"
    r"(?: [A-Za-z0-9/:._-]+)*"
    r"(?: \| (?:display set|display inheritance(?: no-comments)?|display json|no-more))*"
)

SESSION = Session(
    netmiko_type="juniper_junos",
    commands=(_CONFIGURATION, _EXPANDED, _VERSION),
    allowed=(_SHOW_PATTERN,),
    refusals=(r"^(?:error: )?permission denied", r"^error: .*(?:not permitted|access denied)"),
    unknown=(
        r"^unknown command\.?$",
        r"^\s*\^$",
        r"^syntax error",
        r"^error: (?:syntax error|command is not valid|unknown command)",
    ),
    terminal=(
        r"set cli screen-(?:width|length) [0-9]{1,4}",
        r"set cli complete-on-space off",
        r"cli",
        r"exit",
    ),
)
