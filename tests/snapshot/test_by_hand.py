"""Folders that people filled: whatever they call their files."""

from __future__ import annotations

import os

import pytest

from roce_audit.errors import SnapshotError
from roce_audit.lab.fabric import fabric
from roce_audit.reading.document import Role
from roce_audit.snapshot import files
from roce_audit.snapshot.capture import Damage
from roce_audit.snapshot.status import DeviceStatus
from roce_audit.snapshot.store import load_snapshot

CONFIG = "hostname leaf1\ninterface Ethernet1/1\n"
COLLECTED = next(each.collected for each in fabric() if each.name == "gpu01").replace(
    "{mark}", "@@RA-0123456789abcdef"
)


def filled(folder, **texts):
    for name, text in texts.items():
        device, _, file = name.partition("__")
        path = folder / device / file.replace("_", "-").replace("-DOT-", ".")
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    return load_snapshot(folder)


@pytest.mark.parametrize(
    "name", ["running_config_DOT_txt", "leaf1_DOT_cfg", "show_run_DOT_log", "whatever", "sh_run"]
)
def test_a_single_file_is_the_configuration_whatever_its_name(tmp_path, name):
    snapshot = filled(tmp_path, **{f"leaf1__{name}": CONFIG})
    leaf1 = snapshot.devices["leaf1"]
    (document,) = leaf1.documents
    assert (document.text, document.role, document.command) == (CONFIG, Role.CONFIGURATION, "")
    assert (leaf1.role, leaf1.platform, leaf1.failures) == ("switch", "", ())
    assert (snapshot.partial, snapshot.taken) == (False, "")


def test_the_configuration_is_read_before_what_other_commands_say(tmp_path):
    snapshot = filled(
        tmp_path,
        leaf1__a_show_version_DOT_txt="x",
        leaf1__running_config_DOT_txt=CONFIG,
        leaf1__show_interface_switchport_DOT_txt="y",
        leaf1__show_running_config_aclmgr_DOT_txt="z",
    )
    documents = snapshot.devices["leaf1"].documents
    roles = {each.name: each.role for each in documents}
    assert roles == {
        "a-show-version.txt": Role.CONFIGURATION,
        "running-config.txt": Role.CONFIGURATION,
        "show-interface-switchport.txt": Role.STATE,
        "show-running-config-aclmgr.txt": Role.CONFIGURATION,
    }
    assert documents[-1].role is Role.STATE


@pytest.mark.parametrize("name", ["collector_DOT_txt", "gpu01_DOT_out"])
def test_a_host_is_known_by_its_file_or_by_the_collectors_mark(tmp_path, name):
    snapshot = filled(tmp_path, **{f"gpu01__{name}": COLLECTED})
    assert snapshot.devices["gpu01"].role == "host"


def test_text_of_other_encodings_is_read(tmp_path):
    for device, data in {
        "a": b"\xef\xbb\xbf" + CONFIG.encode(),
        "b": CONFIG.encode("utf-16"),
        "c": b"hostname le\xfff1\ninterface Ethernet1/1\n",
    }.items():
        (tmp_path / device).mkdir()
        (tmp_path / device / "running-config.txt").write_bytes(data)
    devices = load_snapshot(tmp_path).devices
    assert devices["a"].documents[0].text == CONFIG
    assert devices["b"].documents[0].text == CONFIG
    assert devices["c"].documents[0].text == "hostname le\ufffdf1\ninterface Ethernet1/1\n"


def test_a_device_without_text_is_incomplete_not_absent(tmp_path):
    (tmp_path / "leaf1").mkdir()
    (tmp_path / "leaf2").mkdir()
    (tmp_path / "leaf2" / "empty.txt").touch()
    for device in load_snapshot(tmp_path).devices.values():
        assert device.status is DeviceStatus.INCOMPLETE
        assert device.failures == ("the folder of this device holds no text",)


