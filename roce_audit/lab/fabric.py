"""The network that the demo shows, and what is wrong with it on purpose.

    spine1 (NX-OS)
     ├── leaf1 (NX-OS)   gpu01, gpu02, gpu03 in VLAN 100
     └── leaf2 (EOS)     gpu04 in VLAN 100; nas01, nas02 in VLAN 200

Planted, one line each (device and place first):

    leaf1 Ethernet1/1   RoCE v2 over IPv4 dropped by a range of UDP ports, line 40
    leaf1 Ethernet1/1   the permit for 4791 behind that line never matches
    leaf1 Ethernet1/1   RoCE v1 dropped by the end of a MAC filter
    leaf1 Ethernet1/2   RoCE v2 over IPv4 undecided: the permit has a time range
    leaf1 Ethernet1/2   RoCE v2 over IPv6 dropped by the end of the IPv6 filter
    leaf1 Ethernet1/3   a filter for routed packets on a bridged port: it does not act
    leaf1 Vlan100       a filter is bound that does not exist
    leaf1 Vlan100       MTU of 4000 bytes, where the fabric needs 9000
    leaf2 Ethernet1     RoCE v2 over IPv4 partly dropped: low source ports
    leaf2 Ethernet2     the permit is for source port 4791, which no packet of RoCE needs
    leaf2 Ethernet3     switched off, so nas02 has no link
    gpu03               GIDs of RoCE v1 only
    gpu04               connections start as RoCE v1
"""

from __future__ import annotations

from importlib.resources import files
from ipaddress import IPv4Interface, IPv6Interface

from roce_audit.lab.collected import collected
from roce_audit.lab.device import Kind, LabDevice
from roce_audit.lab.host_state import HostState
from roce_audit.lab.manners import MANNERS
from roce_audit.lab.versions import VERSIONS, switchports

USERNAME = "auditor"
PASSWORD_FILE = "lab-password"  # noqa: S105 - the name of a file
KNOWN_HOSTS_FILE = "known_hosts"
_RUNNING_CONFIG = "show running-config"
_SWITCHPORTS = "show interface switchport"
_V1 = "IB/RoCE v1"


def fabric() -> tuple[LabDevice, ...]:
    """Return the devices, switches first."""
    return (
        _switch("spine1", "cisco_nxos"),
        _switch("leaf1", "cisco_nxos"),
        _switch("leaf2", "arista_eos"),
        _host("gpu01", 1, 11),
        _host("gpu02", 1, 12),
        _host("gpu03", 1, 13, versions=(_V1,)),
        _host("gpu04", 1, 14, mode=_V1),
        _host("nas01", 2, 21),
        _host("nas02", 2, 22, up=False),
    )


def inventory_text(ports: dict[str, int]) -> str:
    """Return the inventory of the fabric.

    Args:
        ports: TCP port of every device by its name.
    """
    text = _data("inventory.yaml")
    for name, port in ports.items():
        text = text.replace(f"{{{name}}}", str(port))
    return text


def _data(name: str) -> str:
    return files("roce_audit.lab").joinpath("data", name).read_text(encoding="utf-8")


def _switch(name: str, platform: str) -> LabDevice:
    config = _data(f"{name}-running-config.txt").rstrip("\n")
    outputs = {_RUNNING_CONFIG: config, **VERSIONS[platform]}
    if platform == "cisco_nxos":
        outputs[_SWITCHPORTS] = switchports(config)
    return LabDevice(name, Kind.SWITCH, platform, MANNERS[platform], outputs)


def _host(  # noqa: PLR0913 - each is one planted fault
    name: str,
    subnet: int,
    number: int,
    *,
    versions: tuple[str, ...] = (_V1, "RoCE v2"),
    mode: str = "RoCE v2",
    up: bool = True,
) -> LabDevice:
    state = HostState(
        name,
        IPv4Interface(f"172.16.{subnet}.{number}/24"),
        IPv6Interface(f"fd00:16:{subnet}::{number}/64"),
        f"02:00:5e:00:53:{number:02x}",
        versions,
        mode,
        up,
    )
    return LabDevice(name, Kind.HOST, collected=collected(state))
