"""Filters that ask by which interface a packet came in: one reading for each place.

Where a filter is bound at several interfaces and a condition holds at some of them only, each of
its bindings gets a filter of its own, named after the interface.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from roce_audit.platforms.juniper_junos.filters import read_filters
from roce_audit.platforms.juniper_junos.frame_conditions import PLACE_CONDITIONS
from roce_audit.platforms.juniper_junos.places import Places

if TYPE_CHECKING:
    from collections.abc import Mapping

    from roce_audit.model.acl import Filter, FilterKey
    from roce_audit.platforms.juniper_junos.clause import Surroundings
    from roce_audit.platforms.juniper_junos.node import Node

_AT = " at "


class Variants:
    """Makes the filters of single places.

    Attributes:
        filters: All filters; those made are added.
    """

    def __init__(
        self,
        root: Node,
        around: Surroundings,
        groups: Mapping[str, int],
        filters: dict[FilterKey, Filter],
    ) -> None:
        """Prepare to read filters of ``root`` again; ``groups`` are interface groups by name."""
        self._root = root
        self._around = around
        self._groups = groups
        self._asking = _names_asking(root)
        self.filters = filters

    def key(self, key: FilterKey, interface: str) -> FilterKey:
        """Return the key of the filter that acts on what comes in by ``interface``."""
        if key[1] not in self._asking or key not in self.filters:
            return key
        places = Places([interface], dict(self._groups))
        found = read_filters(self._root, self._around, {key: places}, only=key).get(key)
        if found is None or found.lines == self.filters[key].lines:
            return key
        own = replace(found, name=f"{key[1]}{_AT}{interface}")
        self.filters.setdefault(own.key, own)
        return own.key


def base_of(acl: Filter, filters: Mapping[FilterKey, Filter]) -> Filter:
    """Return the filter as configured of which ``acl`` is the reading for one place."""
    name = acl.name.rpartition(_AT)[0]
    base = filters.get((acl.family.value, name))
    return base if base is not None and base.source == acl.source else acl


def _names_asking(root: Node) -> frozenset[str]:
    """Return the names of filters with a condition on the interface, of any family."""
    firewall = root.get("firewall")
    if firewall is None:
        return frozenset()
    families = [firewall, *firewall.at("family")]
    return frozenset(
        node.word for family in families for node in family.at("filter") if _asks(node, families)
    )


def _asks(node: Node, families: list[Node], *, deeper: bool = True) -> bool:
    for term in node.at("term"):
        if any(condition.word in PLACE_CONDITIONS for condition in term.at("from")):
            return True
        for included in term.at("filter") if deeper else ():
            for family in families:
                inner = family.get("filter", included.word)
                if inner is not None and _asks(inner, families, deeper=False):
                    return True
    return False
