"""Random tables, rendered as CONFIG_DB, against a direct evaluation packet by packet.

The evaluation here is written from the facts alone: per table the matching rules of the largest
priority decide, a rule that cannot be made does not exist, and a drop in any table wins. What
depends on the ASIC is an open match, and the answer is then every action that is possible.
"""

from __future__ import annotations

import json
import re
from itertools import product

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from roce_audit.analysis.verdicts import outcomes
from roce_audit.model.path import Passage
from roce_audit.packets.fields import (
    DESTINATION,
    DESTINATION_PORT,
    DSCP,
    ETHERTYPE,
    FRAGMENT,
    PROTOCOL,
    SOURCE,
    SOURCE_PORT,
    VLAN,
)
from roce_audit.packets.prefixes import address
from roce_audit.packets.ranges import single
from roce_audit.platforms.sonic import PLATFORM
from roce_audit.reading.document import Document
from roce_audit.reaudit.bare import bare

IPV4, IPV6, ROCE, ARP = 0x0800, 0x86DD, 0x8915, 0x0806
V4, V6 = ("10.0.0.1", "10.0.1.2"), ("fd00::1", "fd00:1::2")
PROMPT = "admin@leaf1:~$"
YES, MAYBE, NO = "yes", "maybe", "no"
NETS = {
    "SRC_IP": ("10.0.0.0/24", "10.0.0.1", "10.0.0.9/16"),
    "DST_IP": ("10.0.1.0/24", "10.0.0.0/8", "10.0.1.2/32"),
    "SRC_IPV6": ("fd00::/64", "fd00::1"),
    "DST_IPV6": ("fd00:1::/48", "::/0"),
}
FIELDS = {
    "ETHER_TYPE": ("2048", "0x86dd", "35093", "0x0806"),
    "IP_TYPE": ("ANY", "IP", "NON_IP", "ipv4any", "NON_IPV4", "IPV6ANY", "NON_IPv6", "ARP", "IPV4"),
    "IP_PROTOCOL": ("17", "6", "0x11"),
    "NEXT_HEADER": ("17", "6"),
    "L4_SRC_PORT": ("4791", "50000"),
    "L4_DST_PORT": ("4791", "53"),
    "L4_SRC_PORT_RANGE": ("49152-65535", "9-8"),
    "L4_DST_PORT_RANGE": ("4000-5000",),
    "VLAN_ID": ("100", "200"),
    "DSCP": ("26", "24/56"),
    **NETS,
}
TYPES = {
    "L3": {
        "ETHER_TYPE", "IP_TYPE", "IP_PROTOCOL", "L4_SRC_PORT", "L4_DST_PORT", "L4_SRC_PORT_RANGE",
        "L4_DST_PORT_RANGE", "VLAN_ID", "SRC_IP", "DST_IP",
    },
    "L3V6": {
        "IP_TYPE", "IP_PROTOCOL", "NEXT_HEADER", "L4_SRC_PORT", "L4_DST_PORT", "L4_SRC_PORT_RANGE",
        "L4_DST_PORT_RANGE", "VLAN_ID", "SRC_IPV6", "DST_IPV6",
    },
    "MINE": {
        "ETHER_TYPE", "IP_TYPE", "IP_PROTOCOL", "NEXT_HEADER", "DSCP", "L4_DST_PORT", "SRC_IP",
    },
}  # fmt: skip
OWN = {"L3": (IPV4,), "L3V6": (IPV6,), "MINE": ()}
EVERY_TYPE = {IPV4, IPV6, ROCE, ARP}
IP_TYPES = {
    "ANY": EVERY_TYPE,
    "IP": {IPV4, IPV6},
    "NON_IP": {ROCE, ARP},
    "IPV4ANY": {IPV4},
    "NON_IPV4": {IPV6, ROCE, ARP},
    "IPV6ANY": {IPV6},
    "NON_IPV6": {IPV4, ROCE, ARP},
    "ARP": {ARP},
}
INNER = ("IP_PROTOCOL", "NEXT_HEADER", "L4_", "DSCP", "SRC_", "DST_")


@st.composite
def rules(draw):
    names = draw(st.lists(st.sampled_from(sorted(FIELDS)), max_size=4, unique=True))
    rule = {name: draw(st.sampled_from(FIELDS[name])) for name in names}
    rule["PRIORITY"] = str(draw(st.integers(1, 4)))
    action = draw(st.sampled_from(["FORWARD", "DROP", "DROP", "forward", "COPY", "ACCEPT"]))
    return {**rule, "PACKET_ACTION": action}


