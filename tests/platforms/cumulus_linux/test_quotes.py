"""What is quoted of JSON and YAML: a line that says nothing alone has its path."""

from __future__ import annotations

import json

import pytest

TREE = [
    {"header": {"version": "5.9.2"}},
    {
        "set": {
            "acl": {
                "A": {
                    "type": "ipv4",
                    "rule": {
                        "20": {"action": {"deny": {}}, "match": {"ip": {"protocol": "udp"}}},
                        "30": {"frob": {"x": {}}},
                    },
                }
            },
            "interface": {"swp1": {"type": "swp", "acl": {"A": {"inbound": {}}}}},
        }
    },
]
YAML = """\
- header:
    version: 5.9.2
- set:
    acl:
      A:
        type: ipv4
        rule:
          '20':
            action:
              deny: {}
            match:
              ip:
                protocol: udp
          '30':
            frob:
              x: {}
    interface:
      swp1:
        type: swp
        acl:
          A:
            inbound: {}
"""
COMMANDS = """\
nv set acl A type ipv4
nv set acl A rule 20 match ip protocol udp
nv set acl A rule 20 action deny
"""


@pytest.mark.parametrize(
    ("text", "line"), [(json.dumps(TREE, indent=2), 13), (json.dumps(TREE), 1), (YAML, 8)]
)
def test_a_rule_of_a_tree_is_quoted_by_its_path(text, line, cumulus):
    device = cumulus(text)
    rule = next(each for each in device.filters["ipv4", "A"].lines if each.label == "20")
    assert (rule.source.text, rule.source.line) == ("acl/A/rule/20", line)
    (binding,) = device.bindings
    assert binding.source.text.startswith("interface/swp1/acl/A")
    (unknown,) = device.ledger.uncertain
    assert unknown.source.text == "acl/A/rule/30/frob/x"


def test_a_line_that_says_what_it_sets_is_quoted_as_it_is(cumulus):
    text = json.dumps([{"set": {"acl": {"A": {"frob": "x"}}}}], indent=2)
    (unknown,) = cumulus(text).ledger.uncertain
    assert unknown.source.text == '"frob": "x"'


def test_a_command_is_quoted_as_it_is(cumulus):
    (rule,) = cumulus(COMMANDS).filters["ipv4", "A"].lines
    assert rule.source.text == "nv set acl A rule 20 action deny"
