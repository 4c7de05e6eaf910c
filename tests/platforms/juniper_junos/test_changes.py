"""Changes to a configuration, and changes to its text that change nothing."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from ruamel.yaml import YAML

from roce_audit.platforms.juniper_junos import PLATFORM
from roce_audit.reading.document import Document, Role
from roce_audit.reaudit.bare import bare

CASES = Path(__file__).parent / "cases"
CONFIGS = {
    f"{name}:{title}": case["config"]
    for name in ("terms", "conditions", "addresses", "layer2", "bindings", "groups", "hazards")
    for title, case in YAML(typ="safe")
    .load((CASES / f"{name}.yml").read_text(encoding="utf-8"))
    .items()
}
BASE = """\
set firewall family inet filter F term A from protocol tcp
set firewall family inet filter F term A then accept
set firewall family inet filter F term LAST then discard
set interfaces et-0/0/1 unit 0 family inet filter input F
"""


def crlf(text):
    return text.replace("\n", "\r\n")


def trailing_blanks(text):
    return text.replace("\n", "  \t\n")


def header(text):
    return "\ufeff# Model: qfx5240\n## Last commit: 2026-11-01 11:41:05 UTC by root\n" + text


def prompts(text):
    whole = "" if text.startswith("set ") else "\n"
    shown = " | display set" if text.startswith("set ") else ""
    command = f"admin@leaf1> show configuration{shown} | no-more"
    return f"{{master:0}}\n{command}\n{text}{whole}\n{{master:0}}\nadmin@leaf1> "


def session_after(text):
    return text + "\nadmin@leaf1> show version\nHostname: leaf1\nModel: qfx5240\nJunos: 23.4R2\n"


def comments(text):
    return "/* checked; by hand { */\n" + text


def twice(text):
    """Two dumps of the same configuration, one after the other."""
    return prompts(text) + "\n" + prompts(text)


def lines_doubled(text):
    if not text.startswith("set "):
        return text
    return "".join(f"{line}\n{line}\n" for line in text.splitlines())


HARMLESS = (crlf, trailing_blanks, header, prompts, session_after, comments, twice, lines_doubled)


def shape(text):
    """Return what a text means, without the lines that open questions name."""
    device = PLATFORM.read("leaf1", [Document("config", text)], {})
    return re.sub(r"line \d+", "line N", repr(bare(device)))


@pytest.mark.parametrize("name", CONFIGS)
@pytest.mark.parametrize("change", HARMLESS)
def test_harmless_changes_of_the_text_change_nothing(name, change):
    assert shape(change(CONFIGS[name])) == shape(CONFIGS[name])


def test_a_change_is_read_behind_the_configuration(junos, asked):
    change = (
        "set firewall family inet filter F term ROCE from protocol udp\n"
        "set firewall family inet filter F term ROCE then accept\n"
        "insert firewall family inet filter F term ROCE before term LAST\n"
    )
    assert asked(junos(BASE), filter="F", traffic="v2-ipv4") == ("deny",)
    after = junos(BASE, change)
    assert asked(after, filter="F", traffic="v2-ipv4") == ("permit",)
    (line,) = [each for each in after.filters["ipv4", "F"].lines if each.label == "ROCE"]
    assert (line.source.file, line.source.line) == ("change 1", 2)


def test_a_change_without_insert_lands_behind_the_last_term(junos, asked):
    change = (
        "set firewall family inet filter F term ROCE from protocol udp\n"
        "set firewall family inet filter F term ROCE then accept\n"
    )
    assert asked(junos(BASE, change), filter="F", traffic="v2-ipv4") == ("deny",)


def test_a_change_in_braces_is_merged(junos, asked):
    change = """\
