"""One command on a host: the collector's script on standard input, and what it prints."""

from __future__ import annotations

import re
from contextlib import closing, suppress
from typing import TYPE_CHECKING

from paramiko import SSHException

from roce_audit.hosts.collector import collector_script
from roce_audit.lab.device import Fault, LabDevice

if TYPE_CHECKING:
    from collections.abc import Callable

    from paramiko import Channel

_COLLECT = re.compile(r"sh -s -- (?:-r )?-n ([0-9a-f]{16,64})")
_PIECE = 32768
_LARGEST_SCRIPT = 1 << 20
_NOT_FOUND = 127


def run(channel: Channel, device: LabDevice, command: str, refuse: Callable[[str], None]) -> None:
    """Run the one command that the host knows, and close the channel.

    Args:
        channel: Where the command's input and output go.
        device: The host.
        command: What the other side asked for.
        refuse: Is told every command, and every script, that is not the collector's.
    """
    # The audit may hang up at any time; then closing the channel fails as well.
    with suppress(OSError, EOFError, SSHException), closing(channel):
        match = _COLLECT.fullmatch(command)
        script = _input(channel)
        if match is None or script != collector_script().encode():
            refuse(command if match is None else f"{command}, with another script")
            channel.sendall_stderr(b"sh: not found\n")
            channel.send_exit_status(_NOT_FOUND)
        else:
            _print(channel, device, f"@@RA-{match[1]}")


def _input(channel: Channel) -> bytes:
    data = bytearray()
    while (piece := channel.recv(_PIECE)) and len(data) < _LARGEST_SCRIPT:
        data += piece
    return bytes(data)


def _print(channel: Channel, device: LabDevice, mark: str) -> None:
    output = device.collected.replace("{mark}", mark).encode()
    match device.fault:
        case Fault.HANG | Fault.HANG_AT_LOGIN:
            while not channel.closed and channel.get_transport().is_active():
                channel.status_event.wait(0.05)
            return
        case Fault.FLOOD:
            while True:
                channel.sendall(b"flood " * 400 + b"\n")
        case Fault.DROP:
            channel.get_transport().close()
            return
        case Fault.CUT:
            output = output[: len(output) // 2]
        case _:
            pass
    channel.sendall(output)
    channel.send_exit_status(0)
