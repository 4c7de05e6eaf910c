"""The product's own collect code against a real OpenSSH server on loopback."""

from __future__ import annotations

import os
import pwd
import secrets
import socket
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from shutil import which
from tempfile import TemporaryDirectory

import pytest

from roce_audit.collect.capture import Terms, capture, capture_jobs
from roce_audit.collect.jobs import DeviceJob, Limits
from roce_audit.collect.worker import Worker
from roce_audit.hosts.collector import collector_script
from roce_audit.hosts.read_host import read_host
from roce_audit.inventory.access import Credential
from roce_audit.inventory.load import load_inventory
from roce_audit.reading.platform import Command, Session
from roce_audit.snapshot.status import CommandStatus, DeviceRole, DeviceStatus

SSHD = which("sshd") or "/usr/sbin/sshd"
HERE = Path(SSHD).exists() and which("ssh-keygen") is not None
ROOT = os.geteuid() == 0
SLACK_SECONDS = 6.0
LIMITS = Limits(5.0, 20.0, 40.0, 4 << 20)

pytestmark = pytest.mark.skipif(
    not HERE and not os.environ.get("CI"), reason="no OpenSSH server is installed"
)
needs_root = pytest.mark.skipif(
    not ROOT and not os.environ.get("CI"), reason="a password needs a user made by root"
)


def run(*command: str, text: str | None = None) -> None:
    subprocess.run(command, check=True, input=text, capture_output=True, text=True, timeout=60)


@dataclass(frozen=True)
class Account:
    """An ordinary user of this machine, and a folder with the keys of this test."""

    name: str
    password: str
    folder: Path

    @property
    def key(self) -> Path:
        return self.folder / "user"


@pytest.fixture(scope="module")
def account():
    # Not below pytest's own folder, which other users may not enter; the server reads as the user.
    with TemporaryDirectory(prefix="roce-audit-openssh-") as name:
        folder = Path(name)
        folder.chmod(0o755)
        yield from made_account(folder)


def made_account(folder: Path):
    for name, phrase in (("host", ""), ("user", ""), ("other", ""), ("locked", "open sesame")):
        run("ssh-keygen", "-q", "-t", "ed25519", "-N", phrase, "-f", str(folder / name))
    keys = (folder / "user.pub").read_text() + (folder / "locked.pub").read_text()
    (folder / "authorized_keys").write_text(keys)
    (folder / "authorized_keys").chmod(0o644)
    if not ROOT:
        yield Account(pwd.getpwuid(os.geteuid()).pw_name, "", folder)
        return
    made = Account(f"ra-{secrets.token_hex(4)}", secrets.token_urlsafe(12), folder)
    run("useradd", "-m", "-s", "/bin/sh", made.name)
    try:
        run("chpasswd", text=f"{made.name}:{made.password}\n")
        yield made
    finally:
        run("userdel", "-r", "-f", made.name)


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


@contextmanager
def server(account: Account, *lines: str):
    """Run an SSH server of our own; yield its port."""
    port = free_port()
    config = account.folder / f"sshd_{port}.conf"
    config.write_text(
        # The first value of a keyword counts.
        "".join(f"{line}\n" for line in lines)
        + f"Port {port}\nListenAddress 127.0.0.1\nHostKey {account.folder / 'host'}\n"
        f"PidFile {account.folder / f'sshd_{port}.pid'}\nUsePAM no\nUseDNS no\n"
        f"PasswordAuthentication yes\nKbdInteractiveAuthentication no\nStrictModes no\n"
        f"AuthorizedKeysFile {account.folder / 'authorized_keys'}\nMaxStartups 200:30:400\n"
    )
    if ROOT:
        Path("/run/sshd").mkdir(exist_ok=True)
    log = (account.folder / f"sshd_{port}.log").open("w")
    process = subprocess.Popen([SSHD, "-D", "-e", "-f", config], stderr=log)
    try:
        wait_for(port)
        yield port
    finally:
        process.terminate()
        process.wait(10)
        log.close()


