"""From jobs to a snapshot: what arrives is kept, whatever happens to the others."""

from __future__ import annotations

import io
import json
import os
import signal
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from threading import Timer

import pytest
from rich.console import Console

from roce_audit.collect.capture import Terms, capture_jobs
from roce_audit.collect.jobs import CommandReply, DeviceReply, Limits
from roce_audit.collect.progress import LiveProgress, PlainProgress, shown_progress
from roce_audit.errors import SecretError, SnapshotError
from roce_audit.inventory.access import Credential
from roce_audit.inventory.secrets import Prompter
from roce_audit.lab import Fault, running_lab
from roce_audit.reading.document import Role
from roce_audit.snapshot.status import CommandStatus, DeviceStatus
from roce_audit.snapshot.store import load_snapshot
from roce_audit.snapshot.write import SnapshotWriter

PLANTED = ("fewhg123", "wawy1234", "p0d7-readers", "0Y1vYQ6x7PpQ6mXK8o9tZ1cRk2W4bN5sL7dG3hT8uA2")


def collected(lab, jobs, folder, **names):
    with ThreadPoolExecutor(8) as executor:
        return capture_jobs(tuple(jobs.values()), folder, Terms(executor, 8, 1000), **names)


def test_the_whole_lab_becomes_a_snapshot_without_secrets(jobs_of_lab, tmp_path):
    folder = tmp_path / "snapshot"
    with running_lab() as lab:
        snapshot = collected(lab, jobs_of_lab(lab), folder)
        password = (lab.folder / "lab-password").read_text().strip()
        assert lab.refused == []
    assert {each.status for each in snapshot.devices.values()} == {DeviceStatus.CAPTURED}
    assert len(snapshot.devices) == 9
    written = "".join(file.read_text() for file in folder.rglob("*") if file.is_file())
    assert [secret for secret in (*PLANTED, password) if secret in written] == []
    leaf1 = snapshot.devices["leaf1"]
    assert [each.command for each in leaf1.documents] == ["show running-config", "show version"]
    assert [each.role for each in leaf1.documents] == [Role.CONFIGURATION, Role.STATE]
    assert load_snapshot(folder).devices == snapshot.devices


def test_one_devices_failure_is_a_result_among_the_others(jobs_of_lab, faulty, tmp_path):
    with running_lab(faulty(Fault.CLOSED, "leaf1", "gpu02")) as lab:
        snapshot = collected(lab, jobs_of_lab(lab), tmp_path / "s")
    failed = {name for name, each in snapshot.devices.items() if each.failures}
    assert failed == {"leaf1", "gpu02"}
    assert snapshot.devices["leaf1"].documents == ()
    assert not snapshot.partial


def test_the_manifest_says_how_each_command_ended(jobs_of_lab, faulty, tmp_path):
    with running_lab(faulty(Fault.CUT, "leaf2")) as lab:
        jobs = jobs_of_lab(lab)
        snapshot = collected(lab, {"leaf2": jobs["leaf2"]}, tmp_path / "s")
    manifest = json.loads((tmp_path / "s" / "manifest.json").read_text())
    config, release = manifest["devices"]["leaf2"]["commands"]
    assert config["status"] == "truncated"
    assert config["bytes"] == (tmp_path / "s/leaf2/show-running-config.txt").stat().st_size
    assert len(config["sha256"]) == 64
    assert release["status"] == "ok"
    assert manifest["devices"]["leaf2"]["status"] == "incomplete"
    (failure,) = snapshot.devices["leaf2"].failures
    assert failure.startswith("show running-config: its end is missing")
    # What there is of it is evidence all the same.
    assert "GPU04-IN" not in failure
    assert snapshot.devices["leaf2"].documents[0].text


def test_an_interrupt_keeps_what_arrived_and_marks_the_snapshot(jobs_of_lab, faulty, tmp_path):
    with running_lab(faulty(Fault.HANG, "leaf1", "spine1")) as lab:
        jobs = jobs_of_lab(lab, Limits(5.0, 60.0, 60.0))
        timer = Timer(2.0, os.kill, (os.getpid(), signal.SIGINT))
        timer.start()
        started = time.monotonic()
        with ThreadPoolExecutor(8) as executor:
            snapshot = capture_jobs(tuple(jobs.values()), tmp_path / "s", Terms(executor, 8, 1000))
        assert time.monotonic() - started < 12
        assert lab.refused == []
    assert snapshot.partial
    assert len(snapshot.devices) == 9
    statuses = {name: each.status for name, each in snapshot.devices.items()}
    assert {name for name, status in statuses.items() if status is DeviceStatus.CAPTURED} == {
        "leaf2",
        "gpu01",
        "gpu02",
        "gpu03",
        "gpu04",
        "nas01",
        "nas02",
    }
    assert "stopped" in snapshot.devices["leaf1"].failures[0]


def test_devices_that_were_not_begun_are_named(jobs_of_lab, faulty, tmp_path):
    class InterruptingProgress(PlainProgress):
        def ended(self, reply):
            del reply
            raise KeyboardInterrupt

    progress = InterruptingProgress(Console(file=io.StringIO()))
    with running_lab() as lab:
        jobs = jobs_of_lab(lab)
        with ThreadPoolExecutor(1) as executor:
            snapshot = capture_jobs(
                tuple(jobs.values()), tmp_path / "s", Terms(executor, 1, 1000), progress
            )
    assert snapshot.partial
    tried = [
        each for each in snapshot.devices.values() if each.status is not DeviceStatus.NOT_TRIED
    ]
    assert 1 <= len(tried) <= 2
    assert len(snapshot.devices) == 9


