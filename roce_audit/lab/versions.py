"""What the lab's switches print besides their configuration, by platform and command."""

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
