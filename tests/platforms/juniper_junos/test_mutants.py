"""Readers that are wrong on purpose: the cases must notice each of them."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from roce_audit.model.acl import Action, Layer
from roce_audit.packets.ranges import normalise
from tests.platforms.wrong_readers import Reader

FILES = ("terms", "conditions", "addresses", "layer2", "bindings", "groups", "texts", "hazards")
READER = Reader("roce_audit.platforms.juniper_junos", Path(__file__).parent / "cases", FILES)
module = READER.module


def order_of_entries(_):
    def wrong(table):
        found = normalise(part for _, values in table.taken for part in values)
        for _, values in table.excepted:
            found = module("addresses").without(found, values)
        return found

    return wrong


def exceptions_match_the_rest(_):
    def wrong(clause, kind, fields, table):
        module("sides")._narrow(clause, kind, fields, table.others())

    return wrong


def strangers_ignored(numbers):
    return lambda *given, **more: replace(numbers(*given, **more), strange=())


def no_action_discards(read_then):
    def wrong(node, policers):
        actions = read_then(node, policers)
        if actions.node is None:
            actions.fate = module("actions").Fate.DISCARD
        return actions

    return wrong


def next_term_accepts(_):
    return lambda term, source, matches, *_, **__: module("terms")._passing(
        term, source, matches, []
    )


def policers_never_drop(_):
    return lambda *_: False


def accepts_at_the_end(made):
    return lambda *given, **more: replace(made(*given, **more), default=Action.PERMIT)


def inactive_stays(_):
    return lambda *_: None


def inherited_first(merge):
    def wrong(self, node, givers, path):
        before = list(node.children)
        merge(self, node, givers, path)
        new = {word: child for word, child in node.children.items() if word not in before}
        node.children = {**new, **{word: node.children[word] for word in before}}

    return wrong


def groups_by_rank_reversed(pick):
    return lambda nodes: min(nodes, key=lambda node: (-node.rank, -node.stamp), default=None)


def patterns_everywhere(_):
    return lambda *_: True


def no_patterns(_):
    return lambda *_: False


def insert_does_nothing(_):
    return lambda *_: True


def first_of_a_list_only(bound_at):
    def wrong(node, spot):
        for each in bound_at(node, spot):
            yield replace(each, names=each.names[:1])

    return wrong


def undefined_names_drop(_):
    return lambda *_: None


def undefined_permits(binding):
    return lambda *given: replace(binding(*given), undefined_doubt=None, undefined=Action.PERMIT)


def vlan_filters_lost(_):
    return lambda *_: ([], [])


def tables_see_one_instance(_):
    return lambda *_: True


def ports_are_routed(_):
    return lambda *_: Layer.ROUTED


def members_by_name_lost(named):
    return lambda self, words: tuple(part for part in named(self, words) if part != (10, 10))


def natives_are_members(_):
    return lambda *_: None


def egress_acts(_):
    return lambda stage, **_: stage


def ipv6_like_ipv4(_):
    return lambda *_: None


def cut_texts_are_whole(end):
    def wrong(self):
        self._open = []

    return wrong


def fragments_are_whole(_):
    return lambda *_: None


def options_match(_):
    return lambda clause, *_: clause.looks_at_ip()


def empty_filters_discard(ended):
    return lambda acl, *_, **__: acl


def later_dumps_are_added(_):
    return lambda *_: None


def quotes_cut_nothing(_):
    return lambda text: text.split()


MUTANTS = {
    "the order of prefixes decides": ("addresses:Table", "values", order_of_entries),
    "exceptions alone match the rest": ("sides", "_only_exceptions", exceptions_match_the_rest),
    "unknown values are ignored": ("ip_conditions", "numbers", strangers_ignored),
    "unknown EtherTypes are ignored": ("frame_conditions", "numbers", strangers_ignored),
    "a term without an action discards": ("terms", "read_then", no_action_discards),
    "next term accepts": ("terms", "_going_on", next_term_accepts),
    "policers never drop": ("policers:Policers", "_drops", policers_never_drop),
    "filters accept at their end": ("filters", "_ended", accepts_at_the_end),
    "filters without terms discard": ("filters", "_ended", empty_filters_discard),
    "deactivated statements stay": ("reader", "strip_inactive", inactive_stays),
    "inherited terms come first": ("groups:Inheritance", "merge", inherited_first),
    "inherited values win": ("node", "pick", groups_by_rank_reversed),
    "patterns fit every name": ("groups", "matches", patterns_everywhere),
    "patterns fit no name": ("groups", "is_wild", no_patterns),
    "insert does nothing": ("tree:Tree", "insert", insert_does_nothing),
    "only the first filter of a list acts": ("interfaces", "bound_at", first_of_a_list_only),
    "lists of filters are not made": ("bindings", "_chain", undefined_names_drop),
    "undefined filters permit": ("bindings", "_binding", undefined_permits),
    "filters of VLANs are lost": ("reader", "at_vlans", vlan_filters_lost),
    "table filters see every instance": ("tables", "_routes", tables_see_one_instance),
    "port filters see routed packets only": ("interfaces", "_layer", ports_are_routed),
    "VLAN names are lost": ("vlans:VlanTable", "named", members_by_name_lost),
    "native VLANs are always carried": ("interfaces", "native_outside", natives_are_members),
    "output port filters see routed packets": ("routes", "_stage", egress_acts),
    "old switches compare IPv6 too": ("from_part", "_versions_seen", ipv6_like_ipv4),
    "a text that ends early is whole": ("blocks:Blocks", "end", cut_texts_are_whole),
    "later dumps are added": ("blocks:Blocks", "begin", later_dumps_are_added),
    "strings are cut at blanks": ("edit", "words_of", quotes_cut_nothing),
}
"""What is wrong: module (or module:Class), name, and what makes the wrong one from the right."""
CONDITIONS = {
    "is-fragment": fragments_are_whole,
    "ip-options": options_match,
}


def test_the_reader_itself_has_no_wrong_case(junos, ask_junos):
    assert READER.is_right(junos, ask_junos)


@pytest.mark.parametrize("name", MUTANTS)
def test_a_wrong_reader_is_noticed(name, monkeypatch, junos, ask_junos):
    READER.patch(monkeypatch, *MUTANTS[name])
    assert not READER.is_right(junos, ask_junos)


@pytest.mark.parametrize("word", CONDITIONS)
def test_a_wrong_condition_is_noticed(word, monkeypatch, junos, ask_junos):
    table = module("from_part")._IP_ONLY
    monkeypatch.setitem(table, word, CONDITIONS[word](None))
    assert not READER.is_right(junos, ask_junos)


@pytest.mark.parametrize("word", ["source-port", "destination-port"])
def test_swapped_ports_are_noticed(word, monkeypatch, junos, ask_junos):
    other = {"source-port": "destination-port", "destination-port": "source-port"}[word]
    table = module("from_part")._IP_ONLY
    monkeypatch.setitem(table, word, table[other])
    assert not READER.is_right(junos, ask_junos)


def test_groups_that_are_excepted_anyway_are_noticed(monkeypatch, junos, ask_junos):
    monkeypatch.setattr(module("groups"), "_EXCEPT", "apply-groups-never")
    assert not READER.is_right(junos, ask_junos)
