"""Whatever the text is, the reader answers; what it cannot read it never takes for a permit."""

from __future__ import annotations

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from roce_audit.platforms.cisco_nxos import PLATFORM
from roce_audit.reading.document import Document, Role

CONFIG = """\
object-group ip address GPU
  10 host 10.0.0.1
  20 10.0.1.0/24
ip access-list A
  10 deny tcp any any
  20 permit udp addrgroup GPU 10.0.0.0/8 eq 4791
  30 deny udp any any range 4000 5000
  40 permit ip any any
mac access-list M
  10 permit any any 0x8915
ip access-list D
  10 permit udp any any eq 4791
vlan access-map VM 10
  match ip address D
  action drop
vlan access-map VM 20
  match ip address A
  match mac address M
  action forward
vlan filter VM vlan-list 10
interface Ethernet1/1
  switchport
  switchport access vlan 20
  ip port access-group A in
  mac port access-group M
interface Ethernet1/2
  switchport
  switchport access vlan 10
"""
QUESTIONS = tuple(
    {"in": port, **packet}
    for port in ("Ethernet1/1", "Ethernet1/2")
    for packet in (
        {"traffic": "v1"},
        {"traffic": "v2-ipv4", "src": "10.0.0.1", "dst": "10.9.9.9"},
        {"traffic": "v2-ipv4", "src": "192.0.2.1", "dst": "10.9.9.9"},
    )
)
NAMES = frozenset({"A", "D", "M", "VM", "GPU"})
"""A damaged name is another name: the device takes it as such."""
VALID = frozenset({("ip", "access-group", "A", "in")})
"""Damage that leaves a command which the device takes and understands otherwise."""
LINES = CONFIG.splitlines()
DAMAGEABLE = [
    (at, word)
    for at, line in enumerate(LINES)
    for word in range(len(line.split()))
    if line.split()[word] not in NAMES and not line.startswith("interface")
]
_WORDS = st.sampled_from(
    (*sorted({word for line in LINES for word in line.split()}), "no", "x", "4294967296", "[", "!")
)


def verdicts(text, ask):
    device = PLATFORM.read("leaf1", [Document("config", text)], {})
    return [ask(device, question)[0].verdict.value for question in QUESTIONS]


def test_the_undamaged_configuration_is_decided(ask_nxos):
    assert verdicts(CONFIG, ask_nxos) == ["permit", "permit", "deny", "permit", "deny", "deny"]


@pytest.mark.parametrize(("at", "word"), DAMAGEABLE)
@pytest.mark.parametrize("garbage", ["xx", "9z", ""])
def test_one_damaged_word_moves_verdicts_only_towards_undecided(at, word, garbage, ask_nxos):
    indent = LINES[at][: len(LINES[at]) - len(LINES[at].lstrip())]
    words = LINES[at].split()
    words[word : word + 1] = [garbage] if garbage else []
    if tuple(words) in VALID:
        return
    text = "\n".join([*LINES[:at], indent + " ".join(words), *LINES[at + 1 :]])
    for was, now in zip(verdicts(CONFIG, ask_nxos), verdicts(text, ask_nxos), strict=True):
        assert now in (was, "undecided"), (LINES[at], words)


@settings(max_examples=300, deadline=None)
@given(st.text(alphabet=st.characters(codec="utf-8"), max_size=400))
@example("interface Ethernet1/1-99999999999999999999\n  mtu " + "9" * 5000)
@example("ip access-list A\n " + "9" * 5000 + " permit ip any any\n no " + "9" * 5000)
@example("vlan access-map\nvlan filter\nvlan\nno\nno vlan\nno vlan filter\nip\nmac\nobject-group\n")
@example(
    "object-group ip port P\n no\n eq\n range 5\nclass-map\npolicy-map type\nsystem jumbomtu ²\n"
)
@example("interface Ethernet1/1\n no\n ip\n ip address\n switchport trunk\n mac port\n inherit\n")
@example("resequence\nresequence ip access-list\ntime-range\nport-profile\nhostname\nversion\n")
@example("leaf1(config)# \nleaf1# sh\nsh run\nshow\nexit\nend\nbanner motd\nbanner motd ##\n")
@example(
    "ip access-list A\n permit\n deny udp\n 10\n remark\n permit udp any eq any\n [match=1]\n !\n"
)
def test_no_text_makes_the_reader_fail(text):
    document = Document("config", text)
    change = Document("change", text, Role.CHANGE)
    state = Document("state", text, Role.STATE, "show interface switchport")
    PLATFORM.read("leaf1", [document, state, change, change], {})
    confidence, told = PLATFORM.detect(text)
    assert 0 <= confidence <= 1
    assert told


@settings(max_examples=200, deadline=None)
@given(st.lists(st.lists(_WORDS, min_size=1, max_size=9), max_size=25), st.integers(0, 3))
def test_no_order_of_known_words_makes_the_reader_fail(lines, indent):
    text = "\n".join(" " * (indent * (at % 3)) + " ".join(words) for at, words in enumerate(lines))
    device = PLATFORM.read("leaf1", [Document("config", text)], {})
    assert len(device.ledger.uncertain) <= len(lines)


@settings(max_examples=100, deadline=None)
@given(st.integers(0, len(CONFIG)), st.binary(max_size=20))
def test_a_cut_or_overwritten_file_is_read(at, noise):
    PLATFORM.read("leaf1", [Document("config", CONFIG[:at])], {})
    text = CONFIG[:at] + noise.decode("latin-1") + CONFIG[at:]
    PLATFORM.read("leaf1", [Document("config", text)], {})
