"""Nothing but read-only commands is ever sent, on any platform."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from roce_audit.collect.allow import PIPES, check, is_manner, refusal
from roce_audit.collect.host_ssh import collector_command
from roce_audit.collect.reasons import Ended, Reason
from roce_audit.collect.slugs import slug
from roce_audit.reading.find import load, platform_names
from roce_audit.reading.platform import Command, Session

LAX = Session("any", (), (r"(?s).*",))
"""A list that permits everything: what is refused then is refused always."""

HARMFUL = (
    "configure terminal",
    "configure",
    "conf t",
    "edit",
    "system-view",
    "sys",
    "enter candidate",
    "reload",
    "reload in 5",
    "reboot",
    "request system reboot",
    "write",
    "write memory",
    "write erase",
    "copy running-config startup-config",
    "copy run start",
    "save",
    "save force",
    "commit",
    "commit confirmed 1",
    "clear counters",
    "clear ip access-list counters",
    "reset counters interface",
    "delete flash:x",
    "erase startup-config",
    "no ip access-list X",
    "undo acl 3000",
    "set interfaces ge-0/0/0 disable",
    "nv set interface swp1 link state down",
    "nv config apply",
    "nv config save",
    "config interface shutdown Ethernet0",
    "debug all",
    "terminal monitor",
    "bash",
    "start shell",
    "run bash",
    "ping 192.0.2.1",
    "ssh 192.0.2.1",
    "rm -rf /",
    "ip link set eth0 down",
    "nft flush ruleset",
    "iptables -F",
    "sudo -s",
    "sudo cat /etc/shadow",
    "show running-config ; reload",
    "show running-config\nreload",
    "show running-config\rreload",
    "show running-config | tee bootflash:x",
    "show running-config | redirect tftp://192.0.2.1/x",
    "show running-config | append flash:x",
    "show running-config | email a@example.net",
    "show running-config | sh",
    "show running-config > bootflash:x",
    "show running-config >> bootflash:x",
    "show configuration | save /tmp/x",
    "show tech-support",
    "display current-configuration > flash:x",
    "display this ; reboot",
    "show version `reboot`",
    "show version $(reboot)",
    "show version && reboot",
    "show version & reboot",
    "",
    " ",
    "y",
    "yes",
)


@pytest.mark.parametrize("name", platform_names())
def test_every_command_of_a_platform_is_on_its_own_list(name):
    session = load(name).session
    for command in session.commands:
        assert refusal(session, command.text) == ""


@pytest.mark.parametrize("name", platform_names())
def test_every_platform_refuses_what_writes_runs_or_chains(name):
    session = load(name).session
    permitted = [text for text in HARMFUL if not refusal(session, text)]
    assert permitted == []


@pytest.mark.parametrize("name", platform_names())
def test_no_platform_lists_something_harmful_among_the_manners_of_its_terminal(name):
    session = load(name).session
    passing = [text for text in HARMFUL if is_manner(session, text)]
    assert passing == []


@pytest.mark.parametrize("name", platform_names())
def test_the_files_of_a_platform_have_names_of_their_own(name):
    commands = load(name).session.commands
    assert len({slug(command.text) for command in commands}) == len(commands)


@pytest.mark.parametrize("name", platform_names())
@given(
    before=st.text(max_size=12),
    after=st.sampled_from(["\n", "\r", ";", ">", "`", "$(", "&", "\x03", "\x1b", "\\", "\x00"]),
    tail=st.text(max_size=12),
)
def test_no_list_lets_a_second_command_through(name, before, after, tail):
    session = load(name).session
    for command in session.commands:
        assert refusal(session, f"{command.text}{before}{after}{tail}")


@given(st.text(max_size=60))
def test_not_even_a_list_that_permits_everything_permits_chaining(text):
    if refusal(LAX, text) == "":
        assert text.isascii()
        assert text.isprintable()
        assert not set(text) & set(";<>`$&\\\n\r")
        assert all(part.strip() in PIPES for part in text.split("|")[1:])


@pytest.mark.parametrize("pipe", sorted(PIPES))
def test_forms_of_output_may_follow_a_pipe(pipe):
    assert refusal(LAX, f"show version | {pipe}") == ""
    assert refusal(LAX, f"show version | {pipe} | no-more") == ""


@pytest.mark.parametrize("user", ["sudo show version", "show version sudo", "doas id"])
def test_nobody_elses_rights_are_asked_for(user):
    assert refusal(LAX, user) == "it asks for another user's rights"


def test_the_list_is_matched_whole():
    session = Session("any", (Command("show clock", "time"),), ("show clock",))
    assert refusal(session, "show clock") == ""
    assert refusal(session, "show clock detail") == "it is not on the platform's list"
    assert refusal(session, "xshow clock") == "it is not on the platform's list"


def test_a_refused_command_ends_the_session_before_it_is_sent():
    with pytest.raises(Ended) as ended:
        check(LAX, "show version ; reload")
    assert ended.value.reason is Reason.NOT_ALLOWED


def test_a_host_is_sent_the_collector_only():
    assert collector_command("0" * 32, sudo=False) == f"sh -s -- -n {'0' * 32}"
    assert collector_command("0" * 32, sudo=True) == f"sh -s -- -r -n {'0' * 32}"
    with pytest.raises(Ended):
        collector_command("0; reboot", sudo=False)
