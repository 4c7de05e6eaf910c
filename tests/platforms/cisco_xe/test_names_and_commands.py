"""Interface names as people write them, commands that may be sent, and whose text it is."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from roce_audit.collect.allow import refusal
from roce_audit.model.device import Mode
from roce_audit.platforms.cisco_xe import PLATFORM
from roce_audit.platforms.cisco_xe.names import names_of_range
from roce_audit.reading.document import Document, Role

CORPUS = Path(__file__).parents[4] / "shared" / "corpus"
NAMES = {
    "Gi1/0/1": "GigabitEthernet1/0/1",
    "gi 1/0/1": "GigabitEthernet1/0/1",
    "g0/1": "GigabitEthernet0/1",
    "Te1/1/1": "TenGigabitEthernet1/1/1",
    "TEN1/1/1": "TenGigabitEthernet1/1/1",
    "Twe1/0/1": "TwentyFiveGigE1/0/1",
    "TwentyFiveGigabitEthernet1/0/1": "TwentyFiveGigE1/0/1",
    "Tw1/0/1": "TwoGigabitEthernet1/0/1",
    "Fo1/1/1": "FortyGigabitEthernet1/1/1",
    "Fi1/0/1": "FiveGigabitEthernet1/0/1",
    "Hu1/0/49": "HundredGigE1/0/49",
    "Eth0/1": "Ethernet0/1",
    "Et0/1": "Ethernet0/1",
    "Fa0/1": "FastEthernet0/1",
    "Po10": "Port-channel10",
    "port-channel 10": "Port-channel10",
    "Port-Channel10": "Port-channel10",
    "Vl100": "Vlan100",
    "vlan 100": "Vlan100",
    "Lo0": "Loopback0",
    "Gi0/0/1.100": "GigabitEthernet0/0/1.100",
    "xe-0/0/0": "xe-0/0/0",
    "Frob1": "Frob1",
    "": "",
}
RANGES = {
    "GigabitEthernet1/0/1 - 3": tuple(f"GigabitEthernet1/0/{n}" for n in (1, 2, 3)),
    "Gi1/0/1-2,Te1/1/1": (
        "GigabitEthernet1/0/1",
        "GigabitEthernet1/0/2",
        "TenGigabitEthernet1/1/1",
    ),
    "Port-channel1 - 2": ("Port-channel1", "Port-channel2"),
    "Vlan10": ("Vlan10",),
    "Gi1/0/3-1": None,
    "Gi1/0/1-99999": None,
    "Gi1/0/1-x": None,
    "": None,
}


@pytest.mark.parametrize(("written", "full"), NAMES.items())
def test_a_name_is_spelled_out(written, full):
    assert PLATFORM.interface_name(written) == full


@pytest.mark.parametrize(("written", "names"), RANGES.items())
def test_a_range_stands_for_its_ports(written, names):
    assert names_of_range(tuple(written.split())) == names


@pytest.mark.parametrize(
    "name", ["cisco_xe", "cisco_ios", "Cisco-IOS", "cisco_catalyst", "iosxe", "ios-xe"]
)
def test_users_call_the_platform_by_many_names(name):
    assert name.lower().replace("-", "_") in (PLATFORM.name, *PLATFORM.aliases)


@pytest.mark.parametrize(
    "command",
    [
        *[command.text for command in PLATFORM.session.commands],
        "show ip access-lists A",
        "show ipv6 access-list",
        "show vlan access-map VM",
        "show interfaces GigabitEthernet1/0/1 switchport",
        "show running-config interface GigabitEthernet1/0/1",
    ],
)
def test_reading_commands_may_be_sent(command):
    assert refusal(PLATFORM.session, command) == ""


@pytest.mark.parametrize(
    "command",
    [
        "configure terminal",
        "write memory",
        "copy running-config startup-config",
        "reload",
        "clear access-list counters",
        "show running-config | redirect flash:x",
        "show running-config | tee flash:x",
        "show running-config\nconfigure terminal",
        "do show version",
        "",
    ],
)
def test_other_commands_may_not(command):
    assert refusal(PLATFORM.session, command)


@pytest.mark.parametrize(
    "reply",
    [
        "% Invalid input detected at '^' marker.",
        "% Incomplete command.",
        '% Ambiguous command:  "sh"',
        "% Unknown command or computer name, or unable to find computer address",
    ],
)
def test_replies_to_unknown_commands_are_recognised(reply):
    assert any(re.search(pattern, reply) for pattern in PLATFORM.session.unknown)


@pytest.mark.parametrize(
    "reply", ["% Authorization failed.", "Command authorization failed.", "% Permission denied"]
)
def test_refusals_are_recognised(reply):
    assert any(re.search(pattern, reply) for pattern in PLATFORM.session.refusals)


TELLING = {
    "ipv6 access-list A\n sequence 10 permit udp any any eq 4791\n": 0.6,
    "hostname x\naccess-list 10 permit any\n": 0.6,
    "ip access-list extended A\n 10 permit ip any any\n": 0.6,
    "Extended IP access list A\n    10 permit ip any any\n": 0.6,
    "interface GigabitEthernet1/0/1\n switchport mode access\n": 0.6,
    "access-list 101 permit ip any any\n": 0.6,
    "object-group network G\n host 10.0.0.1\n": 0.6,
    "Cisco IOS XE Software, Version 17.09.04a\n": 0.6,
}


@pytest.mark.parametrize(("text", "least"), TELLING.items())
def test_a_text_of_ios_is_recognised(text, least):
    confidence, why = PLATFORM.detect(text)
    assert confidence >= least
    assert "is of IOS" in why


FOREIGN = [
    "hostname x\nfeature bgp\ninterface Ethernet1/1\n  ip access-group A in\n",
    "!! IOS XR Configuration 7.3.2\nipv4 access-list A\n 10 permit ipv4 any any\n",
    "! device: leaf1 (DCS-7050, EOS-4.28)\nip access-list A\n   10 permit ip any any\n",
    "interface GigabitEthernet1/0/1\n packet-filter 3000 inbound\n",
    "interface GigabitEthernet0/0/1\n traffic-filter inbound acl 3000\n",
    "interface HundredGigE0/0/0/1\n ipv4 access-group A ingress\n",
    "set firewall family inet filter A term 1 then accept\n",
    "#\nsysname x\n#\nacl number 3000\n rule 5 permit ip\n",
    "version S6510_RGOS 11.0(5)B9P59\nip access-list extended A\n 10 permit ip any any\n",
    "",
]


@pytest.mark.parametrize("text", FOREIGN)
def test_a_text_of_another_platform_is_not_taken_for_ios(text):
    assert PLATFORM.detect(text)[0] < 0.3


@pytest.mark.parametrize("folder", ["nxos", "eos", "iosxr", "junos", "huawei", "sonic", "cumulus"])
def test_public_files_of_other_platforms_are_not_taken_for_ios(folder):
    if not CORPUS.exists():
        pytest.skip("the optional folder ../shared/corpus is not there")
    texts = {
        path.name: path.read_text(encoding="utf-8", errors="replace")
        for path in (CORPUS / folder).iterdir()
    }
    # One list of the EOS corpus begins as on IOS, and its header tells that it is not.
    taken = [name for name, text in texts.items() if PLATFORM.detect(text)[0] >= 0.6]
    assert taken == []


def live(text):
    document = Document("show-running-config", text, command="show running-config")
    return PLATFORM.read("sw1", [document], {})


def test_a_capture_that_was_cut_short_says_so():
    whole = "hostname sw1\ninterface GigabitEthernet1/0/1\n switchport mode access\nend\n"
    assert live(whole).gaps == ()
    assert "cut short" in live(whole.removesuffix("end\n")).gaps[0].reason


def test_a_capture_without_host_name_or_interfaces_may_be_a_part():
    assert (
        "a part only"
        in live("ip access-list extended A\n 10 permit ip any any\nend\n").gaps[0].reason
    )


def test_a_file_may_be_a_part(ask_xe):
    device = PLATFORM.read("x", [Document("x", "access-list 101 permit ip any any\n")], {})
    assert device.gaps == ()
    (answer,) = ask_xe(device, {"filter": "101", "traffic": "v2-ipv4"})
    assert answer.verdict.value == "permit"


def test_show_version_tells_whether_ports_bridge():
    config = Document("running-config", "interface GigabitEthernet1/0/1\n description x\n")
    told = "cisco C9300-48UXM (X86) processor with 1331521K/6147K bytes of memory.\n"
    version = Document("show-version", told, Role.STATE, "show version")
    device = PLATFORM.read("sw1", [config, version], {})
    assert device.interfaces["GigabitEthernet1/0/1"].mode is Mode.ACCESS
    router = Document(
        "show-version", told.replace("C9300-48UXM", "ISR4331/K9"), Role.STATE, "show version"
    )
    device = PLATFORM.read("sw1", [config, router], {})
    assert device.interfaces["GigabitEthernet1/0/1"].mode is Mode.ROUTED


def test_output_of_other_commands_is_no_configuration():
    text = "interface GigabitEthernet1/0/1\n shutdown\n"
    state = Document("show-x", text, Role.STATE, "show interfaces switchport")
    assert PLATFORM.read("sw1", [state], {}).interfaces == {}
