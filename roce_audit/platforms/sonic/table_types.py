"""Types of ACL tables: what their rules can match, where they are bound, whether they may drop.

Source: ``initDefaultTableTypes`` of ``aclorch.cpp`` (sonic-swss); see NOTES.md.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from roce_audit.packets.traffic import ETHERTYPE_IPV4, ETHERTYPE_IPV6

if TYPE_CHECKING:
    from collections.abc import Mapping

    from roce_audit.platforms.sonic.database import Entry

_PORTS = frozenset({"L4_SRC_PORT", "L4_DST_PORT", "TCP_FLAGS"})
_RANGES = frozenset({"L4_SRC_PORT_RANGE", "L4_DST_PORT_RANGE"})
_ANY = frozenset({"VLAN_ID", "IP_TYPE"})
_V4 = frozenset({"SRC_IP", "DST_IP", "ICMP_TYPE", "ICMP_CODE", "IP_PROTOCOL"})
_V6 = frozenset({"SRC_IPV6", "DST_IPV6", "ICMPV6_TYPE", "ICMPV6_CODE", "NEXT_HEADER"})
_L3 = _ANY | _PORTS | _V4 | {"ETHER_TYPE"}
_L3V6 = _ANY | _PORTS | _V6
_MASKS = frozenset(f"{name}_MASK" for name in ("SRC_IP", "DST_IP", "SRC_IPV6", "DST_IPV6"))
_ODD = frozenset(
    {
        "IN_PORTS",
        "OUT_PORT",
        "OUT_PORTS",
        "DSCP",
        "TC",
        "TUNNEL_VNI",
        "TUNNEL_TERM",
        "BTH_OPCODE",
        "AETH_SYNDROME",
        "META_DATA",
        "INNER_ETHER_TYPE",
        "INNER_IP_PROTOCOL",
        "INNER_SRC_MAC",
        "INNER_DST_MAC",
        "INNER_SRC_IP",
        "INNER_L4_SRC_PORT",
        "INNER_L4_DST_PORT",
    }
)
MATCHES = _L3 | _L3V6 | _RANGES | _ODD | _MASKS
"""Every match field that the code knows."""
_ACTIONS = frozenset(
    {
        "PACKET_ACTION",
        "REDIRECT_ACTION",
        "DO_NOT_NAT_ACTION",
        "DISABLE_TRIM_ACTION",
        "MIRROR_INGRESS_ACTION",
        "MIRROR_EGRESS_ACTION",
        "POLICER_ACTION",
        "META_DATA_ACTION",
        "DSCP_ACTION",
        "INNER_SRC_MAC_REWRITE_ACTION",
        "COUNTER",
    }
)
_PLACES = frozenset({"PORT", "PORTCHANNEL"})
_FAMILIES = {ETHERTYPE_IPV4: _V4, ETHERTYPE_IPV6: _V6}


@dataclass(frozen=True, slots=True)
class TableType:
    """A type of ACL tables.

    Attributes:
        name: In capitals.
        matches: Fields that rules may match.
        own: EtherTypes that a rule with neither EtherType, IP type nor address matches for sure.
        to_next_header: Whether IP_PROTOCOL is taken as NEXT_HEADER.
        decides: Whether its rules decide what is dropped; False for mirrors and the like.
        places: ``PORT``, ``PORTCHANNEL``.
        actions: What rules may do; empty: anything.
        open: Matches of which it is not certain that rules may use them, and why.
        doubt: Why tables of this type may not act, as a phrase; "" if they do.
        custom: Whether the configuration defines it.
    """

    name: str
    matches: frozenset[str]
    own: tuple[int, ...] = ()
    to_next_header: bool = False
    decides: bool = True
    places: frozenset[str] = _PLACES
    actions: frozenset[str] = frozenset()
    open: tuple[frozenset[str], str] = (frozenset(), "")
    doubt: str = ""
    custom: bool = False


EGRESS_RANGES = (_RANGES, "some Broadcom chips take no ranges of ports in egress tables")
_V4V6_RANGES = (_RANGES, "sources differ on whether an L3V4V6 table takes ranges of ports")
_NEVER = ("UNDERLAY_SET_DSCP", "UNDERLAY_SET_DSCPV6", "MARK_META", "MARK_METAV6", "EGR_SET_DSCP")
_WATCH = ("DTEL_FLOW_WATCHLIST", "DTEL_DROP_WATCHLIST")
PREDEFINED: Mapping[str, TableType] = {
    each.name: each
    for each in (
        TableType("L3", _L3 | _RANGES, (ETHERTYPE_IPV4,)),
        TableType("L3V6", _L3V6 | _RANGES, (ETHERTYPE_IPV6,), to_next_header=True),
        TableType("L3V4V6", _L3 | _L3V6 | _RANGES | {"IN_PORTS"}, open=_V4V6_RANGES),
        TableType("MCLAG", _L3 | _RANGES | {"OUT_PORTS"}, (ETHERTYPE_IPV4,)),
        TableType("PFCWD", frozenset({"TC", "IN_PORTS", "OUT_PORT"})),
        TableType("DROP", frozenset({"TC", "IN_PORTS"})),
        TableType(
            "MUX",
            frozenset({"TC", "IN_PORTS"}),
            doubt="only older images have the type MUX",
        ),
        TableType(
            "MIRROR",
            _L3 | _L3V6 | _RANGES | {"IN_PORTS", "DSCP"},
            (ETHERTYPE_IPV4,),
            decides=False,
        ),
        TableType(
            "MIRRORV6",
            _L3V6 | _RANGES | {"DSCP"},
            (ETHERTYPE_IPV6,),
            to_next_header=True,
            decides=False,
        ),
        TableType("MIRROR_DSCP", frozenset({"DSCP"}), decides=False),
        TableType("CTRLPLANE", frozenset(), decides=False),
        *(TableType(name, MATCHES, decides=False) for name in (*_NEVER, *_WATCH)),
    )
}
"""The types that the code defines, by name."""

ANY_TYPE = TableType("", MATCHES, decides=True)
"""Stands for the type of a table that is not in the file."""
CONTROL_PLANE = "CTRLPLANE"


def custom_type(entry: Entry, *, list_wanted: str) -> TableType:
    """Return a type that the configuration defines.

    Args:
        entry: Of ACL_TABLE_TYPE.
        list_wanted: STATE_DB on whether the ASIC wants a list of actions: ``true``, ``false``
            or "" if unknown.
    """
    fields = {name.upper(): entry.parts(name) for name in entry.fields}
    matches = frozenset(word.upper() for word in fields.get("MATCHES", ()))
    actions = frozenset(word.upper() for word in fields.get("ACTIONS", ()))
    places = frozenset(word.upper() for word in fields.get("BIND_POINTS", ()))
    own = tuple(family for family, names in _FAMILIES.items() if names & matches)
    return TableType(
        entry.key.upper(),
        matches,
        own if len(own) == 1 else (),
        places=places & _PLACES,
        actions=actions,
        doubt=_type_doubt(entry, matches, actions, list_wanted),
        custom=True,
    )


def _type_doubt(
    entry: Entry, matches: frozenset[str], actions: frozenset[str], list_wanted: str
) -> str:
    """Return why tables of a type may not act."""
    where = f"table type {entry.key} (line {entry.line})"
    extra = {name.upper() for name in entry.fields} - {"MATCHES", "ACTIONS", "BIND_POINTS"}
    known = {word for word in actions if word.startswith("DTEL_")} | _ACTIONS
    if odd := sorted(extra | (matches - MATCHES) | (actions - known)):
        return f"{where} has {odd[0]}, which not every image knows"
    if entry.key != entry.key.upper():
        return f"{where} has small letters in its name, and the look-up is by capitals"
    if not actions and list_wanted != "false":
        return f"{where} lists no ACTIONS, and some ASICs want a list"
    return ""
