"""Planted secrets never survive; lines of filters and their numbers always do."""

from __future__ import annotations

import json
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from roce_audit.collect.redact import REMOVED, redact, redact_host

SECRET = st.text(
    "abcdefghijkmnopqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789!#%*+,-./:=?@^_~", min_size=8
).filter(lambda text: re.search("[a-z]", text) and re.search("[0-9]", text) and "://" not in text)

PLACES = (
    # Cisco NX-OS, IOS, IOS XR
    "username admin password 5 {s} role network-admin",
    "username admin password 0 {s}",
    "username admin privilege 15 secret 9 {s}",
    "enable secret 5 {s}",
    "enable password {s}",
    "tacacs-server key 7 {s}",
    'tacacs-server key 7 "{s}"',
    "tacacs-server host 192.0.2.250 key {s}",
    "tacacs-server host 192.0.2.250 key 7 {s} port 49",
    "radius-server host 192.0.2.250 key 7 {s} authentication accounting",
    " key 7 {s}",
    " key {s}",
    "  key-string 7 {s}",
    "  key-string password {s}",
    "snmp-server community {s} group network-operator",
    "snmp-server community {s} ro SNMP-HOSTS",
    "snmp-server community encrypted {s} RO",
    "snmp-server host 192.0.2.9 traps version 2c {s}",
    "snmp-server host 192.0.2.9 traps version 2c {s} udp-port 162",
    "snmp-server host 192.0.2.9 {s}",
    "snmp-server user admin network-admin auth md5 {s} priv {s} localizedkey",
    "snmp-server user admin network-admin auth sha {s} priv aes-128 {s} localizedkey",
    "ntp authentication-key 1 md5 {s} 7",
    "crypto isakmp key {s} address 192.0.2.1",
    "crypto isakmp key 6 {s} address 192.0.2.1",
    " pre-shared-key local {s}",
    " pre-shared-key address 0.0.0.0 0.0.0.0 key {s}",
    " ip ospf message-digest-key 1 md5 3 {s}",
    " ip ospf authentication-key {s}",
    " ipv6 ospf authentication ipsec spi 256 md5 {s}",
    " neighbor 192.0.2.1 password 7 {s}",
    " standby 1 authentication md5 key-string {s}",
    " standby 1 authentication {s}",
    " vrrp 1 authentication text {s}",
    " isis password {s}",
    " ppp chap password 7 {s}",
    " wpa-psk ascii 0 {s}",
    " secret 10 {s}",
    # Arista EOS
    "username admin privilege 15 role network-admin secret sha512 {s}",
    "aaa root secret sha512 {s}",
    "ntp authentication-key 1 md5 7 {s}",
    "snmp-server user u g v3 localized f5717f00 auth sha {s} priv aes {s}",
    "   key 0abc12 7 {s}",
    # Juniper
    '            encrypted-password "{s}"; ## SECRET-DATA',
    '            secret "{s}"; ## SECRET-DATA',
    '        authentication-key "{s}";',
    "    community {s} {{",
    "set snmp community {s} authorization read-only",
    'set system root-authentication encrypted-password "{s}"',
    'set access radius-server 192.0.2.1 secret "{s}"',
    # Huawei, H3C, Ruijie
    " local-user admin password irreversible-cipher {s}",
    "snmp-agent community read cipher {s}",
    "snmp-agent community write {s}",
    "snmp-agent target-host trap address udp-domain 192.0.2.1 params securityname cipher {s} v2c",
    "snmp-agent usm-user v3 u authentication-mode sha cipher {s}",
    " hwtacacs server shared-key cipher {s}",
    " set authentication password cipher {s}",
    " primary authentication 192.0.2.1 key cipher {s}",
    " key authentication simple {s}",
    " password hash {s}",
    " ospf authentication-mode md5 1 cipher {s}",
    # Dell OS10, Aruba AOS-CX, NVIDIA, Nokia
    "user admin group administrators password ciphertext {s}",
    "snmpv3 user x auth sha auth-pass ciphertext {s} priv aes priv-pass ciphertext {s}",
    "nv set service snmp-server readonly-community {s} access any",
    "nv set system snmp-server username x auth-md5 {s} encrypt-aes {s}",
    "nv set system aaa user cumulus hashed-password '{s}'",
    # anywhere
    "copy ftp://user:{u}@192.0.2.1/x",
    '   "passkey": "{s}",',
    '   "password_hash": "{s}"',
)


