"""The manners of the switch platforms that the lab plays.

Source: netmiko's drivers for them wait for these replies; the error texts are what the devices
print for a command that does not exist and for one that the role may not use.
"""

from dataclasses import replace

from roce_audit.lab.device import Manners

NXOS = Manners(
    prompt="{name}# ",
    user_prompt="",
    banner="User Access Verification\nThis is a device of the roce-audit lab.",
    terminal={"terminal length 0": "", "terminal width 511": ""},
    paging_off="terminal length 0",
    invalid="                      ^\n% Invalid command at '^' marker.",
    denied="% Permission denied for the role",
)

EOS = Manners(
    prompt="{name}#",
    user_prompt="{name}>",
    banner="Last login: Mon Nov  2 08:00:12 2026 from 127.0.0.1",
    terminal={
        "terminal length 0": "Pagination disabled.",
        "terminal width 511": "Width set to 511 columns.",
    },
    paging_off="terminal length 0",
    invalid="% Invalid input",
    denied="% Invalid input (privileged mode required)",
    open_to_users=frozenset({"show version", "show version | json"}),
)

CUMULUS = Manners(
    # A shell that switches bracketed paste on and off around every command.
    prompt="\x1b[?2004hcumulus@{name}:mgmt:~$ ",
    user_prompt="",
    banner="Welcome to NVIDIA Cumulus (R) Linux (R)\nLast login: Mon Nov  2 08:00:12 2026",
    terminal={},
    paging_off="",
    invalid="-bash: command not found",
    denied="Permission denied",
    reads=("nv show ", "nv config show", "nv config diff", "cat ", "tail "),
)

XE = Manners(
    prompt="{name}#",
    user_prompt="",
    banner="This is a device of the roce-audit lab.",
    terminal={"terminal length 0": "", "terminal width 511": ""},
    paging_off="terminal length 0",
    invalid="             ^\n% Invalid input detected at '^' marker.\n",
    denied="% Authorization failed.",
    more=" --More-- ",
)

XR = replace(
    XE,
    prompt="RP/0/RP0/CPU0:{name}#",
    invalid="                ^\n% Invalid input detected at '^' marker.",
    denied="% This command is not authorized",
)

JUNOS = Manners(
    prompt="auditor@{name}> ",
    user_prompt="",
    banner="--- JUNOS 22.4R3.25 Kernel 64-bit  JNPR-12.1",
    terminal={
        "set cli screen-width 511": "Screen width set to 511",
        "set cli screen-length 0": "Screen length set to 0",
        "set cli complete-on-space off": "Disabling complete-on-space",
    },
    paging_off="set cli screen-length 0",
    invalid="                  ^\nunknown command.",
    denied="error: permission denied",
    more="---(more)---",
)

SONIC = Manners(
    # A shell that switches bracketed paste on and off around every command.
    prompt="\x1b[?2004hauditor@{name}:~$ ",
    user_prompt="",
    banner="You are on a SONiC switch of the roce-audit lab.",
    terminal={},
    paging_off="",
    invalid="-bash: command not found",
    denied="Permission denied",
    reads=("show ", "sonic-cfggen -d --print-data", "sonic-db-dump -n STATE_DB"),
)

MANNERS = {
    "cisco_nxos": NXOS,
    "arista_eos": EOS,
    "cumulus_linux": CUMULUS,
    "cisco_xe": XE,
    "cisco_xr": XR,
    "juniper_junos": JUNOS,
    "sonic": SONIC,
}
"""By the platform's name in an inventory."""
