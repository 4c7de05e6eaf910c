"""Real sessions of netmiko and paramiko with the lab's devices, well and badly behaved."""

from __future__ import annotations

import logging
import socket
from dataclasses import replace
from threading import Timer
from time import monotonic

import pytest

from roce_audit.collect.jobs import Limits
from roce_audit.collect.worker import Worker
from roce_audit.inventory.access import Credential, SecretReference
from roce_audit.lab import Fault, running_lab
from roce_audit.reading.platform import Command
from roce_audit.snapshot.status import CommandStatus, DeviceStatus

LEAF1, LEAF2, HOST = "leaf1", "leaf2", "gpu01"
SLACK_SECONDS = 4.0


@pytest.fixture(scope="module")
def lab():
    with running_lab() as running:
        yield running
    assert running.refused == []


def outputs(lab, name):
    return next(each for each in lab.devices if each.name == name).outputs


@pytest.mark.parametrize("name", [LEAF1, LEAF2])
def test_a_switch_gives_its_configuration_to_the_line(lab, jobs_of_lab, name):
    reply = Worker()(jobs_of_lab(lab)[name])
    assert (reply.status, reply.reason) == (DeviceStatus.CAPTURED, "")
    config, release = reply.commands
    told = outputs(lab, name)["show running-config"]
    assert config.output.count("\n") == told.count("\n")
    kept = [line for line in config.output.split("\n") if "<removed>" not in line]
    assert set(kept) <= set(told.split("\n"))
    assert len(kept) > told.count("\n") - 12
    assert release.output == outputs(lab, name)["show version"]
    assert all(command.status is CommandStatus.OK for command in reply.commands)


def test_a_login_without_privilege_is_raised_with_enable(lab, jobs_of_lab):
    # leaf2 shows "leaf2>" at first, where the configuration may not be shown.
    reply = Worker()(jobs_of_lab(lab)[LEAF2])
    assert "ip access-list GPU04-IN" in reply.commands[0].output


def test_without_enable_the_device_refuses_and_that_is_said(lab, jobs_of_lab, eos):
    job = jobs_of_lab(lab)[LEAF2]
    job = replace(job, session=replace(eos, terminal=(r"terminal (length|width) \d+",)))
    reply = Worker()(job)
    assert reply.status is DeviceStatus.INCOMPLETE
    assert reply.commands[0].status is CommandStatus.REFUSED
    assert "privileged mode required" in reply.commands[0].reason
    assert reply.commands[0].output == ""
    assert reply.commands[1].status is CommandStatus.OK


def test_a_command_that_the_device_does_not_know_is_told_from_an_empty_reply(
    lab, jobs_of_lab, nxos
):
    commands = (*nxos.commands, Command("show unicorns", "nothing", required=False))
    reply = Worker()(replace(jobs_of_lab(lab)[LEAF1], session=replace(nxos, commands=commands)))
    assert reply.status is DeviceStatus.CAPTURED
    assert reply.commands[2].status is CommandStatus.UNKNOWN
    assert "Invalid command" in reply.commands[2].reason


def test_a_host_costs_one_login_and_one_command(lab, jobs_of_lab):
    reply = Worker()(jobs_of_lab(lab)[HOST])
    assert reply.status is DeviceStatus.CAPTURED
    (collected,) = reply.commands
    assert collected.text == "sh -s -- -n NONCE"
    assert "gid/3:0000:0000:0000:0000:0000:ffff:ac10:010b" in collected.output


def test_a_command_off_the_list_is_never_sent(lab, jobs_of_lab, nxos):
    commands = (Command("clear counters", "harm"), *nxos.commands)
    reply = Worker()(replace(jobs_of_lab(lab)[LEAF1], session=replace(nxos, commands=commands)))
    assert reply.status is DeviceStatus.INCOMPLETE
    assert "read-only" in reply.commands[0].reason
    # The session's fixture asserts that the device was asked nothing of the kind.
    assert {each.status for each in reply.commands[1:]} == {CommandStatus.NOT_SENT}