def wait_for(port: int) -> None:
    for _ in range(100):
        try:
            socket.create_connection(("127.0.0.1", port), 1).close()
        except OSError:
            time.sleep(0.05)
        else:
            return
    pytest.fail("the SSH server did not start")


@pytest.fixture(scope="module")
def port(account):
    with server(account) as running:
        yield running


def known(account: Account, port: int, key: str = "host") -> Path:
    kind, value, *_ = (account.folder / f"{key}.pub").read_text().split()
    file = account.folder / f"known_{key}_{port}"
    file.write_text(f"[127.0.0.1]:{port} {kind} {value}\n")
    return file


def job(account: Account, port: int, **login: object) -> DeviceJob:
    login = login or {"key_file": str(account.key)}
    return DeviceJob(
        "gpu01",
        DeviceRole.HOST,
        "linux",
        "127.0.0.1",
        port,
        "hosts",
        Credential(username=account.name, **login),
        known_hosts=known(account, port),
        limits=LIMITS,
    )


def by_password(account: Account, tmp_path: Path, password: str) -> dict[str, object]:
    file = tmp_path / "password"
    file.write_text(f"{password}\n")
    return {"password": {"file": str(file)}}


def test_a_key_opens_the_host_and_its_real_state_is_read(account, port):
    reply = Worker()(job(account, port))
    assert (reply.status, reply.reason) == (DeviceStatus.CAPTURED, "")
    host = read_host(reply.commands[0].output, name="gpu01")
    assert host.complete
    assert host.kernel == os.uname().release
    names = {path.name for path in Path("/sys/class/infiniband").glob("*")}
    assert {device.name for device in host.devices} == names


@needs_root
def test_a_password_opens_the_host(account, port, tmp_path):
    reply = Worker()(job(account, port, **by_password(account, tmp_path, account.password)))
    assert reply.status is DeviceStatus.CAPTURED
    assert account.password not in reply.commands[0].output


def test_a_key_with_a_passphrase_opens_the_host(account, port, tmp_path, monkeypatch):
    monkeypatch.setenv("PHRASE_OF_THE_TEST", "open sesame")
    login = {
        "key_file": str(account.folder / "locked"),
        "passphrase": {"env": "PHRASE_OF_THE_TEST"},
    }
    assert Worker()(job(account, port, **login)).status is DeviceStatus.CAPTURED


@pytest.mark.skipif(which("ssh-agent") is None, reason="ssh-agent is not installed")
def test_a_key_of_the_agent_opens_the_host(account, port, monkeypatch):
    place = account.folder / "agent"
    agent = subprocess.Popen(["ssh-agent", "-D", "-a", place], stdout=subprocess.DEVNULL)
    monkeypatch.setenv("SSH_AUTH_SOCK", str(place))
    try:
        for _ in range(100):
            if place.exists():
                break
            time.sleep(0.05)
        run("ssh-add", "-q", str(account.key))
        assert Worker()(job(account, port, agent=True)).status is DeviceStatus.CAPTURED
    finally:
        agent.terminate()
        agent.wait(10)


def test_without_an_agent_there_is_no_way_in(account, port, monkeypatch):
    monkeypatch.delenv("SSH_AUTH_SOCK", raising=False)
    reply = Worker()(job(account, port, agent=True))
    assert reply.status is DeviceStatus.UNREACHABLE
    assert reply.reason.startswith("the credential cannot be used: the agent has no key")


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("locked", "holds no private key, or has a passphrase that the inventory does not name"),
        ("host.pub", "holds no private key"),
        ("absent", "cannot be read: No such file or directory"),
    ],
)
def test_a_key_file_that_cannot_be_used_is_said_before_any_connection(account, name, words):
    reply = Worker()(job(account, 1, key_file=str(account.folder / name)))
    assert reply.status is DeviceStatus.UNREACHABLE
    assert reply.reason.startswith("the credential cannot be used")
    assert words in reply.reason


