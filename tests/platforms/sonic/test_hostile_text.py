"""Damaged, cut and hostile texts: no crash, and no verdict that the damage could have made."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from ruamel.yaml import YAML

from roce_audit.errors import NotThere
from roce_audit.platforms.sonic import PLATFORM
from roce_audit.reading.document import Document, Role

CASES = Path(__file__).parent / "cases"
TEXTS = [
    case["config"]
    for name in ("vectors", "tables", "rules", "ports", "texts")
    for case in YAML(typ="safe").load((CASES / f"{name}.yml").read_text(encoding="utf-8")).values()
]
WHOLE = json.dumps(
    {
        "PORT": {"Ethernet0": {"admin_status": "up"}, "Ethernet4": {"admin_status": "up"}},
        "ACL_TABLE": {
            "A": {"type": "L3", "ports": ["Ethernet0"]},
            "B": {"type": "L3V6", "ports": ["Ethernet4"]},
        },
        "ACL_RULE": {
            "A|P": {
                "PRIORITY": "9",
                "PACKET_ACTION": "FORWARD",
                "ETHER_TYPE": "2048",
                "L4_DST_PORT": "4791",
            },
            "A|D": {"PRIORITY": "8", "PACKET_ACTION": "DROP", "IP_TYPE": "ANY"},
            "B|D": {"PRIORITY": "7", "PACKET_ACTION": "DROP", "IP_TYPE": "IPV6ANY"},
        },
    },
    indent=2,
)
# The fixture is a function that keeps nothing.
PLAIN_FIXTURE = [HealthCheck.function_scoped_fixture]
QUESTIONS = ({"in": "Ethernet0"}, {"in": "Ethernet4"}, {"filter": "A"}, {"filter": "B"})


def read(text, role=Role.CONFIGURATION, command=""):
    return PLATFORM.read("leaf1", [Document("config_db.json", text, role, command)], {})


def answers(device, asked):
    """Return the verdicts of every question; None where what it is about is not there."""
    found = []
    for question in QUESTIONS:
        try:
            found.append(asked(device, **question))
        except NotThere:
            found.append(None)
    return found


@settings(max_examples=300, deadline=None)
@given(
    text=st.text(max_size=200) | st.text(alphabet="{}[]\",:|\\\n '-$#@~/aA0", max_size=300),
    role=st.sampled_from(list(Role)),
    command=st.sampled_from(["", "show acl table", "sonic-cfggen -d --print-data", "HGET X|Y z"]),
)
def test_no_text_makes_the_reader_fail(text, role, command):
    read(text, role, command)


@settings(max_examples=150, deadline=None)
@given(st.sampled_from(TEXTS), st.data())
def test_no_damage_makes_the_reader_fail(text, data):
    lines = text.split("\n")
    at = data.draw(st.integers(0, len(lines) - 1))
    kind = data.draw(st.sampled_from(["drop", "double", "swap", "cut", "insert", "erase"]))
    place = data.draw(st.integers(0, max(len(lines[at]) - 1, 0)))
    noise = data.draw(st.sampled_from(['"', "{", "}", "[", ",", "\x1b[K", "--More--", "\x00", "é"]))
    match kind:
        case "drop":
            del lines[at]
        case "double":
            lines.insert(at, lines[at])
        case "swap":
            lines[at], lines[-1] = lines[-1], lines[at]
        case "cut":
            lines[at] = lines[at][:place]
        case "insert":
            lines[at] = lines[at][:place] + noise + lines[at][place:]
        case _:
            lines[at] = lines[at][:place] + lines[at][place + 1 :]
    device = read("\n".join(lines))
    assert device.ledger.read >= 0


@settings(max_examples=200, deadline=None, suppress_health_check=PLAIN_FIXTURE)
@given(at=st.integers(1, len(WHOLE) - 1))
def test_a_text_cut_short_is_undecided_at_best(at, asked):
    for found in answers(read(WHOLE[:at]), asked):
        assert found is None or set(found) == {"undecided"}


STRUCTURE = [at for at, sign in enumerate(WHOLE) if sign in '{}[]",:']
# Inside quotes a sign would only make another name or value.
OUTSIDE = [at for at in STRUCTURE if WHOLE[:at].count('"') % 2 == 0]


@settings(max_examples=250, deadline=None, suppress_health_check=PLAIN_FIXTURE)
@given(at=st.sampled_from(STRUCTURE))
def test_a_lost_sign_of_the_structure_is_never_a_verdict_of_its_own(at, asked):
    right = answers(read(WHOLE), asked)
    found = answers(read(WHOLE[:at] + WHOLE[at + 1 :]), asked)
    for wanted, got in zip(right, found, strict=True):
        assert got in (None, wanted, ("undecided",) * 3), WHOLE[at - 10 : at + 10]


@settings(max_examples=250, deadline=None, suppress_health_check=PLAIN_FIXTURE)
@given(at=st.sampled_from(OUTSIDE), sign=st.sampled_from('{}[]",:'))
def test_an_added_sign_of_the_structure_is_never_a_verdict_of_its_own(at, sign, asked):
    right = answers(read(WHOLE), asked)
    found = answers(read(WHOLE[:at] + sign + WHOLE[at:]), asked)
    for wanted, got in zip(right, found, strict=True):
        assert got in (None, wanted, ("undecided",) * 3), WHOLE[at - 10 : at + 10]


def test_terminal_residue_and_prompts_change_nothing(asked):
    right = answers(read(WHOLE), asked)
    noisy = WHOLE.replace("\n", "\r\n").replace('  "ACL_RULE"', '--More--\r  \x1b[0m"ACL_RULE"')
    text = f"\x1b[?2004hadmin@leaf1:~$ sonic-cfggen -d --print-data\r\n\x1b[?2004l\r{noisy}\r\n"
    assert answers(read(f"{text}admin@leaf1:~$ exit\r\nlogout\r\n"), asked) == right


@pytest.mark.parametrize(
    "deep", ['{"a":' * 200 + "1" + "}" * 200, "[" * 100_000, '{"ACL_RULE": {"A|B": ' + "[" * 5000]
)
def test_nesting_without_end_is_refused_quickly(deep):
    assert read(deep).gaps


def test_names_with_signs_of_the_terminal_are_only_names(asked):
    device = read(WHOLE.replace("A|P", "A|P\\u001b[31m\\u0000"))
    assert asked(device, filter="A", traffic="v2-ipv4") == ("permit",)


def test_a_live_capture_says_what_is_missing():
    command = "sonic-cfggen -d --print-data"
    refused = read("Permission denied: '/var/run/redis/redis.sock'", command=command)
    assert any("Permission denied" in gap.reason for gap in refused.gaps)
    assert any("shows no database" in gap.reason for gap in refused.gaps)
    assert any("shows no port" in gap.reason for gap in read('{"VLAN": {}}', command=command).gaps)
    assert not read(WHOLE, command=command).gaps
    assert not read(WHOLE).gaps


def test_ten_thousand_rules_are_read():
    rules = {
        f"A|R{number}": {
            "PRIORITY": str(number + 1),
            "PACKET_ACTION": "DROP" if number % 3 else "FORWARD",
            "ETHER_TYPE": "2048",
            "SRC_IP": f"10.{number % 250}.{number // 250}.0/24",
            "L4_DST_PORT": "4791",
        }
        for number in range(10_000)
    }
    tree = {"ACL_TABLE": {"A": {"type": "L3", "ports": ["Ethernet0"]}}, "ACL_RULE": rules}
    device = read(json.dumps(tree, indent=4))
    acl = device.filters["mixed", "A"]
    assert len(acl.lines) == 10_000
    assert [acl.lines[0].label, acl.lines[-1].label] == ["R9999", "R0"]
    assert device.ledger.read == 60_000 + 3
    assert acl.lines[-1].source.line == 11
