"""The lab behaves as devices do, and refuses what would change one."""

from __future__ import annotations

import paramiko
import pytest

from roce_audit.hosts.collector import collector_script
from roce_audit.hosts.read_host import read_host
from roce_audit.reading.find import load

NONCE = "0123456789abcdef0123456789abcdef"


@pytest.mark.parametrize(("name", "prompt"), [("leaf1", "leaf1#"), ("leaf2", "leaf2>")])
def test_netmiko_finds_the_prompt_of_each_platform(switch, name, prompt):
    assert switch(name).find_prompt() == prompt


@pytest.mark.parametrize("name", ["spine1", "leaf1", "leaf2"])
def test_every_command_that_the_platform_asks_is_answered(name, device):
    played = device(name)
    asked = {command.text for command in load(played.platform).session.commands}
    assert asked <= set(played.outputs)


def test_an_unknown_show_command_is_an_error_and_no_offence(switch, refused):
    assert "% Invalid command at '^' marker." in switch("leaf1").send_command("show unicorns")
    assert refused == []


@pytest.mark.parametrize("text", ["configure terminal", "reload", "write", "clear counters"])
def test_what_is_not_read_only_is_refused_and_recorded(switch, refused, text):
    assert "% Invalid" in switch("leaf1").send_command(text)
    assert refused == [("leaf1", text)]


def test_privilege_is_asked_for_where_the_platform_does(switch):
    connection = switch("leaf2")
    assert "privileged mode required" in connection.send_command("show running-config")
    assert "4.30.5M" in connection.send_command("show version")
    connection.enable()
    assert "hostname leaf2" in connection.send_command("show running-config")


def test_long_output_stops_at_the_page_until_a_key_is_pressed(logged_in):
    with logged_in("leaf1") as client:
        shell = client.invoke_shell()
        shell.settimeout(5)
        shell.sendall(b"show running-config\n")
        first = read_until(shell, b"--More--")
        assert first.count(b"\n") < 40
        shell.sendall(b" ")
        second = read_until(shell, b"--More--")
        shell.sendall(b"q")
        last = read_until(shell, b"leaf1# ")
    assert b"boot nxos" not in first + second + last


def read_until(shell, mark):
    seen = b""
    while mark not in seen:
        seen += shell.recv(65536)
    return seen


def test_what_is_typed_is_echoed(logged_in):
    with logged_in("leaf1") as client:
        shell = client.invoke_shell()
        shell.settimeout(5)
        read_until(shell, b"leaf1# ")
        shell.sendall(b"show unicorns\n")
        assert b"show unicorns\r\n" in read_until(shell, b"leaf1# ")


# ---- hosts


def execute(logged_in, name, command, script):
    with logged_in(name) as client:
        channel = client.get_transport().open_session(timeout=5)
        channel.settimeout(5)
        channel.exec_command(command)
        channel.sendall(script.encode())
        channel.shutdown_write()
        output = b"".join(iter(lambda: channel.recv(65536), b""))
        return channel.recv_exit_status(), output.decode()


def test_a_host_runs_the_collector(refused, logged_in):
    code, output = execute(logged_in, "gpu01", f"sh -s -- -n {NONCE}", collector_script())
    assert code == 0
    assert read_host(output).complete
    assert refused == []


@pytest.mark.parametrize(
    ("command", "script"),
    [
        (f"sh -s -- -n {NONCE}", "rm -rf /\n"),
        (f"sh -s -- -n {NONCE}; reboot", ""),
        ("cat /etc/shadow", ""),
        ("sh", ""),
    ],
)
def test_a_host_runs_nothing_else_and_records_it(refused, command, script, logged_in):
    code, output = execute(logged_in, "gpu01", command, script)
    assert (code, output) == (127, "")
    assert refused[0][0] == "gpu01"
    assert refused[0][1].startswith(command)


def test_a_switch_runs_no_command_beside_its_terminal(refused, logged_in):
    with logged_in("leaf1") as client, pytest.raises(paramiko.SSHException):
        client.exec_command("show version", timeout=5)
    assert refused == [("leaf1", "show version")]


def test_nobody_forwards_through_the_lab(logged_in):
    with logged_in("gpu01") as client, pytest.raises(paramiko.ChannelException):
        client.get_transport().open_channel(
            "direct-tcpip", ("127.0.0.1", 22), ("127.0.0.1", 1), timeout=5
        )
