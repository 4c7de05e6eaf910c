"""Which route a host takes: rules in order of priority, then the longest prefix of a table.

Source: ``ip-rule(8)``, ``ip-route(8)``. Rules with conditions besides the source address cannot be
judged for RDMA traffic; where one might apply, the answer is unknown.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from roce_audit.model.facts import Fact, Unknown

if TYPE_CHECKING:
    from collections.abc import Iterable
    from ipaddress import IPv4Address, IPv6Address

    from roce_audit.model.host import Host
    from roce_audit.model.netdev import Route, Rule

_FORWARDING = "unicast"
_TRY_NEXT_TABLE = "throw"


def route_to(
    host: Host,
    destination: IPv4Address | IPv6Address,
    source: IPv4Address | IPv6Address,
    out: str = "",
) -> Fact[Route | None]:
    """Return the route of a packet, None if there is none.

    Args:
        host: Whose routes.
        destination: Where the packet goes.
        source: Its source address; rules look at it.
        out: If given, only routes out of this interface count.
    """
    if isinstance(host.routes, Unknown):
        return host.routes
    if isinstance(host.rules, Unknown):
        return host.rules
    for rule in _rules(host.rules, destination.version):
        if source not in rule.origin:
            continue
        if not rule.certain:
            return Unknown(f"a routing rule has other conditions: {rule.source.text}")
        route = _best(host.routes, rule.table, destination, out)
        if route is not None and route.kind != _TRY_NEXT_TABLE:
            return route if route.kind == _FORWARDING else None
    return None


def _rules(rules: Iterable[Rule], family: int) -> Iterable[Rule]:
    return (rule for rule in rules if rule.family == family)


def _best(
    routes: Iterable[Route], table: str, destination: IPv4Address | IPv6Address, out: str
) -> Route | None:
    candidates = [
        route
        for route in routes
        if route.table == table
        and destination in route.destination
        and (not out or out in route.devices or not route.devices)
    ]
    return min(
        candidates,
        key=lambda route: (-route.destination.prefixlen, route.metric),
        default=None,
    )
