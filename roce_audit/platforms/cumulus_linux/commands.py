"""How a switch is asked, and what its answers look like."""

from __future__ import annotations

from roce_audit.reading.platform import Command, Session

SESSION = Session(
    netmiko_type="cumulus_linux",
    commands=(
        Command("nv config show -o json", "access lists, bindings, interfaces, VLANs"),
        Command(
            "tail -n +1 /etc/cumulus/acl/policy.conf /etc/cumulus/acl/policy.d/*.rules",
            "rules of policy.d, each file under its name",
        ),
        Command("nv show system -o json", "the release", role="state", required=False),
        Command("nv config diff", "changes that are not applied yet", role="state", required=False),
    ),
    allowed=(
        r"nv config show(?: -o (?:json|yaml|commands))?(?: --color off)?",
        r"nv config diff",
        r"nv show [\w /.-]+?(?: -o json)?",
        r"net show configuration commands",
        r"tail -n \+1(?: /etc/cumulus/acl/policy\.(?:conf|d/(?:\*|[\w-]+)\.rules))+",
        r"cat(?: /etc/cumulus/acl/policy\.(?:conf|d/(?:\*|[\w-]+)\.rules))+",
        r"cat /etc/network/interfaces",
        r"cl-acltool -L (?:all|ip|eb)",
        r"(?:iptables|ip6tables|ebtables)-save(?: -c)?",
        r"ip -j -d link show",
        r"bridge -j (?:vlan|link) show",
    ),
    refusals=(
        r"(?i)permission denied",
        r"(?i)a password is required",
        r"(?i)you must be root",
        r"(?i)not authorized",
    ),
    unknown=(
        r"(?i)command not found",
        r"(?i)no such file or directory",
        r"(?i)^usage: nv",
        r"(?i)invalid (?:command|choice)",
    ),
    terminal=(),
)
