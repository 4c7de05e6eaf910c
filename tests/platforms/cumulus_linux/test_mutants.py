"""Readers that are wrong on purpose: the cases must notice each of them."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from roce_audit.model.acl import Action
from roce_audit.model.device import Mode
from roce_audit.packets.fields import SOURCE_PORT
from roce_audit.packets.ranges import single
from roce_audit.platforms.cumulus_linux.match import Effect
from tests.platforms.wrong_readers import Reader

FILES = ("nvue", "policy", "ports", "texts")
READER = Reader("roce_audit.platforms.cumulus_linux", Path(__file__).parent / "cases", FILES)
module = READER.module


def unlimited(lines_of):
    def wrong(match, effect, *rest):
        return lines_of(match, Effect.GO_ON if effect is Effect.LIMIT else effect, *rest)

    return wrong


def mirrors_end(lines_of):
    def wrong(match, effect, *rest):
        return lines_of(match, Effect.PERMIT if effect is Effect.MAY_END else effect, *rest)

    return wrong


def denies_by_default(nvue_list):
    def wrong(*given):
        found = nvue_list(*given)
        return replace(found, filter=replace(found.filter, default=Action.DENY))

    return wrong


def text_order(is_number):
    return lambda *_: False


def in_file_order(_):
    return tuple


def bare_rules_act(_):
    return property(lambda *_: False)


def no_lookup_of_its_own(stages):
    return lambda self: list(stages(self))[:1]


def everything_fits(_):
    return lambda *_: True


def nothing_spared(_):
    return lambda *_: []


def lists_in_order(_):
    return lambda *_: {}


def first_only(expand):
    return lambda text: expand(text)[:1]


def never_down(interface):
    return lambda *given: replace(interface(*given), enabled=True)


def always_routed(interface):
    return lambda *given: replace(interface(*given), mode=Mode.ROUTED)


def any_policy_is_accept(_):
    return lambda *_: ()


def unknown_is_ignored(opened):
    return lambda self, *given: self.doubts.append(given)


def unset_ignored(_):
    return lambda *_: None


def never_single(_):
    return lambda *_: False


def all_named_any(_):
    return lambda *_: ((0, 65535),)


def lost_in_silence(_):
    return lambda self, *given: self.claims.doubt(*given)


def late_is_early(_):
    return lambda *_: False


def mac_any(_):
    return lambda *_: ((0, (1 << 48) - 1),)


def always_type_v1(_):
    return lambda *_: single(0x8915)


MUTANTS = {
    "police is ignored": ("acl", "lines_of", unlimited),
    "mirrors always end": ("acl", "lines_of", mirrors_end),
    "mirrors of files always end": ("policy_rule", "lines_of", mirrors_end),
    "lists deny by default": ("finish", "nvue_list", denies_by_default),
    "rule numbers are no numbers": ("acl", "_is_number", text_order),
    "hardware keeps the order of the file": ("build", "in_order", in_file_order),
    "bare rules act": ("rule_words:RuleWords", "bare", bare_rules_act),
    "only the first filter counts": ("build:Builder", "stages", no_lookup_of_its_own),
    "every interface fits": ("sides", "fits", everything_fits),
    "ebtables always follows mangle": ("build:Builder", "_spared", nothing_spared),
    "lists act in a certain order": ("lookup", "_order", lists_in_order),
    "ranges mean their first port": ("nvue", "expand", first_only),
    "nothing is ever down": ("ports", "_interface", never_down),
    "every port routes": ("ports", "_interface", always_routed),
    "chain policies accept": ("build", "policy_entries", any_policy_is_accept),
    "unknown matches are ignored": ("acl_match:RuleMatch", "open", unknown_is_ignored),
    "unset does nothing": ("commands_read", "unset", unset_ignored),
    "values add up": ("nvue", "is_single", never_single),
    "ports are all ports": ("acl_match", "ports", all_named_any),
    "lost statements are forgotten": ("state:State", "lost", lost_in_silence),
    "files act in no order": ("build", "_is_late", late_is_early),
    "ranges of ports act outwards": ("sides", "_ranges", lambda _: lambda *_: SOURCE_PORT),
    "masks of MAC addresses are nothing": ("acl_match", "macs", mac_any),
    "every type is that of RoCE": ("acl_fields", "ethertype", always_type_v1),
}
"""What is wrong: module (or module:Class), name, and what makes the wrong one from the right."""


def test_the_reader_itself_has_no_wrong_case(cumulus, ask_cumulus):
    assert READER.is_right(cumulus, ask_cumulus)


@pytest.mark.parametrize("name", MUTANTS)
def test_a_wrong_reader_is_noticed(name, monkeypatch, cumulus, ask_cumulus):
    READER.patch(monkeypatch, *MUTANTS[name])
    assert not READER.is_right(cumulus, ask_cumulus)


@pytest.mark.parametrize(
    ("target", "effect"), [("RETURN", Effect.GO_ON), ("LOG", Effect.PERMIT), ("DROP", Effect.GO_ON)]
)
def test_a_wrong_target_is_noticed(target, effect, monkeypatch, cumulus, ask_cumulus):
    monkeypatch.setitem(module("policy_rule")._EFFECTS, target, effect)
    assert not READER.is_right(cumulus, ask_cumulus)


def test_swapped_ports_are_noticed(monkeypatch, cumulus, ask_cumulus):
    options = module("ip_options").IP_OPTIONS
    monkeypatch.setitem(options, "--dport", options["--sport"])
    assert not READER.is_right(cumulus, ask_cumulus)