def test_a_wrong_key_is_refused(account, port):
    started = time.monotonic()
    reply = Worker()(job(account, port, key_file=str(account.folder / "other")))
    assert time.monotonic() - started < LIMITS.connect_seconds + SLACK_SECONDS
    assert reply.status is DeviceStatus.UNREACHABLE
    assert reply.reason.startswith(f"the login was refused: user {account.name} with the key file;")


@needs_root
def test_a_wrong_password_is_refused_and_not_tried_again(account, port, tmp_path):
    started = time.monotonic()
    reply = Worker()(job(account, port, **by_password(account, tmp_path, "wrong")))
    assert time.monotonic() - started < LIMITS.connect_seconds + SLACK_SECONDS
    assert reply.reason.startswith(f"the login was refused: user {account.name} with the password;")
    log = (account.folder / f"sshd_{port}.log").read_text()
    tries = [line for line in log.splitlines() if f"Failed password for {account.name} " in line]
    assert len(tries) == 1


@needs_root
def test_the_password_is_tried_after_a_refused_key(account, port, tmp_path):
    login = by_password(account, tmp_path, account.password)
    login["key_file"] = str(account.folder / "other")
    assert Worker()(job(account, port, **login)).status is DeviceStatus.CAPTURED


def test_a_server_that_takes_keys_only_says_so(account, tmp_path):
    with server(account, "PasswordAuthentication no") as running:
        reply = Worker()(job(account, running, **by_password(account, tmp_path, "x")))
    assert "the password (the device takes publickey only)" in reply.reason


@pytest.mark.parametrize("policy", ["check", "accept"])
def test_a_changed_host_key_is_refused(account, port, policy):
    wrong = replace(job(account, port), known_hosts=known(account, port, "other"), host_key=policy)
    reply = Worker()(wrong)
    assert reply.status is DeviceStatus.UNREACHABLE
    assert reply.reason.startswith("the host key has changed: the device shows ssh-ed25519 SHA256:")


def test_an_unknown_host_key_is_refused(account, port, tmp_path):
    reply = Worker()(replace(job(account, port), known_hosts=tmp_path / "none"))
    assert reply.reason.startswith("the host key is not known")


def test_a_closed_port_says_so(account):
    reply = Worker()(job(account, free_port()))
    assert reply.reason.startswith("the port is closed")


def test_a_host_that_hangs_after_the_login_is_given_up(account):
    with server(account, "ForceCommand exec sleep 20") as running:
        started = time.monotonic()
        hanging = replace(job(account, running), limits=replace(LIMITS, command_seconds=1.0))
        reply = Worker()(hanging)
        assert time.monotonic() - started < 1.0 + SLACK_SECONDS
    assert reply.status is DeviceStatus.INCOMPLETE
    assert reply.commands[0].status is CommandStatus.TIMED_OUT


def test_a_host_that_floods_is_cut_off(account):
    with server(account, "ForceCommand exec yes") as running:
        started = time.monotonic()
        reply = Worker()(job(account, running))
        assert time.monotonic() - started < LIMITS.command_seconds + SLACK_SECONDS
    assert reply.commands[0].status is CommandStatus.FLOODED
    assert reply.commands[0].output == ""


def test_a_host_that_lets_nobody_run_anything_is_quoted(account):
    with server(account, "ForceCommand echo 'This account may log in only.'") as running:
        reply = Worker()(job(account, running))
    assert reply.status is DeviceStatus.INCOMPLETE
    assert reply.commands[0].reason.endswith("it said: This account may log in only.")


def test_a_host_that_ended_before_the_script_was_sent_is_quoted_too(account, monkeypatch):
    def late():
        time.sleep(1.0)
        return collector_script()

    monkeypatch.setattr("roce_audit.collect.host_ssh.collector_script", late)
    with server(account, "ForceCommand echo 'This account may log in only.'") as running:
        reply = Worker()(job(account, running))
    assert reply.commands[0].reason.endswith("it said: This account may log in only.")


