"""A real session of netmiko with a server that has the manners of a Junos device."""

from __future__ import annotations

from dataclasses import replace

import pytest

from roce_audit.collect.jobs import DeviceJob, Limits
from roce_audit.collect.worker import Worker
from roce_audit.inventory.load import load_inventory
from roce_audit.lab import running_lab
from roce_audit.lab.device import Manners
from roce_audit.lab.fabric import fabric
from roce_audit.platforms.juniper_junos import PLATFORM
from roce_audit.reading.document import Document
from roce_audit.snapshot.status import CommandStatus, DeviceRole, DeviceStatus

NAME = "leaf1"
PLAIN, EXPANDED, VERSION = (command.text for command in PLATFORM.session.commands)
MANNERS = Manners(
    prompt="{{master:0}}\nauditor@{name}> ",
    user_prompt="",
    banner="Last login: Mon Nov  2 08:00:12 2026 from 127.0.0.1\n--- JUNOS 23.4R2 Kernel 64-bit",
    terminal={
        "set cli screen-width 511": "Screen width set to 511",
        "set cli complete-on-space off": "Disabling complete-on-space",
        "set cli screen-length 0": "Screen length set to 0",
    },
    paging_off="set cli screen-length 0",
    invalid="               ^\nsyntax error, expecting <command>.",
    denied="error: permission denied: configuration",
    more="---(more)---",
)
TERMS = [
    line
    for number in range(60)
    for line in (
        f"set firewall family inet filter F term T{number} from source-address 10.0.{number}.0/24",
        f"set firewall family inet filter F term T{number} then accept",
    )
]
CONFIG = "\n".join(
    [
        "set version 23.4R2-S3.2",
        "set groups JUMBO interfaces <et-*> mtu 9216",
        "set apply-groups JUMBO",
        "set system host-name leaf1",
        "set interfaces et-0/0/1 unit 0 family inet filter input F",
        "set interfaces et-0/0/1 unit 0 family inet address 10.0.0.1/31",
        *TERMS,
    ]
)
OUTPUTS = {
    PLAIN: CONFIG,
    EXPANDED: CONFIG + "\nset interfaces et-0/0/1 mtu 9216",
    VERSION: "Hostname: leaf1\nModel: qfx5240-64od\nJunos: 23.4R2-S3.2",
}


def asked(outputs, manners=MANNERS):
    """Return the reply of a device to the platform's commands, and what was refused."""
    played = [
        replace(each, platform=PLATFORM.name, manners=manners, outputs=outputs)
        if each.name == NAME
        else each
        for each in fabric()
    ]
    with running_lab(played) as lab:
        inventory = load_inventory(lab.inventory_path)
        switch = inventory.switches[NAME]
        job = DeviceJob(
            NAME,
            DeviceRole.SWITCH,
            PLATFORM.name,
            switch.address,
            switch.port,
            "lab",
            inventory.credentials["lab"],
            known_hosts=inventory.options.collect.known_hosts,
            limits=Limits(10.0, 5.0, 20.0, 4 << 20),
            session=PLATFORM.session,
        )
        return Worker()(job), lab.refused


@pytest.fixture(scope="module")
def captured():
    reply, refused = asked(OUTPUTS)
    assert refused == []
    assert (reply.status, reply.reason) == (DeviceStatus.CAPTURED, "")
    return reply


def test_the_configuration_arrives_to_the_line_in_spite_of_paging_and_a_second_prompt_line(
    captured,
):
    assert [each.status for each in captured.commands] == [CommandStatus.OK] * 3
    assert captured.commands[0].output.strip().splitlines() == CONFIG.splitlines()


def test_a_live_capture_is_read_and_its_groups_compared(captured):
    documents = [
        Document(each.slug, each.output, each.role, each.text) for each in captured.commands
    ]
    device = PLATFORM.read(NAME, documents, {})
    assert device.gaps == ()
    assert device.interfaces["et-0/0/1.0"].mtu_bytes == 9216
    assert len(device.filters["ipv4", "F"].lines) == 60


def test_a_login_without_rights_is_a_refusal_and_no_empty_configuration():
    reply, _ = asked({**OUTPUTS, PLAIN: MANNERS.denied})
    assert reply.status is DeviceStatus.INCOMPLETE
    assert reply.commands[0].status is CommandStatus.REFUSED


def test_a_device_that_does_not_know_the_expanded_form_is_still_captured():
    outputs = {PLAIN: CONFIG, VERSION: OUTPUTS[VERSION], EXPANDED: MANNERS.invalid}
    reply, _ = asked(outputs)
    assert reply.status is DeviceStatus.CAPTURED
    assert reply.commands[1].status is CommandStatus.UNKNOWN
