"""One ruleset as script, text, numbers and JSON is one model."""

from __future__ import annotations

import pytest

from roce_audit.model.acl import Call
from roce_audit.packets.fields import Doubt
from roce_audit.platforms.linux import PLATFORM
from roce_audit.platforms.linux.questions import (
    KindQuestion,
    LocalQuestion,
    NameQuestion,
    TrackQuestion,
)
from roce_audit.reading.document import Document

from .namespaces import namespace, need_a_kernel

QUESTIONS = (NameQuestion, TrackQuestion, LocalQuestion, KindQuestion)

PAIR = {
    "text": """\
table inet f {
	set peers {
		type ipv4_addr
		flags interval
		elements = { 10.88.0.0/24, 10.89.0.1-10.89.0.9 }
	}

	chain sub {
		ct state established,related accept
		ip saddr @peers udp dport 4791 counter packets 5 bytes 300 accept
		ip6 daddr fd00::/8 udp sport 49152-65535 return
	}

	chain forward {
		type filter hook forward priority filter; policy drop;
		iifname { "p1", "p2" } jump sub
		ip dscp { cs6, af31 } udp dport != 53 log prefix "x" accept comment "why"
		meta l4proto . th dport { udp . 4791, tcp . 22 } goto sub
		udp dport vmap { 53 : drop, 4791 : jump sub }
		limit rate 10/second accept
	}
}
""",
    "json": """{"nftables": [
{"metainfo": {"version": "1.0.6", "release_name": "Lester Gooch #5", "json_schema_version": 1}},
{"table": {"family": "inet", "name": "f", "handle": 1}},
{"set": {"family": "inet", "name": "peers", "table": "f", "type": "ipv4_addr", "handle": 4,
 "flags": ["interval"], "elem": [{"prefix": {"addr": "10.88.0.0", "len": 24}},
 {"range": ["10.89.0.1", "10.89.0.9"]}]}},
{"chain": {"family": "inet", "table": "f", "name": "sub", "handle": 2}},
{"chain": {"family": "inet", "table": "f", "name": "forward", "handle": 3, "type": "filter",
 "hook": "forward", "prio": 0, "policy": "drop"}},
{"rule": {"family": "inet", "table": "f", "chain": "sub", "handle": 5, "expr": [
 {"match": {"op": "in", "left": {"ct": {"key": "state"}}, "right": ["established", "related"]}},
 {"accept": null}]}},
{"rule": {"family": "inet", "table": "f", "chain": "sub", "handle": 6, "expr": [
 {"match": {"op": "==", "left": {"payload": {"protocol": "ip", "field": "saddr"}},
  "right": "@peers"}},
 {"match": {"op": "==", "left": {"payload": {"protocol": "udp", "field": "dport"}},
  "right": 4791}}, {"counter": {"packets": 5, "bytes": 300}}, {"accept": null}]}},
{"rule": {"family": "inet", "table": "f", "chain": "sub", "handle": 7, "expr": [
 {"match": {"op": "==", "left": {"payload": {"protocol": "ip6", "field": "daddr"}},
  "right": {"prefix": {"addr": "fd00::", "len": 8}}}},
 {"match": {"op": "==", "left": {"payload": {"protocol": "udp", "field": "sport"}},
  "right": {"range": [49152, 65535]}}}, {"return": null}]}},
{"rule": {"family": "inet", "table": "f", "chain": "forward", "handle": 8, "expr": [
 {"match": {"op": "==", "left": {"meta": {"key": "iifname"}}, "right": {"set": ["p1", "p2"]}}},
 {"jump": {"target": "sub"}}]}},
{"rule": {"family": "inet", "table": "f", "chain": "forward", "handle": 9, "comment": "why",
 "expr": [
 {"match": {"op": "==", "left": {"payload": {"protocol": "ip", "field": "dscp"}},
  "right": {"set": ["af31", "cs6"]}}},
 {"match": {"op": "!=", "left": {"payload": {"protocol": "udp", "field": "dport"}}, "right": 53}},
 {"log": {"prefix": "x"}}, {"accept": null}]}},
{"rule": {"family": "inet", "table": "f", "chain": "forward", "handle": 10, "expr": [
 {"match": {"op": "==", "left": {"concat": [{"meta": {"key": "l4proto"}},
  {"payload": {"protocol": "th", "field": "dport"}}]},
  "right": {"set": [{"concat": ["udp", 4791]}, {"concat": ["tcp", 22]}]}}},
 {"goto": {"target": "sub"}}]}},
{"rule": {"family": "inet", "table": "f", "chain": "forward", "handle": 11, "expr": [
 {"vmap": {"key": {"payload": {"protocol": "udp", "field": "dport"}}, "data": {"set": [
  [53, {"drop": null}], [4791, {"jump": {"target": "sub"}}]]}}}]}},
{"rule": {"family": "inet", "table": "f", "chain": "forward", "handle": 12, "expr": [
 {"limit": {"rate": 10, "burst": 5, "per": "second"}}, {"accept": null}]}}
]}""",
}

