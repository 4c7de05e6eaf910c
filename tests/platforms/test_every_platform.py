"""What holds for every platform that is found by its place."""

import re
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from roce_audit.model.device import Device
from roce_audit.reading.document import Document, Role
from roce_audit.reading.find import all_platforms
from roce_audit.remediation.templates import template_folder

PLATFORMS = all_platforms()
HERE = Path(__file__).parent
ROOT = HERE.parent.parent

each_platform = pytest.mark.parametrize("platform", PLATFORMS, ids=lambda each: each.name)
quick = settings(
    max_examples=60,
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)

VOCABULARY = [
    "permit",
    "deny",
    "udp",
    "tcp",
    "ip",
    "ipv6",
    "any",
    "host",
    "eq",
    "range",
    "4791",
    "0x8915",
    "10.0.0.0/8",
    "fd00::/8",
    "interface",
    "vlan",
    "access-list",
    "{",
    "}",
    "[",
    "]",
    ";",
    ":",
    ",",
    '"',
    "'",
    "set",
    "delete",
    "no",
    "in",
    "out",
    "accept",
    "drop",
    "table",
    "chain",
    "rule",
    "term",
    "then",
    "from",
    "filter",
    "-A",
    "FORWARD",
    "-p",
    "--dport",
    "-j",
    "ACL_TABLE",
    "PRIORITY",
    "action",
    "match",
    "bridge",
    "swp1",
    "Ethernet1",
    "10",
    "20",
]
WORDS = st.sampled_from(VOCABULARY)
LINES = st.lists(WORDS, max_size=8).map(" ".join)
TEXTS = st.one_of(
    st.text(max_size=400),
    st.lists(LINES, max_size=25).map("\n".join),
    st.binary(max_size=300).map(lambda raw: raw.decode("utf-8", errors="replace")),
)


def samples(platform):
    """Return texts of the platform: configurations in its tests."""
    folder = HERE / platform.name
    found = [p for p in folder.rglob("*") if p.suffix in {".cfg", ".conf", ".txt", ".yml", ".json"}]
    return [path.read_text(encoding="utf-8")[:6000] for path in sorted(found)[:6]]


@each_platform
def test_it_has_its_notes_and_says_what_it_can(platform):
    notes = ROOT / "roce_audit" / "platforms" / platform.name / "NOTES.md"
    assert len(notes.read_text(encoding="utf-8").split()) > 300
    assert platform.capabilities
    assert platform.undecided
    assert platform.title


def test_names_and_aliases_are_unique():
    names = [name for each in PLATFORMS for name in (each.name, *each.aliases)]
    assert len(names) == len(set(names))


@each_platform
def test_every_command_is_on_its_own_allow_list(platform):
    for command in platform.session.commands:
        assert any(re.fullmatch(rule, command.text) for rule in platform.session.allowed), command


@each_platform
def test_every_remedy_kind_has_templates_with_a_rollback(platform):
    folder = template_folder() / platform.name
    # A name with an underscore in front is a part that templates include.
    found = {path.name for path in folder.glob("[!_]*.j2")}
    assert bool(found) == bool(platform.remedies)
    for name in found:
        if not name.endswith(".rollback.j2"):
            assert name.removesuffix(".j2") + ".rollback.j2" in found


def test_a_snippet_says_where_it_is_pasted():
    """JSON has no comments."""
    told = set()
    for platform in PLATFORMS:
        folder = template_folder() / platform.name
        if not (folder / "_where.j2").is_file():
            continue
        told.add(platform.name)
        assert (folder / "_where.j2").read_text(encoding="utf-8")[0] in "!#"
        first = f'{{% include "{platform.name}/_where.j2" %}}\n'
        for path in folder.glob("[!_]*.j2"):
            assert path.read_text(encoding="utf-8").startswith(first), path
    assert {each.name for each in PLATFORMS} - told == {"sonic"}


@each_platform
@quick
@given(text=TEXTS, change=TEXTS)
def test_no_text_is_too_odd_for_its_reader(platform, text, change):
    documents = [Document("config", text), Document("change", change, Role.CHANGE)]
    device = platform.read("sw1", documents, {})
    assert isinstance(device, Device)
    assert device.ledger.read >= 0
    confidence, _ = platform.detect(text)
    assert 0.0 <= confidence <= 1.0
    platform.interface_name(text[:40])


@each_platform
@quick
@given(data=st.data())
def test_a_damaged_configuration_of_its_own_is_read_too(platform, data):
    texts = samples(platform)
    if not texts:
        pytest.fail(f"no sample texts in tests/platforms/{platform.name}")
    text = data.draw(st.sampled_from(texts))
    for _ in range(data.draw(st.integers(1, 6))):
        at = data.draw(st.integers(0, len(text)))
        length = data.draw(st.integers(0, 12))
        text = text[:at] + data.draw(st.text(max_size=6)) + text[at + length :]
    device = platform.read("sw1", [Document("config", text)], {})
    for acl in device.filters.values():
        for line in acl.lines:
            assert line.source.text.isprintable()
            assert line.source.line is None or line.source.line >= 1
