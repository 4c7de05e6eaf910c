"""Readers that are wrong on purpose: the cases must notice each of them."""

from __future__ import annotations

import importlib
from dataclasses import replace
from pathlib import Path

import pytest

from roce_audit.errors import ParseError
from roce_audit.model.acl import Action, Layer
from roce_audit.model.device import Combination
from roce_audit.packets.boxes import EVERYTHING
from roce_audit.packets.ranges import single
from roce_audit.reading.comparisons import named
from roce_audit.reading.marks import PRECEDENCES
from tests.platforms.wrong_readers import Reader, comparison_as, masks_as_netmasks, swapped

FILES = (
    "lists",
    "numbered",
    "lists6",
    "mac_lists",
    "groups",
    "bindings",
    "modes",
    "vlan_maps",
    "hazards",
    "edits",
)
READER = Reader("roce_audit.platforms.cisco_xe", Path(__file__).parent / "cases", FILES)
module = READER.module


def first_port_only(port_list):
    return lambda words, names: port_list(words, names)[:1]


def netmasks_as_wildcards(network):
    return lambda base, mask: (
        network(base, mask) if "/" in mask else module("values").masked(base, mask, 32) or single(0)
    )


def rest_ignored(read_options):
    def lenient(words, draft, *rest):
        try:
            read_options(words, draft, *rest)
        except ParseError:
            words.rest()

    return lenient


def permits_by_default(made):
    return lambda *given: replace(made(*given), default=Action.PERMIT)


def empty_denies(made):
    return lambda *given: replace(made(*given), default=Action.DENY)


def in_entry_order(_):
    def unsorted(xe, acl, groups):
        acl.entries = dict(enumerate(acl.entries.values(), start=1))
        return ORIGINAL["_filter"](xe, acl, groups)

    return unsorted


def equal_entries_taken(_):
    def add(_xe, acl, entry):
        number = entry.number or acl.last + 10
        entry.number = number
        acl.entries[number] = entry
        acl.last = max(acl.last, number)

    return add


def one_entry_only(drop_list):
    def wrong(xe, family, name):
        acl = xe.lists.get((family.value, name))
        if acl is not None and len(acl.entries) > 1:
            acl.entries.pop(min(acl.entries))
        else:
            drop_list(xe, family, name)

    return wrong


def type_masks_must_match(masked):
    return lambda base, dont_care, bits: masked(
        base, ((1 << bits) - 1) & ~dont_care if bits == 16 else dont_care, bits
    )


def numbers_in_hex(_):
    def number(word):
        try:
            return int(word, 16) & 0xFFFF
        except ValueError:
            return None

    return number


def denies_act(called):
    return lambda line, action: replace(called(line, action), action=action)


def no_tail(_):
    return lambda *_: iter(())


def tail_for_everything(tail):
    return lambda *given: (replace(line, matches=(EVERYTHING,)) for line in tail(*given))


def always_the_port(_):
    return lambda _: Layer.PORT


def always_serial(_):
    return lambda *_: Combination.SERIAL


def all_allowed(_):
    def wrong(_before, cursor):
        cursor.rest()
        return ((1, 4094),)

    return wrong


def members_alone(_):
    return lambda _: ""


def always_bridging(_):
    return lambda *_: True


def no_templates(_):
    return lambda xe: dict(xe.ports)


def nothing_nested(_):
    return lambda self, kind, name: (list(self.known[kind, name].members.values()), None)


def nothing_removed(_):
    return lambda *_: None


def numbers_kept(_):
    return lambda *_: True


def no_guards(_):
    return lambda *_: None


def policers_are_free(_):
    return lambda *_: None


ORIGINAL = {"_filter": module("filters")._filter}
MUTANTS = {
    "of a list of ports the first counts": ("values", "_port_list", first_port_only),
    "lt is read as gt": ("values", "compared", comparison_as("lt", "gt")),
    "gt is read as lt": ("values", "compared", comparison_as("gt", "lt")),
    "source and destination ports are swapped": ("ip_lines", "_ports", swapped),
    "wildcards are read as netmasks": ("values", "masked", masks_as_netmasks),
    "netmasks of groups are read as wildcards": ("groups", "network", netmasks_as_wildcards),
    "unknown words are ignored": ("ip_lines", "read_ip_options", rest_ignored),
    "lists permit by default": ("filters", "_filter", permits_by_default),
    "empty lists deny": ("filters", "_filter", empty_denies),
    "entries are tried as entered": ("filters", "_filter", in_entry_order),
    "equal entries are taken": ("lists", "_add", equal_entries_taken),
    "no access-list deletes one entry": ("list_headers", "drop_list", one_entry_only),
    "EtherType masks say what must match": ("mac_lines", "_masked", type_masks_must_match),
    "EtherTypes are always hexadecimal": ("mac_lines", "_type_number", numbers_in_hex),
    "a deny in a VLAN map's list acts": ("map_filters", "_called", denies_act),
    "VLAN maps forward the rest": ("map_filters", "_tail", no_tail),
    "VLAN maps drop the rest of every type": ("map_filters", "_tail", tail_for_everything),
    "lists of SVIs see bridged packets": ("made_bindings", "layer_of", always_the_port),
    "port lists never replace": ("finish", "_combination", always_serial),
    "trunks allow every VLAN": ("switchport", "_allowed", all_allowed),
    "members are no part of a channel": ("interfaces", "_parent", members_alone),
    "every port without a word bridges": ("interfaces", "bridges_by_default", always_bridging),
    "templates are left out": ("finish", "with_templates", no_templates),
    "groups in groups are left out": ("extents:Groups", "_all", nothing_nested),
    "no removes nothing": ("lists", "_remove", nothing_removed),
    "resequence does nothing": ("list_headers", "resequence", numbers_kept),
    "nothing but filters drops": ("ports", "guard_of", no_guards),
    "policers limit nothing": ("policy_filters", "_limit", policers_are_free),
}
"""What is wrong: module (or module:Class), name, and what makes the wrong one from the right."""


def test_the_reader_itself_has_no_wrong_case(xe, ask_xe):
    assert READER.is_right(xe, ask_xe)


@pytest.mark.parametrize("name", MUTANTS)
def test_a_wrong_reader_is_noticed(name, monkeypatch, xe, ask_xe):
    READER.patch(monkeypatch, *MUTANTS[name])
    assert not READER.is_right(xe, ask_xe)


def test_a_map_that_is_met_twice_is_noticed(monkeypatch, xe, ask_xe):
    monkeypatch.setattr(module("crossing"), "_mended", lambda way: list(way.stages))
    assert not READER.is_right(xe, ask_xe)


def test_a_precedence_read_as_a_dscp_is_noticed(monkeypatch, xe, ask_xe):
    fields = importlib.import_module("roce_audit.packets.fields")
    options = module("ip_options")

    def wrong(words, draft):
        draft.narrow(fields.DSCP, single(named(words, PRECEDENCES, 7)))

    monkeypatch.setitem(options._OPTIONS, "precedence", wrong)
    assert not READER.is_right(xe, ask_xe)
