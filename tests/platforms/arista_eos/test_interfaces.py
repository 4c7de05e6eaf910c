"""Interfaces, VLANs and gaps as the model holds them."""

from __future__ import annotations

import pytest

from roce_audit.errors import NotThere
from roce_audit.model.acl import Layer
from roce_audit.model.device import Mode
from roce_audit.platforms.arista_eos import PLATFORM
from roce_audit.reading.document import Document, Role

CONFIG = """\
vlan 10,20-21
   name GPU
vlan 21
   state suspend
interface Ethernet1
   description a host
   switchport access vlan 10
   l2 mtu 9014
interface Ethernet2
   switchport trunk native vlan 20
   switchport trunk allowed vlan 10,20-21
   switchport mode trunk
   mtu 9000
interface Ethernet3
   no switchport
   mtu 9214
   vrf RED
   ip address 10.0.0.1/31
   ip address 10.0.1.1/24 secondary
   ipv6 address 2001:db8::1/64
interface Ethernet3.100
   encapsulation dot1q vlan 100 inner 7
interface Ethernet3.200
   vlan id 20
   encapsulation vlan
      client dot1q 200 network client
interface Ethernet3.300
   encapsulation vlan
      client unmatched
interface Ethernet4
   channel-group 7 mode active
   ip access-group A in
interface Ethernet5
   switchport mode trunk phone
   switchport trunk native vlan 10
   switchport phone vlan 20
interface Ethernet6
   switchport mode dot1q-tunnel
   switchport access vlan 20
interface Vlan10
   ip address virtual 10.0.10.1/24
   ip virtual-router address 10.0.10.254
interface Loopback0
   ip address 192.0.2.1/32
interface Management1
   ip access-group A in
"""


@pytest.fixture
def device(eos):
    return eos(CONFIG)


def test_an_access_port_and_its_frame_limit(device):
    port = device.interfaces["Ethernet1"]
    assert (port.mode, port.access_vlan, port.mtu_bytes, port.mtu_header_bytes) == (
        Mode.ACCESS,
        10,
        9014,
        14,
    )


def test_a_trunk_and_that_the_packet_mtu_is_not_of_bridged_frames(device):
    port = device.interfaces["Ethernet2"]
    assert (port.mode, port.native_vlan, port.allowed_vlans) == (
        Mode.TRUNK,
        20,
        ((10, 10), (20, 21)),
    )
    assert port.mtu_bytes is None


def test_a_routed_port_with_its_addresses(device):
    port = device.interfaces["Ethernet3"]
    assert (port.mode, port.mtu_bytes, port.mtu_header_bytes, port.vrf) == (
        Mode.ROUTED,
        9214,
        0,
        "RED",
    )
    assert port.addresses == ("10.0.0.1/31", "10.0.1.1/24", "2001:db8::1/64")


def test_subinterfaces_routed_bridged_and_not_understood(device):
    routed = device.interfaces["Ethernet3.100"]
    bridged = device.interfaces["Ethernet3.200"]
    odd = device.interfaces["Ethernet3.300"]
    assert (routed.mode, routed.encapsulation, routed.parent) == (Mode.ROUTED, 100, "Ethernet3")
    assert (bridged.mode, bridged.access_vlan, bridged.encapsulation) == (Mode.ACCESS, 20, 200)
    assert odd.mode is Mode.UNKNOWN
    assert odd.mode_doubt is not None


def test_a_channel_exists_once_a_member_names_it(device):
    channel = device.interfaces["Port-Channel7"]
    assert device.interfaces["Ethernet4"].parent == "Port-Channel7"
    assert channel.source.line is None
    assert channel.mode is Mode.ACCESS


def test_lists_of_members_are_said_to_do_nothing(device):
    (binding,) = [each for each in device.bindings if each.interface == "Ethernet4"]
    assert binding.inactive == "Ethernet4 is a member of Port-Channel7, whose filters apply"


def test_management_and_loopbacks_bind_nothing_in_transit(device):
    assert {binding.interface for binding in device.bindings} == {"Ethernet4"}
    assert device.interfaces["Management1"].mode is Mode.ROUTED


def test_a_phone_port_and_a_tunnel_port(device):
    phone, tunnel = device.interfaces["Ethernet5"], device.interfaces["Ethernet6"]
    assert (phone.mode, phone.native_vlan, phone.allowed_vlans) == (
        Mode.TRUNK,
        10,
        ((10, 10), (20, 20)),
    )
    assert (tunnel.mode, tunnel.access_vlan) == (Mode.ACCESS, 20)


def test_an_svi_serves_its_vlan(device):
    svi = device.interfaces["Vlan10"]
    assert (svi.mode, svi.svi_vlan, svi.addresses) == (Mode.ROUTED, 10, ("10.0.10.1/24",))


def test_vlans_are_listed_and_one_is_suspended(device):
    assert sorted(device.vlans) == [1, 10, 20, 21]
    assert [number for number, vlan in device.vlans.items() if not vlan.active] == [21]
    assert device.vlans_listed


