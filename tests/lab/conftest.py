"""A running lab, and ways to log in to it that are not the product's."""

from __future__ import annotations

from contextlib import contextmanager

import paramiko
import pytest
from netmiko import ConnectHandler

from roce_audit.lab import running_lab


@pytest.fixture(scope="module")
def lab():
    with running_lab() as running:
        yield running


@pytest.fixture
def refused(lab):
    lab.refused.clear()
    yield lab.refused
    lab.refused.clear()


@pytest.fixture
def device(lab):
    """Return a device of the lab by its name."""
    return lambda name: next(each for each in lab.devices if each.name == name)


@pytest.fixture
def logged_in(lab, device):
    """Return a context that logs in with a plain client."""

    @contextmanager
    def enter(name):
        client = paramiko.SSHClient()
        client.load_host_keys(str(lab.folder / "known_hosts"))
        client.connect(
            "127.0.0.1",
            lab.ports[name],
            "auditor",
            device(name).password,
            allow_agent=False,
            look_for_keys=False,
        )
        try:
            yield client
        finally:
            client.close()

    return enter


@pytest.fixture
def switch(lab, device):
    opened = []

    def open_(name):
        connection = ConnectHandler(
            device_type=device(name).platform,
            host="127.0.0.1",
            port=lab.ports[name],
            username="auditor",
            password=device(name).password,
        )
        opened.append(connection)
        return connection

    yield open_
    for connection in opened:
        connection.disconnect()
