"""One rule of acl-loader's input as fields of ACL_RULE.

Source: ``convert_rule_to_db_schema`` and what it calls in ``acl_loader/main.py``.
"""

from __future__ import annotations

from ipaddress import ip_network
from typing import TYPE_CHECKING

from roce_audit.platforms.sonic.fields import value_of
from roce_audit.reading.json_values import JsonArray, JsonObject

if TYPE_CHECKING:
    from collections.abc import Iterator

    from roce_audit.platforms.sonic.database import Value
    from roce_audit.reading.json_values import JsonValue

_ETHERTYPES = {
    "ETHERTYPE_LLDP": 0x88CC,
    "ETHERTYPE_VLAN": 0x8100,
    "ETHERTYPE_ROCE": 0x8915,
    "ETHERTYPE_ARP": 0x0806,
    "ETHERTYPE_IPV4": 0x0800,
    "ETHERTYPE_IPV6": 0x86DD,
    "ETHERTYPE_MPLS": 0x8847,
}
_PROTOCOLS = {
    "IP_TCP": 6,
    "IP_ICMP": 1,
    "IP_UDP": 17,
    "IP_IGMP": 2,
    "IP_PIM": 103,
    "IP_RSVP": 46,
    "IP_GRE": 47,
    "IP_AUTH": 51,
    "IP_ICMPV6": 58,
    "IP_L2TP": 115,
}
_ACTIONS = {"ACCEPT": "FORWARD", "DROP": "DROP", "REJECT": "DROP"}
_FLAGS = ("FIN", "SYN", "RST", "PSH", "ACK", "URG", "ECE", "CWR")
_V6_TYPES = ("L3V6", "MIRRORV6")
_BOTH = "L3V4V6"
_ICMPV6 = 58
_TCP = 6
_MOST_DIGITS = 9


class NotConverted(Exception):  # noqa: N818 - acl-loader's answer, not a failure of ours
    """acl-loader leaves the rule out; the text says why."""


def members(node: JsonValue) -> dict[str, tuple[int, JsonValue]]:
    """Return the members of an object with their offsets; none for another value."""
    if not isinstance(node, JsonObject):
        return {}
    return {name: (at, content) for name, at, content in node.members}


def text_of(rule: JsonValue, part: str, name: str) -> str:
    """Return a setting of one part of a rule as text; "" if it is absent."""
    config = members(members(rule).get(part, (0, None))[1]).get("config", (0, None))[1]
    value = members(config).get(name, (0, None))[1]
    if value is None or isinstance(value, JsonArray | JsonObject):
        return ""
    text = value_of(value)
    return text if isinstance(text, str) else ""


def fields_of_rule(rule: JsonValue, kind: str) -> tuple[int, dict[str, Value]]:
    """Return the number of a rule and its fields, priority left out.

    Args:
        rule: The entry.
        kind: Type of its table, in capitals.

    Raises:
        NotConverted: acl-loader leaves it out.
    """
    own = members(members(rule).get("config", (0, None))[1]).get("sequence-id", (0, None))[1]
    number = _number(str(own), "sequence-id")
    fields: dict[str, Value] = dict(_kind_of_packets(rule, kind))
    fields.update(_action(rule, kind))
    fields.update(_layer2(rule))
    fields.update(_layer3(rule, kind))
    fields.update(_icmp(rule, kind))
    fields.update(_transport(rule))
    _check(fields)
    return number, fields


def _kind_of_packets(rule: JsonValue, kind: str) -> Iterator[tuple[str, str]]:
    if kind == "L3":
        yield "ETHER_TYPE", "2048"
    elif kind == "L3V6":
        yield "IP_TYPE", "IPV6ANY"
    elif kind == _BOTH and text_of(rule, "l2", "ethertype") not in (
        "ETHERTYPE_IPV4",
        "ETHERTYPE_IPV6",
    ):
        raise NotConverted("a rule of an L3V4V6 table needs ETHERTYPE_IPV4 or ETHERTYPE_IPV6")


