"""A second fabric: one switch of each platform, one host on each, one fault on each.

    h1 nx1 (NX-OS)    h2 eos1 (EOS)      h3 jun1 (Junos)    h4 xe1 (IOS-XE)
    h5 xr1 (IOS-XR)   h6 son1 (SONiC)    h7 cum1 (Cumulus Linux)

On each switch the input filter of the host's port drops UDP 4000 to 5000, or has no permit for
it, so RoCE v2 over IPv4 is lost while ping and SSH work. The repair is in each platform's own
words.
"""

from __future__ import annotations

from dataclasses import dataclass
from importlib.resources import files
from ipaddress import IPv4Interface, IPv6Interface

from roce_audit.lab.collected import collected
from roce_audit.lab.device import Kind, LabDevice
from roce_audit.lab.fabric import PASSWORD_FILE, USERNAME
from roce_audit.lab.host_state import HostState
from roce_audit.lab.manners import MANNERS


@dataclass(frozen=True, slots=True)
class _Place:
    """A switch, its host, and where the host is plugged in."""

    switch: str
    platform: str
    command: str
    interface: str
    host: str
    address: str


_PLACES = (
    _Place("nx1", "cisco_nxos", "show running-config", "Ethernet1/1", "h1", "172.16.1.1"),
    _Place("eos1", "arista_eos", "show running-config", "Ethernet1", "h2", "172.16.1.2"),
    _Place(
        "jun1",
        "juniper_junos",
        "show configuration | display set | no-more",
        "et-0/0/1",
        "h3",
        "172.16.1.3",
    ),
    _Place("xe1", "cisco_xe", "show running-config", "TenGigabitEthernet1/0/1", "h4", "172.16.1.4"),
    _Place("xr1", "cisco_xr", "show running-config", "HundredGigE0/0/0/1", "h5", "172.16.9.5"),
    _Place("son1", "sonic", "sonic-cfggen -d --print-data", "Ethernet0", "h6", "172.16.1.6"),
    _Place("cum1", "cumulus_linux", "nv config show -o json", "swp1", "h7", "172.16.1.7"),
)
_VERSIONS = ("IB/RoCE v1", "RoCE v2")


def mixed_fabric() -> tuple[LabDevice, ...]:
    """Return the devices, switches first."""
    return (
        *(_switch(place) for place in _PLACES),
        *(_host(number, place) for number, place in enumerate(_PLACES, start=1)),
    )


def _switch(place: _Place) -> LabDevice:
    data = files("roce_audit.lab").joinpath("data", "mixed", f"{place.switch}.txt")
    config = data.read_text(encoding="utf-8").rstrip("\n")
    return LabDevice(
        place.switch,
        Kind.SWITCH,
        place.platform,
        MANNERS[place.platform],
        {place.command: config, **_MORE.get(place.switch, {})},
    )


_MORE = {
    "cum1": {
        "tail -n +1 /etc/cumulus/acl/policy.conf /etc/cumulus/acl/policy.d/*.rules": (
            "==> /etc/cumulus/acl/policy.conf <==\ninclude /etc/cumulus/acl/policy.d/*.rules"
        ),
    },
}
"""What some switches print besides their configuration, by switch and command."""


def _host(number: int, place: _Place) -> LabDevice:
    state = HostState(
        place.host,
        IPv4Interface(f"{place.address}/24"),
        IPv6Interface(f"fd00:16:1::{number}/64"),
        f"02:00:5e:00:53:{number:02x}",
        _VERSIONS,
        "RoCE v2",
        up=True,
    )
    return LabDevice(place.host, Kind.HOST, collected=collected(state))


def mixed_inventory(ports: dict[str, int]) -> str:
    """Return the inventory of the fabric.

    Args:
        ports: TCP port of every device by its name.
    """
    lines = [
        "# One switch of each platform, all on loopback.",
        "fabric: {name: mixed, roce: v2, family: ipv4}",
        "credentials:",
        f"  lab: {{username: {USERNAME}, password: {{file: {PASSWORD_FILE}}}}}",
        "switches:",
        *(line for place in _PLACES for line in _switch_lines(place, ports)),
        "hosts:",
        *(line for place in _PLACES for line in _host_lines(place, ports)),
        "flows:",
        "  - {from: [h*], to: [h*]}",
        "options:",
        "  collect:",
        "    logins_per_second: 100",
        "    connect_timeout_seconds: 10",
        "    known_hosts: known_hosts",
    ]
    return "\n".join([*lines, ""])


def _switch_lines(place: _Place, ports: dict[str, int]) -> list[str]:
    return [
        f"  {place.switch}:",
        "    address: 127.0.0.1",
        f"    port: {ports[place.switch]}",
        f"    platform: {place.platform}",
        "    credentials: lab",
    ]


def _host_lines(place: _Place, ports: dict[str, int]) -> list[str]:
    return [
        f"  {place.host}:",
        "    address: 127.0.0.1",
        f"    port: {ports[place.host]}",
        "    credentials: lab",
        "    ports:",
        "      - netdev: ens1f0",
        "        rdma: mlx5_0",
        f"        ip: {place.address}/24",
        f"        switch: {place.switch}",
        f"        interface: {place.interface}",
    ]
