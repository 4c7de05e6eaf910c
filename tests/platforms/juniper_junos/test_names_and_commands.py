"""Names that people use, texts of other platforms, and the commands that may be sent."""

from __future__ import annotations

import pytest

from roce_audit.collect.allow import is_manner, refusal
from roce_audit.collect.capture_checks import judged
from roce_audit.platforms.juniper_junos import PLATFORM
from roce_audit.reading.detect import detect
from roce_audit.reading.find import find_platform
from roce_audit.snapshot.status import CommandStatus

SESSION = PLATFORM.session


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("et-0/0/1", "et-0/0/1.0"),
        ("et-0/0/1.100", "et-0/0/1.100"),
        ("et-0/0/8:0", "et-0/0/8:0.0"),
        ("ae0", "ae0.0"),
        ("irb.100", "irb.100"),
        (" xe-0/0/0 ", "xe-0/0/0.0"),
        ("", ""),
    ],
)
def test_a_name_without_a_unit_means_unit_0(written, meant):
    assert PLATFORM.interface_name(written) == meant


@pytest.mark.parametrize("alias", ["juniper_junos", "juniper", "junos", "Juniper-Junos"])
def test_the_platform_goes_by_its_aliases(alias):
    assert find_platform(alias) is PLATFORM


OURS = (
    "set firewall family inet filter F term T then accept",
    "set interfaces et-0/0/1 unit 0 family inet address 10.0.0.1/31",
    "admin@leaf1> show configuration | display set\nset vlans A vlan-id 10",
    "firewall {\n  family inet {\n    filter F {\n      term T {\n        then accept;",
    "## Last commit: 2026-11-01 11:41:05 UTC by root\nversion 23.4R2-S3.2;\nsystem {\n  ports;",
    "filter F {\n    term T {\n        then accept;\n    }\n}",
    "firewall { family inet { filter F { term T { then accept; } } } }",
    "delete interfaces et-0/0/1 unit 0",
)
OTHERS = (
    "interface Ethernet1/1\n  ip access-group A in\nip access-list A\n  10 permit ip any any",
    "set interfaces ethernet eth0 address 10.0.0.1/24\nset firewall name X rule 1 action accept",
    "nv set interface swp1 acl A inbound\nnv set acl A type ipv4",
    "set / interface ethernet-1/1 admin-state enable\nset / acl acl-filter F type ipv4",
    "    interface ethernet-1/1 {\n        admin-state enable\n    }",
    "table inet filter {\n  chain forward {\n    type filter hook forward priority 0;\n  }\n}",
    '{"ACL_TABLE": {"A": {"type": "L3"}}}',
    "acl number 3000\n rule 5 permit udp destination-port eq 4791",
    "Lorem ipsum dolor sit amet; consectetur { adipiscing }",
)


@pytest.mark.parametrize("text", OURS)
def test_both_formats_and_fragments_are_known_by_their_text(text):
    platform, why = detect(f"{text}\n")
    assert platform is PLATFORM
    assert why


@pytest.mark.parametrize("text", OTHERS)
def test_texts_of_other_platforms_are_not_taken_for_junos(text):
    assert PLATFORM.detect(f"{text}\n")[0] < 0.5


@pytest.mark.parametrize("command", SESSION.commands)
def test_every_command_that_is_sent_is_on_the_list(command):
    assert refusal(SESSION, command.text) == ""


@pytest.mark.parametrize(
    "command",
    [
        "configure",
        "set firewall family inet filter F term T then accept",
        "commit",
        "request system reboot",
        "show configuration | save /var/tmp/x",
        "show configuration | display set | tee /var/tmp/x",
        "show log messages",
        "show configuration; configure",
        "start shell",
        "load merge terminal",
        "clear firewall all",
        "file show /etc/master.passwd",
        "show interfaces\nconfigure",
    ],
)
def test_whatever_could_write_or_leave_the_list_is_refused(command):
    assert refusal(SESSION, command)


def test_the_terminal_is_set_up_and_nothing_else():
    for line in ("set cli screen-width 511", "set cli complete-on-space off", "cli", "exit"):
        assert is_manner(SESSION, line)
    for line in ("set cli directory /tmp", "set interfaces et-0/0/1 disable", "configure", "edit"):
        assert not is_manner(SESSION, line)


@pytest.mark.parametrize(
    ("reply", "status"),
    [
        ("set version 23.4R2\nset interfaces et-0/0/1 mtu 9216\n", CommandStatus.OK),
        ("                 ^\nunknown command.\n", CommandStatus.UNKNOWN),
        ("              ^\nsyntax error, expecting <command>.\n", CommandStatus.UNKNOWN),
        ("error: permission denied: configuration\n", CommandStatus.REFUSED),
        ("\n", CommandStatus.EMPTY),
    ],
)
def test_refusals_and_unknown_commands_are_no_configuration(reply, status):
    assert judged(SESSION.commands[0], reply, SESSION)[0] is status