SCRIPT = """\
table bridge b {
  set macs { type ether_addr; elements = { 02:00:00:00:00:01, 02:00:00:00:00:02 } }
  chain sub {
    ether type 0x8915 accept
    vlan id { 10, 20-30 } vlan pcp != 5 drop
    vlan type ip ip saddr 10.0.0.1 drop
  }
  chain forward {
    type filter hook forward priority -200; policy drop;
    ether type { ip, ip6, arp } accept
    ether type != 0x8915 jump sub
    ether saddr @macs ether daddr != 02:00:00:00:00:03 accept
    ether daddr & 01:00:00:00:00:00 == 01:00:00:00:00:00 drop
    meta protocol 0x8915 goto sub
    meta pkttype { host, other } udp dport { 4789, 4791 } counter accept
    @ll,128,16 0x8915 drop
    @th,16,16 4791 drop
    exthdr frag exists drop
    iifname "p*" oifname != { "q1", "q2" } return
    vlan id vmap { 100 : accept, 200 : jump sub }
  }
}
table inet f {
  set peers { type ipv4_addr . inet_service; flags interval; elements = { 10.0.0.0/24 . 4791 } }
  set six { type ipv6_addr; flags interval; elements = { fd00::/64, fd01::1-fd01::9 } }
  set soon { type ipv4_addr; flags dynamic,timeout; timeout 1m; }
  map jumps { type ifname : verdict; elements = { "br0" : jump sub, "br1" : drop } }
  chain sub {
    ip saddr . udp dport @peers accept
    ip6 saddr @six ip6 hoplimit > 63 drop
    ip saddr @soon accept
  }
  chain pre {
    type filter hook prerouting priority raw; policy accept;
    udp dport 4791 notrack
  }
  chain forward {
    type filter hook forward priority filter + 10; policy drop;
    ct state established,related accept
    ct state { new, untracked } udp sport >= 49152 accept
    ct state vmap { invalid : drop, new : jump sub }
    ct status dnat accept
    ct direction original ip ttl < 255 accept
    ct mark 0x1 accept
    ip saddr != { 10.0.0.0/8, 192.0.2.1 } ip daddr 10.0.0.5-10.0.0.9 drop
    ip saddr & 255.0.255.0 == 10.0.1.0 accept
    ip dscp af31 ip ecn != ce accept
    ip6 dscp ef ip6 nexthdr udp accept
    ip protocol != tcp ip length 100-200 accept
    ip frag-off & 0x1fff != 0 drop
    meta l4proto { tcp, udp } th dport 4791 accept
    meta nfproto ipv6 meta mark 0x7 accept
    udp length >= 100 log prefix "a b" level info accept
    icmp type { echo-request, echo-reply } accept
    icmpv6 type { nd-neighbor-solicit, nd-router-advert } accept
    tcp flags syn / syn,ack accept
    fib daddr type local accept
    fib saddr . iif oif missing drop
    meta skuid 0 accept
    numgen random mod 4 < 2 accept
    limit rate over 10/second burst 20 packets drop
    quota over 10 mbytes drop
    iifname vmap @jumps
    meta mark set 0x5 ip dscp set cs3
    add @soon { ip saddr timeout 30s }
    ip daddr 10.9.9.9 reject
    meta l4proto tcp reject with tcp reset
    udp dport 53 queue num 3 bypass
    jump sub
  }
}
table ip n {
  chain post {
    type nat hook postrouting priority srcnat; policy accept;
    ip saddr 10.0.0.0/8 oifname "eth0" masquerade
    udp dport 4791 snat to 192.0.2.7
  }
}
"""


