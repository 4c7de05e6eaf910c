"""Whatever the text is, the reader answers; what it cannot read it never takes for a permit."""

from __future__ import annotations

import json
import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from roce_audit.platforms.cumulus_linux import PLATFORM
from roce_audit.reading.document import Document

COMMANDS = """\
nv set acl A type ipv4
nv set acl A rule 10 match ip protocol tcp
nv set acl A rule 10 action deny
nv set acl A rule 30 match ip protocol udp
nv set acl A rule 30 match ip source-ip 10.0.0.0/8
nv set acl A rule 30 action permit
nv set acl A rule 40 action deny
nv set interface swp1 bridge domain br_default access 10
nv set interface swp1 acl A inbound
"""
RULES = """\
[iptables]
-A FORWARD -i swp1 -p tcp -j DROP
-A FORWARD -i swp1 -p udp -s 10.0.0.0/8 -j ACCEPT
-A FORWARD -i swp1 -p udp --dport 4000:5000 -j DROP
[ebtables]
-A FORWARD -i swp1 -s 02:00:00:00:00:01 -j ACCEPT
-A FORWARD -i swp1 -p 0x8915 -j DROP
"""
QUESTIONS = (
    {"in": "swp1", "traffic": "v2-ipv4", "src": "10.0.0.1"},
    {"in": "swp1", "traffic": "v2-ipv4", "src": "192.0.2.1"},
)
NAMES = frozenset({"swp1", "A"})
"""A damaged name is another name, a valid one."""


def verdicts(text, ask):
    device = PLATFORM.read("leaf1", [Document("f", text)], {})
    return [ask(device, question)[0].verdict.value for question in QUESTIONS]


def damages(text):
    lines = text.splitlines()
    return [
        (at, word)
        for at, line in enumerate(lines)
        for word, said in enumerate(line.split())
        if said not in NAMES and not said.startswith("[")
    ]


def damaged(text, at, word, garbage):
    lines = text.splitlines()
    words = lines[at].split()
    words[word] = garbage
    lines[at] = " ".join(words)
    return "\n".join(lines)


@pytest.mark.parametrize("text", [COMMANDS, RULES], ids=["commands", "rules"])
def test_the_undamaged_text_is_decided(text, ask_cumulus):
    assert verdicts(text, ask_cumulus) == ["permit", "deny"]


@pytest.mark.parametrize("garbage", ["xx", "9z!"])
@pytest.mark.parametrize(("at", "word"), damages(RULES))
def test_a_damaged_word_of_a_rule_moves_verdicts_only_towards_undecided(
    at, word, garbage, ask_cumulus
):
    found = verdicts(damaged(RULES, at, word, garbage), ask_cumulus)
    for before, after in zip(["permit", "deny"], found, strict=True):
        assert after in {before, "undecided"}, found


@pytest.mark.parametrize("garbage", ["xx", "9z!"])
@pytest.mark.parametrize(("at", "word"), damages(COMMANDS))
def test_a_damaged_word_of_a_command_never_makes_a_permit(at, word, garbage, ask_cumulus):
    found = verdicts(damaged(COMMANDS, at, word, garbage), ask_cumulus)
    assert found[1] in {"deny", "undecided", "partial"}, found
    assert found[0] in {"permit", "undecided"}, found


PIECES = st.sampled_from(
    r"""
nv set |nv unset |acl A |rule 10 |action |match ip |{|}|[|]|"set"|:|,|- set:~|  acl:~|    A: {
[iptables]~|-A FORWARD |-i swp1 |-j DROP~|! |$X |X = $X~|cumulus@l:~$ |swp1-99999999 |interface
~|\x1b[K|'|\\|:|:~|*|-|iface swp1~|  mtu 9~|net add |bond b bond slaves |<<'EOF'~|tee x.rules
==> a.rules <==~
""".replace("\n", "|")
    .replace("~", "\n")
    .split("|")
)


@settings(max_examples=150, deadline=None)
@given(st.lists(st.one_of(PIECES, st.text(max_size=8)), max_size=40))
def test_no_text_is_too_odd(pieces):
    text = "".join(pieces)
    device = PLATFORM.read("leaf1", [Document("f", text)], {})
    assert device.platform == "cumulus_linux"
    confidence, _ = PLATFORM.detect(text)
    assert 0.0 <= confidence <= 1.0


@pytest.mark.parametrize(
    "text",
    [
        "[" * 5000,
        '{"a":' * 5000,
        "nv set interface swp1-4000 link mtu 9000\n" * 300,
        "nv set interface swp1-99999999 acl A inbound\n",
        "A = $A$A\n[iptables]\n-A FORWARD -i $A -j DROP\n",
        "- set:\n" + "".join(" " * n + "a:\n" for n in range(4, 900)),
        "nv set acl " + "x" * 100_000 + "\n",
        "cumulus@" + "a" * 50_000 + "\n",
        "[iptables]\n-A FORWARD -i " + ",".join(["swp1"] * 20_000) + " -j DROP\n",
    ],
    ids=range(9),
)
def test_hostile_text_takes_little_time(text):
    began = time.monotonic()
    PLATFORM.read("leaf1", [Document("f", text)], {})
    PLATFORM.detect(text)
    assert time.monotonic() - began < 5


def test_ten_thousand_rules_are_read_soon():
    rules = "".join(
        f"-A FORWARD -i swp1 -p udp -s 10.{n >> 8}.{n & 255}.0/24 --dport 4791 -j ACCEPT\n"
        for n in range(10_000)
    )
    tree = {
        str(n): {
            "match": {"ip": {"protocol": "udp", "source-ip": f"10.{n >> 8}.{n & 255}.0/24"}},
            "action": {"permit": {}},
        }
        for n in range(10_000)
    }
    whole = json.dumps({"acl": {"A": {"type": "ipv4", "rule": tree}}}, indent=2)
    for text in (f"[iptables]\n{rules}", whole):
        began = time.monotonic()
        device = PLATFORM.read("leaf1", [Document("f", text)], {})
        # Ten times what it takes on an idle machine.
        assert time.monotonic() - began < 10
        assert len(next(iter(device.filters.values())).lines) == 10_000
