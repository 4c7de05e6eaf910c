"""Statements of the global mode: what opens a section, and what acts at once."""

from __future__ import annotations

from typing import TYPE_CHECKING

from roce_audit.platforms.cisco_xe.device_words import (
    hostname,
    role_based,
    system_mtu,
    tells_model,
    the_end,
    vtp,
)
from roce_audit.platforms.cisco_xe.list_headers import (
    Taken,
    arp_list,
    flat_list,
    group,
    ip_list,
    shown_list,
)
from roce_audit.platforms.cisco_xe.modes import PortMode, TemplateMode
from roce_audit.platforms.cisco_xe.names import interface_name, names_of_range
from roce_audit.platforms.cisco_xe.qos import open_class_map, open_policy_map
from roce_audit.platforms.cisco_xe.qos_modes import ClassMode, PolicyMode
from roce_audit.platforms.cisco_xe.shown_maps import shown_group, shown_map, shown_served
from roce_audit.platforms.cisco_xe.state import Port
from roce_audit.platforms.cisco_xe.static_macs import static_mac
from roce_audit.platforms.cisco_xe.vlan_sections import listed_vlans, vlan
from roce_audit.reading.interface_words import name_in
from roce_audit.reading.said import Said

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from roce_audit.platforms.cisco_xe.state import Xe
    from roce_audit.reading.statement import Statement


def enter(xe: Xe, statement: Statement) -> Taken:
    """Apply a statement of the global mode; False if it is not one of ours."""
    said = Said.of(statement)
    reader = READERS.get(said.words[0]) if said.words else None
    return reader(xe, said) if reader else False


def _interface(xe: Xe, said: Said) -> Taken:
    if said.words[1:2] == ("range",):
        names = names_of_range(said.words[2:])
    else:
        name, _ = name_in(said.words[1:], interface_name)
        names = (name,) if name else None
    if not names:
        xe.book.doubt(said.statement.source, "no interface is named")
        return False
    xe.book.read += 1
    if said.negated:
        for name in names:
            xe.ports.pop(name, None)
            if said.statement.words[0] == "default":
                xe.ports[name] = Port(name, said.statement, xe.dump)
        return True
    return PortMode(tuple(_port(xe, name, said.statement) for name in names))


def _port(xe: Xe, name: str, statement: Statement) -> Port:
    known = xe.ports.get(name)
    if known is None or xe.replaces(known.dump):
        # A dump shows all of an interface: what an earlier one showed is no longer so.
        known = xe.ports[name] = Port(name, statement, xe.dump)
    return known


def _ip(xe: Xe, said: Said) -> Taken:
    if said.words[1:2] == ("access-list",):
        return ip_list(xe, said)
    if said.words[:4] == ("ip", "arp", "inspection", "vlan"):
        listed = listed_vlans(said.words[4:])
        if listed is None:
            return False
        xe.arp_inspection = None if said.negated else (listed, said.statement)
        xe.book.read += 1
        return True
    if said.words == ("ip", "routing"):
        xe.no_routing = said.statement if said.negated else None
        xe.book.read += 1
        return True
    return False


def _mac(xe: Xe, said: Said) -> Taken:
    if said.words[1:2] == ("access-list",):
        return ip_list(xe, said)
    if said.words[1:3] == ("address-table", "static"):
        return static_mac(xe, said.behind(3))
    return False


def _class_map(xe: Xe, said: Said) -> Taken:
    if said.words[1:2] == ("type",):
        return False
    if said.negated:
        xe.classes.pop(said.words[-1], None)
        xe.book.read += 1
        return True
    policy = open_class_map(xe, said.statement, said.words[1:])
    xe.book.read += 1
    return ClassMode(policy) if policy else True


def _policy_map(xe: Xe, said: Said) -> Taken:
    if said.words[1:2] == ("type",):
        return False
    if said.negated:
        xe.policies.pop(said.words[-1], None)
        xe.book.read += 1
        return True
    policy = open_policy_map(xe, said.statement, said.words[1:])
    xe.book.read += 1
    return PolicyMode(policy) if policy else True


def _template(xe: Xe, said: Said) -> Taken:
    if len(said.words) != 2:  # noqa: PLR2004 - template and its name
        return False
    xe.book.read += 1
    xe.templates.pop(said.words[1], None)
    if said.negated:
        return True
    held = xe.templates[said.words[1]] = []
    return TemplateMode(held)


READERS: Mapping[str, Callable[[Xe, Said], Taken]] = {
    "interface": _interface,
    "ip": _ip,
    "ipv6": _ip,
    "mac": _mac,
    "arp": arp_list,
    "access-list": flat_list,
    "object-group": group,
    "vlan": vlan,
    "class-map": _class_map,
    "policy-map": _policy_map,
    "template": _template,
    "Extended": shown_list,
    "Standard": shown_list,
    "IPv6": shown_list,
    "Network": shown_group,
    "Service": shown_group,
    "Vlan": shown_map,
    "VLAN": shown_served,
    "Role-based": shown_list,
    "Reflexive": shown_list,
    "system": system_mtu,
    "cts": role_based,
    "vtp": vtp,
    "hostname": hostname,
    "end": the_end,
    "switch": tells_model,
    "license": tells_model,
    "platform": tells_model,
}
"""By the first word, ``no`` left out."""

HEADERS = frozenset(
    {"interface", "ip", "ipv6", "mac", "access-list", "object-group", "vlan", "class-map",
     "policy-map", "template", "Extended", "Standard", "IPv6", "Role-based", "Reflexive"}
)  # fmt: skip
"""First words that are tried in the global mode even where they are indented."""