def same(one, other):
    """Compare lines without their places; what is open stays open, whatever it is called."""
    return [shape(line) for line in one] == [shape(line) for line in other]


def shape(line):
    action = line.action
    if isinstance(action, Call):
        action = (action.resume, [shape(each) for each in action.lines])
    return action, sorted(
        str(sorted((told(dimension), values) for dimension, values in box.items()))
        for box in line.matches
    )


def told(dimension):
    if isinstance(dimension, QUESTIONS) or not isinstance(dimension, Doubt):
        return dimension.name
    return "open"


def read(text):
    return PLATFORM.read("m", [Document("dump", text)], {})


def assert_alike(one, other):
    assert list(one.filters) == list(other.filters)
    assert not one.gaps
    assert not other.gaps
    for key, acl in one.filters.items():
        found = other.filters[key]
        assert (acl.default, acl.default_doubt) == (found.default, found.default_doubt)
        for line, other_line in zip(acl.lines, found.lines, strict=True):
            assert same([line], [other_line]), (line.source.text, other_line.source.text)


def test_a_listing_and_its_json_are_one_model():
    assert_alike(read(PAIR["text"]), read(PAIR["json"]))


def test_json_is_told_in_the_words_of_the_listing():
    device = read(PAIR["json"])
    (line,) = [
        each for each in device.filters["mixed", "inet f sub"].lines if "@" in each.source.text
    ]
    assert line.source.text == "ip saddr @peers udp dport 4791 counter accept"
    assert line.label == "handle 6"


@pytest.mark.parametrize(
    "listing", ["nft list ruleset", "nft -a list ruleset", "nft -nn list ruleset"]
)
def test_what_the_kernel_lists_is_what_the_script_said(listing):
    need_a_kernel("nft")
    with namespace() as run:
        script = loaded(run)
        device = read(run(listing))
        assert not device.ledger.uncertain, device.ledger.uncertain
        assert_alike(read(script), device)


def test_what_the_kernel_lists_as_json_is_what_it_lists_as_text():
    need_a_kernel("nft")
    with namespace() as run:
        loaded(run)
        assert_alike(read(run("nft list ruleset")), read(run("nft -j list ruleset")))


def loaded(run):
    """Load as much of the script as this kernel knows; return what was loaded."""
    lines = SCRIPT.splitlines()
    for _ in range(len(lines)):
        script = "\n".join(lines) + "\n"
        answer = run("nft -f -", script)
        if not answer.startswith("FAILED"):
            return script
        at = int(answer.split("/dev/stdin:", 1)[1].split(":", 1)[0])
        assert lines[at - 1].strip() not in {"", "}"}, answer
        lines[at - 1] = ""
    raise AssertionError("no rule at all could be loaded")


@pytest.mark.parametrize("flags", ['"f"', '"\\u0001"', "7", '["dormant", "x"]'])
def test_flags_that_are_none_leave_the_table_open(flags):
    text = (
        '{"nftables": [{"metainfo": {"version": "1.0.6"}}, '
        f'{{"table": {{"family": "ip", "name": "f", "handle": 1, "flags": {flags}}}}}, '
        '{"chain": {"family": "ip", "table": "f", "name": "c", "handle": 1, "type": "filter", '
        '"hook": "forward", "prio": 0, "policy": "drop"}}]}'
    )
    device = read(text)
    assert [gap for gap in device.gaps if "may be dormant" in gap.reason]
