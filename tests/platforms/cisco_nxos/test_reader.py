"""What the reader makes of live captures, names and texts, beside verdicts."""

from __future__ import annotations

import re

import pytest

from roce_audit.analysis.verdicts import Verdict, outcomes, verdict_of
from roce_audit.model.device import Combination, Mode
from roce_audit.model.path import Passage, Stage
from roce_audit.packets.traffic import REGIONS, Traffic
from roce_audit.platforms.cisco_nxos import PLATFORM
from roce_audit.platforms.cisco_nxos.names import interface_names
from roce_audit.reading.document import Document, Role

WHOLE = """\
!Command: show running-config
version 9.3(10) Bios:version 05.47
hostname leaf1
vlan 1,10
interface Ethernet1/1
  switchport access vlan 10
line console
line vty
"""


def live(text, command="show running-config"):
    return Document("show-running-config", text, Role.CONFIGURATION, command)


def gaps(*documents):
    return [gap.reason for gap in PLATFORM.read("leaf1", documents, {}).gaps]


def test_a_whole_live_capture_has_no_gap():
    assert gaps(live(WHOLE)) == []


def test_a_capture_that_was_cut_short_has_a_gap():
    assert gaps(live(WHOLE.partition("line console")[0])) == [
        "the running configuration ends before its last section"
    ]


def test_a_capture_without_interfaces_has_a_gap():
    text = "hostname leaf1\nline vty\n"
    assert gaps(live(text)) == ["the running configuration has no hostname or no interface"]


@pytest.mark.parametrize(
    "reply", ["% Permission denied for the role", "% Invalid command at '^' marker."]
)
def test_a_refused_command_has_a_gap(reply):
    assert gaps(live(reply)) == ["the device refused 'show running-config'"]


def test_a_plain_file_may_hold_whatever_it_holds():
    assert gaps(Document("acl.txt", "ip access-list A\n  10 permit ip any any\n")) == []


def test_a_whole_capture_lists_every_vlan():
    device = PLATFORM.read("leaf1", [live(WHOLE)], {})
    assert device.vlans_listed
    assert sorted(device.vlans) == [1, 10]
    assert device.combination is Combination.SERIAL


@pytest.mark.parametrize(
    "text",
    ["vlan 10\n", WHOLE.replace("vlan 1,10\n", "vlan 1,10\nvtp mode client\n")],
)
def test_a_fragment_or_a_vtp_client_does_not(text):
    assert not PLATFORM.read("leaf1", [Document("file", text)], {}).vlans_listed


def test_show_interface_switchport_tells_how_bare_ports_forward():
    config = live(WHOLE + "interface Ethernet1/2\ninterface Ethernet1/3\n  ip access-group A in\n")
    state = Document(
        "show-interface-switchport",
        "Name: Ethernet1/2\n  Switchport: Enabled\n  Operational Mode: access\n"
        "Name: Ethernet1/3\n  Switchport: Disabled\n",
        Role.STATE,
        "show interface switchport",
    )
    interfaces = PLATFORM.read("leaf1", [config, state], {}).interfaces
    assert interfaces["Ethernet1/2"].mode is Mode.ACCESS
    assert interfaces["Ethernet1/3"].mode is Mode.ROUTED


def test_facts_of_an_interface():
    text = (
        "interface Vlan100\n  vrf member POD\n  mtu 9216\n  ip address 10.0.0.1/24\n"
        "  ip address 10.0.1.1 255.255.255.0 secondary\n  ipv6 address 2001:db8::1/64\n"
        "interface Ethernet1/1.100\n  encapsulation dot1q 100\n"
        "interface Ethernet1/2\n  switchport mode trunk\n  switchport trunk native vlan 5\n"
        "  switchport trunk allowed vlan 5,10-12\n  channel-group 7 force mode active\n"
    )
    interfaces = PLATFORM.read("leaf1", [Document("file", text)], {}).interfaces
    svi, sub, member = interfaces.values()
    assert (svi.svi_vlan, svi.vrf, svi.mtu_bytes, svi.mode) == (100, "POD", 9216, Mode.ROUTED)
    assert svi.addresses == ("10.0.0.1/24", "10.0.1.1/24", "2001:db8::1/64")
    assert (sub.parent, sub.encapsulation, sub.mode) == ("Ethernet1/1", 100, Mode.ROUTED)
    assert (member.parent, member.mode) == ("port-channel7", Mode.TRUNK)
    assert (member.native_vlan, member.allowed_vlans) == (5, ((5, 5), (10, 12)))