BEFORE = {
    Fault.CLOSED: "the port is closed",
    Fault.NOT_SSH: "no SSH server answers",
    Fault.SILENT: "no SSH server answers",
}


@pytest.mark.parametrize("fault", BEFORE)
@pytest.mark.parametrize("name", [LEAF1, HOST])
def test_nobody_gets_in_and_the_reason_is_its_own(jobs_of_lab, faulty, fault, name):
    with running_lab(faulty(fault, name)) as running:
        started = monotonic()
        reply = Worker()(jobs_of_lab(running)[name])
        assert monotonic() - started < 3.0 + SLACK_SECONDS
    assert reply.status is DeviceStatus.UNREACHABLE
    assert reply.reason.startswith(BEFORE[fault])
    assert reply.commands == ()


DURING = {
    Fault.HANG: (CommandStatus.TIMED_OUT, "did not answer in time"),
    Fault.FLOOD: (CommandStatus.FLOODED, "printed too much: more than 4 MiB"),
    Fault.DROP: (CommandStatus.LOST, "connection was lost"),
}


@pytest.mark.parametrize("fault", DURING)
@pytest.mark.parametrize("name", [LEAF1, LEAF2, HOST])
def test_a_session_that_breaks_ends_in_time_with_its_own_reason(jobs_of_lab, faulty, fault, name):
    with running_lab(faulty(fault, name)) as running:
        started = monotonic()
        reply = Worker()(jobs_of_lab(running)[name])
        assert monotonic() - started < 3.0 + SLACK_SECONDS
    status, words = DURING[fault]
    assert reply.status is DeviceStatus.INCOMPLETE
    assert reply.commands[0].status is status
    assert words in reply.commands[0].reason
    assert reply.commands[0].output == ""
    assert all(each.status is CommandStatus.NOT_SENT for each in reply.commands[1:])


def test_a_switch_that_never_shows_a_prompt_is_given_up(jobs_of_lab, faulty):
    with running_lab(faulty(Fault.HANG_AT_LOGIN, LEAF1)) as running:
        started = monotonic()
        reply = Worker()(jobs_of_lab(running, Limits(1.5, 1.0, 10.0))[LEAF1])
        assert monotonic() - started < 1.5 + SLACK_SECONDS
    assert reply.status is DeviceStatus.UNREACHABLE
    assert reply.reason.startswith("no prompt was recognised")


@pytest.mark.parametrize("name", [LEAF2, HOST])
def test_half_a_reply_is_kept_and_called_truncated(jobs_of_lab, faulty, name):
    with running_lab(faulty(Fault.CUT, name)) as running:
        reply = Worker()(jobs_of_lab(running)[name])
    assert reply.status is DeviceStatus.INCOMPLETE
    assert reply.commands[0].status is CommandStatus.TRUNCATED
    assert reply.commands[0].output


def test_the_time_of_a_whole_device_is_bounded_whatever_its_commands_may_take(jobs_of_lab, faulty):
    with running_lab(faulty(Fault.HANG, LEAF1)) as running:
        started = monotonic()
        reply = Worker()(jobs_of_lab(running, Limits(3.0, 60.0, 1.5))[LEAF1])
        assert monotonic() - started < 1.5 + SLACK_SECONDS
    assert reply.commands[0].status is CommandStatus.TIMED_OUT
    assert "did not answer in time" in reply.reason


@pytest.mark.parametrize("name", [LEAF1, HOST])
def test_a_wrong_password_is_refused_once(jobs_of_lab, faulty, name):
    with running_lab(faulty(Fault.NONE, name, password="another")) as running:  # noqa: S106 - a test
        reply = Worker()(jobs_of_lab(running)[name])
        others = Worker()(jobs_of_lab(running)[LEAF2])
    assert reply.status is DeviceStatus.UNREACHABLE
    assert reply.reason.startswith("the login was refused: user auditor with the password")
    assert others.status is DeviceStatus.CAPTURED


