"""How sure it is that a text is of SONiC, and by what."""

from __future__ import annotations

import re

MOST_CHARACTERS = 2_000_000
"""Beginning of the text that is looked at."""

_SIGNS: tuple[tuple[float, str, str], ...] = (
    (0.95, r'"DEVICE_METADATA(?:\|localhost)?"\s*:\s*\{', "a table of CONFIG_DB"),
    (0.95, r'"ACL_(?:TABLE|RULE)(?:_TYPE)?(?:\|[^"]*)?"\s*:\s*\{', "a table of CONFIG_DB"),
    (0.95, r'"(?:VLAN_MEMBER|PORTCHANNEL_MEMBER|VLAN_INTERFACE)(?:\|[^"]*)?"\s*:\s*\{', "a table"),
    (0.9, r'"(?:PORT_QOS_MAP|BUFFER_PG|DSCP_TO_TC_MAP|MIRROR_SESSION)(?:\|[^"]*)?"\s*:', "a table"),
    (0.9, r'"path"\s*:\s*"/(?:asic\d+/|localhost/)?(?:ACL_|PORT|VLAN)[A-Z_]*', "a path of a patch"),
    (0.9, r"(?m)^\s*Name\s+Type\s+Binding\s+Description", "the heading of 'show acl table'"),
    (0.9, r"(?m)^\s*Table\s+Rule\s+Priority\s+Action\s+Match", "the heading of 'show acl rule'"),
    (0.9, r"(?m)^SONiC Software Version:", "the head of 'show version'"),
    (0.85, r"(?m)^\S+@\S+[$#]\s+sonic-(?:cfggen|db-)", "a command of SONiC"),
    (0.85, r'"PORT(?:\|Ethernet\d+)?"\s*:\s*\{\s*("Ethernet\d+"\s*:\s*\{|"(?:lanes|mtu))', "ports"),
    (0.8, r'"acl-sets"\s*:\s*\{\s*"acl-set"\s*:\s*\{', "input for acl-loader"),
    (0.7, r'"PACKET_ACTION"\s*:\s*"', "a rule"),
)


def detect(text: str) -> tuple[float, str]:
    """Return confidence from 0.0 to 1.0 and a phrase naming the tell-tale text."""
    head = text[:MOST_CHARACTERS]
    for confidence, pattern, what in _SIGNS:
        found = re.search(pattern, head)
        if found is not None:
            shown = " ".join(found[0].split())[:60]
            return confidence, f"it has {what}: {shown!r}"
    return 0.0, ""