@st.composite
def tables(draw):
    return draw(st.sampled_from(sorted(TYPES))), draw(st.lists(rules(), max_size=6))


def database(described):
    names = [f"T{number}" for number in range(len(described))]
    return {
        "ACL_TABLE_TYPE": {
            "MINE": {
                "MATCHES": sorted(TYPES["MINE"]),
                "ACTIONS": ["PACKET_ACTION"],
                "BIND_POINTS": ["PORT"],
            }
        },
        "VLAN_MEMBER": {f"Vlan{vlan}|Ethernet0": {"tagging_mode": "tagged"} for vlan in (100, 200)},
        "ACL_TABLE": {
            name: {"type": kind, "ports": ["Ethernet0"]}
            for name, (kind, _) in zip(names, described, strict=True)
        },
        "ACL_RULE": {
            f"{name}|R{at}": rule
            for name, (_, listed) in zip(names, described, strict=True)
            for at, rule in enumerate(listed)
        },
    }


def is_made(kind, rule):
    conditions = set(rule) - {"PRIORITY", "PACKET_ACTION"}
    return (
        bool(conditions)
        and conditions <= TYPES[kind]
        and rule["PACKET_ACTION"].upper() != "ACCEPT"
        and rule.get("IP_TYPE", "ANY").upper() in IP_TYPES
        and rule.get("L4_SRC_PORT_RANGE") != "9-8"
    )


def inside(text, net):
    bits = 128 if ":" in net else 32
    base, _, length = net.partition("/")
    free = bits - int(length or bits)
    return (":" in text) == (":" in net) and address(text, bits) >> free == address(
        base, bits
    ) >> free


def fits(name, value, packet):
    """Whether a condition holds for an IP packet."""
    read = {"IP_PROTOCOL": "proto", "NEXT_HEADER": "proto", "L4_SRC_PORT": "sport"}
    read |= {"L4_DST_PORT": "dport", "L4_SRC_PORT_RANGE": "sport", "L4_DST_PORT_RANGE": "dport"}
    if name in NETS:
        return inside(packet["src" if name.startswith("SRC") else "dst"], value)
    if name == "DSCP":
        data, _, mask = value.partition("/")
        return packet["dscp"] & int(mask or 63) == int(data) & int(mask or 63)
    low, _, high = value.partition("-")
    return int(low, 0) <= packet[read[name]] <= int(high or low, 0)


def kinds(rule):
    """Return the EtherTypes that a rule is for, and whether it says so."""
    sets = [{IPV6 if "V6" in name else IPV4} for name in rule if name in NETS]
    if "ETHER_TYPE" in rule:
        sets.append({int(rule["ETHER_TYPE"], 0)})
    if "IP_TYPE" in rule:
        sets.append(IP_TYPES[rule["IP_TYPE"].upper()])
    return EVERY_TYPE.intersection(*sets), bool(sets)


def certain(kind, rule, *, says):
    """Return the IP versions for which it is certain what conditions on IP mean."""
    sure = {IPV4, IPV6} if says else set(OWN[kind])
    next_header = "NEXT_HEADER" in rule or (kind == "L3V6" and "IP_PROTOCOL" in rule)
    return sure & {IPV6} if next_header else sure


def contradicts_itself(rule):
    """Whether two conditions on one field exclude each other, whatever a packet holds."""
    protocols = {int(rule[name], 0) for name in ("IP_PROTOCOL", "NEXT_HEADER") if name in rule}
    if len(protocols) > 1:
        return True
    for name in ("L4_SRC_PORT", "L4_DST_PORT"):
        low, dash, high = rule.get(f"{name}_RANGE", "").partition("-")
        if dash and name in rule and not int(low) <= int(rule[name]) <= int(high):
            return True
    return False


def matches(kind, rule, packet):
    types, says = kinds(rule)
    inner = [name for name in rule if name.startswith(INNER)]
    if (
        packet["ethertype"] not in types
        or int(rule.get("VLAN_ID", packet["vlan"])) != packet["vlan"]
        or contradicts_itself(rule)
    ):
        return NO
    if not inner:
        return YES
    if packet["ethertype"] not in certain(kind, rule, says=says):
        return MAYBE
    return YES if all(fits(name, rule[name], packet) for name in inner) else NO


