"""The match fields of rules, each read into a draft."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

from roce_audit.packets.fields import (
    DESTINATION,
    DESTINATION_PORT,
    DSCP,
    ICMP_CODE,
    ICMP_TYPE,
    PROTOCOL,
    SOURCE,
    SOURCE_PORT,
    VLAN,
)
from roce_audit.packets.prefixes import IPV4_BITS, IPV6_BITS, prefix
from roce_audit.packets.ranges import single
from roce_audit.packets.traffic import ETHERTYPE_IPV4, ETHERTYPE_IPV6, ICMPV6
from roce_audit.platforms.sonic.values import (
    IP_TYPES,
    PORT_TOP,
    VLAN_TOP,
    Inactive,
    exactly,
    masked,
    number,
    port_range,
)

if TYPE_CHECKING:
    from collections.abc import Callable

    from roce_audit.packets.fields import Dimension
    from roce_audit.platforms.sonic.draft import Draft

Read: TypeAlias = "Callable[[Draft, str], None]"
_BYTE = 255
_ICMP = 1
_TCP = 6
_V4_TYPE = single(ETHERTYPE_IPV4)
_V6_TYPE = single(ETHERTYPE_IPV6)


def _ether_type(draft: Draft, value: str) -> None:
    draft.types(exactly(value, PORT_TOP))


def _ip_type(draft: Draft, value: str) -> None:
    word = value.upper()
    types = IP_TYPES.get(word)
    if types is None:
        raise Inactive(f"IP_TYPE {value[:40]} is not one that the switch's code takes")
    draft.types(types)
    if word.startswith("ARP_"):
        draft.ask(word, f"takes {word.lower().replace('_', ' ')} packets only")


def _vlan(draft: Draft, value: str) -> None:
    draft.outer[VLAN] = single(number(value, VLAN_TOP, 1))


def _address(dimension: Dimension, family: int) -> Read:
    bits, types = (IPV4_BITS, _V4_TYPE) if family == ETHERTYPE_IPV4 else (IPV6_BITS, _V6_TYPE)

    def read(draft: Draft, value: str) -> None:
        try:
            draft.inside(dimension, prefix(value, bits))
        except ValueError:
            raise Inactive(f"{value[:60]!r} is no address of that IP version") from None
        draft.types(types)

    return read


def _protocol(draft: Draft, value: str) -> None:
    if draft.kind.to_next_header:
        draft.version(ETHERTYPE_IPV6)
    draft.inside(PROTOCOL, exactly(value, _BYTE))


def _next_header(draft: Draft, value: str) -> None:
    draft.version(ETHERTYPE_IPV6)
    draft.inside(PROTOCOL, exactly(value, _BYTE))


def _port(dimension: Dimension) -> Read:
    def read(draft: Draft, value: str) -> None:
        draft.inside(dimension, exactly(value, PORT_TOP))

    return read


def _range(dimension: Dimension) -> Read:
    def read(draft: Draft, value: str) -> None:
        draft.inside(dimension, port_range(value))

    return read


def _icmp(dimension: Dimension, protocol: int) -> Read:
    def read(draft: Draft, value: str) -> None:
        draft.version(ETHERTYPE_IPV6 if protocol == ICMPV6 else ETHERTYPE_IPV4)
        draft.inside(dimension, exactly(value, _BYTE))
        draft.inside(PROTOCOL, single(protocol))

    return read


def _dscp(draft: Draft, value: str) -> None:
    draft.inside(DSCP, masked(value, 6))


def _tcp_flags(draft: Draft, value: str) -> None:
    masked(value, 6)
    draft.ask("TCP_FLAGS", "takes packets by their TCP flags")
    if PROTOCOL not in draft.inner:
        draft.inside(PROTOCOL, single(_TCP))


def _open(told: str) -> Read:
    """Return the reader of a condition on what is not known of a packet."""

    def read(draft: Draft, value: str) -> None:
        draft.ask(told, f"takes packets by {told}, here {value[:40]!r}")

    return read


MATCH: dict[str, Read] = {
    "ETHER_TYPE": _ether_type,
    "IP_TYPE": _ip_type,
    "VLAN_ID": _vlan,
    "SRC_IP": _address(SOURCE, ETHERTYPE_IPV4),
    "DST_IP": _address(DESTINATION, ETHERTYPE_IPV4),
    "SRC_IPV6": _address(SOURCE, ETHERTYPE_IPV6),
    "DST_IPV6": _address(DESTINATION, ETHERTYPE_IPV6),
    "IP_PROTOCOL": _protocol,
    "NEXT_HEADER": _next_header,
    "L4_SRC_PORT": _port(SOURCE_PORT),
    "L4_DST_PORT": _port(DESTINATION_PORT),
    "L4_SRC_PORT_RANGE": _range(SOURCE_PORT),
    "L4_DST_PORT_RANGE": _range(DESTINATION_PORT),
    "ICMP_TYPE": _icmp(ICMP_TYPE, _ICMP),
    "ICMP_CODE": _icmp(ICMP_CODE, _ICMP),
    "ICMPV6_TYPE": _icmp(ICMP_TYPE, ICMPV6),
    "ICMPV6_CODE": _icmp(ICMP_CODE, ICMPV6),
    "DSCP": _dscp,
    "TCP_FLAGS": _tcp_flags,
    "TC": _open("traffic class"),
    "TUNNEL_VNI": _open("VNI"),
    "TUNNEL_TERM": _open("tunnel termination"),
    "BTH_OPCODE": _open("BTH opcode"),
    "AETH_SYNDROME": _open("AETH syndrome"),
    "META_DATA": _open("metadata of other tables"),
    **{
        name: _open(f"the field {name}")
        for name in (
            "INNER_ETHER_TYPE",
            "INNER_IP_PROTOCOL",
            "INNER_SRC_MAC",
            "INNER_DST_MAC",
            "INNER_SRC_IP",
            "INNER_L4_SRC_PORT",
            "INNER_L4_DST_PORT",
        )
    },
}
"""Readers by field. ``IN_PORTS``, ``OUT_PORT`` and ``OUT_PORTS`` need the switch's ports."""

MASKED: dict[str, Dimension] = {
    "SRC_IP_MASK": SOURCE,
    "DST_IP_MASK": DESTINATION,
    "SRC_IPV6_MASK": SOURCE,
    "DST_IPV6_MASK": DESTINATION,
}
"""Fields of recent images that change which bits of an address are compared."""


def read_mask(draft: Draft, name: str) -> None:
    """Take packets by an address and a mask of its own: which ones is not known."""
    draft.inner.pop(MASKED[name], None)
    draft.ask(name, f"has {name}, which only recent images know")
