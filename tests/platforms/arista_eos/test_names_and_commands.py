"""Interface names as people write them, and the commands that may be sent."""

from __future__ import annotations

import re

import pytest

from roce_audit.platforms.arista_eos import PLATFORM
from roce_audit.platforms.arista_eos.names import expand

NAMES = {
    "Et1/1": "Ethernet1/1",
    "Eth1": "Ethernet1",
    "eth 49/1": "Ethernet49/1",
    "Ethernet1.101": "Ethernet1.101",
    "Po1": "Port-Channel1",
    "port-channel10": "Port-Channel10",
    "PortChannel2": "Port-Channel2",
    "Vl100": "Vlan100",
    "vlan 100": "Vlan100",
    "Ma1": "Management1",
    "Lo0": "Loopback0",
    "Vx1": "Vxlan1",
    "V1": "V1",
    "eth": "eth",
    "xe-0/0/0": "xe-0/0/0",
    "": "",
}
RANGES = {
    "Ethernet1-3": ("Ethernet1", "Ethernet2", "Ethernet3"),
    "Et1,Po1-2": ("Ethernet1", "Port-Channel1", "Port-Channel2"),
    "Et1/1-2,7": ("Ethernet1/1", "Ethernet1/2", "Ethernet7"),
    "Et1-2/1-2": ("Ethernet1/1", "Ethernet1/2", "Ethernet2/1", "Ethernet2/2"),
    "Et1.10-11": ("Ethernet1.10", "Ethernet1.11"),
    "Et3-1": (),
    "Et1-99999": (),
    "Et1-a": (),
    "Bogus1": (),
    "1": (),
    "Et1-4000,1-4000": (),
}


@pytest.mark.parametrize(("written", "full"), NAMES.items())
def test_a_name_is_spelled_out(written, full):
    assert PLATFORM.interface_name(written) == full


@pytest.mark.parametrize(("written", "names"), RANGES.items())
def test_a_range_stands_for_its_ports(written, names):
    assert expand(written) == names


def allowed(command):
    return any(re.fullmatch(pattern, command) for pattern in PLATFORM.session.allowed)


@pytest.mark.parametrize(
    "command",
    [
        *[command.text for command in PLATFORM.session.commands],
        "show version | json",
        "show ip access-lists A summary",
        "show traffic-policy P",
        "show interfaces Ethernet1",
        "show running-config section access-list",
    ],
)
def test_reading_commands_may_be_sent(command):
    assert allowed(command)


@pytest.mark.parametrize(
    "command",
    [
        "configure session x",
        "show running-config | redirect flash:x",
        "show running-config > flash:x",
        "show running-config | tee flash:x",
        "show running-config\nreload now",
        "write memory",
        "bash rm -rf /",
        "clear counters",
        "copy running-config startup-config",
    ],
)
def test_anything_else_is_not_sent(command):
    assert not allowed(command)


def test_replies_that_are_no_output_are_known():
    session = PLATFORM.session
    denied = "% Authorization denied for command 'show running-config'"
    assert any(re.match(pattern, denied) for pattern in session.refusals)
    unprivileged = "% Invalid input (privileged mode required)"
    assert any(re.match(pattern, unprivileged) for pattern in session.refusals)
    assert any(re.match(pattern, "% Invalid input") for pattern in session.unknown)
    assert re.search(session.end_marker, "ip routing\n!\nend\n")
    assert not re.search(session.end_marker, "description the end\n")


def test_every_verification_of_a_repair_may_be_sent(eos):
    from roce_audit.model.remedy import DefineFilter

    device = eos("interface Ethernet1\n   ip access-group A in\n   traffic-policy input P\n")
    for binding in device.bindings:
        rendered = PLATFORM.remedies["define_filter"](device, DefineFilter("leaf1", binding, ()))
        assert rendered is not None
        assert all(allowed(command) for command in rendered.verify)
