"""A fabric with one switch of each platform, audited live, every repair proven."""

import json

from typer.testing import CliRunner

from roce_audit.cli.app import build
from roce_audit.lab.mixed import mixed_fabric
from roce_audit.reading.find import platform_names

SWITCH_PLATFORMS = {
    "cisco_nxos",
    "arista_eos",
    "juniper_junos",
    "cisco_xe",
    "cisco_xr",
    "sonic",
    "cumulus_linux",
}


def test_the_mixed_fabric_has_a_switch_of_every_switch_platform():
    assert {each.platform for each in mixed_fabric() if each.platform} == SWITCH_PLATFORMS
    assert set(platform_names()) >= SWITCH_PLATFORMS


def test_each_platform_is_collected_read_judged_and_repaired(tmp_path):
    words = ["demo", "--mixed", "-o", str(tmp_path / "out")]
    done = CliRunner().invoke(build(), words, catch_exceptions=False)
    assert done.exit_code == 0
    report = json.loads((tmp_path / "out" / "report.json").read_text(encoding="utf-8"))
    dropped = {f["device"]: f for f in report["findings"] if f["code"] == "ACL001"}
    assert set(dropped) == {"nx1", "eos1", "jun1", "xe1", "xr1", "son1", "cum1"}
    for device, finding in dropped.items():
        assert finding["remedy"] is not None, device
        assert finding["remedy"]["status"] == "proven", (device, finding["proof"])
        assert "4791" in finding["remedy"]["text"], device
    statuses = {each["name"]: each["status"] for each in report["devices"]}
    assert set(statuses.values()) == {"read"}, statuses
