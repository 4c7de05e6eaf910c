"""Snapshots on disk: whole, dated, and never trusted further than they can be checked."""

from __future__ import annotations

import json
import os

import pytest

from roce_audit.errors import SnapshotError
from roce_audit.reading.document import Document, Role
from roce_audit.snapshot.capture import DeviceCapture
from roce_audit.snapshot.manifest import CommandEntry, DeviceEntry
from roce_audit.snapshot.status import CommandStatus, DeviceRole, DeviceStatus, command_words
from roce_audit.snapshot.store import load_snapshot
from roce_audit.snapshot.write import SnapshotWriter

CONFIG = "show running-config"
SLUG = "show-running-config"


def command(status=CommandStatus.OK, reason="", *, required=True, text=CONFIG, slug=SLUG):
    return CommandEntry(
        text=text,
        slug=slug,
        role=Role.CONFIGURATION,
        required=required,
        status=status,
        reason=reason,
        seconds=0.5,
    )


def device(*commands, status=DeviceStatus.CAPTURED, reason=""):
    return DeviceEntry(
        address="192.0.2.11",
        platform="cisco_nxos",
        role=DeviceRole.SWITCH,
        status=status,
        reason=reason,
        seconds=1.0,
        commands=commands,
    )


@pytest.fixture
def folder(tmp_path):
    writer = SnapshotWriter(tmp_path / "s", "0.1.0")
    writer.add("leaf1", device(command()), {SLUG: "hostname leaf1\r\nünïcode\n"})
    writer.close(partial=False)
    return tmp_path / "s"


def file_of(folder):
    return folder / "leaf1" / f"{SLUG}.txt"


def test_what_was_written_is_read_back(folder):
    snapshot = load_snapshot(folder)
    assert snapshot.devices == {
        "leaf1": DeviceCapture(
            "leaf1",
            "switch",
            "cisco_nxos",
            (Document(SLUG, "hostname leaf1\r\nünïcode\n", Role.CONFIGURATION, CONFIG),),
        )
    }
    assert not snapshot.partial
    assert snapshot.taken.endswith("+00:00")


def test_the_manifest_names_time_tool_size_and_digest(folder):
    manifest = json.loads((folder / "manifest.json").read_text())
    assert manifest["version"] == 1
    assert manifest["tool_version"] == "0.1.0"
    assert manifest["started"] <= manifest["finished"]
    entry = manifest["devices"]["leaf1"]["commands"][0]
    assert entry["bytes"] == file_of(folder).stat().st_size
    assert entry["sha256"] == (
        # sha256sum of those bytes
        __import__("hashlib").sha256("hostname leaf1\r\nünïcode\n".encode()).hexdigest()
    )


def test_nothing_temporary_stays_behind(folder):
    names = sorted(str(path.relative_to(folder)) for path in folder.rglob("*") if path.is_file())
    assert names == [f"leaf1/{SLUG}.txt", "manifest.json"]


def test_a_snapshot_that_nobody_finished_is_partial(tmp_path):
    writer = SnapshotWriter(tmp_path / "s", "0.1.0")
    assert load_snapshot(tmp_path / "s").partial
    writer.add("leaf1", device(command()), {SLUG: "x"})
    writer.close(partial=True)
    assert load_snapshot(tmp_path / "s").partial
    assert "leaf1" in load_snapshot(tmp_path / "s").devices


def test_a_new_snapshot_takes_the_place_of_an_earlier_one(folder):
    (folder / "leaf1" / "notes.txt").write_text("mine")
    writer = SnapshotWriter(folder, "0.1.0")
    writer.add("leaf2", device(command()), {SLUG: "hostname leaf2\n"})
    writer.close(partial=False)
    assert set(load_snapshot(folder).devices) == {"leaf2"}
    assert not file_of(folder).exists()
    assert (folder / "leaf1" / "notes.txt").read_text() == "mine"


def test_an_empty_folder_will_do(tmp_path):
    SnapshotWriter(tmp_path, "0.1.0").close(partial=False)
    assert load_snapshot(tmp_path).devices == {}


def test_what_is_missing_is_told_with_its_reason(tmp_path):
    writer = SnapshotWriter(tmp_path / "s", "0.1.0")
    writer.add("gone", device(status=DeviceStatus.UNREACHABLE, reason="the port is closed"), {})
    half = device(
        command(CommandStatus.TRUNCATED, "its end is missing"),
        command(CommandStatus.REFUSED, "not for you", required=False, text="show x", slug="show-x"),
        status=DeviceStatus.INCOMPLETE,
    )
    writer.add("half", half, {SLUG: "hostname half\n"})
    writer.add(
        "same",
        device(command(CommandStatus.LOST, "lost"), status=DeviceStatus.INCOMPLETE, reason="lost"),
        {},
    )
    writer.close(partial=False)
    devices = load_snapshot(tmp_path / "s").devices
    assert devices["gone"].failures == ("the port is closed",)
    assert devices["gone"].documents == ()
    assert devices["half"].failures == ("show running-config: its end is missing",)
    assert [each.text for each in devices["half"].documents] == ["hostname half\n"]
    assert devices["same"].failures == ("show running-config: lost",)


