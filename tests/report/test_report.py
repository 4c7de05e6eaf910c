"""What a report says, on a terminal, in a pipe, in Markdown, and by its exit code."""

import io
import json
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from roce_audit.checks.base import Check, Subject
from roce_audit.examining import CheckRun, examine, findings_of, identity
from roce_audit.findings.finding import Ending, Finding, Severity
from roce_audit.model.network import Fabric, Network
from roce_audit.model.source import SourceRef
from roce_audit.repairing import Repairs, repair
from roce_audit.report.build import Audit, build, exit_code
from roce_audit.report.console import console_for, show
from roce_audit.report.markdown import markdown
from roce_audit.report.write import write_report

sys.path.insert(0, str(Path(__file__).parent.parent / "checks"))
from harness import inventory_of, understood_of

CASE = {
    "platform": "arista_eos",
    "ports": {"Ethernet1": None, "Ethernet2": None},
    "config": """\
ip access-list FABRIC
   10 deny udp any any eq 4791
   20 permit ip any any
!
vlan 100
!
interface Ethernet1
   switchport access vlan 100
   ip access-group FABRIC in
!
interface Ethernet2
   switchport access vlan 100
""",
}


def audit_of(case):
    understood = understood_of(case)
    runs = examine(understood.network)
    repairs = repair(understood, tuple(findings_of(runs)))
    names = {"sw1": case["platform"], **dict.fromkeys(inventory_of(case).hosts, "linux")}
    hosts = frozenset(inventory_of(case).hosts)
    return Audit(understood.network, names, hosts, runs, repairs.each, repairs.left, "")


@pytest.fixture(scope="module")
def audit():
    return audit_of(CASE)


@pytest.fixture(scope="module")
def report(audit):
    return build(audit, "major")


def shown(report, **environment):
    stream = io.StringIO()
    with pytest.MonkeyPatch.context() as patch:
        for key, value in environment.items():
            patch.setenv(key, value)
        show(report, console_for(stream), "out")
    return stream.getvalue()


def test_missing_evidence_comes_first_then_what_hurts_most(report):
    codes = [finding.code for finding in report.findings]
    assert codes[:2] == ["CAP001", "CAP001"]
    assert codes[2] == "ACL001"
    assert report.exit_code == 1


def test_a_linux_switch_is_no_host(audit):
    network = replace(audit.network, switches={})
    lost = replace(audit, network=network, platforms={**audit.platforms, "sw1": "linux"})
    roles = {device.name: device.role for device in build(lost, "major").devices}
    assert roles == {"sw1": "switch", "h1": "host", "h2": "host"}


def test_a_pipe_gets_plain_text_of_a_steady_width(report):
    text = shown(report)
    assert "\x1b" not in text
    assert max(map(len, text.splitlines())) <= 100
    assert "h1 missing" in text
    assert "10 deny udp any any eq 4791" in text
    assert "repair proven" in text
    assert "exit code 1" in text


def test_the_width_of_the_terminal_is_respected(report):
    narrow = shown(report, COLUMNS="60")
    assert max(map(len, narrow.splitlines())) <= 60


def test_markup_of_a_device_is_printed_as_it_is(report):
    odd = report.findings[2].model_copy(update={"message": "see [bold]this[/] and [/x]"})
    changed = report.model_copy(update={"findings": [odd]})
    assert "see [bold]this[/] and [/x]" in shown(changed)
    assert "see [bold]this" in markdown(changed)


def test_nothing_of_a_device_can_act_on_the_terminal(report):
    odd = report.findings[2].model_copy(update={"message": "a\x1b[2Jb\x9bc\u202ed"})
    changed = report.model_copy(update={"findings": [odd]})
    for text in (shown(changed), markdown(changed)):
        assert "a?[2Jb?c?d" in text
        assert not {"\x1b", "\x9b", "\u202e"} & set(text)


def test_files_are_written_where_they_are_said_to_be(report, audit, tmp_path):
    write_report(tmp_path, report, audit.repairs)
    finding = report.findings[2]
    assert finding.remedy is not None
    assert (tmp_path / finding.remedy.file).read_text(encoding="utf-8") == finding.remedy.text
    assert (tmp_path / "remediation" / "sw1" / "rollback.cfg").exists()
    assert len(list((tmp_path / "witness").iterdir())) == 1


def test_what_an_earlier_audit_wrote_goes_and_nothing_else(report, audit, tmp_path):
    write_report(tmp_path, report, audit.repairs)
    (tmp_path / "remediation" / "sw1" / "my-notes.txt").write_text("kept")
    (tmp_path / "remediation" / "ours").mkdir()
    (tmp_path / "witness" / "mine.pcap").write_text("kept")
    write_report(tmp_path, report.model_copy(update={"findings": []}), ())
    left = {str(file.relative_to(tmp_path)) for file in tmp_path.rglob("*") if file.is_file()}
    assert left == {
        "report.json",
        "report.md",
        "remediation/sw1/my-notes.txt",
        "witness/mine.pcap",
    }


def test_a_folder_that_is_no_report_keeps_its_files(report, tmp_path):
    (tmp_path / "witness").mkdir()
    (tmp_path / "witness" / "001-ACL001-sw1.pcap").write_text("not ours")
    write_report(tmp_path, report.model_copy(update={"findings": []}), ())
    assert (tmp_path / "witness" / "001-ACL001-sw1.pcap").exists()


