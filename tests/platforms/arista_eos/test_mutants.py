"""Mistakes planted in the reader, each of which the cases must notice."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import pytest

from roce_audit.errors import RoceAuditError
from roce_audit.model.acl import Action, Family
from roce_audit.model.device import Mode
from roce_audit.packets import holes
from roce_audit.packets.fields import DESTINATION, SOURCE
from roce_audit.platforms.arista_eos import (
    acl,
    acl_filter,
    conditions,
    draft,
    finish,
    ip_lines,
    list_block,
    mac_lines,
    policy_edit,
    policy_lines,
    port_model,
    reader,
    roots,
    text,
)
from tests.platforms.case_files import loaded
from tests.platforms.wrong_readers import plant

CASES = [
    case
    for name in ("ip_lists", "mac_lists", "bindings", "policies", "texts")
    for case in loaded(Path(__file__).parent / "cases" / f"{name}.yml").values()
]


def wrong_answers(eos, ask_eos):
    """Count the questions of all cases that are not answered as worked out by hand."""
    wrong = 0
    for case in CASES:
        device = eos(case["config"], **case.get("assume", {}))
        for question in case["ask"]:
            words = {k: v for k, v in question.items() if k not in ("verdict", "line")}
            try:
                (answer,) = ask_eos(device, words)
            except RoceAuditError:
                wrong += 1
            else:
                wrong += answer.verdict.value != question["verdict"]
    return wrong


def swapped_addresses(words, drafted, named, bits):
    other = {SOURCE: DESTINATION, DESTINATION: SOURCE}[named]
    conditions.read_address(words, drafted, other, bits)


def only_the_first_port(words):
    first = conditions._one_port(words)
    while conditions.port_of(words.peek()) is not None:
        words.take()
    return ((first, first),)


def permitting_by_default(made, settings, *, nat):
    return replace(acl_filter_finished(made, settings, nat=nat), default=Action.PERMIT)


acl_filter_finished = acl_filter.finished
draft_matches = draft._matches
model_interfaces = port_model.interfaces_of
extended = acl._GRAMMARS[Family.IPV4, False]


def without_channels(eos):
    return {name: replace(each, parent="") for name, each in model_interfaces(eos).items()}


def dropping_or_passing(match):
    drops = any(words[0] == "drop" for words in match.actions)
    yield (Action.DENY if drops else Action.PERMIT), None


def always_shown(eos, statement, shown):
    family, standard, name = shown
    eos.lists[family.value, name] = list_block.AccessList(family, name, standard, statement)
    for child in statement.children:
        acl.edit(eos, eos.lists[family.value, name], child)


MUTANTS = {
    "neq means eq": (conditions._PORTS, "neq", conditions._port_list),
    "gt takes its own number": (
        conditions,
        "_compared",
        lambda operator, value, top: ((value, top),) if operator == "gt" else ((0, value - 1),),
    ),
    "a port list has one port": (conditions._PORTS, "eq", only_the_first_port),
    "addresses are swapped": (ip_lines, "read_address", swapped_addresses),
    "doubts are forgotten": (draft, "_matches", lambda made, _doubt: draft_matches(made, None)),
    "lines keep the order of the file": (acl_filter, "sorted", list),
    "a number in use replaces the line": (
        acl,
        "put",
        lambda edited, entry, number: (
            edited.entries.update({number or max(edited.entries, default=0) + 10: entry}) or True
        ),
    ),
    "no takes nothing out": (acl._EDITS, "no", lambda _acl, _statement: True),
    "resequence does nothing": (acl._EDITS, "resequence", lambda _acl, _statement: True),
    "the end of a list permits": (finish, "finished", permitting_by_default),
    "fragments takes whole packets": (
        ip_lines._OPTIONS,
        "fragments",
        lambda _words, _drafted: None,
    ),
    "mac lists see what is not ip": (
        finish._SEES,
        "mac",
        ({ip_lines.ETHERTYPE: ((0x8915,) * 2,)},),
    ),
    "a mac mask is a netmask": (
        mac_lines,
        "agreeing",
        lambda field, base, mask: holes.agreeing(field, base, ~mask),
    ),
    "members stand alone": (finish, "interfaces_of", without_channels),
    "every port bridges": (port_model, "_mode", lambda _eos, _port: (Mode.ACCESS, None)),
    "trunks carry every vlan": (port_model, "_carried", lambda _eos, _port: ((1, 4094),)),
    "exceptions of field sets are forgotten": (policy_lines, "without", lambda held, _hole: held),
    "before is forgotten": (
        policy_edit,
        "_placed",
        lambda policy, statement: (
            policy.matches.append(made := policy_edit.Match(*statement.words[1:3], statement))
            or made
        ),
    ),
    "policers pass": (policy_lines, "_actions", dropping_or_passing),
    "prompts are kept": (text, "_PROMPT", re.compile("(?!)")),
    "free text is read": (text, "_UNTIL_EOF", re.compile("(?!)")),
    "flat text stays flat": (reader, "fold", lambda _root: None),
    "show output wins": (roots, "read_shown", always_shown),
    "standard lists are extended ones": (acl._GRAMMARS, (Family.IPV4, True), extended),
    "lists are forgotten where they are bound": (finish._SEES, "ip", ()),
}


def test_without_a_mistake_every_answer_is_right(eos, ask_eos):
    assert wrong_answers(eos, ask_eos) == 0


@pytest.mark.parametrize("name", MUTANTS)
def test_the_cases_notice_that(name, eos, ask_eos, monkeypatch):
    plant(monkeypatch, *MUTANTS[name])
    assert wrong_answers(eos, ask_eos) > 0
