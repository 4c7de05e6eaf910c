"""Routes and routing rules.

Source: ``ip-route(8)``, ``ip-rule(8)``. Names of tables are those that ``ip`` prints, the same in
both lists; a route without a table stands in ``main``.
"""

from __future__ import annotations

from ipaddress import IPv4Network, IPv6Network, ip_network
from typing import TYPE_CHECKING

from roce_audit.hosts.entries import Json, list_of, number_at, text_at, words_of
from roce_audit.hosts.ip_text import listed, neighbour_objects, route_objects, rule_objects
from roce_audit.model.facts import Fact, Unknown
from roce_audit.model.netdev import Network, Route, Rule

if TYPE_CHECKING:
    from roce_audit.hosts.section import Section
    from roce_audit.hosts.sections import Capture

EVERYWHERE: dict[int, Network] = {4: IPv4Network("0.0.0.0/0"), 6: IPv6Network("::/0")}
_NOT_FORWARDING = frozenset({"local", "broadcast", "multicast", "anycast"})
_PLAIN_RULE = frozenset({"priority", "src", "srclen", "table", "protocol"})
_LAST_HOP_FLAG = "dead"


def read_routes(capture: Capture) -> Fact[tuple[Route, ...]]:
    """Return the routes of both families and all tables, without the host's own addresses."""
    routes: list[Route] = []
    for family in (4, 6):
        section, found = listed(capture, f"routes{family}", route_objects)
        if isinstance(found, Unknown):
            return found
        for item in found:
            route = _route(item, family, section)
            if route is not None:
                routes.append(route)
    return tuple(routes)


def read_rules(capture: Capture) -> Fact[tuple[Rule, ...]]:
    """Return the rules of both families by priority."""
    rules: list[Rule] = []
    for family in (4, 6):
        section, found = listed(capture, f"rules{family}", rule_objects)
        if isinstance(found, Unknown):
            return found
        rules += [_rule(item, family, section) for item in found]
    return tuple(sorted(rules, key=lambda rule: (rule.family, rule.priority)))


def _route(item: Json, family: int, section: Section) -> Route | None:
    kind = text_at(item, "type") or "unicast"
    destination = network_of(text_at(item, "dst") or "", family)
    if kind in _NOT_FORWARDING or destination is None:
        return None
    hops = [item, *list_of(item.get("nexthops"))]
    devices = (text_at(hop, "dev") for hop in hops)
    shown = f"{kind} {destination} dev {text_at(item, 'dev')} table {text_at(item, 'table')}"
    return Route(
        destination,
        tuple(dict.fromkeys(device for device in devices if device)),
        any("gateway" in hop or "via" in hop for hop in hops),
        str(item.get("table", "main")),
        section.source(0, shown),
        kind=kind,
        metric=number_at(item, "metric") or 0,
        source_address=text_at(item, "prefsrc") or "",
    )


def read_failed_neighbours(capture: Capture) -> Fact[frozenset[tuple[str, str]]]:
    """Return the addresses that did not answer, each with its interface."""
    _, found = listed(capture, "neighbours", neighbour_objects)
    if isinstance(found, Unknown):
        return found
    return frozenset(
        (text_at(item, "dst") or "", text_at(item, "dev") or "")
        for item in found
        if "FAILED" in words_of(item.get("state"))
    )


def network_of(text: str, family: int) -> Network | None:
    """Return the network that ``ip`` means by ``text``; None if it is none of that family."""
    if text in {"default", "all"}:
        return EVERYWHERE[family]
    try:
        network = ip_network(text, strict=False)
    except ValueError:
        return None
    return network if network.version == family else None


def _rule(item: Json, family: int, section: Section) -> Rule:
    source = text_at(item, "src") or "all"
    length = number_at(item, "srclen")
    origin = network_of(source if length is None else f"{source}/{length}", family)
    table = item.get("table")
    shown = f"{item.get('priority')}: from {source} lookup {table}"
    return Rule(
        family,
        number_at(item, "priority") or 0,
        origin if origin is not None else EVERYWHERE[family],
        "" if table is None else str(table),
        section.source(0, shown),
        certain=origin is not None and table is not None and set(item) <= _PLAIN_RULE,
    )
