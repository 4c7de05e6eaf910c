"""The filters of a configuration."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from roce_audit.model.acl import Action, Family, Filter, FilterKey, Line
from roce_audit.packets.fields import Doubt
from roce_audit.platforms.juniper_junos.actions import redirects
from roce_audit.platforms.juniper_junos.clause import ANY, BRIDGED, INET, INET6
from roce_audit.platforms.juniper_junos.home import Tag
from roce_audit.platforms.juniper_junos.node import Claim
from roce_audit.platforms.juniper_junos.places import Places
from roce_audit.platforms.juniper_junos.policers import Policers
from roce_audit.platforms.juniper_junos.terms import TermReader

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from roce_audit.platforms.juniper_junos.clause import Surroundings
    from roce_audit.platforms.juniper_junos.node import Node

FAMILIES: Mapping[str, Family] = {
    INET: Family.IPV4,
    INET6: Family.IPV6,
    ANY: Family.MIXED,
    **dict.fromkeys(BRIDGED, Family.MAC),
}
"""Families of Junos to those of the model."""
_LABELLED = frozenset({"mpls", "iso", "tcc"})
"""Families whose packets are never RoCE."""
_PLAIN_WORDS = (
    "accounting-profile apply-flags apply-groups apply-groups-except apply-macro enhanced-mode "
    "enhanced-mode-override fast-filter-lookup fast-lookup-filter instance-shared "
    "interface-shared interface-specific physical-interface-filter promote"
)
_PLAIN = frozenset(_PLAIN_WORDS.split())
"""Statements of a filter that change no verdict."""
_AROUND_WORDS = (
    "apply-flags apply-groups apply-groups-except apply-macro atm-policer flexible-match "
    "hierarchical-policer interface-set load-balance-group policer prefix-action "
    "three-color-policer tunnel-end-point"
)
_AROUND = frozenset(_AROUND_WORDS.split())
"""Statements beside filters that are no filters."""
_OTHER_KINDS = frozenset({"dialer-filter", "fast-update-filter", "service-filter", "simple-filter"})
_STRANGE = "a statement among the filters is not known, so terms of filters may be lost"


def read_filters(
    root: Node,
    around: Surroundings,
    places: Mapping[FilterKey, Places],
    only: FilterKey | None = None,
) -> dict[FilterKey, Filter]:
    """Return every filter by its key.

    Args:
        root: The configuration, groups merged.
        around: What conditions ask about beside the packet.
        places: Where each filter is bound, by its key.
        only: If given, the one filter to read.
    """
    policers = Policers(root)
    found: dict[FilterKey, Filter] = {}
    for family, node, kind, lost in _nodes(root):
        key = (FAMILIES[family].value, node.word)
        if only is not None and key != only:
            continue
        reader = TermReader(family, around, places.get(key, Places()), policers)
        each = _filter(node, reader, Nested(root, family), kind)
        # ``filter F`` and ``family inet filter F`` at once: which of them counts is not known.
        odd = lost or (node if key in found else None)
        found[key] = _doubted(each, reader, odd) if odd is not None else each
    return found


def _nodes(root: Node) -> Iterator[tuple[str, Node, str, Node | None]]:
    """Yield (family, filter, kind, statement beside it that is not known) for every filter."""
    firewall = root.get("firewall")
    if firewall is None:
        return
    outer = _strange(firewall, {*_AROUND, "family", "filter"})
    for node in firewall.at("filter"):
        yield INET, node, "firewall filter", outer
    for family in firewall.at("family"):
        if family.word in _LABELLED:
            family.read(Claim.NO_EFFECT)
        elif family.word in FAMILIES:
            inner = _strange(family, {*_AROUND, "filter"})
            for node in family.at("filter"):
                yield family.word, node, f"firewall family {family.word} filter", outer or inner
        else:
            family.doubt(f"family {family.word} is not known")


def _strange(node: Node, known: set[str]) -> Node | None:
    """Return a statement that is not known, and claim those that are."""
    lost: Node | None = None
    for child in node.children.values():
        if child.word in _OTHER_KINDS:
            child.doubt(f"a {child.word} is not read")
        elif child.word in _AROUND:
            child.read()
        elif child.word not in known:
            child.doubt(_STRANGE)
            lost = child
    return lost


class Nested:
    """Filters that a term of another filter of the same family includes."""

    def __init__(self, root: Node, family: str) -> None:
        self._root = root
        self._family = family

    def terms(self, term: Node) -> list[Node] | None:
        """Return the terms that ``term T filter F`` includes, or None if it is no such term."""
        named = term.value("filter")
        if named is None or set(term.children) - {"filter", "apply-groups"}:
            return None
        node = self._root.get("firewall", "family", self._family, "filter", named.word)
        if node is None and self._family == INET:
            node = self._root.get("firewall", "filter", named.word)
        if node is None or node.odd:
            return None
        return [each for each in node.at("term") if "filter" not in each.children]


def _filter(node: Node, reader: TermReader, nested: Nested, kind: str) -> Filter:
    node.read()
    lines: list[Line] = []
    for child in node.children.values():
        if child.word not in _PLAIN and child.word != "term":
            child.doubt(f"{child.word} is not known in a filter")
            lines += reader.either_way(child, (reader.everything,), f"{child.word} is not known")
    terms = list(_terms(node, nested))
    for number, term in enumerate(terms, start=1):
        lines += reader.lines(term, last=number == len(terms))
    whole = Filter(
        family=FAMILIES[reader.family],
        name=node.word,
        lines=tuple(lines),
        default=Action.DENY,
        source=node.source,
        kind=kind,
        tag=_tag(node, terms),
    )
    return _ended(whole, node, reader, empty=not terms)


def _terms(node: Node, nested: Nested) -> Iterator[Node]:
    for term in node.at("term"):
        included = nested.terms(term)
        if included is None:
            yield term
        else:
            term.read()
            yield from included


def _ended(acl: Filter, node: Node, reader: TermReader, *, empty: bool) -> Filter:
    """Return a filter with what it does at its end, where that is not certain."""
    if node.odd:
        node.doubt(node.odd)
        end = Doubt(f"end of filter {node.word}", f"filter {node.word}: {node.odd}")
        return replace(acl, default_doubt=end)
    choice = reader.around.settings.empty_filter
    if not empty:
        return acl
    if choice:
        return replace(acl, default=Action.PERMIT if choice == "accept" else Action.DENY)
    reason = f"filter {node.word} has no term, and what such a filter does is not documented"
    return replace(acl, default_doubt=Doubt(f"filter {node.word} without terms", reason))


def _doubted(acl: Filter, reader: TermReader, lost: Node) -> Filter:
    either = reader.either_way(lost, (reader.everything,), _STRANGE)
    return replace(acl, lines=(*either, *acl.lines))


def _tag(node: Node, terms: list[Node]) -> str:
    own = list(node.at("term"))
    there = {term.word for term in own}
    return Tag(
        group=node.group,
        elsewhere=tuple(term.word for term in own if term.group != node.group),
        included=tuple(term.word for term in terms if term.word not in there),
        redirecting=tuple(term.word for term in terms if redirects(term.get("then"))),
    ).text()
