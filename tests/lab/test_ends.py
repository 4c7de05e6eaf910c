"""The lab ends with its block, however that ends, and leaves nothing behind."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import threading
import time
from contextlib import suppress
from dataclasses import replace

import paramiko
import pytest

from roce_audit.lab import Fault, running_lab
from roce_audit.lab.fabric import fabric
from roce_audit.lab.host import run


def test_a_closed_port_belongs_to_the_lab_and_does_not_listen():
    devices = [replace(each, fault=Fault.CLOSED) for each in fabric()[:1]]
    with running_lab(devices) as running, pytest.raises(ConnectionRefusedError):
        socket.create_connection(("127.0.0.1", running.ports["spine1"]), 2)


def logged_in_to(running):
    client = paramiko.SSHClient()
    client.load_host_keys(str(running.folder / "known_hosts"))
    password = running.devices[1].password
    client.connect("127.0.0.1", running.ports["leaf1"], "auditor", password, look_for_keys=False)
    client.invoke_shell()
    return client


def test_every_server_and_thread_ends_with_the_block():
    before = set(threading.enumerate())
    with running_lab() as running:
        client = logged_in_to(running)
        ports = dict(running.ports)
        folder = running.folder
    client.close()
    for port in ports.values():
        with pytest.raises(ConnectionRefusedError):
            socket.create_connection(("127.0.0.1", port), 2)
    for _ in range(100):
        if set(threading.enumerate()) <= before:
            break
        time.sleep(0.05)
    assert set(threading.enumerate()) <= before
    assert not folder.exists()


def test_an_error_in_the_block_ends_the_lab_too():
    ports: dict[str, int] = {}
    with suppress(RuntimeError), running_lab() as running:
        ports.update(running.ports)
        raise RuntimeError
    with pytest.raises(ConnectionRefusedError):
        socket.create_connection(("127.0.0.1", ports["leaf1"]), 2)


class HungUp:
    """A channel whose other side went away while it was written to."""

    def recv(self, size):
        del size
        return b""

    def sendall_stderr(self, data):
        raise OSError(data)

    def close(self):
        raise EOFError


def test_a_client_that_hangs_up_is_no_error_of_the_host():
    # An error would be printed by the thread that serves the host.
    refused: list[str] = []
    run(HungUp(), fabric()[-1], "reboot", refused.append)
    assert refused == ["reboot"]


def test_an_interrupt_ends_the_lab_at_once():
    code = (
        "import time\nfrom roce_audit.lab import running_lab\n"
        "with running_lab() as lab:\n"
        "    print(lab.folder, *lab.ports.values(), flush=True)\n"
        # One long sleep would miss an interrupt that comes just before it: Python has noted it
        # then, and raises it when the sleep is over.
        "    while True:\n"
        "        time.sleep(0.05)\n"
    )
    with subprocess.Popen(
        [sys.executable, "-c", code], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as process:
        try:
            assert process.stdout is not None
            folder, port, *_ = process.stdout.readline().split()
            socket.create_connection(("127.0.0.1", int(port)), 2).close()
            process.send_signal(signal.SIGINT)
            assert process.wait(10) != 0
        finally:
            process.kill()
    assert not os.path.exists(folder)  # noqa: PTH110 - a plain question about a name
    with pytest.raises(ConnectionRefusedError):
        socket.create_connection(("127.0.0.1", int(port)), 2)