def _action(rule: JsonValue, kind: str) -> Iterator[tuple[str, str]]:
    word = text_of(rule, "actions", "forwarding-action")
    if word not in _ACTIONS:
        raise NotConverted(f"{word or 'no'} action is not known")
    if word == "ACCEPT" and kind.startswith("MIRROR"):
        yield "MIRROR_INGRESS_ACTION", "session"
    else:
        yield "PACKET_ACTION", _ACTIONS[word]


def _layer2(rule: JsonValue) -> Iterator[tuple[str, str]]:
    ethertype = text_of(rule, "l2", "ethertype")
    if ethertype:
        known = _ETHERTYPES.get(ethertype)
        yield "ETHER_TYPE", str(known if known is not None else _number(ethertype, "ethertype"))
    vlan = text_of(rule, "l2", "vlan-id")
    if vlan and vlan != "null":
        yield "VLAN_ID", vlan


def _layer3(rule: JsonValue, kind: str) -> Iterator[tuple[str, str]]:
    word = text_of(rule, "ip", "protocol")
    if word and word != "0":
        known = _PROTOCOLS.get(word)
        if word == "IP_ICMP" and _is_v6(rule, kind):
            known = _ICMPV6
        yield "IP_PROTOCOL", str(known if known is not None else _number(word, "protocol"))
    for side, name in (("source-ip-address", "SRC"), ("destination-ip-address", "DST")):
        address = text_of(rule, "ip", side)
        if not address:
            continue
        try:
            version = ip_network(address).version
        except ValueError:
            raise NotConverted(f"{address[:60]} is no network: acl-loader stops there") from None
        yield f"{name}_IP{'V6' if version == 6 else ''}", address  # noqa: PLR2004 - IPv6
    if kind.startswith("MIRROR") and (dscp := text_of(rule, "ip", "dscp")) not in ("", "0"):
        yield "DSCP", dscp


def _is_v6(rule: JsonValue, kind: str) -> bool:
    return kind in _V6_TYPES or (
        kind == _BOTH and text_of(rule, "l2", "ethertype") == "ETHERTYPE_IPV6"
    )


def _icmp(rule: JsonValue, kind: str) -> Iterator[tuple[str, str]]:
    protocol = text_of(rule, "ip", "protocol")
    is_v6 = _is_v6(rule, kind) or protocol in ("IP_ICMPV6", str(_ICMPV6))
    for name in ("type", "code"):
        value = text_of(rule, "icmp", name)
        if value and value != "null":
            yield f"ICMP{'V6' if is_v6 else ''}_{name.upper()}", value


def _transport(rule: JsonValue) -> Iterator[tuple[str, str]]:
    for side, name in (("source-port", "SRC"), ("destination-port", "DST")):
        port = text_of(rule, "transport", side)
        if ".." in port:
            yield f"L4_{name}_PORT_RANGE", port.replace("..", "-")
        elif port and port != "0":
            yield f"L4_{name}_PORT", port
    config = members(members(rule).get("transport", (0, None))[1]).get("config", (0, None))[1]
    flags = members(config).get("tcp-flags", (0, None))[1]
    words = value_of(flags) if isinstance(flags, JsonArray) else ()
    value = sum(1 << bit for bit, flag in enumerate(_FLAGS) if f"TCP_{flag}" in words)
    if value:
        yield "TCP_FLAGS", f"0x{value:02x}/0x{value:02x}"


def _check(fields: dict[str, Value]) -> None:
    protocol = fields.get("IP_PROTOCOL")
    needs = {"TCP_FLAGS": _TCP, "ICMP_TYPE": 1, "ICMP_CODE": 1}
    needs |= {"ICMPV6_TYPE": _ICMPV6, "ICMPV6_CODE": _ICMPV6}
    for name, needed in needs.items():
        if protocol and name in fields and protocol != str(needed):
            raise NotConverted(f"{name} does not go with protocol {protocol}")


def _number(text: str, what: str) -> int:
    if not (text.isascii() and text.isdecimal() and len(text) <= _MOST_DIGITS):
        raise NotConverted(f"{text[:40]!r} is no {what}")
    return int(text)