# ---- damage


TO_DO = "put the captured file back, or capture this device again"


def damage_of(folder):
    """Return what is wrong with leaf1, of which then nothing is read."""
    leaf1 = load_snapshot(folder).devices["leaf1"]
    assert leaf1.documents == ()
    (damage,) = leaf1.damage
    assert damage.file == str(file_of(folder))
    assert damage.reason.startswith(f"{damage.file}: ")
    assert damage.reason.endswith(f"; {TO_DO}")
    return damage.reason


@pytest.mark.parametrize("change", [b"", b"hostname leaf2\n", b"\x00" * 40])
def test_a_changed_file_is_damage(folder, change):
    file_of(folder).write_bytes(change)
    assert "show-running-config.txt: is not what was captured: its digest differs" in damage_of(
        folder
    )


def test_a_missing_file_is_damage(folder):
    file_of(folder).unlink()
    assert "show-running-config.txt: is missing from the snapshot" in damage_of(folder)


def test_a_damaged_file_costs_its_device_and_no_other(tmp_path):
    writer = SnapshotWriter(tmp_path / "s", "0.1.0")
    both = device(command(), command(text="show version", slug="show-version", required=False))
    texts = {SLUG: "hostname x\n", "show-version": "NX-OS\n"}
    for name in ("leaf1", "leaf2"):
        writer.add(name, both, texts)
    writer.close(partial=False)
    before = load_snapshot(tmp_path / "s").devices
    # Even a file that no verdict needs: what else was changed is not known.
    (tmp_path / "s" / "leaf1" / "show-version.txt").write_text("IOS\n")
    after = load_snapshot(tmp_path / "s").devices
    assert after["leaf2"] == before["leaf2"]
    assert (after["leaf1"].documents, len(after["leaf1"].damage)) == ((), 1)


def test_every_damaged_file_is_named(tmp_path):
    writer = SnapshotWriter(tmp_path / "s", "0.1.0")
    both = device(command(), command(text="show version", slug="show-version"))
    writer.add("leaf1", both, {SLUG: "hostname x\n", "show-version": "NX-OS\n"})
    writer.close(partial=False)
    file_of(tmp_path / "s").write_text("")
    (tmp_path / "s" / "leaf1" / "show-version.txt").unlink()
    told = [each.reason for each in load_snapshot(tmp_path / "s").devices["leaf1"].damage]
    assert len(told) == 2
    assert "its digest differs" in told[0]
    assert "is missing" in told[1]


def test_a_link_in_the_place_of_a_file_is_not_followed(folder, tmp_path):
    text = file_of(folder).read_bytes()
    file_of(folder).unlink()
    (tmp_path / "elsewhere").write_bytes(text)
    file_of(folder).symlink_to(tmp_path / "elsewhere")
    assert "symbolic link" in damage_of(folder)


def test_a_link_in_the_place_of_a_devices_folder_is_not_followed(folder, tmp_path):
    (folder / "leaf1").rename(tmp_path / "elsewhere")
    (folder / "leaf1").symlink_to(tmp_path / "elsewhere", target_is_directory=True)
    leaf1 = load_snapshot(folder).devices["leaf1"]
    assert leaf1.documents == ()
    assert [each.file for each in leaf1.damage] == [str(folder / "leaf1")]
    assert "leaf1: is a symbolic link, which a snapshot does not follow" in leaf1.damage[0].reason


def test_a_pipe_in_the_place_of_a_file_does_not_wait(folder):
    file_of(folder).unlink()
    os.mkfifo(file_of(folder))
    assert "is not a regular file" in damage_of(folder)


def test_a_linked_device_folder_is_not_written_through(folder, tmp_path):
    (tmp_path / "outside").mkdir()
    (folder / "leaf9").symlink_to(tmp_path / "outside", target_is_directory=True)
    writer = SnapshotWriter(folder, "0.1.0")
    with pytest.raises(SnapshotError, match="symbolic link"):
        writer.add("leaf9", device(command()), {SLUG: "x"})
    assert list((tmp_path / "outside").iterdir()) == []


