"""What an inventory means as jobs."""

from __future__ import annotations

import pytest

from roce_audit.collect.jobs import Limits
from roce_audit.collect.live import collect_live
from roce_audit.collect.plan import jobs_of
from roce_audit.errors import UsageError
from roce_audit.inventory.load import load_inventory
from roce_audit.lab import running_lab
from roce_audit.reading.find import load
from roce_audit.snapshot.status import DeviceRole, DeviceStatus

TEXT = """
fabric: {name: x, roce: v2}
credentials:
  switches:
    {username: auditor, password: {env: PASSWORD}, secret: {env: ENABLE}}
  hosts: {username: root, key_file: id_ed25519}
switches:
  leaf1: {address: 192.0.2.11, platform: cisco_nxos, credentials: switches}
  leaf2:
    {address: leaf2.example.net, port: 2222, platform: arista_eos, credentials: switches,
     secret: {file: other}, host_key: accept, known_hosts: mine}
hosts:
  gpu01: {address: 192.0.2.101, credentials: hosts}
  gpu02: {address: 192.0.2.102, credentials: hosts, sudo: true}
options:
  collect: {connect_timeout_seconds: 7, device_timeout_seconds: 90, known_hosts: all}
"""


def inventory(tmp_path, text=TEXT):
    file = tmp_path / "inventory.yaml"
    file.write_text(text)
    return load_inventory(file)


@pytest.fixture
def jobs(tmp_path):
    return {job.name: job for job in jobs_of(inventory(tmp_path))}


def test_switches_come_first_then_hosts_in_the_order_of_the_inventory(jobs):
    assert list(jobs) == ["leaf1", "leaf2", "gpu01", "gpu02"]
    assert [job.role for job in jobs.values()] == [DeviceRole.SWITCH] * 2 + [DeviceRole.HOST] * 2


def test_a_switch_brings_the_manners_of_its_platform(jobs):
    assert jobs["leaf1"].session == load("cisco_nxos").session
    assert jobs["leaf2"].session == load("arista_eos").session
    assert jobs["gpu01"].session is None


def test_what_a_device_says_of_itself_goes_before_what_holds_for_all(jobs, tmp_path):
    assert (jobs["leaf1"].host_key, jobs["leaf1"].known_hosts) == ("check", tmp_path / "all")
    assert (jobs["leaf2"].host_key, jobs["leaf2"].known_hosts) == ("accept", tmp_path / "mine")
    assert (jobs["leaf2"].address, jobs["leaf2"].port) == ("leaf2.example.net", 2222)


def test_jobs_carry_references_and_no_secret(jobs):
    assert jobs["leaf1"].credential.password.env == "PASSWORD"
    assert jobs["leaf1"].enable.env == "ENABLE"
    assert jobs["leaf2"].enable.file.name == "other"
    assert jobs["gpu01"].enable is None


def test_only_a_host_that_says_so_may_use_sudo(jobs):
    assert {name for name, job in jobs.items() if job.sudo} == {"gpu02"}


def test_limits_are_those_of_the_inventory(jobs, tmp_path):
    # What nobody set is the platform's to say.
    assert jobs["leaf1"].limits == Limits(7.0, None, 90.0)
    own = TEXT.replace("device_timeout_seconds: 90", "command_timeout_seconds: 20")
    assert jobs_of(inventory(tmp_path, own))[0].limits == Limits(7.0, 20.0, 300.0)


def test_a_platform_that_does_not_exist_is_a_question_without_meaning(tmp_path):
    with pytest.raises(UsageError, match="unknown platform 'cisco_nyos'"):
        jobs_of(inventory(tmp_path, TEXT.replace("cisco_nxos", "cisco_nyos")))


def test_the_lab_is_collected_as_the_commands_do_it(tmp_path, capsys):
    with running_lab() as lab:
        snapshot = collect_live(load_inventory(lab.inventory_path), tmp_path / "s")
        assert lab.refused == []
    assert {each.status for each in snapshot.devices.values()} == {DeviceStatus.CAPTURED}
    leaf1 = snapshot.devices["leaf1"]
    asked = [command.text for command in load("cisco_nxos").session.commands]
    assert [document.command for document in leaf1.documents] == asked
    told = capsys.readouterr()
    assert len(told.err.splitlines()) == 9
    assert told.out == ""
