"""Reads Junos configurations into a device."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from roce_audit.model.acl import Action, Family, Line
from roce_audit.model.device import Device, Gap, Vlan
from roce_audit.model.source import SourceRef
from roce_audit.packets.boxes import EVERYTHING, Box
from roce_audit.packets.fields import ETHERTYPE, Doubt
from roce_audit.packets.ranges import complement, single
from roce_audit.packets.traffic import ETHERTYPE_IPV4
from roce_audit.platforms.juniper_junos.bindings import bindings_of, places_of
from roce_audit.platforms.juniper_junos.claims import account
from roce_audit.platforms.juniper_junos.clause import Surroundings
from roce_audit.platforms.juniper_junos.evidence import gaps_of
from roce_audit.platforms.juniper_junos.filters import read_filters
from roce_audit.platforms.juniper_junos.fragments import UNSURE, place_fragments
from roce_audit.platforms.juniper_junos.groups import Inheritance, strip_inactive
from roce_audit.platforms.juniper_junos.hazards import acting, switch_hazards
from roce_audit.platforms.juniper_junos.interface_ranges import expand_ranges
from roce_audit.platforms.juniper_junos.interfaces import PortReader
from roce_audit.platforms.juniper_junos.node import Claim
from roce_audit.platforms.juniper_junos.policers import Policers
from roce_audit.platforms.juniper_junos.prefix_lists import PrefixLists
from roce_audit.platforms.juniper_junos.settings import Settings, settings_of
from roce_audit.platforms.juniper_junos.tables import at_rules, at_tables, at_vlans, instances
from roce_audit.platforms.juniper_junos.terms import with_doubt
from roce_audit.platforms.juniper_junos.text import Loader
from roce_audit.platforms.juniper_junos.tree import Tree
from roce_audit.platforms.juniper_junos.variants import Variants
from roce_audit.platforms.juniper_junos.vlans import VlanTable, read_vlans
from roce_audit.reading.document import Role
from roce_audit.reading.ledger import LedgerBook

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from roce_audit.model.acl import Binding, Filter, FilterKey
    from roce_audit.platforms.juniper_junos.hazards import Hazard
    from roce_audit.platforms.juniper_junos.interfaces import Ports
    from roce_audit.platforms.juniper_junos.node import Node, Place
    from roce_audit.reading.document import Document
    from roce_audit.reading.platform import Assume

NAME = "juniper_junos"


def read(name: str, documents: Sequence[Document], assume: Assume) -> Device:
    """Return the device that ``documents`` describe; see ``Read``."""
    tree, book = Tree(), LedgerBook()
    loader = Loader(tree, book)
    for document in documents:
        if document.role is not Role.STATE:
            loader.load(document)
    fragments = place_fragments(tree.root)
    gaps = _merge(tree, book, loader, documents)
    ranges = expand_ranges(tree.root)
    model = _Model(tree.root, settings_of(assume))
    model.read()
    model.unsure(fragments)
    account(tree.root, book, inherited=tree.applying or ranges)
    troubles = loader.editor.troubles
    for (file, line, text), reason in troubles:
        book.doubt(SourceRef(file, line, text), reason)
    return Device(
        name=name,
        platform=NAME,
        filters=_poisoned(model.filters, troubles),
        bindings=tuple(model.bindings),
        interfaces=model.ports.interfaces,
        vlans=_vlans(model.vlans),
        ledger=book.close(),
        gaps=tuple(gaps),
        vlans_listed=model.vlans.listed,
    )


def _merge(
    tree: Tree, book: LedgerBook, loader: Loader, documents: Sequence[Document]
) -> list[Gap]:
    """Take out what is deactivated, merge the groups; return what is missing from the evidence."""
    if tree.deactivated:
        strip_inactive(tree.root, book)
    inheritance = Inheritance(tree.root, applying=tree.applying)
    inheritance.run()
    return gaps_of(loader, documents, inheritance.missing)


class _Model:
    """The parts of a device, read one after the other."""

    def __init__(self, root: Node, settings: Settings) -> None:
        self.root = root
        self.vlans = read_vlans(root)
        reader = PortReader(root, self.vlans, Policers(root), instances(root))
        self.ports: Ports = reader.read()
        lists = PrefixLists(root)
        sets = {each.word: tuple(each.children) for each in root.at("firewall", "interface-set")}
        old_style = _old_style(root)
        self.around = Surroundings(lists, self.vlans.numbers, settings, sets, old_style)
        self.filters: dict[FilterKey, Filter] = {}
        self.bindings: list[Binding] = []

    def read(self) -> None:
        """Read filters and bindings, and claim what is known to have no effect."""
        vlan_bound, vlan_hazards = at_vlans(self.vlans)
        table_bound, table_hazards = at_tables(self.root, self.ports.interfaces)
        bound = [*self.ports.bound, *vlan_bound, *table_bound]
        groups = self.ports.groups
        self.filters = read_filters(self.root, self.around, places_of(bound, groups))
        variants = Variants(self.root, self.around, groups, self.filters)
        self.bindings += bindings_of(bound, variants)
        hazards = [
            *self.ports.hazards,
            *vlan_hazards,
            *table_hazards,
            *switch_hazards(self.root),
            *at_rules(self.root, self.ports.interfaces),
        ]
        self._add(hazards)
        classes = self.root.get("class-of-service")
        if classes is not None:
            classes.read(Claim.NO_EFFECT)
        for node in self.root.at("policy-options", "prefix-list"):
            node.read()

    def unsure(self, names: frozenset[str]) -> None:
        """Leave open what filters do whose family is known by their words alone.

        A filter taken for one of IPv4 may be one of an old switch, which sees every frame.
        """
        for key, acl in list(self.filters.items()):
            if acl.name in names and acl.family is Family.IPV4:
                seen: Box = {ETHERTYPE: single(ETHERTYPE_IPV4)}
                others = complement(single(ETHERTYPE_IPV4), ETHERTYPE.top)
                doubt = Doubt(f"family of filter {acl.name}", f"filter {acl.name}: {UNSURE}")
                maybe: Box = {ETHERTYPE: others, doubt: single(1)}
                self.filters[key] = replace(acl, sees=(seen, maybe))

    def _add(self, hazards: Iterable[Hazard]) -> None:
        for number, hazard in enumerate(hazards, start=1):
            made, bindings = acting(hazard, number)
            self.filters[made.key] = made
            self.bindings += bindings


def _old_style(root: Node) -> bool:
    """Return whether words of switches without the enhanced layer-2 software are used."""
    if root.get("ethernet-switching-options") is not None:
        return True
    if root.get("interfaces", "vlan", "unit") is not None:
        return True
    if any(vlan.get("filter") is not None for vlan in root.at("vlans")):
        return True
    return any(
        unit.get("family", "ethernet-switching", "port-mode") is not None
        for interface in root.at("interfaces")
        for unit in interface.at("unit")
    )


def _vlans(table: VlanTable) -> dict[int, Vlan]:
    found: dict[int, Vlan] = {}
    for name, ranges in table.numbers.items():
        source = table.nodes[name].source
        for low, high in ranges:
            for number in range(low, high + 1):
                found.setdefault(number, Vlan(number, source))
    for number in table.referred if table.listed else ():
        found.setdefault(number, Vlan(number, SourceRef("", None, "named by an interface")))
    return found


def _poisoned(
    filters: dict[FilterKey, Filter], troubles: Sequence[tuple[Place, str]]
) -> dict[FilterKey, Filter]:
    """Return the filters with the open question of what a command did to them, if there is one."""
    if not troubles:
        return filters
    (file, line, text), reason = troubles[0]
    source = SourceRef(file, line, text)
    found: dict[FilterKey, Filter] = {}
    for key, acl in filters.items():
        either = tuple(
            Line(
                action,
                with_doubt(
                    (EVERYTHING,),
                    Doubt(f"{file} line {line}, as {action}", f"line {line}: {reason}"),
                ),
                source,
            )
            for action in (Action.PERMIT, Action.DENY)
        )
        found[key] = replace(acl, lines=(*either, *acl.lines))
    return found
