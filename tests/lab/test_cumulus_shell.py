"""A Cumulus shell of the lab, asked through real netmiko sessions."""

from __future__ import annotations

import json

import pytest
from netmiko import ConnectHandler

from roce_audit.analysis.query import Question, ask
from roce_audit.collect.allow import refusal
from roce_audit.collect.jobs import DeviceJob, Limits
from roce_audit.collect.worker import Worker
from roce_audit.inventory.load import load_inventory
from roce_audit.lab import running_lab
from roce_audit.lab.device import Kind, LabDevice
from roce_audit.lab.fabric import fabric
from roce_audit.lab.manners import CUMULUS
from roce_audit.model.path import Passage
from roce_audit.packets.traffic import Traffic
from roce_audit.platforms.cumulus_linux import PLATFORM
from roce_audit.reading.document import Document, Role
from roce_audit.snapshot.status import CommandStatus, DeviceRole, DeviceStatus

CONFIG, RULES, SYSTEM, DIFF = (command.text for command in PLATFORM.session.commands)
CONFIGURATION = json.dumps(
    [
        {"header": {"model": "MSN4600", "nvue-api-version": "nvue_v1", "version": "5.9.2"}},
        {
            "set": {
                "acl": {"M": {"type": "mac", "rule": {"10": {"action": {"deny": {}}}}}},
                "bridge": {"domain": {"br_default": {"vlan": {"100": {}}}}},
                "interface": {
                    "swp1-2": {"bridge": {"domain": {"br_default": {"access": 100}}}},
                    "swp1": {"acl": {"M": {"inbound": {}}}},
                },
            }
        },
    ],
    indent=2,
)
FILES = """\
==> /etc/cumulus/acl/policy.conf <==
include /etc/cumulus/acl/policy.d/*.rules

==> /etc/cumulus/acl/policy.d/10_site.rules <==
[ebtables]
-A FORWARD -i swp1 -p 0x8915 -j ACCEPT"""
OUTPUTS = {CONFIG: CONFIGURATION, RULES: FILES, SYSTEM: "{}", DIFF: ""}


@pytest.fixture
def lab(request):
    outputs = getattr(request, "param", OUTPUTS)
    played = LabDevice("leaf1", Kind.SWITCH, "cumulus_linux", CUMULUS, outputs)
    others = [each for each in fabric() if each.name != "leaf1"]
    with running_lab((played, *others)) as running:
        yield running


def job_of(lab):
    inventory = load_inventory(lab.inventory_path)
    return DeviceJob(
        "leaf1",
        DeviceRole.SWITCH,
        "cumulus_linux",
        "127.0.0.1",
        lab.ports["leaf1"],
        "lab",
        inventory.credentials["lab"],
        known_hosts=inventory.options.collect.known_hosts,
        limits=Limits(3.0, 3.0, 20.0, 4 << 20),
        session=PLATFORM.session,
    )


def device_of(reply):
    documents = [
        Document(each.text, each.output, Role(each.role), each.text) for each in reply.commands
    ]
    return PLATFORM.read("leaf1", documents, {})


def test_netmiko_finds_the_prompt_behind_the_escapes(lab):
    connection = ConnectHandler(
        device_type="cumulus_linux",
        host="127.0.0.1",
        port=lab.ports["leaf1"],
        username="auditor",
        password=lab.devices[0].password,
    )
    assert connection.find_prompt() == "cumulus@leaf1:mgmt:~$"
    connection.disconnect()
    assert lab.refused == []


def test_a_session_gives_the_configuration_and_the_files_to_the_line(lab):
    reply = Worker()(job_of(lab))
    assert (reply.status, reply.reason) == (DeviceStatus.CAPTURED, "")
    assert {each.text: each.output.strip() for each in reply.commands} == OUTPUTS
    assert lab.refused == []


def test_what_was_collected_is_judged(lab):
    device = device_of(Worker()(job_of(lab)))
    assert device.gaps == ()
    assert device.ledger.uncertain == ()
    traffic = (Traffic.V1, Traffic.V2_IPV4)
    question = Question(passage=Passage("swp1", "swp2"), traffic=traffic)
    verdicts = [each.verdict.value for each in ask(device, question, PLATFORM.route)]
    assert verdicts == ["permit", "deny"]


@pytest.mark.parametrize("lab", [{CONFIG: CONFIGURATION}], indirect=True)
def test_files_that_are_not_shown_make_every_permit_undecided(lab):
    reply = Worker()(job_of(lab))
    assert reply.status is DeviceStatus.INCOMPLETE
    assert reply.commands[1].status is CommandStatus.UNKNOWN
    documents = [
        Document(CONFIG, CONFIGURATION, Role.CONFIGURATION, CONFIG),
        Document(RULES, CUMULUS.invalid, Role.CONFIGURATION, RULES),
    ]
    device = PLATFORM.read("leaf1", documents, {})
    question = Question(passage=Passage("swp2"), traffic=(Traffic.V2_IPV4,))
    assert [each.verdict.value for each in ask(device, question, PLATFORM.route)] == ["undecided"]


@pytest.mark.parametrize(
    "command",
    [
        "nv set interface swp1 link state down",
        "nv config apply",
        "nv config show; reboot",
        "sudo cl-acltool -i",
        "cl-acltool -i",
        "cat /etc/shadow",
        "cat /etc/cumulus/acl/policy.d/../../../shadow",
        "nv action reboot system",
        "tail -n +1 /etc/shadow",
    ],
)
def test_what_is_not_read_only_is_never_sent(command):
    assert refusal(PLATFORM.session, command)


@pytest.mark.parametrize("command", ["nv config show", "nv show acl EDGE", "cl-acltool -L all"])
def test_what_a_person_is_told_to_verify_may_be_sent(command):
    assert not refusal(PLATFORM.session, command)
