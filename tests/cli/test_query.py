"""``roce-audit query`` as a user runs it: answers, exit codes, errors."""

import json

import pytest
from typer.testing import CliRunner

from roce_audit.cli.app import build
from roce_audit.errors import NotThere, UsageError

NXOS = """\
hostname leaf1
ip access-list STORAGE-IN
  10 permit tcp any any
  20 deny udp any any range 4000 5000
  30 permit ip any any
vlan 100
interface Ethernet1/1
  switchport
  switchport access vlan 100
  ip port access-group STORAGE-IN in
interface Ethernet1/2
  switchport
  switchport access vlan 100
"""


@pytest.fixture
def config(tmp_path):
    path = tmp_path / "leaf1.cfg"
    path.write_text(NXOS, encoding="utf-8")
    return str(path)


def ask(*words, text=None):
    return CliRunner().invoke(build(), ["query", *words], input=text, catch_exceptions=True)


def answer(config, *words):
    done = ask(config, "--platform", "cisco_nxos", "--json", *words)
    assert done.exception is None or isinstance(done.exception, SystemExit), done.exception
    return done.exit_code, json.loads(done.stdout)


def test_the_answer_has_the_keys_of_the_contract(config):
    code, told = answer(config, "--filter", "STORAGE-IN", "--traffic", "v2-ipv4")
    assert code == 1
    assert told["platform"] == "cisco_nxos"
    assert set(told["ledger"]) == {"read", "no_effect", "uncertain"}
    (only,) = told["answers"]
    assert (only["traffic"], only["verdict"]) == ("v2-ipv4", "deny")
    cell = only["cells"][0]
    assert (cell["action"], cell["certain"], cell["filter"]) == ("deny", True, "STORAGE-IN")
    assert (cell["line"], cell["text"]) == (4, "20 deny udp any any range 4000 5000")
    assert cell["region"] == {"src": "0.0.0.0/0", "dst": "0.0.0.0/0", "sport": "0-65535"}
    assert cell["witness"]["dport"] == 4791
    assert cell["witness"]["sport"] == 49152


def test_without_traffic_all_three_are_answered(config):
    _, told = answer(config, "--in", "Ethernet1/1")
    verdicts = {each["traffic"]: each["verdict"] for each in told["answers"]}
    assert verdicts == {"v1": "permit", "v2-ipv4": "deny", "v2-ipv6": "permit"}


def test_a_port_without_a_filter_permits_with_no_filter_named(config):
    code, told = answer(config, "--in", "Eth1/2", "--traffic", "v2-ipv4")
    assert code == 0
    assert told["answers"][0]["cells"][0]["filter"] is None


def test_addresses_narrow_the_question(config):
    _, told = answer(config, "--filter", "STORAGE-IN", "--src", "10.0.0.0/8", "--sport", "1-9")
    (only,) = told["answers"]
    assert only["traffic"] == "v2-ipv4"
    assert only["cells"][0]["region"] == {"src": "10.0.0.0/8", "dst": "0.0.0.0/0", "sport": "1-9"}


def test_the_text_says_verdict_line_and_example(config):
    done = ask(config, "--platform", "cisco_nxos", "--filter", "STORAGE-IN", "--traffic", "v2-ipv4")
    assert "DENY" in done.stdout
    assert "line 4: 20 deny udp any any range 4000 5000" in done.stdout
    assert "IPv4 UDP 10.0.0.1:49152 -> 10.0.0.2:4791" in done.stdout


def test_the_platform_is_found_out_and_said(config):
    done = ask(config, "--filter", "STORAGE-IN", "--traffic", "v2-ipv4")
    assert done.exit_code == 1
    assert "cisco_nxos" in done.stderr


def test_standard_input_is_a_file_too():
    done = ask(
        "-", "--platform", "cisco_nxos", "--filter", "STORAGE-IN", "--traffic", "v1", text=NXOS
    )
    assert done.exit_code == 0