def test_addresses_leave_one_by_one_and_all_at_once():
    text = (
        "interface Vlan1\n  ip address 10.0.0.1/24\n  ip address 10.0.1.1/24 secondary\n"
        "  ipv6 address 2001:db8::1/64\n  no ip address 10.0.0.1/24\n"
        "interface Vlan2\n  ip address 10.0.0.1/24\n  ipv6 address 2001:db8::1/64\n"
        "  no ip address\n"
    )
    interfaces = PLATFORM.read("leaf1", [Document("file", text)], {}).interfaces
    assert interfaces["Vlan1"].addresses == ("10.0.1.1/24", "2001:db8::1/64")
    assert interfaces["Vlan2"].addresses == ("2001:db8::1/64",)


def test_a_snippet_is_told_apart_by_its_document():
    config = Document("config", "ip access-list A\n  10 deny ip any any\n")
    change = Document("fix", "ip access-list A\n  5 permit ip any any\n", Role.CHANGE)
    acl = PLATFORM.read("leaf1", [config, change], {}).filters["ipv4", "A"]
    assert [(line.source.file, line.source.line) for line in acl.lines] == [
        ("fix", 2),
        ("config", 2),
    ]


@pytest.mark.parametrize(
    ("written", "full"),
    [
        ("Eth1/1", "Ethernet1/1"),
        ("e1/1", "Ethernet1/1"),
        ("ethernet 1/1", "Ethernet1/1"),
        ("Eth1/1/2", "Ethernet1/1/2"),
        ("Ethernet1/1.100", "Ethernet1/1.100"),
        ("Po10", "port-channel10"),
        ("Port-channel 10", "port-channel10"),
        ("Vlan100", "Vlan100"),
        ("vl100", "Vlan100"),
        ("lo0", "loopback0"),
        ("mgmt0", "mgmt0"),
        ("tu5", "Tunnel5"),
        ("GigabitEthernet0/1", "GigabitEthernet0/1"),
        ("", ""),
    ],
)
def test_interface_names(written, full):
    assert PLATFORM.interface_name(written) == full


@pytest.mark.parametrize(
    ("written", "count"),
    [
        ("Ethernet1/1", 1),
        ("Ethernet1/1-4", 4),
        ("Ethernet1/1-1/54", 54),
        ("e1/1-2, e1/7", 3),
        ("Ethernet1/1, 1/3", 2),
        ("vlan 10-12", 3),
        ("Ethernet1/1/1-4", 4),
        ("Ethernet1/1-2/4", 0),
        ("Ethernet1/4-1", 0),
        ("Ethernet1/1-999999", 0),
        ("fc1/1", 0),
        ("Ethernet", 0),
        ("policy deny", 0),
        ("1/1", 0),
    ],
)
def test_ranges_of_interfaces(written, count):
    assert len(interface_names(written)) == count


@pytest.mark.parametrize(
    ("text", "sure"),
    [
        (WHOLE, True),
        ("feature lacp\nfeature interface-vlan\nvrf context management\n", True),
        ("interface Ethernet1/1\n  ip port access-group A in\n", True),
        ("IP access list A\n\t10 permit udp any any eq 4791 [match=3]\n", True),
        ("!RANCID-CONTENT-TYPE: cisco-nx\n!\n", True),
        ("! Command: show running-config\n! device: leaf (DCS-7050, EOS-4.30.5M)\n", False),
        ("ip access-list standard A\n   10 permit host 10.0.0.1\n", False),
        ("ip access-list extended A\n 10 permit ip any any\nhostname r1\n", False),
        ("version 17.9\nservice timestamps log datetime msec\nhostname r1\n", False),
        ("set interfaces et-0/0/0 unit 0 family inet\n", False),
        ("", False),
    ],
)
def test_texts_that_are_and_are_not_of_this_platform(text, sure):
    confidence, told = PLATFORM.detect(text)
    assert (confidence >= 0.6) is sure
    assert told