@pytest.mark.parametrize("place", PLACES)
@given(secret=SECRET)
def test_a_secret_never_survives_where_configurations_hold_it(place, secret):
    url_safe = re.sub("[^A-Za-z0-9]", "x", secret)
    line = place.format(s=secret, u=url_safe)
    planted = url_safe if "{u}" in place else secret
    text = f"hostname sw1\n{line}\ninterface Ethernet1\n"
    kept = redact(text)
    assert planted not in kept
    assert REMOVED in kept
    assert kept.split("\n")[0] == "hostname sw1"
    assert kept.split("\n")[2:] == ["interface Ethernet1", ""]


@pytest.mark.parametrize("place", PLACES)
def test_redacting_twice_is_redacting_once(place):
    line = place.format(s="S3cr3t-Word", u="S3cr3tWord")
    assert redact(redact(line)) == redact(line)


HASHES = (
    "$1$salt$0123456789abcdefghijkl",
    "$5$JHLFMC$0Y1vYQ6x7PpQ6mXK8o9tZ1cRk2W4bN5sL7dG3hT8uA2",
    "$6$rounds=5000$salt$hash./abc",
    "$9$abcdefg-hijk",
    "$y$j9T$abc$defghij",
    "$c$3$Zm9vYmFy",
    "$aes1$abcdef==",
    "%^%#Ab1'c2~d3?e4f5%^%#",
    "%@%@Ab1'c2~d3?e4f5%@%@",
)


@pytest.mark.parametrize("value", HASHES)
def test_hashes_are_known_by_their_look_wherever_they_stand(value):
    assert value not in redact(f"some new-statement {value} of tomorrow")


def test_blocks_of_keys_go_and_their_lines_stay():
    text = (
        "before\n-----BEGIN RSA PRIVATE KEY-----\nProc-Type: 4,ENCRYPTED\n\n"
        "MIIEpAIBAAKCAQEA1b\nAbCd==\n-----END RSA PRIVATE KEY-----\n10 permit ip any any\n"
    )
    kept = redact(text).split("\n")
    assert "MIIEpAIBAAKCAQEA1b" not in kept
    assert "AbCd==" not in kept
    assert len(kept) == len(text.split("\n"))
    assert kept[-2] == "10 permit ip any any"


def test_a_key_whose_end_is_missing_takes_no_filter_with_it():
    text = "-----BEGIN PRIVATE KEY-----\nMIIEpAIBAAKC\nip access-list X\n 10 permit ip any any"
    assert redact(text).split("\n")[2:] == ["ip access-list X", " 10 permit ip any any"]


def test_the_body_of_a_certificate_goes():
    text = (
        "crypto pki certificate chain X\n certificate self-signed 01\n"
        "  30820122 300D0609 2A864886 F70D0101 01050003 82010F00 3082010A 02820101\n"
        "  00A5\n  quit\ninterface Vlan1\n"
    )
    kept = redact(text).split("\n")
    assert kept[2:4] == [f"  {REMOVED}", f"  {REMOVED}"]
    assert kept[4:] == ["  quit", "interface Vlan1", ""]


def test_the_numbers_of_keys_stay():
    text = "key chain BGP\n key 1\n  key-string 7 0822\nntp server 192.0.2.1 key 1\n"
    kept = redact(text)
    assert " key 1\n" in kept
    assert "ntp server 192.0.2.1 key 1" in kept
    assert "0822" not in kept


