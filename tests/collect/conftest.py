"""Jobs against the lab, with session values of the tests' own."""

from __future__ import annotations

from concurrent.futures import Executor, Future
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from roce_audit.collect.jobs import DeviceJob, Limits
from roce_audit.inventory.load import load_inventory
from roce_audit.lab.fabric import fabric
from roce_audit.reading.platform import Command, Session
from roce_audit.snapshot.status import DeviceRole

if TYPE_CHECKING:
    from roce_audit.lab import Fault

SHOW = (r"show [a-z-]+(?: [a-z-]+)*(?: \| json)?",)
NXOS = Session(
    "cisco_nxos",
    (
        Command("show running-config", "everything"),
        Command("show version", "the release", "state", required=False),
    ),
    SHOW,
    (r"% Permission denied",),
    (r"% Invalid command",),
)
EOS = Session(
    "arista_eos",
    (
        Command("show running-config", "everything"),
        Command("show version", "the release", "state", required=False),
    ),
    SHOW,
    (r"privileged mode required",),
    (r"% Invalid input",),
    r"^end$",
)
SESSIONS = {"cisco_nxos": NXOS, "arista_eos": EOS}
QUICK = Limits(3.0, 1.5, 10.0, 4 << 20)


@pytest.fixture
def nxos() -> Session:
    return NXOS


@pytest.fixture
def eos() -> Session:
    return EOS


@pytest.fixture
def quick() -> Limits:
    return QUICK


@pytest.fixture
def jobs_of_lab():
    """Return the jobs of a running lab by device name."""

    def make(lab, limits=QUICK) -> dict[str, DeviceJob]:
        inventory = load_inventory(lab.inventory_path)
        jobs = {}
        for name, device in (*inventory.switches.items(), *inventory.hosts.items()):
            platform = getattr(device, "platform", "linux")
            jobs[name] = DeviceJob(
                name,
                DeviceRole.SWITCH if name in inventory.switches else DeviceRole.HOST,
                platform,
                device.address,
                device.port,
                "lab",
                inventory.credentials["lab"],
                known_hosts=inventory.options.collect.known_hosts,
                limits=limits,
                session=SESSIONS.get(platform),
            )
        return jobs

    return make


@pytest.fixture
def faulty():
    """Return the fabric with a fault, or other changes, on some devices."""

    def make(fault: Fault, *names: str, **changes: object):
        return tuple(
            replace(each, fault=fault, **changes) if each.name in names else each
            for each in fabric()
        )

    return make


class InLine(Executor):
    """Does each job when it is handed in, one after the other."""

    def submit(self, function, /, *arguments, **named):
        future: Future = Future()
        future.set_running_or_notify_cancel()
        try:
            future.set_result(function(*arguments, **named))
        except Exception as error:  # noqa: BLE001 - a future carries whatever was raised
            future.set_exception(error)
        return future


@pytest.fixture
def in_line() -> Executor:
    return InLine()