def test_a_secret_that_is_not_there_costs_no_connection(lab, jobs_of_lab):
    credential = Credential(username="auditor", password={"env": "NO_SUCH_VARIABLE_HERE"})
    reply = Worker()(replace(jobs_of_lab(lab)[LEAF1], credential=credential, port=1))
    assert reply.status is DeviceStatus.UNREACHABLE
    assert reply.reason.startswith("the credential cannot be used: password of credentials.lab")


def test_a_host_key_that_nobody_knows_is_refused_with_its_fingerprint(lab, jobs_of_lab, tmp_path):
    reply = Worker()(replace(jobs_of_lab(lab)[LEAF1], known_hosts=tmp_path / "none"))
    assert reply.reason.startswith("the host key is not known: the device shows ecdsa-sha2-nistp")
    assert "SHA256:" in reply.reason


def test_an_unknown_host_key_is_accepted_where_the_inventory_says_so(lab, jobs_of_lab, tmp_path):
    file = tmp_path / "known_hosts"
    job = replace(jobs_of_lab(lab)[LEAF1], known_hosts=file, host_key="accept")
    assert Worker()(job).status is DeviceStatus.CAPTURED
    assert not file.exists()


@pytest.mark.parametrize("policy", ["check", "accept"])
def test_a_changed_host_key_is_refused_whatever_the_inventory_says(
    lab, jobs_of_lab, tmp_path, policy
):
    job = jobs_of_lab(lab)[LEAF1]
    other = "AAAAE2VjZHNhLXNoYTItbmlzdHAyNTYAAAAIbmlzdHAyNTYAAABBBF3+Another"
    file = tmp_path / "known_hosts"
    file.write_text(f"[127.0.0.1]:{job.port} ecdsa-sha2-nistp256 {other}\n")
    reply = Worker()(replace(job, known_hosts=file, host_key=policy))
    assert reply.status is DeviceStatus.UNREACHABLE
    assert reply.reason.startswith("the host key has changed")


def test_a_name_that_does_not_resolve_says_so(lab, jobs_of_lab):
    reply = Worker()(replace(jobs_of_lab(lab)[LEAF1], address="no-such-switch.invalid"))
    assert reply.reason.startswith("the name does not resolve")


def test_a_stopped_worker_begins_nothing(lab, jobs_of_lab):
    worker = Worker()
    worker.stop()
    reply = worker(jobs_of_lab(lab)[LEAF1])
    assert reply.status is DeviceStatus.NOT_TRIED


@pytest.mark.parametrize(
    ("secret", "status"),
    [("open sesame", DeviceStatus.CAPTURED), ("wrong", DeviceStatus.UNREACHABLE)],
)
def test_the_secret_of_the_privileged_mode_is_given_when_asked_for(
    jobs_of_lab, faulty, monkeypatch, secret, status
):
    monkeypatch.setenv("SECRET_OF_THE_TEST", secret)
    with running_lab(faulty(Fault.NONE, LEAF2, secret="open sesame")) as running:  # noqa: S106 - a test
        reference = SecretReference(env="SECRET_OF_THE_TEST")
        job = replace(jobs_of_lab(running)[LEAF2], enable=reference)
        reply = Worker()(job)
        assert running.refused == []
    assert reply.status is status
    assert reply.reason == "" or reply.reason.startswith("enable was refused; set secret")


def test_a_device_that_asks_for_a_secret_that_nobody_has_is_given_up(jobs_of_lab, faulty):
    with running_lab(faulty(Fault.NONE, LEAF2, secret="open sesame")) as running:  # noqa: S106 - a test
        reply = Worker()(jobs_of_lab(running)[LEAF2])
        assert running.refused == []
    assert reply.reason.startswith("enable was refused")