def edited(folder, change):
    manifest = json.loads((folder / "manifest.json").read_text())
    change(manifest)
    (folder / "manifest.json").write_text(json.dumps(manifest))


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (lambda m: m.update(version=2), "another version"),
        (lambda m: m.update(extra=1), "is damaged: extra"),
        (lambda m: m.pop("started"), "is damaged: started"),
        (lambda m: m["devices"].update({"../up": m["devices"]["leaf1"]}), "is damaged: devices"),
        (lambda m: m["devices"].update({"/etc": m["devices"]["leaf1"]}), "is damaged: devices"),
        (
            lambda m: m["devices"]["leaf1"]["commands"][0].update(slug="../../etc/passwd"),
            r"is damaged: devices\.leaf1\.commands\.0\.slug",
        ),
        (
            lambda m: m["devices"]["leaf1"]["commands"][0].update(slug="a\n"),
            r"is damaged: devices\.leaf1\.commands\.0\.slug",
        ),
        (
            lambda m: m["devices"]["leaf1"]["commands"][0].update(status="fine"),
            r"is damaged: devices\.leaf1\.commands\.0\.status",
        ),
    ],
)
def test_a_manifest_that_leads_elsewhere_or_is_not_ours_is_refused(folder, change, words):
    edited(folder, change)
    with pytest.raises(SnapshotError, match=words) as told:
        load_snapshot(folder)
    assert "manifest.json" in str(told.value)


@pytest.mark.parametrize("text", ["", "{", "[]", "null", "\x00"])
def test_a_manifest_that_is_no_json_object_is_refused(folder, text):
    (folder / "manifest.json").write_text(text)
    with pytest.raises(SnapshotError, match=r"manifest\.json"):
        load_snapshot(folder)


def test_an_absent_folder_is_said(tmp_path):
    with pytest.raises(SnapshotError, match="does not exist"):
        load_snapshot(tmp_path / "none")
    (tmp_path / "file").touch()
    with pytest.raises(SnapshotError, match="is not a folder"):
        load_snapshot(tmp_path / "file")


def test_a_failed_collector_is_called_by_what_it_is_and_not_by_its_command_line():
    assert command_words("collector", "sh -s -- -n NONCE") == "the collector script"
    assert command_words("show-version", "show version") == "show version"


def test_a_folder_that_cannot_be_written_is_said(tmp_path):
    (tmp_path / "file").write_text("x")
    with pytest.raises(SnapshotError, match="cannot be written"):
        SnapshotWriter(tmp_path / "file" / "s", "0.1.0")


def test_a_folder_that_cannot_be_listed_is_said(tmp_path, monkeypatch):
    def refuse(path):
        raise PermissionError(13, "Permission denied", str(path))

    (tmp_path / "leaf1").mkdir()
    monkeypatch.setattr("roce_audit.snapshot.files.os.scandir", refuse)
    with pytest.raises(SnapshotError, match="cannot be listed: Permission denied"):
        load_snapshot(tmp_path)


def test_a_folder_with_endless_entries_is_refused(tmp_path, monkeypatch):
    monkeypatch.setattr("roce_audit.snapshot.files._MOST_ENTRIES", 3)
    for number in range(5):
        (tmp_path / f"leaf{number}").mkdir()
    with pytest.raises(SnapshotError, match="has more than 3 entries"):
        load_snapshot(tmp_path)


def test_a_file_that_may_not_be_read_is_said(folder, monkeypatch):
    def refuse(path, flags):
        raise PermissionError(13, "Permission denied", str(path))

    monkeypatch.setattr("roce_audit.snapshot.files.os.open", refuse)
    # The manifest is read first.
    with pytest.raises(SnapshotError, match=r"manifest\.json: cannot be read: Permission denied"):
        load_snapshot(folder)


def test_an_earlier_snapshot_that_cannot_be_removed_is_said(folder, monkeypatch):
    def refuse(path, missing_ok=False):  # noqa: FBT002 - as the library has it
        raise PermissionError(13, "Permission denied", str(path))

    monkeypatch.setattr("pathlib.Path.unlink", refuse)
    with pytest.raises(SnapshotError, match="cannot be replaced: Permission denied"):
        SnapshotWriter(folder, "0.1.0")


def test_a_long_collection_leaves_its_trace_on_the_way(tmp_path, monkeypatch):
    monkeypatch.setattr("roce_audit.snapshot.write._SECONDS_BETWEEN_MANIFESTS", 0.0)
    writer = SnapshotWriter(tmp_path / "s", "0.1.0")
    writer.add("leaf1", device(command()), {SLUG: "x"})
    # Killed here, the snapshot still holds what arrived.
    snapshot = load_snapshot(tmp_path / "s")
    assert (set(snapshot.devices), snapshot.partial) == ({"leaf1"}, True)
