"""The addresses that a host has a route to out of one interface.

Source: ``ip-rule(8)``, ``ip-route(8)``. Asked for a given interface, the kernel looks at routes out
of it only; a more specific route that refuses still refuses.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from roce_audit.model.facts import Fact, Unknown
from roce_audit.packets.ranges import Ranges, normalise, without

if TYPE_CHECKING:
    from ipaddress import IPv4Address, IPv6Address

    from roce_audit.model.host import Host
    from roce_audit.model.netdev import Route

_FORWARDING = "unicast"
_NEXT_TABLE = "throw"


def reached_from(host: Host, source: IPv4Address | IPv6Address, out: str) -> Fact[Ranges]:
    """Return the destinations, as numbers, that have a route from ``source`` out of ``out``."""
    if isinstance(host.routes, Unknown):
        return host.routes
    if isinstance(host.rules, Unknown):
        return host.rules
    tables: list[str] = []
    for rule in host.rules:
        if rule.family != source.version or source not in rule.origin:
            continue
        if not rule.certain:
            return Unknown(f"a routing rule has other conditions: {rule.source.text}")
        tables.append(rule.table)
    return _covered(
        [
            route
            for route in host.routes
            if route.table in tables and route.destination.version == source.version
        ],
        out,
    )


def _covered(routes: list[Route], out: str) -> Ranges:
    """Lay routes over each other, the more specific ones last."""
    covered: Ranges = ()
    for route in sorted(routes, key=_specificity):
        network = route.destination
        span = ((int(network.network_address), int(network.broadcast_address)),)
        if route.kind == _FORWARDING and out in route.devices:
            covered = normalise((*covered, *span))
        elif route.kind not in {_FORWARDING, _NEXT_TABLE}:
            covered = without(covered, span)
    return covered


def _specificity(route: Route) -> tuple[int, bool]:
    """Sort by length of the prefix; of two equal ones a refusal counts less."""
    return route.destination.prefixlen, route.kind == _FORWARDING
