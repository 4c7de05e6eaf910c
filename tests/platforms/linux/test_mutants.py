"""Planted misreadings of filters: the case files notice every one of them."""

from __future__ import annotations

from dataclasses import replace
from importlib import import_module
from pathlib import Path

import pytest
from ruamel.yaml import YAML

from roce_audit.model.acl import Action, Call
from roce_audit.packets.fields import DESTINATION_PORT, ETHERTYPE
from roce_audit.packets.ranges import single
from roce_audit.platforms.linux import (
    assemble,
    bridging,
    compiling,
    ebtables,
    ebtables_rule,
    finish,
    hooks_bridge,
    iptables_matches,
    iptables_modules,
    iptables_options,
    nft_blocks,
    nft_commands,
    nft_elements,
    nft_fields,
    nft_match,
    nft_packets,
    nft_rule,
    nft_vmap,
    resolve,
    way,
)
from roce_audit.platforms.linux.chains import Branch, Compiled, Verdict
from roce_audit.platforms.linux.context import Name
from roce_audit.platforms.linux.option_fields import port_option
from roce_audit.platforms.linux.option_values import port_list
from roce_audit.platforms.linux.unions import ALWAYS, transport

CASES = [
    case
    for path in sorted((Path(__file__).parent / "cases").glob("*.yml"))
    for case in YAML(typ="safe").load(path.read_text(encoding="utf-8")).values()
]
TRAFFIC = ("v1", "v2-ipv4", "v2-ipv6")


def inner_type(reader):
    word, _ = reader.value("a protocol")
    reader.narrow(({ETHERTYPE: single(int({"ROCE": "8915"}.get(word, "0800"), 16))},))


def without_sources(monkeypatch):
    plain = nft_fields.FIELDS["udp sport"]
    anything = replace(plain, where=lambda _values: (transport(single(17)),))
    monkeypatch.setitem(nft_fields.FIELDS, "udp sport", anything)


def outer_type_is_inner(monkeypatch):
    plain = nft_fields.FIELDS["ether type"]
    mutant = replace(plain, where=lambda values: ({ETHERTYPE: values},) if values else ())
    monkeypatch.setitem(nft_fields.FIELDS, "ether type", mutant)


def tcp_is_udp(monkeypatch):
    monkeypatch.setitem(nft_fields.FIELDS, "tcp dport", nft_fields.FIELDS["udp dport"])


def unknown_words_are_skipped(monkeypatch):
    def skipped(reader, _reason):
        return Compiled((Branch(reader.matches, Verdict.PASS),))

    monkeypatch.setattr(nft_rule.RuleReader, "_uncertain", skipped)


def always_comes_back(lines, **_how):
    return Call(lines, resume=True)


def never_comes_back(lines, **_how):
    return Call(lines, resume=False)


def lasting(words):
    return replace(nft_elements_of(words), expires=False)


nft_elements_of = nft_elements.element_of


MUTANTS = {
    "ether type sees the type behind the tag": outer_type_is_inner,
    "source ports are ignored": without_sources,
    "TCP ports are those of UDP": tcp_is_udp,
    "goto comes back": lambda m: m.setattr(assemble, "Call", always_comes_back),
    "jump does not come back": lambda m: m.setattr(assemble, "Call", never_comes_back),
    "return accepts": lambda m: m.setitem(assemble._ACTIONS, Verdict.RETURN, Action.PERMIT),
    "priorities are reversed": lambda m: m.setattr(
        finish, "attrgetter", lambda _name: lambda entry: -entry.base.priority
    ),
    "established takes new packets": lambda m: m.setitem(nft_packets._STATES, "established", "new"),
    "policies are ignored": lambda m: m.setitem(nft_blocks._POLICIES, "drop", Action.PERMIT),
    "negations are ignored": lambda m: m.setitem(nft_match._SIGNS, "!=", "=="),
    "bridge chains of users return": lambda m: m.setitem(ebtables._ENDS, "ACCEPT", Verdict.RETURN),
    "ebtables sees the type behind the tag": lambda m: m.setitem(
        ebtables_rule.OPTIONS, "-p", inner_type
    ),
    "IP filters see every bridged packet": lambda m: m.setattr(
        import_module("roce_audit.platforms.linux.route"), "handed", lambda _device, _way: ALWAYS
    ),
    "routers forward RoCE v1": lambda m: m.setattr(way, "router_blocks", lambda *_args: {}),
    "unknown words are skipped": unknown_words_are_skipped,
    "insert appends": lambda m: m.setitem(nft_commands.COMMANDS, "insert", nft_commands.add),
    "reject lets through": lambda m: m.setitem(iptables_modules.PLAIN, "REJECT", Verdict.ACCEPT),
    "elements never expire": lambda m: m.setattr(nft_match, "element_of", lasting),
    "notrack does nothing": lambda m: m.setattr(finish, "_untracked", lambda *_args: ()),
    "either port means the destination": lambda m: (
        m.setitem(iptables_matches.MATCHES, "--ports", port_option(port_list, DESTINATION_PORT))
        or m.setitem(iptables_options.OPTIONS, "--sports", port_option(port_list, DESTINATION_PORT))
        or m.setitem(iptables_options.OPTIONS, "--sport", port_option(port_list, DESTINATION_PORT))
    ),
    "IP filters see bridge ports": lambda m: m.setattr(
        hooks_bridge, "bridge_name", lambda *ports: Name(ports[0].name)
    ),
    "maps ignore what they say": lambda m: m.setitem(nft_vmap._VERDICTS, "drop", Verdict.ACCEPT),
    "rewriting is overlooked": lambda m: m.setattr(compiling, "rewrites_in", lambda _state: ()),
    "the bridge module is taken for loaded": lambda m: m.setattr(
        bridging, "_calls", lambda *_args: True
    ),
    "links that are down pass packets": lambda m: m.setattr(way, "switched_off", lambda *_args: {}),
    "sets of ipset are ignored": lambda m: m.setattr(
        iptables_options, "in_ipset", lambda *_args: (ALWAYS, "")
    ),
    "the TTL is not counted down": lambda m: m.setattr(
        resolve.Resolver, "_hops", lambda _self, values: {resolve.TTL: values}
    ),
    "dormant tables act": lambda m: m.setattr(
        finish.Table, "dormant", property(lambda _self: False, lambda _self, _value: None)
    ),
}


def mistakes(read, ask):
    """Return how many answers of the case files are wrong, stopping at the first."""
    for case in CASES:
        device = read(case["dump"], *case.get("changes", ()), **case.get("assume", {}))
        for question in case["ask"]:
            words = {k: v for k, v in question.items() if k not in (*TRAFFIC, "line")}
            answers = ask(device, words)
            for traffic in TRAFFIC:
                if traffic in question and answers[traffic].verdict.value != question[traffic]:
                    return 1
            if "line" in question:
                found = {
                    each.trail[-1].line.source.line
                    for answer in answers.values()
                    for each in answer.outcomes
                    if each.actions == {Action.DENY} and each.trail and each.trail[-1].line
                }
                if question["line"] not in found:
                    return 1
    return 0


def test_without_a_mutant_no_answer_is_wrong(linux, ask_linux):
    assert mistakes(linux, ask_linux) == 0


@pytest.mark.parametrize("name", MUTANTS)
def test_a_planted_misreading_is_noticed(name, linux, ask_linux, monkeypatch):
    caches = (nft_match.simple_condition,)
    for cache in caches:
        cache.cache_clear()
    MUTANTS[name](monkeypatch)
    try:
        assert mistakes(linux, ask_linux) == 1
    finally:
        for cache in caches:
            cache.cache_clear()
