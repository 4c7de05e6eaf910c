"""Readers that are wrong on purpose: the cases must notice each of them."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from roce_audit.model.acl import Action
from roce_audit.model.device import Mode
from roce_audit.packets.fields import DSCP
from roce_audit.packets.ranges import single
from roce_audit.reading.comparisons import named
from roce_audit.reading.marks import PRECEDENCES
from tests.platforms.wrong_readers import (
    Reader,
    comparison_as,
    masks_as_netmasks,
    off_by_one,
    swapped,
)

FILES = (
    "lists",
    "l2",
    "groups",
    "bindings",
    "bridging",
    "hazards",
    "inheritance",
    "texts",
    "edits",
)
READER = Reader("roce_audit.platforms.cisco_xr", Path(__file__).parent / "cases", FILES)
module = READER.module


def decimal_types(_):
    return lambda word: int(word) if word.isdecimal() else None


def rest_ignored(read_options):
    def lenient(words, draft, *rest):
        read_options(words, draft, *rest) if words.peek() == "dscp" else words.rest()

    return lenient


def entries_in_file_order(edit):
    def wrong(book, acl, statement, words):
        edit(book, acl, statement, words[1:] if words[0].isdecimal() else words)

    return wrong


def numbers_refused(edit):
    def wrong(book, acl, statement, words):
        if not (words[0].isdecimal() and int(words[0]) in acl.entries):
            edit(book, acl, statement, words)

    return wrong


def permits_by_default(default):
    return lambda acl: (Action.PERMIT, default(acl)[1])


def empty_lists_deny(default):
    return lambda acl: (Action.DENY, default(acl)[1])


def with_deny_between(chain):
    def wrong(self, kind, names, source):
        made = chain(self, kind, names, source)
        common = self.known.get((kind, names[0]))
        kept = 0 if common is None else len(common.entries)
        return replace(made, lines=made.lines[:kept], default=Action.DENY)

    return wrong


def own_list_first(chain):
    return lambda self, kind, names, source: chain(self, kind, names[::-1], source)


def acts_everywhere(_):
    return lambda *_: ("", None)


def everything_routes(interface):
    return lambda *given: replace(interface(*given), mode=Mode.ROUTED)


def never_down(interface):
    return lambda *given: replace(interface(*given), enabled=True)


def groups_without_their_last(extent):
    def wrong(self, *given):
        found = extent(self, *given)
        return replace(found, values=found.values[:-1] if found.values else found.values)

    return wrong


def missing_groups_are_empty(_):
    return lambda *_given, **_named: ((), None)


def precedence_as_dscp(_):
    return lambda words, draft: draft.narrow(DSCP, single(named(words, PRECEDENCES, 7)))


def nothing(_):
    return lambda *_given: None


def always(value):
    return lambda _: lambda *_given: value


def patterns_for_parts(_):
    import re

    return lambda pattern, name: bool(len(pattern) < 15 and re.search(pattern.strip("'"), name))


def first_subinterface(_):
    def wrong(device, port, _vlan):
        below = [i for i in device.interfaces.values() if i.name.startswith(f"{port.name}.")]
        return below[:1] or [port]

    return wrong


MUTANTS = {
    "neq is read as eq": ("values", "compared", comparison_as("neq", "eq")),
    "lt is read as gt": ("values", "compared", comparison_as("lt", "gt")),
    "gt leaves one port out": ("values", "compared", off_by_one),
    "source and destination ports are swapped": ("ip_lines", "_ports", swapped),
    "wildcards are read as netmasks": ("values", "masked", masks_as_netmasks),
    "EtherTypes are read as decimal numbers": ("l2_lines", "ether_type", decimal_types),
    "unknown words are ignored": ("ip_lines", "read_ip_options", rest_ignored),
    "source-only entries are not known": ("ip_lines", "_is_source_only", always(value=False)),
    "entries are tried as the file has them": ("reader", "edit", entries_in_file_order),
    "a number entered again is refused": ("reader", "edit", numbers_refused),
    "lists permit by default": ("filters", "_default", permits_by_default),
    "empty lists deny": ("filters", "_default", empty_lists_deny),
    "a deny stands between common and own list": ("filters:Lists", "chain", with_deny_between),
    "the own list comes first": ("filters:Lists", "chain", own_list_first),
    "lists act on every kind of interface": ("bindings:Work", "_acting", acts_everywhere),
    "nothing is bridged": ("interfaces", "_interface", everything_routes),
    "nothing is ever shut down": ("interfaces", "_interface", never_down),
    "groups lose their last member": ("extents:Groups", "_extent", groups_without_their_last),
    "missing groups hold nothing": ("extents:Groups", "_missing", missing_groups_are_empty),
    "no removes nothing": ("lists", "_remove", nothing),
    "resequence does nothing": ("sections", "resequence", always(value=True)),
    "nothing is inherited": ("inheritance", "_fitting", always(())),
    "patterns for a part of a name hold": ("inheritance", "matches", patterns_for_parts),
    "tags inside a domain do not matter": ("domains", "inside", always(None)),
    "the tag does not choose the subinterface": ("places", "_takers", first_subinterface),
    "split horizon does not matter": ("domains", "_remember", nothing),
    "policers let all pass": ("bindings", "limiting", always(None)),
    "bridge-domains do not matter": ("sections", "bridge", always("")),
}
"""What is wrong: module (or module:Class), name, and what makes the wrong one from the right."""


def test_the_reader_itself_has_no_wrong_case(xr, ask_xr):
    assert READER.is_right(xr, ask_xr)


@pytest.mark.parametrize("name", MUTANTS)
def test_a_wrong_reader_is_noticed(name, monkeypatch, xr, ask_xr):
    where, attribute, change = MUTANTS[name]
    READER.patch(monkeypatch, where, attribute, change)
    if attribute == "bridge":
        # The table of sections holds the function itself.
        monkeypatch.setitem(module("sections")._SECTIONS, "l2vpn", module("sections").bridge)
    assert not READER.is_right(xr, ask_xr)


def test_a_precedence_read_as_a_dscp_is_noticed(monkeypatch, xr, ask_xr):
    options = module("ip_options")._OPTIONS
    monkeypatch.setitem(options, "precedence", precedence_as_dscp(None))
    assert not READER.is_right(xr, ask_xr)


def test_a_police_that_is_ignored_is_noticed(monkeypatch, xr, ask_xr):
    monkeypatch.setitem(
        module("ip_options")._OPTIONS, "police", lambda words, _draft: words.rest() and None
    )
    assert not READER.is_right(xr, ask_xr)
