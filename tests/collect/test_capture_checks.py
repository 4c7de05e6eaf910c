"""Error messages, permission, truncation: never an empty configuration by mistake."""

from __future__ import annotations

from dataclasses import replace

import pytest

from roce_audit.collect.capture_checks import judged, shows_interfaces
from roce_audit.collect.host_ssh import judged_collector
from roce_audit.reading.find import find_platform
from roce_audit.reading.platform import Command
from roce_audit.snapshot.status import CommandStatus

CONFIG = Command("show running-config", "everything")
STATE = Command("show version", "the release", "state", required=False)
NONCE = "0123456789abcdef0123456789abcdef"


@pytest.mark.parametrize(
    ("output", "status"),
    [
        ("! Command: show running-config\ninterface Ethernet1\n!\nend", CommandStatus.OK),
        ("interface Ethernet1\n!", CommandStatus.TRUNCATED),
        ("% Invalid input", CommandStatus.UNKNOWN),
        ("         ^\n% Invalid input\n", CommandStatus.UNKNOWN),
        ("% Invalid input (privileged mode required)", CommandStatus.REFUSED),
        ("", CommandStatus.EMPTY),
        ("\n \n", CommandStatus.EMPTY),
    ],
)
def test_a_reply_is_what_it_is(eos, output, status):
    assert judged(CONFIG, output, eos)[0] is status


def test_a_banner_that_quotes_an_error_does_not_make_a_configuration_one(nxos):
    lines = ["version 9.3(13)", "hostname leaf1", "banner motd ^", "% Invalid command", "^"]
    lines += [f"interface Ethernet1/{n}" for n in range(1, 9)]
    assert judged(CONFIG, "\n".join(lines), nxos) == (CommandStatus.OK, "")


def test_the_end_is_asked_of_a_configuration_only(eos):
    assert judged(STATE, "Arista DCS-7050SX3", eos) == (CommandStatus.OK, "")
    assert judged(replace(CONFIG, required=False), "vlan 10", eos) == (CommandStatus.OK, "")


def test_the_words_of_a_device_cannot_act_on_the_terminal(nxos):
    _, told = judged(STATE, "\x1b[2J\x07% Invalid command \x9b31m", nxos)
    assert "Invalid command" in told
    assert told.isprintable()


def test_a_configuration_without_interfaces_is_not_whole(eos):
    assert shows_interfaces(["hostname x", "interface Ethernet1"], eos)
    assert shows_interfaces(["set interfaces ge-0/0/0 unit 0"], eos)
    assert shows_interfaces(['{"INTERFACE": {}}'], eos)
    assert not shows_interfaces(["hostname x\nip access-list A\n 10 permit ip any any"], eos)
    assert not shows_interfaces([], eos)


def test_filters_of_linux_may_be_whole_without_an_interface_or_a_rule():
    session = find_platform("linux").session
    nft = next(each for each in session.commands if each.text == "nft -a list ruleset")
    assert shows_interfaces(["table ip f {\n}"], session)
    assert judged(nft, "", session) == (CommandStatus.OK, "")
    refusal = "Operation not permitted (you must be root)\nnetlink: Error: cache failed"
    assert judged(nft, refusal, session)[0] is CommandStatus.REFUSED
    assert judged(nft, "bash: nft: command not found", session)[0] is CommandStatus.UNKNOWN
    assert nft.required
    assert nft.may_be_missing


@pytest.mark.parametrize(
    ("output", "complaint", "status"),
    [
        (f"@@RA-{NONCE} + begin x\n@@RA-{NONCE} + end\n", "", CommandStatus.OK),
        (f"banner\n@@RA-{NONCE} + begin x\n@@RA-{NONCE} + end\n", "noise", CommandStatus.OK),
        (f"@@RA-{NONCE} + begin x\n", "", CommandStatus.TRUNCATED),
        ("@@RA-ffffffffffffffff + begin x\n@@RA-ffffffffffffffff + end", "", CommandStatus.REFUSED),
        ("This account is not available.\n", "", CommandStatus.REFUSED),
        ("", "sh: not found\n", CommandStatus.REFUSED),
    ],
)
def test_the_output_of_the_collector_is_known_by_its_own_marks(output, complaint, status):
    assert judged_collector(output, NONCE, complaint)[0] is status


def test_what_a_host_says_instead_is_told():
    _, told = judged_collector("This account is currently not available.\n", NONCE, "")
    assert told.endswith("it said: This account is currently not available.")
