"""The demo and the audit of a snapshot, end to end."""

import json
import shutil

import jsonschema
import pytest
from typer.testing import CliRunner

from roce_audit.cli.app import build
from roce_audit.report.schema import Report

KINDS = {
    "roce-v1-dropped",
    "roce-v2-ipv4-dropped",
    "roce-v2-ipv6-dropped",
    "roce-partly-dropped",
    "roce-verdict-undecided",
    "reply-only-permit",
    "permit-never-reached",
    "filter-without-lines",
    "filter-not-acting",
    "switch-mtu-small",
    "port-carries-nothing",
}


@pytest.fixture(scope="module")
def demo(tmp_path_factory):
    folder = tmp_path_factory.mktemp("demo") / "out"
    done = CliRunner().invoke(build(), ["demo", "-o", str(folder)], catch_exceptions=False)
    return done, folder


def report_of(folder):
    return json.loads((folder / "report.json").read_text(encoding="utf-8"))


def test_the_demo_finds_every_planted_fault(demo):
    done, folder = demo
    assert done.exit_code == 0
    report = report_of(folder)
    assert {finding["name"] for finding in report["findings"]} >= KINDS
    assert report["summary"]["devices_read"] == 9
    assert "nothing but read-only commands" in done.stdout


def test_the_report_fits_its_schema(demo):
    jsonschema.validate(report_of(demo[1]), Report.model_json_schema())


def test_every_snippet_of_a_switch_is_proven_and_has_its_rollback(demo):
    _, folder = demo
    for name in ("leaf1", "leaf2"):
        place = folder / "remediation" / name
        assert (place / "fix.cfg").read_text(encoding="utf-8")
        assert (place / "rollback.cfg").read_text(encoding="utf-8")
        proofs = json.loads((place / "proof.json").read_text(encoding="utf-8"))
        assert proofs
        assert all(proof["proven"] and len(proof["steps"]) == 6 for proof in proofs)
        assert not (place / "draft.cfg").exists()


def test_a_repair_is_no_wider_than_the_flow(demo):
    text = (demo[1] / "remediation" / "leaf1" / "fix.cfg").read_text(encoding="utf-8")
    permits = [line for line in text.splitlines() if "permit udp" in line and "GATEWAY" not in line]
    assert any("172.16.1.11/32" in line and "eq 4791" in line for line in permits)
    assert not any(" any any eq 4791 " in line for line in permits)


def test_findings_have_witnesses_as_captures(demo):
    assert list((demo[1] / "witness").glob("*.pcap"))


def test_no_secret_of_the_lab_reaches_the_folder(demo):
    _, folder = demo
    planted = ("fewhg123", "p0d7-readers", "vagwwtp7", "070E234F1F5B4A51", "0x5ea1f00d", "$6$Qw3r")
    for path in folder.rglob("*"):
        if path.is_file():
            text = path.read_text(encoding="utf-8", errors="replace")
            assert not [secret for secret in planted if secret in text], path


def test_the_snapshot_can_be_audited_again_without_devices(demo, tmp_path):
    _, folder = demo
    inventory = tmp_path / "inventory.yaml"
    shutil.copy(folder / "inventory.yaml", inventory)
    words = ["audit", str(inventory), "--snapshot", str(folder / "snapshot"), "--format", "json"]
    done = CliRunner().invoke(build(), words, catch_exceptions=False)
    assert done.exit_code == 1
    again, first = json.loads(done.stdout), report_of(folder)
    assert [f["message"] for f in again["findings"]] == [f["message"] for f in first["findings"]]


def test_fail_on_never_leaves_the_undecided(demo, tmp_path):
    _, folder = demo
    inventory = tmp_path / "inventory.yaml"
    shutil.copy(folder / "inventory.yaml", inventory)
    words = ["audit", str(inventory), "--snapshot", str(folder / "snapshot"), "--fail-on", "never"]
    assert CliRunner().invoke(build(), words, catch_exceptions=False).exit_code == 3


def test_the_markdown_says_what_the_json_says(demo):
    _, folder = demo
    text = (folder / "report.md").read_text(encoding="utf-8")
    for finding in report_of(folder)["findings"]:
        assert finding["code"] in text
        assert finding["evidence"][0]["text"].replace("`", "'") in text


def test_the_demo_says_what_is_left_or_that_nothing_is(demo):
    assert "left, because only a person can settle them" in demo[0].stdout
    mixed = CliRunner().invoke(build(), ["demo", "--mixed"], catch_exceptions=False)
    assert mixed.exit_code == 0
    assert "  nothing is left\n" in mixed.stdout
    assert "left, because" not in mixed.stdout
