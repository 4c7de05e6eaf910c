"""Readers that are wrong on purpose: the cases must notice each of them."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from roce_audit.errors import ParseError
from roce_audit.model.acl import Action
from roce_audit.packets.boxes import EVERYTHING
from roce_audit.packets.fields import DESTINATION_PORT, DSCP, SOURCE_PORT
from roce_audit.packets.prefixes import prefix
from roce_audit.packets.ranges import single
from roce_audit.reading.comparisons import named
from roce_audit.reading.marks import PRECEDENCES
from tests.platforms.wrong_readers import Reader, comparison_as, masks_as_netmasks, off_by_one

FILES = ("lists", "mac_lists", "groups", "bindings", "modes", "vlan_maps", "edits")
READER = Reader("roce_audit.platforms.cisco_nxos", Path(__file__).parent / "cases", FILES)
module = READER.module


def reversed_ranges_stay(compared):
    return lambda word, first, last, top: (
        () if word == "range" and first > last else compared(word, first, last, top)
    )


def swapped(ports):
    other = {SOURCE_PORT: DESTINATION_PORT, DESTINATION_PORT: SOURCE_PORT}
    return lambda entry, words, field, names, groups: ports(
        entry, words, other[field], names, groups
    )


def hosts_as_subnets(_):
    return lambda text, bits: prefix(text if "/" in text else f"{text}/24", bits)


def rest_ignored(read_options):
    def lenient(entry, words, scope):
        try:
            read_options(entry, words, scope)
        except ParseError:
            words.rest()

    return lenient


def in_file_order(lines):
    return lambda acl: [line for row in acl.rows.values() for line in row.lines or ()]


def first_wins(put):
    def keep(self, number, row):
        if number not in self.rows:
            put(self, number, row)

    return keep


def numbered_by_count(_):
    return lambda self: 10 * (len(self.rows) + 1)


def permits_by_default(built):
    return lambda acl, assume: replace(built(acl, assume), default=Action.PERMIT)


def drops_when_undefined(_):
    return lambda *_: (Action.DENY, None)


def denies_as_drops(called):
    def wrong(entry, clause, lists):
        for line in called(entry, clause, lists):
            yield replace(line, action=Action.DENY) if line.action is Action.RETURN else line

    return wrong


def forwards_the_rest(built):
    return lambda *given: replace(built(*given), default=Action.PERMIT)


def always_acting(_):
    return lambda *_: ("", None)


def sees_everything(_):
    return lambda *_: (EVERYTHING,)


def all_allowed(_):
    def wrong(_before, words):
        words.rest()
        return ((1, 4094),)

    return wrong


def never_down(interface_of):
    return lambda *given: replace(interface_of(*given), enabled=True)


def always_bridging(_):
    return lambda *_: True


def groups_without_their_last(extent):
    def wrong(self, kind, name, top):
        found = extent(self, kind, name, top)
        return replace(found, values=found.values[:-1])

    return wrong


def precedence_as_dscp(_):
    return lambda entry, words, _scope: entry.narrow(DSCP, single(named(words, PRECEDENCES, 7)))


def nothing_removed(_):
    return lambda *_: None


def numbers_kept(_):
    return lambda *_: None


MUTANTS = {
    "reversed ranges are empty": ("values", "compared", reversed_ranges_stay),
    "neq is read as eq": ("values", "compared", comparison_as("neq", "eq")),
    "lt is read as gt": ("values", "compared", comparison_as("lt", "gt")),
    "gt leaves one port out": ("values", "compared", off_by_one),
    "source and destination ports are swapped": ("ip_entry", "_ports", swapped),
    "wildcards are read as netmasks": ("values", "masked", masks_as_netmasks),
    "hosts are read as subnets": ("values", "prefix", hosts_as_subnets),
    "unknown words are ignored": ("ip_entry", "read_options", rest_ignored),
    "entries are tried as the file has them": ("filters", "_lines", in_file_order),
    "a number entered again is refused": ("acl:Acl", "_put", first_wins),
    "numbers follow the count of entries": ("acl:Acl", "_next", numbered_by_count),
    "lists permit by default": ("filters", "_list", permits_by_default),
    "undefined lists drop": ("bindings", "_undefined", drops_when_undefined),
    "a deny in a VLAN map list drops": ("map_filter", "_called", denies_as_drops),
    "VLAN maps forward the rest": ("filters", "map_filter", forwards_the_rest),
    "filters act on every kind of port": ("bindings", "_acting", always_acting),
    "MAC lists see IP packets": ("bindings", "_sees", sees_everything),
    "trunks allow every VLAN": ("switchport", "_allowed", all_allowed),
    "nothing is ever shut down": ("reader", "interface_of", never_down),
    "every port without a word bridges": ("modes", "_default", always_bridging),
    "groups lose their last member": ("groups:Groups", "extent", groups_without_their_last),
    "no removes nothing": ("acl:Acl", "_remove", nothing_removed),
    "resequence does nothing": ("acl:Acl", "resequence", numbers_kept),
}
"""What is wrong: module (or module:Class), name, and what makes the wrong one from the right."""


def test_the_reader_itself_has_no_wrong_case(nxos, ask_nxos):
    assert READER.is_right(nxos, ask_nxos)


@pytest.mark.parametrize("name", MUTANTS)
def test_a_wrong_reader_is_noticed(name, monkeypatch, nxos, ask_nxos):
    READER.patch(monkeypatch, *MUTANTS[name])
    assert not READER.is_right(nxos, ask_nxos)


def test_a_precedence_read_as_a_dscp_is_noticed(monkeypatch, nxos, ask_nxos):
    options = module("ip_options")._OPTIONS
    monkeypatch.setitem(options, "precedence", precedence_as_dscp(None))
    assert not READER.is_right(nxos, ask_nxos)