def test_a_vlan_that_the_file_does_not_have_is_an_error(device, asked):
    with pytest.raises(NotThere, match="no VLAN 30"):
        asked(device, **{"in": "Et2", "vlan": 30})


def test_a_file_without_vlans_does_not_list_them(eos, asked):
    device = eos("interface Ethernet1\n   switchport mode trunk\n")
    assert not device.vlans_listed
    assert asked(device, **{"in": "Et1", "vlan": 30, "traffic": "v1"}) == ("permit",)


def test_layers_follow_the_mode_that_the_port_has_in_the_end(eos):
    device = eos(
        "interface Ethernet1\n   ip access-group A in\n   no switchport\n"
        "interface Ethernet2\n   ip access-group A in\n"
    )
    assert [binding.layer for binding in device.bindings] == [Layer.ROUTED, Layer.PORT]


def test_commands_take_interfaces_vlans_and_policies_away(eos):
    change = (
        "no interface Vlan10\nno vlan 20-21\ninterface Ethernet3\n   no ip address 10.0.1.1/24\n"
        "   no mtu\n   no vrf RED\n   no encapsulation dot1q vlan 5\ninterface Ethernet4\n"
        "   no channel-group\n   default mtu\ninterface Ethernet1\n   no switchport access vlan\n"
        "   no l2 mtu\ninterface Ethernet2\n   no switchport trunk native vlan\n"
        "   no switchport trunk allowed vlan\n   no switchport mode\n"
    )
    device = eos(CONFIG, change)
    assert "Vlan10" not in device.interfaces
    assert sorted(device.vlans) == [1, 10]
    assert device.interfaces["Ethernet3"].addresses == ("10.0.0.1/31", "2001:db8::1/64")
    assert device.interfaces["Ethernet3"].mtu_bytes is None
    assert device.interfaces["Ethernet3"].vrf == ""
    assert device.interfaces["Ethernet4"].parent == ""
    assert device.interfaces["Ethernet1"].access_vlan == 1
    assert device.interfaces["Ethernet2"].mode is Mode.ACCESS
    assert not device.ledger.uncertain


def test_wrong_values_are_uncertain_and_change_nothing(eos):
    device = eos(
        "interface Ethernet1\n   switchport access vlan 5000\n   switchport mode frob\n"
        "   switchport trunk allowed vlan frob 5\n   switchport trunk allowed vlan 0-5\n"
        "   switchport trunk frob\n   mtu 5\n   ip address frob\n   ip access-group\n"
        "   no ip access-group\n   channel-group 7 mode frob\n   encapsulation frob\n"
        "   service-policy frob\n   service-policy input\n   traffic-policy input\n"
        "   storm-control frob\n   mac frob\n   ip frob\n   profile NOWHERE\n"
        "   ip address 10.0.0.1 255.255.x.0\n   ipv6 verify frob\n   vlan frob\n"
        "interface Frob7\n   switchport\n"
        "vlan 10\n   frob\n"
    )
    assert len(device.ledger.uncertain) == 23
    assert device.interfaces["Ethernet1"].access_vlan == 1
    assert "Port-Channel7" not in device.interfaces


def test_a_live_capture_that_was_cut_short_says_so():
    text = "! Command: show running-config\nhostname leaf1\ninterface Ethernet1\n"
    documents = [Document("running-config", text, command="show running-config")]
    device = PLATFORM.read("leaf1", documents, {})
    assert [gap.reason for gap in device.gaps] == [
        "the running configuration has no end: it was cut short."
    ]


def test_a_refused_command_is_a_gap():
    documents = [
        Document("running-config", "% Invalid input (privileged mode required)\n", command="show x")
    ]
    device = PLATFORM.read("leaf1", documents, {})
    assert device.gaps[0].reason == (
        "the device answered 'show x' with '% Invalid input (privileged mode required)'."
    )
    assert "shows no interface" in device.gaps[-1].reason


def test_a_whole_live_capture_has_no_gap():
    text = "hostname leaf1\ninterface Ethernet1\nend\n"
    documents = [Document("running-config", text, command="show running-config")]
    assert PLATFORM.read("leaf1", documents, {}).gaps == ()


def test_a_fragment_from_a_file_has_no_gap(eos):
    assert eos("ip access-list A\n   10 permit ip any any\n").gaps == ()


def test_of_other_output_only_access_lists_count():
    state = Document(
        "show-ip-access-lists",
        "interface Ethernet1\nIP Access List A\n        10 permit ip any any\n",
        Role.STATE,
    )
    device = PLATFORM.read("leaf1", [state], {})
    assert list(device.filters) == [("ipv4", "A")]
    assert not device.interfaces


def test_a_file_that_shows_a_port_twice_in_two_dumps_shows_it_as_it_is_last(eos):
    one = "! Command: show running-config\ninterface Ethernet1\n   no switchport\n"
    two = "! Command: show running-config\ninterface Ethernet1\n   switchport access vlan 10\n"
    assert eos(one + two).interfaces["Ethernet1"].mode is Mode.ACCESS
