"""A SONiC shell of the lab, asked through real netmiko sessions."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest
from netmiko import ConnectHandler

from roce_audit.analysis.query import Question, ask
from roce_audit.collect.jobs import DeviceJob, Limits
from roce_audit.collect.worker import Worker
from roce_audit.inventory.load import load_inventory
from roce_audit.lab import Fault, running_lab
from roce_audit.lab.device import Kind, LabDevice
from roce_audit.lab.fabric import fabric
from roce_audit.lab.manners import SONIC
from roce_audit.model.path import Passage
from roce_audit.packets.traffic import Traffic
from roce_audit.platforms.sonic import PLATFORM
from roce_audit.reading.document import Document, Role
from roce_audit.snapshot.status import CommandStatus, DeviceRole, DeviceStatus

CONFIG, TABLES, RULES, STATE, VERSION = (command.text for command in PLATFORM.session.commands)
DATABASE = {
    "ACL_RULE": {
        "BOTH|DROP": {"PACKET_ACTION": "DROP", "PRIORITY": "1", "IP_TYPE": "IP"},
        "DATAACL|ROCE": {
            "PACKET_ACTION": "ACCEPT",
            "PRIORITY": "9",
            "ETHER_TYPE": "2048",
            "L4_DST_PORT": "4791",
        },
        "DATAACL|DEFAULT_RULE": {"PACKET_ACTION": "DROP", "PRIORITY": "1", "ETHER_TYPE": "2048"},
    },
    "ACL_TABLE": {
        "BOTH": {"ports": ["Ethernet0"], "type": "L3V4V6"},
        "DATAACL": {"ports": ["Ethernet0"], "type": "L3", "stage": "ingress"},
    },
    "PORT": {name: {"admin_status": "up", "mtu": "9100"} for name in ("Ethernet0", "Ethernet4")},
    "VLAN": {"Vlan100": {"vlanid": "100"}},
    "VLAN_MEMBER": {
        f"Vlan100|{name}": {"tagging_mode": "untagged"} for name in ("Ethernet0", "Ethernet4")
    },
}
OUTPUTS = {
    CONFIG: json.dumps(DATABASE, indent=4),
    TABLES: (
        "Name     Type    Binding    Description    Stage    Status\n"
        "-------  ------  ---------  -------------  -------  --------\n"
        "BOTH     L3V4V6  Ethernet0  BOTH           ingress  Inactive\n"
        "DATAACL  L3      Ethernet0  DATAACL        ingress  Active"
    ),
    RULES: (
        "Table    Rule          Priority    Action    Match              Status\n"
        "-------  ------------  ----------  --------  -----------------  --------\n"
        "DATAACL  ROCE          9           ACCEPT    ETHER_TYPE: 2048   Inactive\n"
        "                                             L4_DST_PORT: 4791\n"
        "DATAACL  DEFAULT_RULE  1           DROP      ETHER_TYPE: 2048   Active"
    ),
    STATE: json.dumps(
        {
            "ACL_STAGE_CAPABILITY_TABLE|INGRESS": {
                "type": "hash",
                "value": {"supported_L3V4V6": "false", "is_action_list_mandatory": "true"},
            }
        },
        indent=2,
    ),
    VERSION: "SONiC Software Version: SONiC.202405\nASIC: broadcom",
}


@pytest.fixture
def lab(request):
    changed = getattr(request, "param", {})
    played = LabDevice("leaf1", Kind.SWITCH, "sonic", SONIC, OUTPUTS)
    others = [each for each in fabric() if each.name != "leaf1"]
    with running_lab((replace(played, **changed), *others)) as running:
        yield running


def job_of(lab):
    inventory = load_inventory(lab.inventory_path)
    return DeviceJob(
        "leaf1",
        DeviceRole.SWITCH,
        "sonic",
        "127.0.0.1",
        lab.ports["leaf1"],
        "lab",
        inventory.credentials["lab"],
        known_hosts=inventory.options.collect.known_hosts,
        limits=Limits(5.0, 3.0, 20.0, 4 << 20),
        session=PLATFORM.session,
    )


def device_of(reply):
    documents = [
        Document(each.slug, each.output, Role(each.role), each.text)
        for each in reply.commands
        if each.status.has_text
    ]
    return PLATFORM.read("leaf1", documents, {})


def verdicts(device, ingress):
    traffic = (Traffic.V1, Traffic.V2_IPV4, Traffic.V2_IPV6)
    question = Question(passage=Passage(ingress), traffic=traffic)
    return [each.verdict.value for each in ask(device, question, PLATFORM.route)]


@pytest.mark.parametrize("name", ["linux", "edgecore_sonic"])
def test_netmiko_finds_the_prompt_behind_the_escapes(lab, name):
    connection = ConnectHandler(
        device_type=name,
        host="127.0.0.1",
        port=lab.ports["leaf1"],
        username="auditor",
        password=lab.devices[0].password,
    )
    assert connection.find_prompt() == "auditor@leaf1:~$"
    assert connection.send_command(VERSION) == OUTPUTS[VERSION]
    connection.disconnect()
    assert lab.refused == []


def test_a_session_gives_the_databases_to_the_line(lab):
    reply = Worker()(job_of(lab))
    assert (reply.status, reply.reason) == (DeviceStatus.CAPTURED, "")
    assert {each.text: each.output for each in reply.commands} == OUTPUTS
    assert lab.refused == []


def test_what_was_collected_is_judged(lab):
    device = device_of(Worker()(job_of(lab)))
    assert device.gaps == ()
    assert device.ledger.uncertain == ()
    # ACCEPT is no action of the data plane, and Broadcom has no tables for both versions.
    assert verdicts(device, "Ethernet0") == ["permit", "deny", "permit"]
    assert verdicts(device, "Ethernet4") == ["permit"] * 3


@pytest.mark.parametrize("lab", [{"outputs": {CONFIG: OUTPUTS[CONFIG]}}], indirect=True)
def test_what_a_switch_does_not_report_is_not_needed(lab):
    reply = Worker()(job_of(lab))
    assert reply.status is DeviceStatus.CAPTURED
    assert {each.status for each in reply.commands[1:]} == {CommandStatus.UNKNOWN}
    # Which ASIC it is, is now an open question, for the table of both versions.
    assert verdicts(device_of(reply), "Ethernet0") == ["permit", "deny", "undecided"]


@pytest.mark.parametrize("lab", [{"fault": Fault.CUT}], indirect=True)
def test_half_a_database_is_called_truncated_and_proves_nothing(lab):
    reply = Worker()(job_of(lab))
    assert reply.status is DeviceStatus.INCOMPLETE
    assert reply.commands[0].status is CommandStatus.TRUNCATED
    device = PLATFORM.read(
        "leaf1",
        [Document("config", reply.commands[0].output, Role.CONFIGURATION, CONFIG)],
        {},
    )
    assert device.gaps


@pytest.mark.parametrize(
    "lab",
    [{"outputs": {CONFIG: "PermissionError: [Errno 13] Permission denied"}}],
    indirect=True,
)
def test_a_login_that_may_not_read_the_databases_is_told_so(lab):
    reply = Worker()(job_of(lab))
    assert reply.status is DeviceStatus.INCOMPLETE
    assert reply.commands[0].status is CommandStatus.REFUSED
