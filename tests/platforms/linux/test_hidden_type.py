"""``ether type ip`` before a field of IP: nft's listing leaves it out, its bytecode has it."""

import json

import pytest

from roce_audit.analysis.query import judge
from roce_audit.analysis.verdicts import Verdict
from roce_audit.model.path import Passage
from roce_audit.packets.fields import UNTAGGED
from roce_audit.packets.traffic import REGIONS, Traffic
from roce_audit.platforms.linux.nft_bytecode import asks_on_wire, read_codes
from roce_audit.platforms.linux.state import State
from roce_audit.reading.document import Document
from roce_audit.reading.find import find_platform
from tests.platforms.linux.namespaces import namespace, need_a_kernel

LISTING = """table {family} f {{
\tchain c {{
\t\ttype filter hook {hook} priority 0; policy accept;
\t\t{rule} drop
\t}}
}}
"""
HOOKS = {"bridge": "forward", "netdev": 'ingress device "p1"'}
WIRE = """bridge f c 2
  [ payload load 2b @ link header + 12 => reg 1 ]
  [ cmp eq reg 1 0x00000008 ]
  [ payload load 4b @ network header + 12 => reg 1 ]
  [ cmp eq reg 1 0x0100000a ]
  [ immediate reg 0 drop ]

"""
BEHIND_TAG = WIRE.replace("payload load 2b @ link header + 12", "meta load protocol")


def listing(rule="ip saddr 10.0.0.1", family="bridge"):
    return LISTING.format(family=family, hook=HOOKS[family], rule=rule)


def verdicts(*texts, commands=None, traffic=Traffic.V2_IPV4):
    linux = find_platform("linux")
    documents = [
        Document(f"capture{n}", text, command=command)
        for n, (text, command) in enumerate(zip(texts, commands or [""] * len(texts), strict=True))
    ]
    device = linux.read("sw", documents, {})
    found = []
    for vlan in (UNTAGGED, 100):
        way = linux.route(device, Passage("p1", "p2", vlan))
        found.append(judge(way, traffic, REGIONS[traffic]).verdict)
    return tuple(found)


HOOK = "type filter hook forward priority 0"
OPEN_BOTH = (Verdict.UNDECIDED, Verdict.UNDECIDED)
OPEN = (Verdict.DENY, Verdict.UNDECIDED)


@pytest.mark.parametrize("family", list(HOOKS))
@pytest.mark.parametrize("rule", ["ip protocol udp", "meta l4proto udp ip protocol udp"])
def test_a_listing_leaves_tagged_frames_open(rule, family):
    assert verdicts(listing(rule, family)) == OPEN


@pytest.mark.parametrize("rule", ["ip protocol udp", "meta l4proto udp ip protocol udp"])
def test_what_a_person_wrote_says_all(rule):
    written = listing(rule).replace("\t", "  ")
    assert verdicts(written) == (Verdict.DENY, Verdict.DENY)
    assert verdicts("flush ruleset\n" + listing(rule)) == (Verdict.DENY, Verdict.DENY)
    added = (
        "table bridge f {\n}\nadd chain bridge f c { type filter hook forward priority 0; }\n"
        f"add rule bridge f c {rule} drop\n"
    )
    assert verdicts(added) == (Verdict.DENY, Verdict.DENY)


@pytest.mark.parametrize(
    "prompt", ["root@leaf:~# nft list ruleset\n", "$ sudo nft list table bridge f\n"]
)
def test_behind_the_command_it_is_a_listing_however_it_is_indented(prompt):
    assert verdicts(prompt + listing("ip protocol udp").replace("\t", "  ")) == OPEN


def test_a_brace_in_a_remark_is_none():
    text = listing("ip protocol udp").replace(" drop", ' drop comment "a { brace"')
    assert verdicts(text) == OPEN


def test_handles_are_of_a_listing():
    text = listing("ip protocol udp").replace("\t", "  ").replace(" drop", " drop # handle 2")
    assert verdicts(text) == OPEN


@pytest.mark.parametrize(("code", "tagged"), [(WIRE, Verdict.PERMIT), (BEHIND_TAG, Verdict.DENY)])
def test_the_bytecode_tells(code, tagged):
    text = listing("ip protocol udp").replace(" drop", " drop # handle 2")
    assert verdicts(code + text) == (Verdict.DENY, tagged)
    commands = ["nft --debug=netlink list ruleset", "nft -a list ruleset"]
    assert verdicts(code + listing("ip protocol udp"), text, commands=commands) == (
        Verdict.DENY,
        tagged,
    )


