"""Telling EOS from its neighbours by the text alone."""

from __future__ import annotations

import pytest

from roce_audit.platforms.arista_eos import PLATFORM

EOS = {
    "! device: leaf1 (DCS-7050SX3-48YC8, EOS-4.29.2F)\n": 1.0,
    "!RANCID-CONTENT-TYPE: arista\n!\nhostname x\n": 1.0,
    "! Command: show running-config\nhostname x\n": 0.75,
    "hostname x\nspanning-tree mode mstp\ninterface Port-Channel1\n   switchport\n": 0.85,
    "traffic-policies\n   traffic-policy P\n": 0.9,
    "IP Access List A\n        10 permit ip any any\n": 0.9,
    "interface Ethernet1/1\n   no switchport\n": 0.6,
    "ip access-list A\n   10 permit udp any any eq 4791\n": 0.6,
    "ip access-list A\n 10 permit udp any any eq 4791\n": 0.4,
}
OTHERS = [
    (
        "!Command: show running-config\nversion 9.3(5)\nfeature interface-vlan\n"
        "interface Ethernet1/1\n  switchport\n  ip port access-group A in\n"
    ),
    (
        "Building configuration...\nversion 16.9\ninterface GigabitEthernet1/0/1\n"
        " ip access-group A in\nip access-list extended A\n 10 permit ip any any\n"
    ),
    "!! IOS XR Configuration 7.3.1\nipv4 access-list A\n 10 permit ipv4 any any\n",
    "set interfaces et-0/0/0 unit 0 family inet filter input F\n",
    "",
]


@pytest.mark.parametrize(("text", "least"), EOS.items())
def test_eos_is_told_by_its_own_lines(text, least):
    confidence, why = PLATFORM.detect(text)
    assert confidence == pytest.approx(least)
    assert "of EOS" in why


@pytest.mark.parametrize("text", OTHERS)
def test_others_are_not_taken_for_eos(text):
    assert PLATFORM.detect(text)[0] < 0.3


def test_a_hint_is_weighed_against_those_of_other_platforms():
    both = "interface Port-Channel1\n   switchport\nip access-list extended A\n"
    assert PLATFORM.detect(both)[0] == pytest.approx(0.05)