def test_a_device_whose_reply_was_being_written_is_named_too(jobs_of_lab, tmp_path, monkeypatch):
    add, calls = SnapshotWriter.add, []

    def interrupted_once(self, name, entry, texts):
        calls.append(name)
        if len(calls) == 1:
            raise KeyboardInterrupt
        add(self, name, entry, texts)

    monkeypatch.setattr(SnapshotWriter, "add", interrupted_once)
    with running_lab() as lab:
        snapshot = collected(lab, jobs_of_lab(lab), tmp_path / "s")
    assert snapshot.partial
    assert len(snapshot.devices) == 9
    assert snapshot.devices[calls[0]].status is DeviceStatus.NOT_TRIED


def test_secrets_that_are_asked_for_are_asked_once_and_before_the_first_login(
    jobs_of_lab, tmp_path
):
    asked: list[str] = []
    with running_lab() as lab:
        password = (lab.folder / "lab-password").read_text().strip()
        credential = Credential(username="auditor", password={"prompt": True})
        jobs = {
            name: replace(each, credential=credential)
            for name, each in jobs_of_lab(lab).items()
            if name.startswith("gpu")
        }

        def ask(subject: str) -> str:
            asked.append(subject)
            return password

        snapshot = collected(lab, jobs, tmp_path / "s", prompter=Prompter(ask))
    assert asked == ["password of credentials.lab"]
    assert {each.status for each in snapshot.devices.values()} == {DeviceStatus.CAPTURED}


def test_without_a_terminal_to_ask_on_nothing_is_begun(jobs_of_lab, tmp_path):
    with running_lab() as lab:
        credential = Credential(username="auditor", password={"prompt": True})
        jobs = {"gpu01": replace(jobs_of_lab(lab)["gpu01"], credential=credential)}

        def refuse(subject: str) -> str:
            raise SecretError(subject)

        with pytest.raises(SecretError):
            collected(lab, jobs, tmp_path / "s", prompter=Prompter(refuse))
    assert not (tmp_path / "s").exists()


def test_a_folder_with_other_things_in_it_is_left_alone(jobs_of_lab, tmp_path):
    (tmp_path / "notes.txt").write_text("mine")
    with running_lab() as lab, pytest.raises(SnapshotError, match="no snapshot"):
        collected(lab, jobs_of_lab(lab), tmp_path)
    assert [file.name for file in tmp_path.iterdir()] == ["notes.txt"]


# ---- progress


def ended(name, status=DeviceStatus.CAPTURED, reason="", commands=(), job=None):
    return DeviceReply(replace(job, name=name), status, reason, 1.25, commands)


@pytest.fixture
def job(jobs_of_lab):
    with running_lab() as lab:
        return jobs_of_lab(lab)["leaf1"]


def test_a_pipe_gets_one_plain_line_per_device(job):
    out = io.StringIO()
    with shown_progress(Console(file=out, width=40)) as progress:
        progress.begin(2)
        progress.tell("leaf1", "login")
        progress.ended(ended("leaf1", job=job))
        failed = CommandReply(
            "show x",
            "show-x",
            Role.STATE,
            required=True,
            status=CommandStatus.TIMED_OUT,
            reason="late",
        )
        progress.ended(ended("leaf2", DeviceStatus.INCOMPLETE, commands=(failed,), job=job))
    assert out.getvalue().splitlines() == [
        "[1/2] leaf1: captured in 1.2 s",
        "[2/2] leaf2: incomplete: show x: late",
    ]


def test_a_terminal_shows_what_is_being_asked_and_keeps_the_failures():
    console = Console(file=io.StringIO(), width=80, force_terminal=True)
    with shown_progress(console) as progress:
        assert isinstance(progress, LiveProgress)
        progress.begin(20)
        for number in range(14):
            progress.tell(f"leaf{number}", "1/2 show running-config")
        shown = Console(file=io.StringIO(), width=80)
        shown.print(progress)
        text = shown.file.getvalue()
    assert "0 of 20 devices" in text
    assert [line.split() for line in text.splitlines()][1] == [
        "leaf0",
        "1/2",
        "show",
        "running-config",
    ]
    assert "and 2 more" in text


def test_a_terminal_keeps_the_line_of_a_device_that_failed(job):
    out = io.StringIO()
    with shown_progress(Console(file=out, width=80, force_terminal=True)) as progress:
        progress.begin(1)
        progress.ended(ended("leaf1", DeviceStatus.UNREACHABLE, "the port is closed", job=job))
    assert "leaf1: unreachable: the port is closed" in out.getvalue()


def test_names_and_words_are_never_markup(job):
    out = io.StringIO()
    with shown_progress(Console(file=out, width=80)) as progress:
        progress.begin(1)
        progress.ended(ended("[red]", DeviceStatus.UNREACHABLE, "[bold]x[/]", job=job))
    assert "[red]: unreachable: [bold]x[/]" in out.getvalue()


def test_importing_the_commands_does_not_import_netmiko():
    code = (
        "import sys, roce_audit.cli.app as a; a.build();"
        "print([m for m in ('netmiko', 'paramiko', 'pydantic') if m in sys.modules])"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=60
    )
    assert done.stdout.strip() == "[]"
