"""The program as a whole: help, exit codes, errors without a traceback, pipes."""

import json
import subprocess
import sys
from importlib import import_module

import jsonschema
import pytest

from roce_audit import __version__
from roce_audit.checks import all_checks
from roce_audit.cli.app import main

WANTED = {
    "demo",
    "init",
    "audit",
    "collect",
    "query",
    "host",
    "collector",
    "decode",
    "checks",
    "explain",
    "platforms",
    "schema",
}


def run(*words, text="", **more):
    return subprocess.run(
        [sys.executable, "-m", "roce_audit", *words],
        input=text,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
        **more,
    )


def test_help_lists_every_command():
    done = run("--help")
    assert done.returncode == 0
    assert {line.split()[0] for line in done.stdout.splitlines() if line.startswith("  ")} >= WANTED


def test_help_cuts_no_sentence():
    assert "..." not in run("--help").stdout.replace("[OPTIONS] COMMAND [ARGS]...", "")


def test_help_imports_nothing_heavy():
    code = (
        "import sys; from roce_audit.cli.app import build; build(); "
        "print([m for m in ('netmiko', 'paramiko', 'pydantic', 'rich.console', 'jinja2') "
        "if m in sys.modules])"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, timeout=60, check=True
    )
    assert done.stdout.strip() == "[]"


def test_the_version():
    assert run("--version").stdout == f"roce-audit {__version__}\n"


@pytest.mark.parametrize(
    "words",
    [
        ["query", "no-such-file.cfg", "--filter", "X"],
        ["explain", "ACL999"],
        ["audit", "no-such-inventory.yaml"],
        ["query"],
        ["audit", "x.yaml", "--fail-on", "sometimes"],
    ],
)
def test_wrong_usage_is_exit_2_without_a_traceback(words):
    done = run(*words)
    assert done.returncode == 2
    assert "Traceback" not in done.stderr
    assert done.stderr.strip()


def test_a_wrong_choice_is_said_in_plain_words():
    told = run("schema", "reports").stderr
    assert "'reports' is not one of 'inventory', 'report'" in told
    assert "Value error" not in told


def test_debug_shows_the_traceback():
    assert "Traceback" in run("--debug", "explain", "ACL999").stderr


def test_explain_prints_a_checks_document_by_code_or_name():
    by_code = run("explain", "acl001")
    assert by_code.returncode == 0
    assert "Why it matters" in by_code.stdout
    assert run("explain", "roce-v2-ipv4-dropped").stdout == by_code.stdout


def test_checks_lists_them_all():
    rows = json.loads(run("checks", "--json").stdout)
    assert [row["code"] for row in rows] == [check.code for check in all_checks()]
    assert len(run("checks").stdout.splitlines()) == len(rows)


def test_platforms_shows_the_table():
    told = run("platforms").stdout
    for name in ("cisco_nxos", "arista_eos"):
        assert name in told
    rows = json.loads(run("platforms", "--json").stdout)
    assert {"collect", "read", "judge", "repair", "proven"} <= set(rows[0]["capabilities"])


def test_what_is_said_of_repairs_stands_with_them():
    told = run("platforms").stdout.splitlines()
    read = [line for line in told if line.startswith("  read ")]
    repair = [line for line in told if line.startswith("  repair ")]
    assert not [line for line in read if "repair" in line]
    assert "  repair    define_filter, permit_packets, set_mtu" in repair
    wanted = "  repair    not repaired: family inet mtu, MTUs above 9216, terms of included filters"
    assert wanted in repair
    assert "  read      where: ports, VLANs, IRBs, routed ports and units, aggregates" in "\n".join(
        read
    )


@pytest.mark.parametrize("kind", ["inventory", "report"])
def test_schemas_are_schemas(kind):
    schema = json.loads(run("schema", kind).stdout)
    jsonschema.Draft202012Validator.check_schema(schema)


def shell(command, tmp_path):
    return subprocess.run(
        ["bash", "-c", command.replace("roce-audit", f"{sys.executable} -m roce_audit")],
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
        cwd=tmp_path,
    )


OPEN_FILTER = "ip access-list X\n  10 permit udp any any eq 4791\n"
SHUT_FILTER = "ip access-list X\n  10 deny udp any any\n"


@pytest.mark.parametrize(("config", "code"), [(OPEN_FILTER, 0), (SHUT_FILTER, 1)])
@pytest.mark.parametrize("end", ["| true; exit ${PIPESTATUS[0]}", ">&-"])
def test_a_reader_that_leaves_early_does_not_change_the_verdict(config, code, end, tmp_path):
    (tmp_path / "x.cfg").write_text(config, encoding="utf-8")
    asked = "roce-audit query x.cfg --platform cisco_nxos --filter X --traffic v2-ipv4"
    done = shell(f"{asked} {end}", tmp_path)
    assert done.returncode == code
    assert not done.stderr


def test_a_full_disk_is_an_error_and_no_verdict(tmp_path):
    done = shell("roce-audit checks > /dev/full", tmp_path)
    assert (done.returncode, done.stderr) == (4, "error: No space left on device\n")


@pytest.mark.parametrize("debug", [True, False])
def test_a_fault_of_ours_is_no_finding(monkeypatch, capsys, debug):
    def broken():
        raise ZeroDivisionError("by accident")

    monkeypatch.setattr("roce_audit.cli.app.build", lambda: broken)
    monkeypatch.setattr("sys.argv", ["roce-audit", *(["--debug"] if debug else [])])
    monkeypatch.setattr("sys.stdout", sys.stdout)
    with pytest.raises(SystemExit) as ended:
        main()
    assert ended.value.code == 4
    told = capsys.readouterr().err
    assert ("Traceback" in told) is debug
    assert "ZeroDivisionError" in told


def test_debug_does_not_change_the_exit_code():
    assert run("--debug", "explain", "ACL999").returncode == 2


def test_running_as_a_module_is_the_program():
    assert import_module("roce_audit.__main__").main is import_module("roce_audit.cli.app").main