firewall {
    family inet {
        filter F {
            inactive: term LAST { then discard; }
            term ROCE { from { protocol udp; } then accept; }
        }
    }
}
"""
    assert asked(junos(BASE, change), filter="F", traffic="v2-ipv4") == ("permit",)


def test_a_change_that_unbinds_a_filter(junos, asked):
    change = "delete interfaces et-0/0/1 unit 0 family inet filter input F\n"
    before, after = junos(BASE), junos(BASE, change)
    assert asked(before, **{"in": "et-0/0/1", "traffic": "v2-ipv4"}) == ("deny",)
    assert asked(after, **{"in": "et-0/0/1", "traffic": "v2-ipv4"}) == ("permit",)
    assert after.interfaces.keys() == before.interfaces.keys()


def test_a_later_value_replaces_an_earlier_one_and_comes_back(junos):
    base = "set interfaces et-0/0/1 mtu 1514\nset interfaces et-0/0/1 unit 0 family inet\n"
    larger, back = "set interfaces et-0/0/1 mtu 9216\n", "set interfaces et-0/0/1 mtu 1514\n"
    found = [
        junos(base, *changes).interfaces["et-0/0/1.0"].mtu_bytes
        for changes in ((), (larger,), (larger, back))
    ]
    assert found == [1514, 9216, 1514]


def test_the_device_s_own_merging_of_groups_is_compared(junos):
    base = (
        "set groups G interfaces <et-*> unit 0 family inet filter input F\n"
        "set apply-groups G\n"
        "set interfaces et-0/0/1 unit 0 family inet\n"
    )
    command = "show configuration | display inheritance no-comments | display set | no-more"
    expanded = base + "set interfaces et-0/0/1 unit 0 family inet filter input F\n"

    def gaps(text):
        state = Document("expanded", text, Role.STATE, command)
        return PLATFORM.read("leaf1", [Document("config", base), state], {}).gaps

    assert gaps(expanded) == ()
    (gap,) = gaps(expanded + "set interfaces et-0/0/2 unit 0 family inet filter input F\n")
    assert "et-0/0/2" in gap.reason


def test_a_live_capture_without_interfaces_is_incomplete():
    document = Document("x", "set system host-name a\n", command="show configuration | display set")
    device = PLATFORM.read("leaf1", [document], {})
    assert [gap.reason for gap in device.gaps] == ["the configuration shows no interfaces"]
    assert PLATFORM.read("leaf1", [Document("x", document.text)], {}).gaps == ()


def test_filters_of_the_loopback_are_bound_nowhere(junos):
    names = ("lo0", "fxp0")
    text = "".join(f"set interfaces {x} unit 0 family inet filter input F\n" for x in names)
    device = junos(text)
    assert device.bindings == ()
    assert (device.ledger.read, device.ledger.no_effect) == (0, 2)


def test_every_statement_of_what_is_owned_is_counted_once(junos):
    text = """\
set system host-name leaf1
set interfaces et-0/0/1 description "to gpu01"
set interfaces et-0/0/1 mtu 9216
set interfaces et-0/0/1 unit 0 family inet address 10.0.0.1/31
set interfaces et-0/0/1 unit 0 levitate
set vlans A vlan-id 10
set vlans A hover
set class-of-service forwarding-classes class NO-LOSS queue-num 4
set protocols bgp group X type external
set routing-options autonomous-system 65000
"""
    ledger = junos(text).ledger
    assert (ledger.read, ledger.no_effect) == (3, 2)
    assert [each.source.line for each in ledger.uncertain] == [5, 7]


@pytest.mark.parametrize("bound", ["input F", "input-list [ F G ]"])
def test_an_answer_says_that_a_term_forwards_elsewhere(junos, ask_junos, bound):
    text = f"""
interfaces {{ et-0/0/1 {{ unit 0 {{ family inet {{ filter {{ {bound}; }} }} }} }} }}
firewall {{ family inet {{ filter F {{ term AWAY {{ then {{ next-ip 192.0.2.1/32; }} }} }}
filter G {{ term T {{ then accept; }} }} }} }}
"""
    (answer,) = ask_junos(junos(text), {"in": "et-0/0/1", "traffic": "v2-ipv4"})
    assert answer.verdict.value == "permit"
    (note,) = answer.notes
    assert note.startswith("term AWAY of F")
