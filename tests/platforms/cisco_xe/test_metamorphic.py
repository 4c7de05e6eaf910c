"""What may surround, repeat or reshape a configuration without changing what it means."""

from __future__ import annotations

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from roce_audit.platforms.cisco_xe import PLATFORM
from roce_audit.reading.document import Document, Role
from roce_audit.reaudit.bare import bare

CONFIG = """\
version 17.9
vtp mode transparent
hostname leaf1
object-group network GPU
 host 10.0.0.1
 10.0.1.0 255.255.255.0
class-map match-any ROCE
 match dscp af31
policy-map LIMIT
 class ROCE
  police 1000000000
vlan 10,20
 name GPU
vlan 30
 state suspend
vlan access-map VM 10
 match ip address A
 action forward
vlan filter VM vlan-list 10
interface Port-channel10
 switchport trunk allowed vlan 10,20
 switchport mode trunk
 ip access-group A in
interface GigabitEthernet1/0/1
 switchport mode trunk
 channel-group 10 mode active
interface GigabitEthernet1/0/2
 switchport access vlan 10
 ipv6 traffic-filter A6 in
 mac access-group M in
 service-policy input LIMIT
interface GigabitEthernet1/0/3
 no switchport
 ip address 10.0.3.1 255.255.255.0
 ip access-group 101 in
 shutdown
interface Vlan10
 ip address 10.0.10.1 255.255.255.0
 ip access-group A in
ip access-list extended A
 10 deny tcp any any
 20 permit udp object-group GPU any eq 4791
 30 deny udp any any range 4000 5000
 40 permit ip any any
ipv6 access-list A6
 sequence 10 permit udp any any eq 4791
mac access-list extended M
 permit any any 0x8915 0x0
access-list 101 permit udp any any eq 4791
end
"""


def model(text, *changes):
    documents = [Document("config", text)]
    documents += [Document("change", change, Role.CHANGE) for change in changes]
    return bare(PLATFORM.read("leaf1", documents, {}))


def meaning(text, *changes):
    """Return the device as text, without the places that its open questions name."""
    return re.sub(r"(?:\w+ )?line \d+", "a line", repr(model(text, *changes)))


WHOLE = model(CONFIG)
MEANING = meaning(CONFIG)


def with_prompts(text):
    return f"leaf1#show running-config\nBuilding configuration...\n\n{text}\nleaf1#\n"


def with_comments(text):
    return "!\n".join(line + "\n" for line in text.splitlines())


def with_remarks(text):
    return re.sub(r"(?m)^( (?:sequence )?\d+) (permit|deny)", r"\1 remark a word\n\1 \2", text)


RESHAPED = {
    "CRLF line ends": lambda text: text.replace("\n", "\r\n"),
    "blanks at the line ends": lambda text: text.replace("\n", "   \n"),
    "a byte order mark": lambda text: "\ufeff" + text,
    "tabs": lambda text: re.sub(r"(?m)^ +", "\t", text),
    "two blanks a level": lambda text: re.sub(r"(?m)^( +)", r"\1\1", text),
    "no indentation": lambda text: re.sub(r"(?m)^ +", "", text),
    "everything indented": lambda text: re.sub(r"(?m)^", "    ", text),
    "prompts": with_prompts,
    "comments between all lines": with_comments,
    "paging residue": lambda text: text.replace("\ninterface", "\n --More-- \b\b\b\b\binterface"),
    "blank lines": lambda text: text.replace("\n", "\n\n"),
    "two dumps": lambda text: f"{with_prompts(text)}leaf1#show run\n{text}",
    "remarks": with_remarks,
    "a header of an archive": lambda text: (
        f"!RANCID-CONTENT-TYPE: cisco\n!\n!Chassis type: x\n{text}"
    ),
    "output of other commands": lambda text: (
        f"{with_prompts(text)}leaf1#show vlan brief\nVLAN Name\n10   GPU   active\nleaf1#"
    ),
    "a banner": lambda text: (
        f"banner motd ^C\ninterface GigabitEthernet1/0/2\n shutdown\n^C\n{text}"
    ),
}


@pytest.mark.parametrize("how", RESHAPED)
def test_the_same_configuration_in_another_shape_is_the_same_device(how):
    assert meaning(RESHAPED[how](CONFIG)) == MEANING


def test_the_whole_configuration_typed_again_changes_nothing():
    assert meaning(CONFIG, CONFIG) == MEANING


def test_typed_at_prompts_it_is_the_same_device():
    lines = []
    for line in CONFIG.splitlines():
        mode = "(config-x)" if line.startswith(" ") else "(config)"
        lines.append(f"leaf1{mode}#{line.strip()}")
    assert meaning("\n".join(lines)) == MEANING


BLOCKS = re.split(r"(?m)^(?=\S)", CONFIG.removesuffix("end\n"))
MOVABLE = [block for block in BLOCKS if block]


@settings(max_examples=50, deadline=None)
@given(st.permutations(MOVABLE))
def test_the_order_of_sections_means_nothing(blocks):
    assert meaning("".join(blocks) + "end\n") == MEANING


@settings(max_examples=60, deadline=None)
@given(st.integers(1, 3), st.integers(1, 2000), st.integers(1, 100))
def test_renumbering_changes_no_verdict(times, start, step):
    change = f"ip access-list resequence A {start} {step}\n" * times
    after = model(CONFIG, change)
    labels = [line.label for line in after.filters["ipv4", "A"].lines]
    assert labels == [str(start + step * at) for at in range(4)]
    assert [(line.action, line.matches) for line in after.filters["ipv4", "A"].lines] == [
        (line.action, line.matches) for line in WHOLE.filters["ipv4", "A"].lines
    ]


@pytest.mark.parametrize("block", [each for each in MOVABLE if each.startswith("interface Gi")])
def test_a_dump_of_one_interface_shows_all_of_it(block):
    shown = f"leaf1#show running-config interface X\nBuilding configuration...\n!\n{block}end\n"
    assert meaning(f"{CONFIG}\n{shown}") == MEANING
    changed = block.replace("ip access-group 101 in", "ip access-group 101 out")
    if changed != block:
        after = model(f"{CONFIG}\n{shown.replace(block, changed)}")
        ways = {each.direction.value for each in after.bindings if each.filter == ("ipv4", "101")}
        assert ways == {"out"}
