"""``roce-audit decode`` prints the summary and ends with the code that the capture deserves."""

import json

import pytest
import typer
from typer.testing import CliRunner

from roce_audit.cli.decode import decode
from roce_audit.wire.capture import write_capture
from roce_audit.wire.witness import witness_frame

V1 = witness_frame("v1", {})
V2 = witness_frame("v2-ipv4", {"vlan": 100, "pcp": 3, "dscp": 26})
ARP = bytes(12) + b"\x08\x06" + bytes(46)
CASES = {
    "clean": ([V2, ARP], 0, "Every RoCE packet is well-formed"),
    "wrong ICRC": ([V2, V2[:-1] + b"\x00"], 1, "frame 2: v2-ipv4: wrong ICRC"),
    "malformed": ([V2[:-1]], 1, "the length field says more than the frame has"),
    "both versions": ([V1, V2], 1, "1 RoCE v1 frames among RoCE v2"),
    "no RoCE": ([ARP], 3, "No RoCE frame in this file"),
    "no frame": ([], 3, "No RoCE frame in this file"),
}


@pytest.fixture
def run():
    app = typer.Typer()
    app.command()(decode)
    return lambda *arguments: CliRunner().invoke(app, [str(argument) for argument in arguments])


@pytest.mark.parametrize(("frames", "code", "words"), CASES.values(), ids=CASES)
def test_the_exit_code_and_the_words_fit_the_capture(run, tmp_path, frames, code, words):
    write_capture(tmp_path / "given.pcap", frames)
    result = run(tmp_path / "given.pcap")
    assert result.exit_code == code
    assert words in result.stdout


def test_the_text_names_what_an_operator_looks_for(run, tmp_path):
    write_capture(tmp_path / "given.pcap", [V2] * 3)
    text = run(tmp_path / "given.pcap").stdout
    for line in (
        "versions         v1 0 · v2-ipv4 3 · v2-ipv6 0",
        "ICRC             right 3 · wrong 0 · not checkable 0",
        "destination QPs  0xfffffe (3)",
        "VLANs            100 (3)",
        "DSCPs            26 (3)",
        "source ports     1 different, 49152 to 49152, entropy 0.00 bits",
        "flows            v2-ipv4 10.0.0.1 -> 10.0.0.2 VLAN 100: 3 frames, 1 source port",
    ):
        assert f"  {line}\n" in text


def test_long_tables_are_cut_in_the_text_and_whole_in_json(run, tmp_path):
    frames = [witness_frame("v2-ipv4", {"vlan": n, "src": n + 1, "sport": n}) for n in range(50)]
    write_capture(tmp_path / "given.pcap", frames)
    text = run(tmp_path / "given.pcap").stdout
    assert "and 42 more" in text
    assert "and 40 more flows" in text
    assert "50 frames below 49152" in text
    document = json.loads(run(tmp_path / "given.pcap", "--json").stdout)
    assert len(document["vlans"]["values"]) == 50
    assert len(document["flows"]) == 50


def test_faults_beyond_the_list_are_counted(run, tmp_path):
    write_capture(tmp_path / "given.pcap", [V2[:-1]] * 25)
    text = run(tmp_path / "given.pcap").stdout
    assert text.count("    frame ") == 20
    assert text.endswith("    and 5 more frames\n")


def test_json_has_the_same_exit_code(run, tmp_path):
    write_capture(tmp_path / "given.pcap", [V1, V2])
    result = run(tmp_path / "given.pcap", "--json")
    assert result.exit_code == 1
    assert json.loads(result.stdout)["verdict"] == "faulty"


@pytest.mark.parametrize("data", [None, b"", b"hostname leaf1\n"])
def test_a_file_that_cannot_be_read_ends_with_2_and_its_reason(run, tmp_path, data):
    path = tmp_path / "given.pcap"
    if data is not None:
        path.write_bytes(data)
    result = run(path)
    assert result.exit_code == 2
    assert result.stdout == ""
    assert result.stderr.startswith("error: ")
    assert "given.pcap" in result.stderr


def test_a_damaged_file_without_roce_is_still_said_to_be_damaged(run, tmp_path):
    path = tmp_path / "given.pcap"
    write_capture(path, [ARP, ARP])
    path.write_bytes(path.read_bytes()[:-1])
    result = run(path)
    assert result.exit_code == 3
    assert "The file is damaged: truncated dump file" in result.stdout


def test_control_characters_in_a_file_name_never_reach_the_terminal(run, tmp_path):
    path = tmp_path / "bad\x1b[31mname.pcap"
    write_capture(path, [V2])
    assert "\x1b" not in run(path).stdout
    assert "\x1b" not in run(tmp_path / "absent\x1b[31m.pcap").stderr


def test_what_found_no_place_in_a_table_is_said(run, tmp_path):
    frames = (witness_frame("v2-ipv4", {"src": number + 1}) for number in range(4200))
    write_capture(tmp_path / "given.pcap", frames)
    text = run(tmp_path / "given.pcap").stdout
    # 4200 sources and one destination: 4096 addresses and 1024 flows have a place
    assert "and 4088 more · and 105 frames beyond the table" in text
    assert "and 3176 packets of flows beyond the table" in text