def test_bytecode_of_another_rule_or_of_an_older_listing_tells_nothing():
    text = listing("ip protocol udp").replace(" drop", " drop # handle 2")
    assert verdicts(WIRE + text.replace("handle 2", "handle 3")) == OPEN
    assert verdicts(WIRE + listing("ip protocol udp")) == OPEN
    assert verdicts(WIRE.replace("bridge f c", "bridge f other") + text) == OPEN
    prompt = "root@leaf:~# nft -a list ruleset\n"
    assert verdicts(WIRE + text + prompt + text) == OPEN


@pytest.mark.parametrize(
    "before", ["vlan id 100", "vlan type ip", "ether type 8021q", "meta protocol ip"]
)
def test_a_condition_that_is_shown_tells(before):
    tagged = verdicts(listing(f"{before} ip protocol udp"))[1]
    assert tagged is Verdict.DENY


LINK = "payload load 2b @ link header + 12 => reg 1"
WITH_SOURCE = "payload load 8b @ link header + 6 => reg 1"


@pytest.mark.parametrize(
    ("instructions", "expected"),
    [
        ((LINK, "cmp eq reg 1 0x00000008"), {0x0800}),
        ((LINK, "cmp eq reg 1 0x0000dd86"), {0x86DD}),
        ((WITH_SOURCE, "cmp eq reg 1 0x33221100 0x00085544"), {0x0800}),
        ((WITH_SOURCE, "cmp eq reg 1 0x33221100 0x81005544"), {0x0081}),
        ((LINK, "cmp eq reg 1 0x00001589"), {0x8915}),
        ((LINK, "cmp neq reg 1 0x00000008"), set()),
        ((LINK, "cmp eq reg 1 0x0800"), None),
        ((LINK.replace("12", "16"), "cmp eq reg 1 0x00000008"), set()),
        ((LINK.replace("link", "network"), "cmp eq reg 1 0x00000008"), set()),
        ((LINK.replace("g 1", "g 9"), "meta load protocol => reg 1", "cmp eq reg 1 0x08"), None),
        ((LINK, "lookup reg 1 set __set0 0x0", "cmp eq reg 1 0x00000008"), set()),
        (("meta load protocol => reg 1", "cmp eq reg 1 0x00000008"), set()),
        ((LINK.replace("load", "lxad"), "cmp eq reg 1 0x00000008"), None),
        ((LINK.replace("link", "lxnk"), "cmp eq reg 1 0x00000008"), None),
        (("cmp eq reg 1 0x00000008",), None),
        ((LINK,), None),
        ((LINK, "cmp eq rxg 1 0x00000008"), None),
        ((), set()),
    ],
)
def test_the_instructions(instructions, expected):
    assert asks_on_wire([f"  [ {each} ]" for each in instructions]) == expected


IPV4, IPV6, VLAN_TAG, ROCE = 0x0800, 0x86DD, 0x8100, 0x8915
RULES = {
    "ether type ip ip saddr 10.0.0.1": {IPV4},
    "meta protocol ip ip saddr 10.0.0.1": set(),
    "ip saddr 10.0.0.1": set(),
    "ether saddr 02:00:00:00:00:01 ether type ip ip saddr 10.0.0.1": {IPV4},
    "ether type ip6 ip6 saddr fd00::1": {IPV6},
    "ether type ip ip saddr . udp dport { 10.0.0.1 . 4791, 10.0.0.2 . 4791 }": {IPV4},
    "udp dport 4791": set(),
    "ether type 0x8915": {ROCE},
    "ether type != 0x8915": set(),
    "vlan id 100 ip saddr 10.0.0.1": {VLAN_TAG},
    "ether type 8021q ether saddr != 02:00:00:00:00:01": {VLAN_TAG},
    "ether type 8021q meta protocol ip": {VLAN_TAG},
}


