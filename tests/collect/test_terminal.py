"""netmiko's drivers behind the gate: whatever they try, only what is listed gets out."""

from __future__ import annotations

from dataclasses import replace
from time import sleep

import pytest
from netmiko import ReadException
from netmiko.ssh_dispatcher import CLASS_MAPPER

from roce_audit.collect.leash import Leash
from roce_audit.collect.reasons import Ended, Reason
from roce_audit.collect.terminal import GatedChannel, GatedTerminal, driver
from roce_audit.collect.worker import Worker
from roce_audit.lab import running_lab
from roce_audit.lab.fabric import fabric
from roce_audit.lab.manners import NXOS as NXOS_MANNERS
from roce_audit.reading.find import load, platform_names


class Wire:
    """Stands for paramiko's channel."""

    def __init__(self, *pieces: bytes) -> None:
        self.sent: list[bytes] = []
        self.pieces = list(pieces)
        self.closed = False
        self.eof_received = False

    def sendall(self, data: bytes) -> None:
        self.sent.append(data)

    def recv_ready(self) -> bool:
        return bool(self.pieces)

    def recv(self, size: int) -> bytes:
        piece, rest = self.pieces[0][:size], self.pieces[0][size:]
        self.pieces[:1] = [rest] if rest else []
        return piece


@pytest.fixture
def gate(nxos):
    wire = Wire()
    return GatedChannel(wire, nxos, Leash(10), 100), wire


@pytest.mark.parametrize("line", ["", "\n", "\r\n", "terminal length 0\n", "terminal width 511\n"])
def test_empty_lines_and_manners_pass(gate, line):
    channel, wire = gate
    channel.write_channel(line)
    assert wire.sent == [line.encode()]


@pytest.mark.parametrize(
    "line",
    ["y\n", "yes\n", "N\n", "save\n", "configure terminal\n", "end\n", "exit\n", "sudo -s\n"],
)
def test_answers_and_modes_of_a_driver_do_not_pass(gate, line):
    channel, wire = gate
    with pytest.raises(Ended) as ended:
        channel.write_channel(line)
    assert ended.value.reason is Reason.NOT_ALLOWED
    assert wire.sent == []


def test_a_command_passes_only_while_it_is_being_asked(gate):
    channel, wire = gate
    channel.open_for("show version")
    channel.write_channel("show version\n")
    channel.open_for("show clock")
    with pytest.raises(Ended):
        channel.write_channel("show version\n")
    assert wire.sent == [b"show version\n"]


def test_too_much_output_ends_the_session(nxos):
    channel = GatedChannel(Wire(b"x" * 60, b"y" * 60), nxos, Leash(10), 100)
    assert channel.read_buffer() == "x" * 60
    with pytest.raises(Ended) as ended:
        channel.read_buffer()
    assert ended.value.reason is Reason.FLOODED


def test_each_command_has_the_whole_allowance(nxos):
    channel = GatedChannel(Wire(b"x" * 60, b"y" * 60), nxos, Leash(10), 100)
    channel.read_buffer()
    channel.open_for("show version")
    assert channel.read_buffer() == "y" * 60


def test_a_letter_cut_in_two_by_the_network_is_one_letter(nxos):
    raw = "ü".encode()
    channel = GatedChannel(Wire(raw[:1], raw[1:]), nxos, Leash(10), 100)
    assert channel.read_channel() + channel.read_channel() == "ü"


def test_a_device_that_hung_up_is_not_waited_for(gate):
    channel, wire = gate
    assert channel.read_buffer() == ""
    wire.closed = True
    with pytest.raises(ReadException):
        channel.read_buffer()


def test_a_cut_session_reads_and_writes_no_more(nxos):
    leash = Leash(10)
    channel = GatedChannel(Wire(b"x"), nxos, leash, 100)
    leash.cut(Reason.STOPPED)
    for attempt in (channel.read_buffer, lambda: channel.write_channel("\n")):
        with pytest.raises(Ended) as ended:
            attempt()
        assert ended.value.reason is Reason.STOPPED


def test_a_driver_that_netmiko_does_not_have_is_said():
    with pytest.raises(Ended):
        driver("no_such_platform")


@pytest.mark.parametrize("name", platform_names())
def test_netmiko_has_a_driver_for_every_platform(name):
    kind = load(name).session.netmiko_type
    assert kind in CLASS_MAPPER
    assert issubclass(driver(kind), GatedTerminal)


def test_the_way_out_writes_nothing(jobs_of_lab):
    # netmiko's own way out asks for the mode and sends "end" and "exit".
    heard: list[str] = []

    class Ear(dict):
        def __contains__(self, key: object) -> bool:
            heard.append(str(key))
            return super().__contains__(key)

    manners = replace(NXOS_MANNERS, terminal=Ear(NXOS_MANNERS.terminal))
    devices = [
        replace(each, manners=manners) if each.name == "leaf1" else each for each in fabric()
    ]
    with running_lab(devices) as lab:
        Worker()(jobs_of_lab(lab)["leaf1"])
        assert lab.refused == []
    commands = [line for line in heard if line]
    assert commands == [
        "terminal width 511",
        "terminal length 0",
        "show running-config",
        "show version",
    ]


def test_a_driver_that_answers_questions_with_a_save_is_held(jobs_of_lab, monkeypatch):
    # Some drivers answer a device's question at login; here the question is about saving.
    base = CLASS_MAPPER["cisco_nxos"]

    def asks_to_save(self) -> None:
        self.write_channel("copy running-config startup-config\n")

    monkeypatch.setattr(base, "session_preparation", asks_to_save)
    with running_lab() as lab:
        reply = Worker()(jobs_of_lab(lab)["leaf1"])
        assert lab.refused == []
    assert "read-only" in reply.reason
    assert reply.commands == ()


def test_a_leash_closes_what_it_holds_when_time_is_over():
    closed: list[str] = []
    leash = Leash(10)
    leash.hold(lambda: closed.append("early"))
    with pytest.raises(Ended) as ended, leash.within(0.05, Reason.TIMED_OUT):
        sleep(0.3)
    leash.hold(lambda: closed.append("late"))
    assert ended.value.reason is Reason.TIMED_OUT
    assert closed == ["early", "late"]


def test_the_first_reason_counts():
    leash = Leash(10)
    leash.cut(Reason.TIMED_OUT)
    leash.cut(Reason.STOPPED)
    assert leash.ended is not None
    assert leash.ended.reason is Reason.TIMED_OUT