def test_hidden_files_and_files_beside_the_devices_do_not_count(tmp_path):
    (tmp_path / "README.txt").write_text("captured on monday")
    (tmp_path / ".git").mkdir()
    snapshot = filled(tmp_path, leaf1__running_config_DOT_txt=CONFIG)
    (tmp_path / "leaf1" / ".DS_Store").write_text("x")
    (tmp_path / "leaf1" / "old").mkdir()
    assert load_snapshot(tmp_path) == snapshot


def test_a_folder_without_devices_says_what_was_expected(tmp_path):
    with pytest.raises(SnapshotError, match=r"holds no device: expected <device>/running-config"):
        load_snapshot(tmp_path)


def test_links_are_not_followed(tmp_path):
    (tmp_path / "outside.txt").write_text("secret")
    (tmp_path / "s" / "leaf1").mkdir(parents=True)
    (tmp_path / "s" / "leaf1" / "running-config.txt").symlink_to(tmp_path / "outside.txt")
    leaf1 = load_snapshot(tmp_path / "s").devices["leaf1"]
    assert leaf1.documents == ()
    assert "is a symbolic link, which a snapshot does not follow" in leaf1.damage[0].reason
    (tmp_path / "t").mkdir()
    (tmp_path / "t" / "leaf1").symlink_to(tmp_path, target_is_directory=True)
    with pytest.raises(SnapshotError, match="holds no device"):
        load_snapshot(tmp_path / "t")


def test_a_pipe_does_not_keep_anyone_waiting(tmp_path):
    (tmp_path / "leaf1").mkdir()
    os.mkfifo(tmp_path / "leaf1" / "running-config.txt")
    assert "is not a regular file" in load_snapshot(tmp_path).devices["leaf1"].damage[0].reason


def test_a_file_too_large_for_a_configuration_is_refused(tmp_path, monkeypatch):
    monkeypatch.setattr(files.read_bytes, "__defaults__", (1 << 20,))
    (tmp_path / "leaf1").mkdir()
    with (tmp_path / "leaf1" / "running-config.txt").open("wb") as stream:
        stream.truncate((1 << 20) + 1)
    assert "is larger than 1 MiB" in load_snapshot(tmp_path).devices["leaf1"].damage[0].reason


def test_a_damaged_file_costs_its_device_and_no_other(tmp_path):
    snapshot = filled(
        tmp_path,
        leaf1__running_config_DOT_txt=CONFIG,
        leaf2__running_config_DOT_txt=CONFIG,
        leaf2__show_vlan_DOT_txt="x",
    )
    whole = snapshot.devices["leaf1"]
    gone = tmp_path / "leaf2" / "show-vlan.txt"
    gone.unlink()
    gone.symlink_to(tmp_path / "elsewhere")
    devices = load_snapshot(tmp_path).devices
    assert devices["leaf1"] == whole
    leaf2 = devices["leaf2"]
    assert (leaf2.documents, leaf2.failures, leaf2.status) == ((), (), DeviceStatus.INCOMPLETE)
    assert leaf2.damage == (
        Damage(
            str(gone),
            f"{gone}: cannot be read: it is a symbolic link, which a snapshot does not follow; "
            "put the captured file back, or capture this device again",
        ),
    )


def test_a_folder_that_cannot_be_taken_costs_its_device_and_no_other(tmp_path, monkeypatch):
    monkeypatch.setattr("roce_audit.snapshot.by_hand._MOST_FILES", 1)
    filled(
        tmp_path, leaf1__running_config_DOT_txt=CONFIG, leaf2__a_DOT_txt="x", leaf2__b_DOT_txt="x"
    )
    devices = load_snapshot(tmp_path).devices
    assert devices["leaf1"].damage == ()
    assert [each.file for each in devices["leaf2"].damage] == [str(tmp_path / "leaf2")]
    assert "has more than 1 files" in devices["leaf2"].damage[0].reason


def test_names_that_no_inventory_could_have_are_left_out(tmp_path):
    for name in ("leaf1", "-x", "a b", "x" * 80):
        (tmp_path / name).mkdir()
        (tmp_path / name / "c.txt").write_text(CONFIG)
    assert set(load_snapshot(tmp_path).devices) == {"leaf1"}