def test_a_proof_names_the_findings_it_is_about(report, audit, tmp_path):
    write_report(tmp_path, report, audit.repairs)
    (proof,) = json.loads((tmp_path / "remediation" / "sw1" / "proof.json").read_text())
    finding = report.findings[2]
    assert proof["findings"] == [f"{finding.code} {finding.name}: {finding.subject}"]


def test_only_files_that_exist_are_said_to_be_written(report):
    assert "report.json, remediation/, witness/" in shown(report)
    assert "report.md, report.json\n" in shown(report.model_copy(update={"findings": []}))


def test_findings_that_do_not_count_are_not_called_clean(report):
    for code, words in (
        (0, "findings, all below --fail-on (exit code 0)"),
        (3, "findings, all below --fail-on, but something is undecided"),
    ):
        assert words in shown(report.model_copy(update={"exit_code": code}))
    counts = report.summary.model_copy(update={"failed": 0})
    clean = report.model_copy(update={"exit_code": 0, "summary": counts})
    assert "result: clean (exit code 0)" in shown(clean)


def test_a_command_is_never_broken_in_two(report):
    finding = report.findings[2]
    command = "set " + " ".join(["firewall"] * 20)
    remedy = finding.remedy.model_copy(update={"text": f"{command}\n"})
    odd = report.model_copy(update={"findings": [finding.model_copy(update={"remedy": remedy})]})
    assert f"      {command}\n" in shown(odd, COLUMNS="60")


def test_a_narrow_terminal_gets_the_summary_as_a_list(report):
    assert f"  failed        {report.summary.failed}\n" in shown(report, COLUMNS="80")
    assert "\u2503 devices read" in shown(report, COLUMNS="100")


def test_an_inventory_without_flows_is_said_to_be_why_nothing_was_checked(audit):
    quiet = replace(audit, runs=(_run(),), network=replace(audit.network, flows=()))
    assert "nothing was checked (the inventory has no flows)" in shown(build(quiet, "major"))


def test_a_file_in_the_place_of_the_folder_is_said(report, tmp_path):
    (tmp_path / "out").touch()
    with pytest.raises(NotADirectoryError, match="is not a folder"):
        write_report(tmp_path / "out", report, ())


def test_many_checks_without_a_subject_are_one_sentence(audit):
    silent = [
        replace(_run(), check=Check(f"ACL90{n}", "x", Severity.MAJOR, tuple)) for n in range(9)
    ]
    text = shown(build(replace(audit, runs=tuple(silent)), "major"))
    assert "ACL907, ACL908 had no subject: nothing was checked" in " ".join(text.split())


def _run(*results, severity=Severity.MAJOR, name="x"):
    return CheckRun(Check("ACL999", name, severity, lambda _: results), tuple(results))


def _failed(severity=Severity.MAJOR):
    check = Check("ACL999", "x", severity, lambda _: ())
    return Subject("sw1", "y").failed(check, "m", SourceRef("f", 1, "t"))


PASSED = Subject("sw1", "y").passed()
OPEN = Subject("sw1", "y").undecided(Check("ACL999", "x", Severity.MAJOR, lambda _: ()), "m")


@pytest.mark.parametrize(
    ("runs", "fail_on", "code"),
    [
        ([_run(PASSED)], "major", 0),
        ([_run(PASSED), _run(_failed())], "major", 1),
        ([_run(PASSED), _run(_failed(Severity.MINOR))], "major", 0),
        ([_run(PASSED), _run(_failed(Severity.MINOR))], "minor", 1),
        ([_run(PASSED), _run(_failed())], "critical", 0),
        ([_run(PASSED), _run(_failed(Severity.CRITICAL))], "never", 0),
        ([_run(PASSED), _run(OPEN)], "never", 3),
        ([_run(PASSED), _run()], "major", 3),
        ([_run(Subject("", "z").not_applicable("n"))], "major", 3),
        ([], "major", 3),
        ([_run(OPEN), _run(_failed())], "major", 1),
    ],
)
def test_exit_codes(runs, fail_on, code):
    assert exit_code(runs, fail_on) == code


def test_a_check_without_a_subject_says_so(audit):
    silent = replace(audit, runs=(*audit.runs, _run(name="silent")))
    report = build(silent, "major")
    assert report.checks[-1].note
    assert "ACL999 had no subject" in " ".join(shown(report).split())
    assert "silent (had no subject" in markdown(report)


def test_a_check_that_breaks_is_undecided_and_the_others_go_on(monkeypatch):
    def broken(_context):
        raise ZeroDivisionError("by accident")

    check = Check("ACL999", "broken", Severity.MAJOR, broken)
    fine = Check("ACL998", "fine", Severity.MAJOR, lambda _: [PASSED])
    monkeypatch.setattr("roce_audit.examining.all_checks", lambda: (check, fine))
    runs = examine(Network(Fabric("f", "v2", ("ipv4",))))
    (finding,) = findings_of(runs)
    assert finding.verdict is Ending.UNDECIDED
    assert "ZeroDivisionError: by accident" in finding.message
    assert runs[1].count(Ending.PASSED) == 1


def test_a_finding_is_the_same_one_in_another_run():
    one = Finding("A", "n", Severity.MAJOR, Ending.FAILED, "d", "3 ports in v1", "m", ())
    assert identity(one) == identity(replace(one, message="other words"))
    assert identity(one) != identity(replace(one, device="e"))


def test_without_findings_there_is_nothing_to_repair():
    understood = understood_of(CASE)
    assert repair(understood, ()) == Repairs((), ())
