"""roce-audit collect: a snapshot, what failed first, and an exit code that says it."""

from __future__ import annotations

import signal
import subprocess
import sys
from dataclasses import replace
from time import monotonic

import pytest

from roce_audit.lab import Fault, running_lab
from roce_audit.lab.fabric import fabric
from roce_audit.snapshot.store import load_snapshot


def run(*words):
    return subprocess.run(
        [sys.executable, "-m", "roce_audit", "collect", *map(str, words)],
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )


def faulty(fault, *names):
    return [replace(each, fault=fault) if each.name in names else each for each in fabric()]


def test_a_fabric_that_answers_is_captured_and_the_code_is_0(tmp_path):
    with running_lab() as lab:
        done = run(lab.inventory_path, "-o", tmp_path / "s")
        assert lab.refused == []
    assert done.returncode == 0, done.stderr
    assert done.stdout.splitlines() == [
        "9 of 9 devices captured",
        f"Snapshot: {tmp_path / 's'}",
    ]
    # No terminal: one plain line per device.
    lines = done.stderr.splitlines()
    assert len(lines) == 9
    assert all("captured in" in line for line in lines)
    assert len(load_snapshot(tmp_path / "s").devices) == 9


def test_unreachable_devices_stand_first_and_the_code_is_3(tmp_path):
    devices = [
        replace(each, fault=Fault.CLOSED)
        if each.name == "nas01"
        else replace(each, fault=Fault.CUT)
        if each.name == "gpu01"
        else each
        for each in fabric()
    ]
    with running_lab(devices) as lab:
        done = run(lab.inventory_path, "-o", tmp_path / "s")
    assert done.returncode == 3
    lines = done.stdout.splitlines()
    assert lines[0] == "nas01: unreachable"
    assert lines[1].startswith("  the port is closed; check the port in the inventory")
    assert lines[2] == "gpu01: incomplete"
    assert lines[3].endswith("the collector's output breaks off before its end")
    assert lines[4] == "7 of 9 devices captured"


def test_a_wrong_inventory_is_2_and_names_the_line(tmp_path):
    file = tmp_path / "inventory.yaml"
    file.write_text("fabric: {name: x, roce: v3}\n")
    done = run(file, "-o", tmp_path / "s")
    assert done.returncode == 2
    assert f"{file}:1:" in done.stderr
    assert "Traceback" not in done.stderr
    assert not (tmp_path / "s").exists()


def test_a_folder_with_other_things_in_it_is_4_and_untouched(tmp_path):
    (tmp_path / "mine.txt").write_text("x")
    with running_lab() as lab:
        done = run(lab.inventory_path, "-o", tmp_path)
    assert done.returncode == 4
    assert "holds files that are no snapshot" in done.stderr
    assert [path.name for path in tmp_path.iterdir()] == ["mine.txt"]


def test_an_inventory_without_devices_captures_nothing_and_that_is_no_success(tmp_path):
    file = tmp_path / "inventory.yaml"
    file.write_text("fabric: {name: x, roce: v2}\n")
    done = run(file, "-o", tmp_path / "s")
    assert done.returncode == 3
    assert done.stdout.startswith("0 of 0 devices captured")


@pytest.mark.parametrize("words", [(), ("inventory.yaml",)])
def test_without_a_folder_it_says_how_it_is_used(words):
    done = run(*words)
    assert done.returncode == 2
    assert "Usage" in done.stderr


def test_an_interrupt_keeps_what_arrived_and_the_code_is_3(tmp_path):
    folder = tmp_path / "s"
    with running_lab(faulty(Fault.HANG, "leaf1", "leaf2")) as lab:
        process = subprocess.Popen(
            [sys.executable, "-m", "roce_audit", "collect", lab.inventory_path, "-o", folder],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        assert process.stderr is not None
        for line in process.stderr:
            if line.startswith("[7/9]"):
                break
        begun = monotonic()
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=60)
    assert monotonic() - begun < 15
    assert process.returncode == 3, err
    assert out.splitlines()[-2:] == [
        "The collection was stopped before its end.",
        f"Snapshot: {folder}",
    ]
    snapshot = load_snapshot(folder)
    assert snapshot.partial
    assert sum(not device.failures for device in snapshot.devices.values()) == 7