def test_the_example_packets_go_into_a_capture(config, tmp_path):
    path = tmp_path / "out.pcap"
    ask(config, "--platform", "cisco_nxos", "--filter", "STORAGE-IN", "--pcap", str(path))
    assert path.read_bytes()[:4] in (b"\xa1\xb2\x3c\x4d", b"\x4d\x3c\xb2\xa1")


@pytest.mark.parametrize(
    ("words", "kind", "told"),
    [
        (["--filter", "OTHER"], NotThere, "STORAGE-IN"),
        (["--in", "Ethernet9/9"], NotThere, "Ethernet9/9"),
        (["--in", "Ethernet1/1", "--vlan", "999"], NotThere, "VLAN 999"),
        (["--in", "Ethernet1/1", "--vlan", "x"], UsageError, "--vlan"),
        ([], UsageError, "--filter NAME"),
        (["--filter", "STORAGE-IN", "--traffic", "v3"], UsageError, "--traffic"),
        (["--filter", "STORAGE-IN", "--assume", "x"], UsageError, "NAME=VALUE"),
        (["--filter", "STORAGE-IN", "--assume", "no_such=1"], UsageError, "no_such"),
    ],
)
def test_what_cannot_be_answered_is_said(config, words, kind, told):
    done = ask(config, "--platform", "cisco_nxos", *words)
    assert isinstance(done.exception, kind)
    assert told in str(done.exception)


def test_files_that_are_no_configuration(tmp_path):
    empty = tmp_path / "empty.cfg"
    empty.write_text("\n", encoding="utf-8")
    assert "is empty" in str(ask(str(empty), "--platform", "cisco_nxos", "--filter", "x").exception)
    missing = ask(str(tmp_path / "none.cfg"), "--filter", "x")
    assert isinstance(missing.exception, UsageError)
    odd = tmp_path / "odd.cfg"
    odd.write_bytes(bytes(range(256)) * 20)
    assert "name it with --platform" in str(ask(str(odd), "--filter", "x").exception)
    unknown = ask(str(odd), "--platform", "cisco_nxoss", "--filter", "x")
    assert "unknown platform" in str(unknown.exception)


FRAMES = "mac access-list M\n  10 permit any any 0x8915\n"


@pytest.mark.parametrize(
    ("platform", "text", "name"),
    [
        ("cisco_nxos", "ip access-list A\n  10 permit ip any any\n", "A"),
        ("cisco_xe", "ip access-list extended A\n 10 permit ip any any\n", "A"),
        ("cisco_xr", "ipv4 access-list A\n 10 permit ipv4 any any\n", "A"),
        ("arista_eos", "ip access-list A\n   10 permit ip any any\n", "A"),
        ("juniper_junos", "set firewall family inet filter A term X then accept\n", "A"),
        ("cumulus_linux", "nv set acl A type ipv4\nnv set acl A rule 10 action permit\n", "A"),
    ],
)
def test_an_ip_filter_asked_by_name_is_said_never_to_see_roce_v1(platform, text, name):
    words = ["-", "--platform", platform, "--filter", name]
    done = ask(*words, "--traffic", "v1", "--json", text=text)
    (cell,) = json.loads(done.stdout)["answers"][0]["cells"]
    assert (done.exit_code, cell["action"], cell["filter"], cell["line"]) == (
        0,
        "permit",
        None,
        None,
    )
    due = f"{name} is an IPv4 filter: it never sees frames of EtherType 0x8915"
    assert cell["text"].startswith(due)
    assert due in ask(*words, "--traffic", "v1", text=text).stdout
    assert "it never sees IPv6 packets" in ask(*words, "--traffic", "v2-ipv6", text=text).stdout
    assert "[A] line" in ask(*words, "--traffic", "v2-ipv4", text=text).stdout


def test_a_filter_of_frames_that_is_not_offered_ip_is_said_so():
    words = ["-", "--platform", "cisco_nxos", "--filter", "M", "--traffic", "v2-ipv4"]
    assert "permit: M is not offered these packets" in ask(*words, text=FRAMES).stdout


def test_a_port_without_a_filter_has_none(config):
    _, told = answer(config, "--in", "Ethernet1/2", "--traffic", "v1")
    assert told["answers"][0]["cells"][0]["text"] == "no filter"
