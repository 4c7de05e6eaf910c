"""What the lab's switches print besides their configuration."""

from __future__ import annotations

import re

VERSIONS = {
    "cisco_nxos": {
        "show version": (
            "Cisco Nexus Operating System (NX-OS) Software\n"
            "Software\n"
            "  BIOS: version 05.47\n"
            "  NXOS: version 9.3(13)\n"
            "Hardware\n"
            "  cisco Nexus9000 C93180YC-FX Chassis\n"
            "Kernel uptime is 61 day(s), 4 hour(s), 12 minute(s), 9 second(s)"
        ),
    },
    "arista_eos": {
        "show version": (
            "Arista DCS-7050SX3-48YC8-F\n"
            "Hardware version: 11.02\n"
            "Software image version: 4.30.5M\n"
            "Architecture: x86_64\n"
            "Uptime: 8 weeks, 5 days, 3 hours and 41 minutes"
        ),
    },
}
"""By platform and command."""

_PORT = re.compile(r"^interface (Ethernet\S+)\n((?:  .*\n)*)", re.MULTILINE)
_ACCESS = re.compile(r"switchport access vlan ([0-9]+)")


def switchports(config: str) -> str:
    """Return what NX-OS prints for ``show interface switchport``.

    Args:
        config: Running configuration of a switch whose ports all bridge.
    """
    return "\n".join(_switchport(match[1], match[2]) for match in _PORT.finditer(config))


def _switchport(name: str, lines: str) -> str:
    trunk = "switchport mode trunk" in lines
    access = _ACCESS.search(lines)
    up = "no shutdown" in lines
    mode = ("trunk" if trunk else "access") if up else "down"
    return (
        f"Name: {name}\n"
        "  Switchport: Enabled\n"
        "  Switchport Monitor: Not enabled\n"
        f"  Operational Mode: {mode}\n"
        f"  Access Mode VLAN: {access[1] if access else 1}\n"
        "  Trunking Native Mode VLAN: 1 (default)\n"
        f"  Trunking VLANs Allowed: {'100,200' if trunk else '1-4094'}\n"
        "  Administrative private-vlan primary host-association: none"
    )
