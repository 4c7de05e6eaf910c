"""Whatever the text is, the reader answers; what it cannot read it never takes for a permit."""

from __future__ import annotations

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from roce_audit.platforms.juniper_junos import PLATFORM
from roce_audit.reading.document import Document, Role

CONFIG = """\
set policy-options prefix-list GPU 10.0.0.0/24
set firewall family inet filter A term T1 from protocol tcp
set firewall family inet filter A term T1 then discard
set firewall family inet filter A term T2 from source-prefix-list GPU
set firewall family inet filter A term T2 from protocol udp
set firewall family inet filter A term T2 from destination-port 4791
set firewall family inet filter A term T2 then accept
set firewall family ethernet-switching filter M term V1 from ether-type 0x8915
set firewall family ethernet-switching filter M term V1 then accept
set interfaces et-0/0/1 unit 0 family inet filter input A
set interfaces et-0/0/1 unit 0 family inet address 10.0.0.1/24
set interfaces et-0/0/2 unit 0 family ethernet-switching filter input M
"""
BRACES = """\
policy-options {
    prefix-list GPU {
        10.0.0.0/24;
    }
}
firewall {
    family inet {
        filter A {
            term T1 {
                from {
                    protocol tcp;
                }
                then discard;
            }
            term T2 {
                from {
                    source-prefix-list {
                        GPU;
                    }
                    protocol udp;
                    destination-port 4791;
                }
                then accept;
            }
        }
    }
    family ethernet-switching {
        filter M {
            term V1 {
                from {
                    ether-type 0x8915;
                }
                then accept;
            }
        }
    }
}
"""
QUESTIONS = (
    {"filter": "A", "traffic": "v2-ipv4", "src": "10.0.0.9"},
    {"filter": "A", "traffic": "v2-ipv4", "src": "192.0.2.1"},
    {"filter": "M", "traffic": "v1"},
    {"filter": "M", "traffic": "v2-ipv4"},
)
UNDAMAGED = ["permit", "deny", "permit", "deny"]
LINES = CONFIG.splitlines()
TERM_WORD = 6
"""Words before it say which filter a statement is about: damage there makes another statement."""
VALUES = [
    (at, word)
    for at, line in enumerate(LINES)
    if line.startswith("set firewall")
    for word in range(TERM_WORD + 2, len(line.split()))
]
FRAMES = [at for at, line in enumerate(BRACES.splitlines()) if line.strip()[-1] in "{}"]
_WORDS = st.sampled_from(
    (
        *sorted({word for line in LINES for word in line.split()}),
        *(
            "delete",
            "insert",
            "before",
            "after",
            "to",
            "rename",
            "copy",
            "deactivate",
            "edit",
            "top",
        ),
        *("up", "exit", "[", "]", "groups", "apply-groups", "G", "<*>", "<et-[0-9]>", "except"),
        *("interface-range", "member", "member-range", "load", "show", "configuration", "|", '"'),
        *("vlans", "vlan-id", "l3-interface", "irb.1", "input-list", "inactive:", "{", "}", ";"),
        *("99999999999999999999", "policer", "then", "next", "term", "ip-version", "port-except"),
    )
)


def verdicts(text, ask):
    device = PLATFORM.read("leaf1", [Document("config", text)], {})
    found = []
    for question in QUESTIONS:
        if any(acl.name == question["filter"] for acl in device.filters.values()):
            found.append(ask(device, question)[0].verdict.value)
        else:
            found.append("not there")
    return found


@pytest.mark.parametrize("text", [CONFIG, BRACES])
def test_the_undamaged_configuration_is_decided(text, ask_junos):
    assert verdicts(text, ask_junos) == UNDAMAGED


@pytest.mark.parametrize(("at", "word"), VALUES)
@pytest.mark.parametrize("garbage", ["xx", "9z", '"', "0x"])
def test_one_damaged_word_of_a_term_moves_verdicts_only_towards_undecided(
    at, word, garbage, ask_junos
):
    words = LINES[at].split()
    words[word] = garbage
    text = "\n".join([*LINES[:at], " ".join(words), *LINES[at + 1 :]])
    for was, now in zip(UNDAMAGED, verdicts(text, ask_junos), strict=True):
        assert now in (was, "undecided"), words