def possible(kind, listed, packet):
    """Return every action that a table may come to."""
    actions = set()
    made = [rule for rule in listed if is_made(kind, rule)]
    for priority in sorted({int(rule["PRIORITY"]) for rule in made}, reverse=True):
        same = [(matches(kind, r, packet), r) for r in made if int(r["PRIORITY"]) == priority]
        taking = [(how, rule) for how, rule in same if how != NO]
        actions |= {
            "deny" if rule["PACKET_ACTION"].upper() == "DROP" else "permit" for _, rule in taking
        }
        if any(how == YES for how, _ in taking):
            return actions
    return actions | {"permit"}


def packets():
    for ethertype, vlan in product((ROCE, ARP), (100, 200)):
        yield {"ethertype": ethertype, "vlan": vlan}
    for ethertype, proto, sport, dport in product((IPV4, IPV6), (17, 6), (4791, 50000), (4791, 53)):
        source, destination = V4 if ethertype == IPV4 else V6
        yield {
            "ethertype": ethertype,
            "vlan": 100 if sport == 4791 else 200,
            "proto": proto,
            "sport": sport,
            "dport": dport,
            "dscp": 26 if dport == 53 else 31,
            "src": source,
            "dst": destination,
        }


def region(packet):
    box = {ETHERTYPE: single(packet["ethertype"]), VLAN: single(packet["vlan"])}
    if "proto" in packet:
        bits = 32 if packet["ethertype"] == IPV4 else 128
        box |= {
            PROTOCOL: single(packet["proto"]),
            SOURCE_PORT: single(packet["sport"]),
            DESTINATION_PORT: single(packet["dport"]),
            DSCP: single(packet["dscp"]),
            FRAGMENT: single(0),
            SOURCE: single(address(packet["src"], bits)),
            DESTINATION: single(address(packet["dst"], bits)),
        }
    return box


def read(text):
    return PLATFORM.read("leaf1", [Document("config_db.json", text)], {})


@settings(max_examples=120, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.lists(tables(), min_size=1, max_size=2))
def test_every_packet_meets_the_fate_that_the_facts_say(described):
    device = read(json.dumps(database(described), indent=1))
    stages = PLATFORM.route(device, Passage("Ethernet0")).stages
    for packet in packets():
        fates = [possible(kind, listed, packet) for kind, listed in described]
        expected = set()
        if any("deny" in fate for fate in fates):
            expected.add("deny")
        if all("permit" in fate for fate in fates):
            expected.add("permit")
        found = {
            action.value for each in outcomes(stages, region(packet)) for action in each.actions
        }
        assert found == expected, packet


def model(device):
    """Return what a device does, without the lines that reasons name."""
    plain = bare(device)
    parts = (plain.filters, plain.bindings, plain.interfaces, plain.vlans)
    return re.sub(r"line \d+", "line", repr(parts))


def flat(tree, wrap):
    return {
        f"{table}|{key}": {"type": "hash", "ttl": -0.001, "value": fields} if wrap else fields
        for table, entries in tree.items()
        for key, fields in entries.items()
    }


@settings(max_examples=60, deadline=None)
@given(
    st.lists(tables(), min_size=1, max_size=2),
    st.sampled_from([None, 0, 4]),
    st.booleans(),
    st.randoms(use_true_random=False),
)
def test_how_a_database_is_printed_changes_nothing(described, indent, wrap, random):
    tree = database(described)
    wanted = model(read(json.dumps(tree)))
    shuffled = {
        table: dict(random.sample(sorted(entries.items()), len(entries)))
        for table, entries in random.sample(sorted(tree.items()), len(tree))
    }
    ways = [
        json.dumps(shuffled, indent=indent),
        json.dumps(tree, indent=indent).replace("\n", "\r\n"),
        json.dumps(flat(tree, wrap), indent=indent),
        f"{PROMPT} sonic-cfggen -d --print-data\n{json.dumps(tree, indent=indent)}\n{PROMPT} ",
        "\n".join(json.dumps({table: entries}) for table, entries in tree.items()),
        f"\ufeff{json.dumps(tree, indent=2)}",
        json.dumps(tree, indent=2).replace("\n", "   \n"),
    ]
    for text in ways:
        assert model(read(text)) == wanted, text