def test_a_numeric_key_of_a_server_is_a_secret():
    assert "4711" not in redact("tacacs server ISE\n key 4711\n")


def test_communities_that_are_names_in_a_database_go_and_it_stays_json():
    database = {"SNMP_COMMUNITY": {"hidden1": {"TYPE": "RO"}}, "ACL_RULE": {"a|b": {"KEY": "1"}}}
    text = json.dumps(database, indent=4)
    kept = redact(text)
    assert "hidden1" not in kept
    assert kept.count("\n") == text.count("\n")
    assert json.loads(kept)["ACL_RULE"] == {"a|b": {"KEY": "1"}}


NAMES = st.sampled_from(
    ["password", "secret", "key", "community", "SECRET", "auth", "cipher", "simple", "snmp", "psk"]
)
WORDS = st.lists(
    st.sampled_from(
        ["permit", "udp", "any", "eq", "4791", "host", "10.0.0.1", "log", "key", "secret", "cipher"]
    ),
    max_size=8,
).map(" ".join)
STRUCTURE = st.one_of(
    st.builds("ip access-list {}".format, NAMES),
    st.builds("{} permit {} {}".format, st.integers(1, 99999), NAMES, WORDS),
    st.builds("   permit {} key password".format, WORDS),
    st.builds(" deny {}".format, WORDS),
    st.builds(" 20 remark {} {}".format, NAMES, WORDS),
    st.builds("  ip access-group {} in".format, NAMES),
    st.builds("  ip port access-group {} in".format, NAMES),
    st.builds("  ipv6 traffic-filter {} out".format, NAMES),
    st.builds("  mac access-group {} in".format, NAMES),
    st.builds("interface Ethernet1/{}".format, st.integers(1, 64)),
    st.builds("  switchport access vlan {}".format, st.integers(1, 4094)),
    st.builds(" rule 5 permit {}".format, WORDS),
    st.builds("vlan access-map {} 10".format, NAMES),
    st.builds("  match ip address {}".format, NAMES),
    st.builds("object-group ip address {}".format, NAMES),
    st.builds("set firewall family inet filter {} term key then accept".format, NAMES),
    st.builds("-A FORWARD -m comment --comment {} -j DROP".format, NAMES),
    st.just("  mtu 9216"),
)


@given(st.lists(STRUCTURE, max_size=20))
def test_lines_of_filters_and_bindings_are_never_changed(lines):
    text = "\n".join(lines)
    assert redact(text) == text


@given(st.text())
def test_any_text_keeps_its_number_of_lines(text):
    assert redact(text).count("\n") == text.count("\n")
    assert redact_host(text).count("\n") == text.count("\n")


@pytest.mark.parametrize(
    "line",
    [
        "password strength-check" * 20_000,
        "key " * 60_000,
        '"' + "secret" * 60_000,
        "snmp-server host " + "vrf x " * 40_000,
        "-----BEGIN X-----" * 10_000,
        "%^%#" * 60_000,
        "snmp " + "community " * 20_000,
        "a" * 200_000 + "password",
    ],
)
@pytest.mark.timeout(30)
def test_a_hostile_line_takes_no_long_time(line):
    assert redact(line).count("\n") == 0


def test_the_secrets_of_a_host_go_and_its_rules_stay():
    rules = '{"nftables": [{"rule": {"expr": [{"meta": {"key": "l4proto"}}]}}]}'
    text = (
        f"{rules}\nenvironment:API_TOKEN=abc123def\nproc:password: hunter22\n"
        "url:http://user:pa55word@192.0.2.1/\n-A INPUT -m comment --comment key -j DROP\n"
    )
    kept = redact_host(text).split("\n")
    assert kept[0] == rules
    assert "abc123def" not in kept[1]
    assert "hunter22" not in kept[2]
    assert "pa55word" not in kept[3]
    assert kept[4] == "-A INPUT -m comment --comment key -j DROP"
