"""roce-audit audit --snapshot, where files of the snapshot are damaged: each costs its device."""

from __future__ import annotations

import json
import sys

import pytest
from typer.testing import CliRunner

from roce_audit.cli.app import build
from roce_audit.errors import SnapshotError
from roce_audit.reading.document import Role
from roce_audit.snapshot.manifest import CommandEntry, DeviceEntry
from roce_audit.snapshot.status import CommandStatus, DeviceRole, DeviceStatus
from roce_audit.snapshot.write import SnapshotWriter

SHOWS_CONFIGURATION = "show running-config"
SLUG = "show-running-config"
OPEN = """\
hostname {name}
vlan 100
interface Ethernet1
   switchport access vlan 100
   ip access-group FABRIC in
ip access-list FABRIC
   10 permit udp any any eq 4791
   20 permit ip any any
end
"""
SHUT = OPEN.replace("10 permit", "10 deny")
INVENTORY = """\
fabric: {name: t, roce: v2, family: ipv4, mtu_bytes: 9216}
credentials: {x: {username: u, agent: true}}
switches:
  leaf1: {address: 192.0.2.1, platform: arista_eos, credentials: x}
  leaf2: {address: 192.0.2.2, platform: arista_eos, credentials: x}
hosts:
  gpu1:
    address: 192.0.2.3
    credentials: x
    ports: [{netdev: eth0, ip: 10.0.0.1/24, switch: leaf1, interface: Ethernet1, vlan: untagged}]
  gpu2:
    address: 192.0.2.4
    credentials: x
    ports: [{netdev: eth0, ip: 10.0.0.2/24, switch: leaf2, interface: Ethernet1, vlan: untagged}]
flows:
  - {from: [gpu1], to: [gpu2]}
"""


def entry():
    shown = CommandEntry(
        text=SHOWS_CONFIGURATION, slug=SLUG, role=Role.CONFIGURATION, status=CommandStatus.OK
    )
    return DeviceEntry(
        address="192.0.2.1",
        platform="arista_eos",
        role=DeviceRole.SWITCH,
        status=DeviceStatus.CAPTURED,
        commands=(shown,),
    )


@pytest.fixture
def audited(tmp_path):
    """Return a function: the two leaves' configurations and a damage to the audit of the rest."""
    (tmp_path / "fabric.yaml").write_text(INVENTORY)
    folder = tmp_path / "s"

    def run(leaf1, leaf2, damage, *words):
        writer = SnapshotWriter(folder, "0.1.0")
        for name, text in (("leaf1", leaf1), ("leaf2", leaf2)):
            writer.add(name, entry(), {SLUG: text.format(name=name)})
        writer.close(partial=False)
        damage(folder)
        asked = ["audit", str(tmp_path / "fabric.yaml"), "--snapshot", str(folder), *words]
        return CliRunner().invoke(build(), asked)

    return run


def change_leaf1(folder):
    file = folder / "leaf1" / f"{SLUG}.txt"
    file.write_text(file.read_text().replace("deny", "permit"))


def lose_leaf1(folder):
    (folder / "leaf1" / f"{SLUG}.txt").unlink()


def leave(folder):
    pass


def of(findings, device):
    return [each for each in findings if each["device"] == device]


@pytest.mark.parametrize(
    ("damage", "wrong"),
    [
        (change_leaf1, "is not what was captured: its digest differs"),
        (lose_leaf1, "is missing from the snapshot"),
    ],
)
def test_a_damaged_device_is_said_with_its_file_and_left_undecided(audited, damage, wrong):
    assert audited(SHUT, OPEN, leave).exit_code == 1
    done = audited(SHUT, OPEN, damage, "--format", "json")
    # Of leaf1's deny, whatever the file now says, nothing is known: 3 and not 1 or 0.
    assert done.exit_code == 3
    report = json.loads(done.stdout)
    first = of(report["findings"], "leaf1")[0]
    assert (first["code"], first["verdict"]) == ("CAP001", "undecided")
    (evidence,) = first["evidence"]
    assert evidence["file"].endswith(f"s/leaf1/{SLUG}.txt")
    assert first["message"] == (
        f"The capture of leaf1 is damaged: {evidence['file']}: {wrong}; "
        "put the captured file back, or capture this device again."
    )
    assert {each["verdict"] for each in of(report["findings"], "leaf1")} == {"undecided"}
    states = {each["name"]: each["status"] for each in report["devices"]}
    assert (states["leaf1"], states["leaf2"]) == ("missing", "read")


def test_what_the_other_devices_do_is_found_nevertheless(audited):
    whole = audited(OPEN, SHUT, leave, "--format", "json")
    damaged = audited(OPEN, SHUT, change_and_break, "--format", "json")
    assert (whole.exit_code, damaged.exit_code) == (1, 1)
    before, after = (json.loads(each.stdout)["findings"] for each in (whole, damaged))
    assert of(after, "leaf2") == of(before, "leaf2")
    assert any(each["verdict"] == "failed" for each in of(after, "leaf2"))


def change_and_break(folder):
    (folder / "leaf1" / f"{SLUG}.txt").write_bytes(b"\x00\xff{")


def test_people_read_it_first(audited):
    done = audited(OPEN, OPEN, change_and_break)
    assert done.exit_code == 3
    told = " ".join(done.stdout.split())
    assert told.startswith("leaf1 missing: ")
    assert "its digest differs; put the captured file back, or capture this device again" in told
    assert "nothing found wrong, but something is undecided" in told


@pytest.mark.parametrize("text", ["", "{", '{"version": 1}'])
def test_a_damaged_manifest_ends_the_audit(audited, text):
    done = audited(OPEN, OPEN, lambda folder: (folder / "manifest.json").write_text(text))
    assert isinstance(done.exception, SnapshotError)
    assert "manifest.json" in str(done.exception)


def test_a_damaged_manifest_is_exit_code_4(audited, monkeypatch, tmp_path, capsys):
    from roce_audit.cli.app import main

    audited(OPEN, OPEN, lambda folder: (folder / "manifest.json").write_text("{"))
    asked = [
        "roce-audit",
        "audit",
        str(tmp_path / "fabric.yaml"),
        "--snapshot",
        str(tmp_path / "s"),
    ]
    monkeypatch.setattr("sys.argv", asked)
    monkeypatch.setattr("sys.stdout", sys.stdout)
    with pytest.raises(SystemExit) as ended:
        main()
    assert ended.value.code == 4
    assert "manifest.json: is not JSON" in capsys.readouterr().err