def test_a_network_that_swallows_everything_is_unreachable(jobs_of_lab, lab):
    with socket.socket() as full:
        full.bind(("127.0.0.1", 0))
        full.listen(0)
        # The queue of the listener is full after these; the next one is not answered.
        waiting = [socket.socket() for _ in range(4)]
        for each in waiting:
            each.settimeout(0)
            each.connect_ex(full.getsockname())
        port = full.getsockname()[1]
        started = monotonic()
        reply = Worker()(replace(jobs_of_lab(lab, Limits(1.5))[LEAF1], port=port))
        assert monotonic() - started < 1.5 + SLACK_SECONDS
        for each in waiting:
            each.close()
    assert reply.reason.startswith("unreachable: no answer")


def test_a_stop_ends_a_session_that_waits_for_a_connection(jobs_of_lab, lab):
    with socket.socket() as full:
        full.bind(("127.0.0.1", 0))
        full.listen(0)
        waiting = [socket.socket() for _ in range(4)]
        for each in waiting:
            each.settimeout(0)
            each.connect_ex(full.getsockname())
        job = replace(jobs_of_lab(lab, Limits(60.0))[LEAF1], port=full.getsockname()[1])
        worker = Worker()
        timer = Timer(0.5, worker.stop)
        timer.start()
        started = monotonic()
        reply = worker(job)
        assert monotonic() - started < 0.5 + SLACK_SECONDS
        for each in waiting:
            each.close()
    assert reply.status is DeviceStatus.NOT_TRIED


def test_a_stop_ends_a_session_that_waits_for_an_answer(jobs_of_lab, faulty):
    worker = Worker()
    with running_lab(faulty(Fault.HANG, LEAF1)) as running:
        timer = Timer(1.5, worker.stop)
        timer.start()
        started = monotonic()
        reply = worker(jobs_of_lab(running, Limits(5.0, 60.0, 60.0))[LEAF1])
        assert monotonic() - started < 1.5 + SLACK_SECONDS
    assert reply.status is DeviceStatus.INCOMPLETE
    assert reply.reason.startswith("the collection was stopped")


def test_a_prompt_quoted_in_a_configuration_does_not_end_it(jobs_of_lab, faulty):
    text = (
        "interface Ethernet1/1\n  description to leaf1# or leaf1\ninterface Ethernet1/2\n  mtu 9216"
    )
    outputs = {"show running-config": text, "show version": "x"}
    with running_lab(faulty(Fault.NONE, LEAF1, outputs=outputs)) as running:
        reply = Worker()(jobs_of_lab(running)[LEAF1])
    assert reply.commands[0].output == text


def test_secrets_reach_no_log_whoever_turned_it_on(jobs_of_lab, faulty, monkeypatch, caplog):
    monkeypatch.setenv("SECRET_OF_THE_TEST", "open sesame")
    caplog.set_level(logging.DEBUG)
    with running_lab(faulty(Fault.NONE, LEAF2, secret="open sesame")) as running:  # noqa: S106 - a test
        jobs = jobs_of_lab(running)
        reference = SecretReference(env="SECRET_OF_THE_TEST")
        Worker()(replace(jobs[LEAF2], enable=reference))
        Worker()(jobs[LEAF1])
        password = (running.folder / "lab-password").read_text().strip()
    assert caplog.records
    for planted in ("open sesame", password, "p0d7-readers", "fewhg123"):
        assert planted not in caplog.text


def test_a_fault_of_ours_is_a_reply_too(jobs_of_lab, lab, caplog):
    def broken(name, told):
        raise KeyError(name, told)

    reply = Worker(tell=broken)(jobs_of_lab(lab)[LEAF1])
    assert reply.status is DeviceStatus.UNREACHABLE
    assert reply.reason.startswith("roce-audit failed: KeyError")
    assert "collecting leaf1 failed" in caplog.text
