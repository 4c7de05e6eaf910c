"""Names as people write them, which text is of this platform, and which commands may be sent."""

from __future__ import annotations

import re

import pytest

from roce_audit.platforms.cisco_xr import PLATFORM
from roce_audit.platforms.cisco_xr.inheritance import matches


@pytest.mark.parametrize(
    ("short", "full"),
    [
        ("Te0/0/0/1", "TenGigE0/0/0/1"),
        ("Hu0/0/0/0.100", "HundredGigE0/0/0/0.100"),
        ("FH0/0/0/0", "FourHundredGigE0/0/0/0"),
        ("Gi0/0/0/0", "GigabitEthernet0/0/0/0"),
        ("TF0/0/0/0", "TwentyFiveGigE0/0/0/0"),
        ("Fo0/0/0/0", "FortyGigE0/0/0/0"),
        ("BE1", "Bundle-Ether1"),
        ("be1.20", "Bundle-Ether1.20"),
        ("Bundle-Ether 7", "Bundle-Ether7"),
        ("BV10", "BVI10"),
        ("bvi10", "BVI10"),
        ("Lo0", "Loopback0"),
        ("MgmtEth0/RP0/CPU0/0", "MgmtEth0/RP0/CPU0/0"),
        ("Mg0/RP0/CPU0/0", "MgmtEth0/RP0/CPU0/0"),
        ("HundredGigE0/0/0/0", "HundredGigE0/0/0/0"),
        ("nonsense", "nonsense"),
    ],
)
def test_short_names_are_spelt_out(short, full):
    assert PLATFORM.interface_name(short) == full
    assert PLATFORM.interface_name(full) == full


@pytest.mark.parametrize(
    "text",
    [
        "!! IOS XR Configuration version = 6.2.2\n",
        "ipv4 access-list A\n 10 permit udp any any eq 4791\n",
        "ipv4 access-list A permit ipv4 any any\n",
        "ethernet-services access-list A\n 10 permit any any 8915\n",
        "interface Bundle-Ether1\n ipv4 address 10.0.0.1 255.255.255.0\n",
        "interface HundredGigE0/0/0/0\n ipv4 access-group A ingress\n",
        "interface HundredGigE0/0/0/0 ipv4 access-group A ingress\n",
        "object-group network ipv4 A\n 10.0.0.0/8\n",
        "RP/0/RSP0/CPU0:r1#show access-lists afi-all\n",
    ],
)
def test_this_platforms_text_is_recognised(text):
    assert PLATFORM.detect(text)[0] >= 0.6


@pytest.mark.parametrize(
    "text",
    [
        "",
        "ip access-list extended A\n 10 permit udp any any eq 4791\n",
        "interface GigabitEthernet1/0/1\n switchport\n ip access-group A in\n",
        "! device: leaf1 (DCS-7060CX2-32S, EOS-4.29.2F)\n ipv4 access-list A\n",
        "feature bgp\ninterface Ethernet1/1\n",
    ],
)
def test_other_text_is_not_taken_for_it(text):
    assert PLATFORM.detect(text)[0] < 0.6


def allowed(command):
    return any(re.fullmatch(pattern, command) for pattern in PLATFORM.session.allowed)


def test_every_collected_command_is_allowed():
    for command in PLATFORM.session.commands:
        assert allowed(command.text)


@pytest.mark.parametrize(
    "command",
    [
        "configure",
        "commit",
        "resequence access-list ipv4 A",
        "show running-config | file disk0:x",
        "show running-config\nreload",
        "clear access-list ipv4 A",
        "show running-config interface Hu0/0/0/0 | utility rm",
    ],
)
def test_nothing_that_writes_is_allowed(command):
    assert not allowed(command)


@pytest.mark.parametrize(
    ("pattern", "name", "fits"),
    [
        ("'HundredGigE.*'", "HundredGigE0/0/0/0", True),
        ("'.*Gig.*\\..*'", "HundredGigE0/0/0/0.100", True),
        ("'.*Gig.*\\..*'", "HundredGigE0/0/0/0", False),
        ("'GigabitEthernet0/0/0/[0-3]'", "GigabitEthernet0/0/0/2", True),
        ("'Hu0/0/0/0'", "HundredGigE0/0/0/0", True),
        ("'GigE'", "HundredGigE0/0/0/0", None),
        ("'(a*)*'", "HundredGigE0/0/0/0", None),
        ("'['", "HundredGigE0/0/0/0", None),
        ("'Bundle-Ether(1|2)'", "Bundle-Ether2", True),
    ],
)
def test_a_group_is_for_the_whole_name(pattern, name, fits):
    assert matches(pattern, name) is fits


@pytest.mark.parametrize("missing", ["end", "hostname r1", "interface HundredGigE0/0/0/0"])
def test_a_live_capture_that_lacks_something_has_a_gap(missing):
    from roce_audit.reading.document import Document

    text = "hostname r1\ninterface HundredGigE0/0/0/0\n ipv4 address 10.0.0.1/24\n!\nend\n"
    live = Document("running", text.replace(missing, "!"), command="show running-config")
    assert PLATFORM.read("r1", [live], {}).gaps
    whole = Document("running", text, command="show running-config")
    assert not PLATFORM.read("r1", [whole], {}).gaps
    assert not PLATFORM.read("r1", [Document("file", "ipv4 access-list A\n")], {}).gaps


def test_show_output_adds_only_what_the_configuration_lacks():
    from roce_audit.reading.document import Document, Role

    config = Document("c", "ipv4 access-list A\n 10 permit udp any any eq 4791\n")
    text = (
        "ipv4 access-list A\n 10 deny ipv4 any any (3 matches)\n"
        "ipv4 access-list B\n 10 deny ipv4 any any\n"
    )
    shown = Document("s", text, Role.STATE, "show access-lists afi-all")
    device = PLATFORM.read("r1", [config, shown], {})
    assert [line.action for line in device.filters["ipv4", "A"].lines] == ["permit"]
    assert [line.action for line in device.filters["ipv4", "B"].lines] == ["deny"]