def test_arp_inspection_may_drop_arp_and_nothing_else(ask_nxos):
    text = (
        "ip arp inspection vlan 10,20\nip arp inspection vlan 30\nno ip arp inspection vlan 30\n"
        "ip arp inspection vlan x\n"
        "interface Ethernet1/1\n  switchport access vlan 10\n"
        "interface Ethernet1/2\n  switchport access vlan 30\n"
    )
    device = PLATFORM.read("leaf1", [Document("file", text)], {})

    def arp(port):
        way = PLATFORM.route(device, Passage(port))
        return verdict_of(outcomes(way.stages, {**REGIONS[Traffic.ARP], **way.narrow}))

    assert arp("Ethernet1/1") is Verdict.UNDECIDED
    assert arp("Ethernet1/2") is Verdict.PERMIT
    (v1,) = ask_nxos(device, {"in": "Ethernet1/1", "traffic": "v1"})
    assert v1.verdict is Verdict.PERMIT
    assert len(device.ledger.uncertain) == 3


@pytest.mark.parametrize(
    ("assume", "permitted"), [({}, False), ({"implicit_nd": "permitted"}, True)]
)
def test_neighbour_discovery_at_the_end_of_a_list(assume, permitted):
    text = "ipv6 access-list A\n  10 permit udp any any eq 4791\n"
    acl = PLATFORM.read("leaf1", [Document("file", text)], assume).filters["ipv6", "A"]
    found = verdict_of(outcomes((Stage(acl),), REGIONS[Traffic.ND]))
    assert found is (Verdict.PERMIT if permitted else Verdict.DENY)


def test_filters_that_do_not_act_say_why():
    text = (
        "interface Ethernet1/1\n  switchport\n  ip access-group A in\n"
        "interface Ethernet1/2\n  no switchport\n  ip port access-group A in\n"
        "interface port-channel1\n  switchport\n"
        "interface Ethernet1/3\n  switchport\n  ip port access-group A in\n  channel-group 1\n"
    )
    bindings = PLATFORM.read("leaf1", [Document("file", text)], {}).bindings
    assert [binding.inactive.partition(",")[0] for binding in bindings] == [
        "it is a layer-2 port",
        "it is not a layer-2 port",
        "it is a member of port-channel1",
    ]


def test_doubts_name_the_line_and_read_as_reasons(ask_nxos):
    text = "ip access-list A\n  10 permit udp any any eq 4791 frob\n"
    device = PLATFORM.read("leaf1", [Document("acl.txt", text)], {})
    (answer,) = ask_nxos(device, {"filter": "A", "traffic": "v2-ipv4"})
    (doubt,) = {doubt for outcome in answer.outcomes for doubt in outcome.doubts}
    assert doubt.key == "acl.txt line 2"
    assert doubt.reason == "line 2 is not understood: unknown word 'frob'"


def test_output_that_expands_groups_is_no_list_of_its_own():
    text = (
        "ip access-list A\n  10 permit udp any any eq 4791\n"
        "leaf1# show access-lists expanded\nIP access list A\n  10 deny ip any any\n"
    )
    acl = PLATFORM.read("leaf1", [Document("file", text)], {}).filters["ipv4", "A"]
    assert [line.source.line for line in acl.lines] == [2]


def test_state_by_file_name_and_other_state():
    config = Document("running-config", "interface Ethernet1/2\n")
    switchport = Document(
        "show-interface-switchport.txt", "Name: Ethernet1/2\n  Switchport: Enabled\n", Role.STATE
    )
    other = Document("show-vlan.txt", "interface Ethernet1/9\n", Role.STATE)
    interfaces = PLATFORM.read("leaf1", [config, switchport, other], {}).interfaces
    assert set(interfaces) == {"Ethernet1/2"}
    assert interfaces["Ethernet1/2"].mode is Mode.ACCESS


def allowed(command):
    return any(re.fullmatch(each, command) for each in PLATFORM.session.allowed)


def test_only_reading_commands_are_allowed():
    assert all(allowed(command.text) for command in PLATFORM.session.commands)
    for command in ("configure terminal", "copy running-config startup-config", "reload", "show"):
        assert not allowed(command)
    assert not allowed("show running-config ; reload")


def test_ten_thousand_entries_are_all_read():
    rows = [
        f"  {10 * at} {'permit' if at % 3 else 'deny'} udp 10.{at % 250}.{at // 250}.0/24 any "
        f"eq {at % 60000}"
        for at in range(1, 10001)
    ]
    text = "\n".join(["ip access-list BIG", *rows])
    device = PLATFORM.read("leaf1", [Document("big", text)], {})
    assert len(device.filters["ipv4", "BIG"].lines) == 10000
    assert device.ledger.read == 10001