def test_the_bytecode_of_this_kernel():
    need_a_kernel("nft")
    script = "table bridge f {\nset s { type inet_service; elements = { 4791 } }\nchain c {\n"
    script += "type filter hook forward priority 0;\n"
    script += "".join(f"{rule} counter drop\n" for rule in RULES) + "udp dport @s drop\n}\n}\n"
    with namespace() as run:
        run("nft -f -", script)
        text = run("nft -a --debug=netlink list ruleset")
        listed = json.loads(run("nft -j list ruleset"))
    linux = find_platform("linux")
    state = State()
    read_codes(state, list(enumerate(text.split("\n"), start=1)))
    handles = [str(each["rule"]["handle"]) for each in listed["nftables"] if "rule" in each]
    found = [state.bytecode["bridge", "f"].rules["c", handle].on_wire for handle in handles]
    assert found == [*RULES.values(), set()]
    device = linux.read("sw", [Document("capture", text)], {})
    assert not device.gaps
    assert not device.ledger.uncertain


@pytest.mark.parametrize(
    ("rule", "there"),
    [("ether saddr != 02:00:00:00:00:01", Verdict.PARTIAL), ("meta protocol ip", Verdict.DENY)],
)
def test_a_hidden_tag_is_told_by_the_bytecode(rule, there):
    text = listing(rule).replace(" drop", " drop # handle 2")
    tagged = WIRE.replace("0x00000008", "0x00000081")
    assert verdicts(tagged + text) == (Verdict.PERMIT, there)


GARBLED = "vlan id 100 vlan pcp 0 vlan dei 0 vlan id 512 vlan type 0x0000 @ll,32,16 0x99"


@pytest.mark.parametrize("rule", [GARBLED, GARBLED.removeprefix("vlan id 100 ")])
def test_what_nft_lists_in_wrong_words_is_open(rule):
    assert verdicts(listing(rule)) == (Verdict.UNDECIDED, Verdict.UNDECIDED)


def test_this_nft_lists_a_target_behind_a_tag_in_wrong_words_or_right_ones():
    need_a_kernel("nft")
    rule = "vlan id 100 ether daddr 02:00:00:00:00:99 drop"
    with namespace() as run:
        run("nft -f -", f"table bridge f {{\nchain c {{\n{HOOK};\n{rule}\n}}\n}}\n")
        text = run("nft list ruleset")
    found = verdicts(text)
    right = rule in text
    assert found == ((Verdict.PERMIT, Verdict.PARTIAL) if right else OPEN_BOTH)


MERGED = """ip f c 2
  [ meta load l4proto => reg 1 ]
  [ cmp eq reg 1 0x00000011 ]
  [ payload load 2b @ transport header + 4 => reg 1 ]
  [ cmp lt reg 1 0x00006400 ]
  [ payload load 2b @ transport header + 2 => reg 1 ]
  [ cmp gt reg 1 0x0000b612 ]
  [ immediate reg 0 drop ]

"""


def test_two_comparisons_that_nft_lists_as_one_are_open():
    text = listing("udp dport != 100-4790").replace("bridge f", "ip f")
    text = text.replace(" drop", " drop # handle 2")
    assert verdicts(text) == (Verdict.DENY, Verdict.DENY)
    assert verdicts(MERGED + text) == OPEN_BOTH


def test_this_nft_lists_two_comparisons_as_one_or_rightly():
    need_a_kernel("nft")
    rule = "udp length < 100 udp dport > 4790 drop"
    with namespace() as run:
        run("nft -f -", f"table ip f {{\nchain c {{\n{HOOK};\n{rule}\n}}\n}}\n")
        text = run("nft -a --debug=netlink list ruleset")
    right = rule in text
    assert verdicts(text)[0] is (Verdict.PARTIAL if right else Verdict.UNDECIDED)


@pytest.mark.parametrize("number", range(5))
def test_a_damaged_line_of_the_bytecode_tells_nothing_wrong(number):
    text = listing("ip protocol udp").replace(" drop", " drop # handle 2")
    lines = WIRE.split("\n")
    for damage in (lines[number + 1][:9], f"  x{lines[number + 1].strip()}", None):
        kept = [*lines[: number + 1], *([damage] if damage else []), *lines[number + 2 :]]
        found = verdicts("\n".join(kept) + text)
        assert found in {OPEN, OPEN_BOTH, (Verdict.DENY, Verdict.PERMIT)}, (damage, found)
