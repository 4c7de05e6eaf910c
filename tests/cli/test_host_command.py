"""``roce-audit host`` and ``roce-audit collector`` as a user runs them."""

import json
import subprocess
import sys

import pytest
from typer.testing import CliRunner

from roce_audit.cli.app import build

RUNNER = CliRunner()
APP = build()
MARK = "@@RA-0123456789abcdef"
GID = "0000:0000:0000:0000:0000:ffff:ac10:0115"


def part(name, lines, end="listed"):
    return "\n".join([f"{MARK} + {name}", *lines, f"{MARK} rc 0", f"{MARK} - {end}", ""])


def output(*, state="4: ACTIVE", node="1: CA", ended=True):
    port = "sys/class/infiniband/mlx5_0/ports/1"
    text = part("begin protocol=1 uid=0 sudo= time=1 limited=yes", [])
    text += part("devices", ["mlx5_0"])
    text += part("device mlx5_0", [f"node_type:{node}", "device/vendor:0x15b3"], "read")
    text += part(
        "port mlx5_0 1",
        [f"{port}/link_layer:Ethernet", f"{port}/state:{state}", f"{port}/phys_state:5: LinkUp"],
        "read",
    )
    text += part(
        "gids mlx5_0 1",
        ["slots:256", "attributes:yes", f"gid/3:{GID}", "type/3:RoCE v2", "ndev/3:ens1f0"],
    )
    text += part("net ens1f0", ["mtu:9000"], "read")
    return text + (part("end", []) if ended else "")


@pytest.fixture
def run(tmp_path):
    def call(text, *options):
        file = tmp_path / "host.txt"
        file.write_text(text)
        return RUNNER.invoke(APP, ["host", str(file), *options])

    return call


def test_a_sound_host_ends_with_0_and_the_agreed_keys(run):
    result = run(output(), "--json")
    assert result.exit_code == 0
    told = json.loads(result.stdout)
    (device,) = told["devices"]
    gid = device["gids"][0]
    assert (device["rdma"], device["port"], device["netdev"], device["roce"]) == (
        "mlx5_0",
        1,
        "ens1f0",
        True,
    )
    assert {key: gid[key] for key in ("index", "gid", "type", "address", "scope", "vlan")} == {
        "index": 3,
        "gid": GID,
        "type": "RoCE v2",
        "address": "172.16.1.21",
        "scope": "global",
        "vlan": None,
    }
    assert device["usable"] == {"v1": [], "v2-ipv4": [3], "v2-ipv6": []}
    assert device["recommended"] == {"traffic": "v2-ipv4", "index": 3}
    assert device["active_mtu"] == 4096
    assert told["findings"] == []


def test_a_finding_ends_with_1_and_has_the_agreed_keys(run):
    result = run(output(state="1: DOWN"), "--json")
    assert result.exit_code == 1
    (finding,) = json.loads(result.stdout)["findings"]
    assert set(finding) >= {
        "code",
        "name",
        "severity",
        "verdict",
        "device",
        "subject",
        "message",
        "evidence",
        "witness",
        "remedy",
        "proof",
    }
    assert finding["name"] == "roce-port-down"
    assert finding["evidence"][0]["text"].endswith("state:1: DOWN")


def test_a_file_of_another_kind_ends_with_2(run):
    result = run("show version\n")
    assert result.exit_code == 2
    assert "no output of the collector" in result.stderr


def test_a_missing_file_ends_with_2():
    assert RUNNER.invoke(APP, ["host", "/nonexistent/host.txt"]).exit_code == 2


def test_a_host_without_rdma_is_no_pass(run):
    text = part("begin protocol=1 uid=0 sudo= time=1 limited=yes", []) + part("devices", [])
    result = run(text + part("end", []))
    assert result.exit_code == 3
    assert "nothing was judged" in result.stdout


def test_a_capture_that_breaks_off_is_no_pass(run):
    assert run(output(ended=False)).exit_code == 3


def test_iwarp_is_a_finding_and_not_roce(run):
    result = run(output(node="4: RNIC"), "--json")
    told = json.loads(result.stdout)
    assert result.exit_code == 1
    assert told["devices"][0]["roce"] is False
    assert told["devices"][0]["recommended"] is None


def test_standard_input_is_read():
    result = RUNNER.invoke(APP, ["host", "-", "--json"], input=output())
    assert result.exit_code == 0


def test_the_collector_prints_a_script_that_the_host_command_reads(tmp_path):
    script = RUNNER.invoke(APP, ["collector"]).stdout
    assert script.startswith("#!/bin/sh\n")
    done = subprocess.run(
        ["sh"],
        input=script,
        capture_output=True,
        text=True,
        timeout=120,
        check=True,
        env={"PATH": "/usr/sbin:/usr/bin:/sbin:/bin"},
    )
    file = tmp_path / "here.txt"
    file.write_text(done.stdout)
    judged = subprocess.run(
        [sys.executable, "-m", "roce_audit", "host", str(file)],
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert judged.returncode in {0, 1, 3}, judged.stderr
    assert judged.stdout


def test_a_file_that_is_not_there_is_said_without_numbers_of_the_system(tmp_path):
    done = RUNNER.invoke(APP, ["host", str(tmp_path / "none.txt")])
    assert done.exit_code == 2
    assert done.stderr == f"error: {tmp_path / 'none.txt'}: No such file or directory\n"


def test_a_file_without_end_is_refused(tmp_path, monkeypatch):
    monkeypatch.setattr("roce_audit.cli.host.LARGEST_FILE", 1000)
    done = RUNNER.invoke(APP, ["host", "/dev/zero"])
    assert done.exit_code == 2
    assert "larger than 1000 bytes" in done.stderr
    assert RUNNER.invoke(APP, ["host", "-"], input="x" * 1001).exit_code == 2