def test_many_hosts_at_once_are_all_read(account, port, tmp_path):
    jobs = [replace(job(account, port), name=f"gpu{n:02}") for n in range(12)]
    with ThreadPoolExecutor(6) as executor:
        snapshot = capture_jobs(jobs, tmp_path / "s", Terms(executor, 6, 100))
    assert {each.status for each in snapshot.devices.values()} == {DeviceStatus.CAPTURED}


def test_a_switch_with_a_shell_is_read_over_a_terminal(account, port):
    # Cumulus Linux and SONiC are logged in to as this machine is.
    session = Session(
        "linux",
        (Command("cat /proc/version", "the release"), Command("uname -s", "the system")),
        (r"cat /proc/version", r"uname -s"),
    )
    switch = replace(job(account, port), role=DeviceRole.SWITCH, platform="any", session=session)
    reply = Worker()(switch)
    release, system = reply.commands
    assert release.output.strip() == Path("/proc/version").read_text().strip()
    assert system.output.strip() == "Linux"


@pytest.mark.parametrize("lenient", [True, False])
def test_silence_and_a_tool_that_is_not_there_may_be_answers(account, port, lenient):
    commands = (
        Command("uname -s", "the system"),
        Command("true", "nothing", may_be_empty=lenient),
        Command("no-such-tool", "nothing", may_be_missing=lenient),
    )
    session = Session(
        "linux",
        commands,
        (r"[a-z -]+",),
        unknown=(r"command not found", r": not found"),
        interfaces="",
    )
    switch = replace(job(account, port), role=DeviceRole.SWITCH, platform="any", session=session)
    reply = Worker()(switch)
    assert reply.commands[2].status is CommandStatus.UNKNOWN
    assert reply.status is (DeviceStatus.CAPTURED if lenient else DeviceStatus.INCOMPLETE)


def test_an_inventory_of_real_hosts_becomes_a_snapshot(account, port, tmp_path):
    file = tmp_path / "inventory.yaml"
    file.write_text(
        "fabric: {name: t, roce: v2}\n"
        f"credentials: {{c: {{username: {account.name}, key_file: {account.key}}}}}\n"
        "hosts:\n"
        f"  here: {{address: 127.0.0.1, port: {port}, credentials: c}}\n"
        f"  gone: {{address: 127.0.0.2, port: {free_port()}, credentials: c}}\n"
        f"options: {{collect: {{known_hosts: {known(account, port)}}}}}\n"
    )
    with ThreadPoolExecutor(2) as executor:
        snapshot = capture(load_inventory(file), tmp_path / "snapshot", executor)
    here, gone = snapshot.devices["here"], snapshot.devices["gone"]
    assert (here.role, here.platform, here.failures) == ("host", "linux", ())
    assert read_host(here.documents[0].text).complete
    assert gone.status is DeviceStatus.UNREACHABLE
    assert gone.failures[0].startswith("the port is closed")
    assert not snapshot.partial


@pytest.mark.skipif(
    any(Path("/sys/class/infiniband").glob("*")), reason="this machine has RDMA devices"
)
def test_an_audit_of_a_real_host_without_rdma_says_so_and_is_no_pass(account, port, tmp_path):
    file = tmp_path / "inventory.yaml"
    file.write_text(
        "fabric: {name: t, roce: v2}\n"
        f"credentials: {{c: {{username: {account.name}, key_file: {account.key}}}}}\n"
        f"hosts: {{here: {{address: 127.0.0.1, port: {port}, credentials: c}}}}\n"
        f"options: {{collect: {{known_hosts: {known(account, port)}}}}}\n"
    )
    out = tmp_path / "out"
    audited = program("audit", str(file), "-o", str(out))
    assert audited.returncode == 3, audited.stdout + audited.stderr
    judged = program("host", str(out / "snapshot" / "here" / "collector.txt"))
    assert judged.returncode == 3
    assert "no RoCE port was found" in judged.stdout


def program(*words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "roce_audit", *words],
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
