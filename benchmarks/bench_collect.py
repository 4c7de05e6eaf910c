"""Collecting from the lab's switches beside a bare netmiko loop: same commands, same threads.

The switches are played by another process. Ours also checks host keys, keeps to its list of
commands, removes secrets, and writes a snapshot with digests; the bare loop keeps the text.
"""

import json
import logging
import statistics
import subprocess
import sys
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path

from filters import structured
from netmiko import ConnectHandler

from roce_audit.collect.capture import Terms, capture_jobs
from roce_audit.collect.jobs import DeviceJob
from roce_audit.inventory.access import Credential
from roce_audit.lab import running_lab
from roce_audit.lab.fabric import fabric
from roce_audit.reading.find import load
from roce_audit.snapshot.status import DeviceRole, DeviceStatus

DEVICES = 80
THREADS = 32
ROUNDS = 3
LINES = 1300
CONFIG = "show running-config"


def devices():
    """Return switches of both platforms with configurations of about 1,500 lines."""
    models = [each for each in fabric() if each.name.startswith("leaf")]
    made = []
    for number in range(DEVICES):
        model = models[number % len(models)]
        head, _, tail = model.outputs[CONFIG].partition("\nip access-list ")
        lines = "\n".join(["\nip access-list LONG", *structured(LINES, number)])
        config = f"{head}{lines}\nip access-list {tail}"
        outputs = {**model.outputs, CONFIG: config}
        made.append(replace(model, name=f"sw{number:03}", outputs=outputs))
    return made


def serve():
    """Play the switches until standard input ends."""
    with running_lab(devices()) as lab:
        told = [(each.name, each.platform, lab.ports[each.name]) for each in lab.devices]
        password = (lab.folder / "lab-password").read_text(encoding="utf-8").strip()
        known = (lab.folder / "known_hosts").read_text(encoding="utf-8")
        print(json.dumps({"devices": told, "password": password, "known": known}), flush=True)
        sys.stdin.read()


def bare(told):
    """Collect with netmiko alone."""
    # Its complaints about connections that were closed would stand between the numbers.
    logging.getLogger("paramiko").addHandler(logging.NullHandler())

    def one(device):
        name, platform, port = device
        connection = ConnectHandler(
            device_type=platform,
            host="127.0.0.1",
            port=port,
            username="auditor",
            password=told["password"],
        )
        if platform == "arista_eos":
            connection.enable()
        texts = [
            connection.send_command(command.text, read_timeout=60)
            for command in load(platform).session.commands
        ]
        connection.disconnect()
        return name, texts

    with ThreadPoolExecutor(THREADS) as executor:
        return dict(executor.map(one, told["devices"]))


def ours(told, folder):
    """Collect with the product's own code."""
    (folder / "password").write_text(told["password"], encoding="utf-8")
    (folder / "known").write_text(told["known"], encoding="utf-8")
    credential = Credential(username="auditor", password={"file": str(folder / "password")})
    jobs = [
        DeviceJob(
            name,
            DeviceRole.SWITCH,
            platform,
            "127.0.0.1",
            port,
            "lab",
            credential,
            known_hosts=folder / "known",
            session=load(platform).session,
        )
        for name, platform, port in told["devices"]
    ]
    with ThreadPoolExecutor(THREADS) as executor:
        snapshot = capture_jobs(jobs, folder / "snapshot", Terms(executor, THREADS, 10_000))
    failed = [each.name for each in snapshot.devices.values() if each.status is not OK]
    assert not failed, failed
    return snapshot


OK = DeviceStatus.CAPTURED


def timed(work, *arguments):
    """Return how long some work takes, in seconds."""
    begun = time.perf_counter()
    work(*arguments)
    return time.perf_counter() - begun


def main():
    """Print both times, taken in turn."""
    with subprocess.Popen(
        [sys.executable, __file__, "serve"], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as lab:
        told = json.loads(lab.stdout.readline())
        taken = {"bare": [], "ours": []}
        try:
            for _ in range(ROUNDS):
                taken["bare"].append(timed(bare, told))
                with tempfile.TemporaryDirectory() as folder:
                    taken["ours"].append(timed(ours, told, Path(folder)))
        finally:
            lab.stdin.close()
            lab.wait(30)
    bare_seconds, our_seconds = (statistics.median(taken[name]) for name in ("bare", "ours"))
    print(f"{DEVICES} switches, {THREADS} threads, 1,500 lines each, median of {ROUNDS}")
    print(f"bare netmiko loop: {bare_seconds:.2f} s, {DEVICES / bare_seconds:.0f} devices/s")
    ratio = our_seconds / bare_seconds
    print(f"roce-audit:        {our_seconds:.2f} s, {ratio:.2f} x (at most 1.05 x)")
    print("The default pace of 10 logins a second is off here; it bounds real runs.")


if __name__ == "__main__":
    serve() if sys.argv[1:] == ["serve"] else main()
