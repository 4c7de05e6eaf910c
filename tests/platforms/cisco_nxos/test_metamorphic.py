"""What may surround, repeat or reshape a configuration without changing what it means."""

from __future__ import annotations

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from roce_audit.platforms.cisco_nxos import PLATFORM
from roce_audit.reading.document import Document, Role
from roce_audit.reaudit.bare import bare

CONFIG = """\
version 9.3(10) Bios:version 05.47
hostname leaf1
object-group ip address GPU
  10 host 10.0.0.1
  20 10.0.1.0/24
ip access-list A
  statistics per-entry
  10 deny tcp any any
  20 permit udp addrgroup GPU any eq 4791
  30 deny udp any any range 4000 5000
  40 permit ip any any
ipv6 access-list A6
  10 permit udp any any eq 4791
mac access-list M
  10 permit any any 0x8915
vlan 1,10,20
vlan 20
  state suspend
vlan access-map VM 10
  match ip address A
  action forward
vlan filter VM vlan-list 10
interface Vlan10
  no shutdown
  ip address 10.0.10.1/24
  ip access-group A in
  hsrp 1
    priority 120
    ip 10.0.10.254
interface port-channel10
  switchport mode trunk
  switchport trunk allowed vlan 10,20
  ip port access-group A in
interface Ethernet1/1
  switchport mode trunk
  channel-group 10 mode active
interface Ethernet1/2
  switchport access vlan 10
  ipv6 port traffic-filter A6 in
  mac port access-group M
interface Ethernet1/3
  no switchport
  mtu 9216
  ip address 10.0.3.1/31
  ip access-group A out
line vty
"""


def read(text, *changes):
    documents = [Document("config", text)]
    documents += [Document("change", each, Role.CHANGE) for each in changes]
    return PLATFORM.read("leaf1", documents, {})


def meaning(text, *changes):
    device = bare(read(text, *changes))
    return device.filters, device.bindings, device.interfaces, device.vlans


def by_line(change):
    return lambda text: "\n".join(change(line) for line in text.split("\n"))


RESHAPED = {
    "CRLF line ends": lambda text: text.replace("\n", "\r\n"),
    "trailing blanks": by_line(lambda line: f"{line}   "),
    "blank lines": lambda text: text.replace("\n", "\n\n"),
    "comment lines": lambda text: text.replace("\n", "\n!\n! interface Ethernet1/9\n"),
    "a byte order mark": lambda text: f"\ufeff{text}",
    "everything indented": by_line(lambda line: f"    {line}"),
    "deeper indentation": by_line(lambda line: re.sub(r"^ +", lambda m: m[0] * 2, line)),
    "no indentation": by_line(str.strip),
    "tabs": by_line(lambda line: line.replace("  ", "\t", 1) if line.startswith("  ") else line),
    "a prompt and its command": lambda text: f"leaf1# show running-config\n{text}leaf1# exit\n",
    "a header": lambda text: f"!Command: show running-config\n!Time: Mon Nov  2 2026\n\n{text}",
    "the same dump twice": lambda text: f"leaf1# show run\n{text}leaf1# show run\n{text}",
    "another command before": lambda text: f"sw# show vlan\n1 default active\nsw# show run\n{text}",
    "another command behind": lambda text: f"{text}sw# show ip route\n10 permit ip any any\n",
    "remarks": lambda text: text.replace("  20 permit", "  15 remark deny ip any any\n  20 permit"),
    "a neighbour repeated": lambda text: text.replace(
        "  40 permit ip any any\n", "  40 permit ip any any\n  41 permit ip any any\n"
    ).replace("  41 permit ip any any\n", ""),
    "blanks between words": by_line(lambda line: re.sub(r"(?<=\S) (?=\S)", "  ", line)),
    "counters": lambda text: text.replace("eq 4791\n", "eq 4791 [match=7]\n"),
    "terminal residue": lambda text: text.replace("\nmac", "\n\x1b[7m--More--\x1b[27m\r\x1b[Kmac"),
    "sections of others": lambda text: (
        f"router bgp 1\n  neighbor 10.0.0.1\n    no shutdown\n{text}"
    ),
    "hosts as prefixes": lambda text: text.replace("host 10.0.0.1", "10.0.0.1/32"),
}


@pytest.mark.parametrize("how", RESHAPED)
def test_the_meaning_stays(how):
    assert meaning(RESHAPED[how](CONFIG)) == meaning(CONFIG)


def test_the_configuration_means_something():
    filters, bindings, interfaces, vlans = meaning(CONFIG)
    assert (len(filters), len(bindings), len(interfaces), len(vlans)) == (4, 7, 5, 3)
    assert read(CONFIG).ledger.uncertain == ()
    assert read(CONFIG).vlans_listed


@settings(max_examples=30, deadline=None)
@given(start=st.integers(1, 1000), step=st.integers(1, 1000))
def test_renumbering_changes_only_the_numbers(start, step):
    before = read(CONFIG).filters["ipv4", "A"]
    after = read(CONFIG, f"resequence ip access-list A {start} {step}\n").filters["ipv4", "A"]
    assert [line.matches for line in after.lines] == [line.matches for line in before.lines]
    assert [int(line.label) for line in after.lines] == [start + step * at for at in range(4)]


@settings(max_examples=30, deadline=None)
@given(order=st.permutations(range(4)))
def test_the_order_of_entries_in_the_file_does_not_matter(order):
    rows = CONFIG.split("\n")
    first = rows.index("  10 deny tcp any any")
    shuffled = [rows[first + at] for at in order]
    text = "\n".join([*rows[:first], *shuffled, *rows[first + 4 :]])
    assert meaning(text) == meaning(CONFIG)