@pytest.mark.parametrize("at", FRAMES)
def test_a_lost_frame_line_moves_verdicts_only_towards_undecided(at, ask_junos):
    lines = BRACES.splitlines()
    text = "\n".join([*lines[:at], *lines[at + 1 :]])
    for was, now in zip(UNDAMAGED, verdicts(text, ask_junos), strict=True):
        assert now in (was, "undecided", "not there"), lines[at]


@pytest.mark.parametrize("at", range(len(BRACES.splitlines())))
@pytest.mark.parametrize("extra", ["}", "{", '"', "garbage;", "garbage {"])
def test_a_line_too_many_moves_verdicts_only_towards_undecided(at, extra, ask_junos):
    lines = BRACES.splitlines()
    text = "\n".join([*lines[:at], extra, *lines[at:]])
    for was, now in zip(UNDAMAGED, verdicts(text, ask_junos), strict=True):
        assert now in (was, "undecided", "not there"), at


@settings(max_examples=300, deadline=None)
@given(st.text(alphabet=st.characters(codec="utf-8"), max_size=400))
@example(
    "interfaces { et-0/0/1 { mtu " + "9" * 5000 + "; unit 0 { vlan-id " + "9" * 5000 + "; } } }"
)
@example("set interfaces interface-range R member-range et-0/0/0 to et-0/0/999999\n")
@example('set interfaces interface-range R member "et-0/0/[0-99999999999]"\n')
@example("set vlans V vlan-id-list 9999999999999-1\nset vlans W vlan-id ²\n")
@example("groups { G { apply-groups G; } } apply-groups [ G G ]; <*> { }")
@example("insert\ninsert a before\nrename a to\ncopy to to to\ndelete\nset\nup 99\nexit\nedit\n")
@example('set firewall family inet filter F term T from source-address 1.2.3.4/5.6.7.8 except "')
@example("a@b> show configuration | display set\nset \na@b# show\na@b# \n[edit\n{master:0}\n")
@example("firewall{{{{;;;}}}}}}}}[[[]]]" + "{" * 500)
@example("/*\nset interfaces\n")
def test_no_text_makes_the_reader_fail(text):
    document = Document("config", text)
    change = Document("change", text, Role.CHANGE)
    state = Document("state", text, Role.STATE, "show configuration | display inheritance")
    PLATFORM.read("leaf1", [document, state], {})
    PLATFORM.read("leaf1", [document, change, change], {})
    confidence, _ = PLATFORM.detect(text)
    assert 0 <= confidence <= 1


@settings(max_examples=250, deadline=None)
@given(st.lists(st.lists(_WORDS, min_size=1, max_size=12), max_size=25), st.booleans())
def test_no_order_of_known_words_makes_the_reader_fail(lines, as_set):
    head = "set " if as_set else ""
    text = "\n".join(head + " ".join(words) for words in lines)
    PLATFORM.read("leaf1", [Document("config", text)], {})
    change = Document("change", text, Role.CHANGE)
    PLATFORM.read("leaf1", [Document("config", CONFIG), change], {})


@settings(max_examples=120, deadline=None)
@given(st.sampled_from((CONFIG, BRACES)), st.integers(0, len(BRACES)), st.binary(max_size=20))
def test_a_cut_or_overwritten_file_is_read(text, at, noise):
    PLATFORM.read("leaf1", [Document("config", text[:at])], {})
    overwritten = text[:at] + noise.decode("latin-1") + text[at:]
    PLATFORM.read("leaf1", [Document("config", overwritten)], {})


@pytest.mark.parametrize("at", range(0, len(BRACES), 7))
def test_a_cut_file_never_turns_a_deny_into_a_permit(at, ask_junos):
    for was, now in zip(UNDAMAGED, verdicts(BRACES[:at], ask_junos), strict=True):
        assert now != "permit" or was == "permit"
        assert now != "deny" or was == "deny"
