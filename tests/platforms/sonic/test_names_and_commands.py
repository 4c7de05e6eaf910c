"""Names of interfaces and platforms, the commands that are sent, and what tells a text."""

from __future__ import annotations

import pytest

from roce_audit.collect.allow import is_manner, refusal
from roce_audit.collect.capture_checks import judged
from roce_audit.errors import UsageError
from roce_audit.model.device import Device
from roce_audit.model.path import Passage
from roce_audit.platforms.sonic import PLATFORM
from roce_audit.platforms.sonic.asic import asic_of
from roce_audit.reading.detect import detect
from roce_audit.reading.find import find_platform
from roce_audit.snapshot.status import CommandStatus


@pytest.mark.parametrize(
    ("name", "full"),
    [
        ("ethernet0", "Ethernet0"),
        ("Ethernet 48", "Ethernet48"),
        ("portchannel101", "PortChannel101"),
        ("Po0001", "PortChannel0001"),
        ("VLAN100", "Vlan100"),
        ("Ethernet0.10", "Ethernet0.10"),
        ("Eth1/1", "Eth1/1"),
        ("etp1", "etp1"),
        ("fortyGigE0/0", "fortyGigE0/0"),
        (" Ethernet4 ", "Ethernet4"),
    ],
)
def test_interface_names_are_spelled_out(name, full):
    assert PLATFORM.interface_name(name) == full


@pytest.mark.parametrize("name", ["sonic", "SONiC", "sonic_ssh", "edgecore_sonic", "dell-sonic"])
def test_the_platform_goes_by_the_names_of_netmiko(name):
    assert find_platform(name) is PLATFORM


@pytest.mark.parametrize(
    "text",
    [
        "show acl rule DATAACL RULE_1",
        "sonic-cfggen -n asic1 -d --print-data",
        "sonic-db-dump -n STATE_DB -k 'ACL_*' -y",
        "show runningconfiguration acl",
    ],
)
def test_read_only_commands_are_allowed(text):
    assert refusal(PLATFORM.session, text) == ""


@pytest.mark.parametrize(
    "text",
    [
        "sudo sonic-cfggen -d --print-data",
        "sonic-cfggen -j x.json --write-to-db",
        "sonic-cfggen -d --print-data > x",
        "sonic-db-cli CONFIG_DB DEL ACL_RULE",
        "config apply-patch x.json",
        "acl-loader update full x.json",
        "show acl rule; reboot",
        "sonic-db-dump -n STATE_DB -k 'ACL_*' -y -f x",
        "redis-cli -n 4 flushdb",
        "aclshow -c",
    ],
)
def test_nothing_else_is(text):
    assert refusal(PLATFORM.session, text)


def test_the_shell_needs_no_manners():
    assert not any(is_manner(PLATFORM.session, text) for text in ("enable", "sudo -s", "bash"))


REPLIES = {
    "bash: sonic-cfggen: command not found": CommandStatus.UNKNOWN,
    "Traceback (most recent call last):\nRuntimeError: Unable to connect to redis": (
        CommandStatus.REFUSED
    ),
    "PermissionError: [Errno 13] Permission denied": CommandStatus.REFUSED,
    "Error: This command must be run with sudo": CommandStatus.REFUSED,
    '{\n    "PORT": {\n        "Ethernet0": {}\n    }\n}': CommandStatus.OK,
    '{\n    "PORT": {\n        "Ethernet0": {\n            "mtu": "9100"': CommandStatus.TRUNCATED,
}


@pytest.mark.parametrize("reply", REPLIES)
def test_replies_that_are_no_database_are_told(reply):
    status, _ = judged(PLATFORM.session.commands[0], reply, PLATFORM.session)
    assert status is REPLIES[reply]


TEXTS = {
    '{"DEVICE_METADATA": {"localhost": {"hostname": "leaf1"}}}': "DEVICE_METADATA",
    '{"ACL_RULE|A|R": {"PRIORITY": "1"}}': "ACL_RULE",
    '[{"op": "remove", "path": "/ACL_RULE/A|R"}]': "a patch",
    "Name    Type    Binding    Description    Stage\n": "show acl table",
    "Table    Rule    Priority    Action    Match\n": "show acl rule",
    "admin@leaf1:~$ sonic-cfggen -d --print-data\n{}\n": "a command of SONiC",
    '{"acl": {"acl-sets": {"acl-set": {}}}}': "acl-loader",
    '{"PORT": {"Ethernet0": {"lanes": "1"}}}': "ports",
}


@pytest.mark.parametrize("text", TEXTS)
def test_a_text_is_recognised_and_the_reason_named(text):
    platform, why = detect(text)
    assert platform is PLATFORM
    assert TEXTS[text] in why


@pytest.mark.parametrize(
    "text", ["", "{}", '{"nftables": []}', '{"interface": {"swp1": {}}}', "interface Ethernet1\n"]
)
def test_other_texts_are_not(text):
    assert PLATFORM.detect(text)[0] < 0.5


@pytest.mark.parametrize(
    ("names", "asic"),
    [
        (("", "x86_64-kvm_x86_64-r0", "Force10-S6000"), "vs"),
        (("x86_64-mlnx_msn2700-r0",), "mellanox"),
        (("", "Mellanox-SN2700-D48C8"), "mellanox"),
        (("x86_64-nvidia_sn5600-r0",), "mellanox"),
        (("x86_64-dell_s6000_s1220-r0",), "broadcom"),
        (("x86_64-arista_7060_cx32s",), "broadcom"),
        (("x86_64-arista_7170_64c",), "barefoot"),
        (("x86_64-accton_as7712_32x-r0",), "broadcom"),
        (("arm64-nokia_ixs7215_52x-r0",), "marvell-prestera"),
        (("marvell-teralynx",), "marvell-teralynx"),
        (("x86_64-8102_64h_o-r0",), "cisco-8000"),
        (("x86_64-someone_new-r0", "New-1"), ""),
    ],
)
def test_the_asic_is_told_by_names_that_leave_no_doubt(names, asic):
    assert asic_of(*names) == asic


def test_a_way_needs_an_end_and_a_switch_of_this_platform(sonic):
    with pytest.raises(UsageError):
        PLATFORM.route(sonic("{}"), Passage())
    with pytest.raises(TypeError):
        PLATFORM.route(Device("x", "y", {}, (), {}), Passage("Ethernet0"))
