"""Host keys in the format of OpenSSH."""

from __future__ import annotations

import subprocess
from base64 import b64encode
from shutil import which

import pytest

from roce_audit.collect.known_hosts import (
    KnownKeys,
    check_host_key,
    fingerprint,
    known_keys,
    read_known_hosts,
)
from roce_audit.collect.reasons import Ended, Reason

KEY, OTHER = b"key one", b"key two"
K, O = b64encode(KEY).decode(), b64encode(OTHER).decode()  # noqa: E741 - as short as the lines
ED = "ssh-ed25519"


def reason_of(known: KnownKeys, key: bytes = KEY, *, accept: bool = False) -> Reason | None:
    try:
        check_host_key(known, ED, key, accept_unknown=accept)
    except Ended as ended:
        return ended.reason
    return None


@pytest.mark.parametrize(
    ("line", "address", "port"),
    [
        (f"leaf1 {ED} {K}", "leaf1", 22),
        (f"leaf1,192.0.2.1 {ED} {K} comment", "192.0.2.1", 22),
        (f"[leaf1]:2222 {ED} {K}", "leaf1", 2222),
        (f"LEAF1 {ED} {K}", "leaf1", 22),
        (f"*.example.net {ED} {K}", "leaf1.example.net", 22),
        (f"leaf? {ED} {K}", "leaf1", 22),
        (f"2001:db8::1 {ED} {K}", "2001:db8::1", 22),
        (f"# note\n\nother {ED} {O}\nleaf1 {ED} {K}", "leaf1", 22),
    ],
)
def test_a_listed_key_is_known(line, address, port):
    known = known_keys(line, address, port)
    assert reason_of(known) is None
    assert reason_of(known, OTHER) is Reason.HOST_KEY_CHANGED


@pytest.mark.parametrize(
    ("line", "address", "port"),
    [
        (f"leaf1 {ED} {K}", "leaf2", 22),
        (f"leaf1 {ED} {K}", "leaf1", 2222),
        (f"*,!leaf1 {ED} {K}", "leaf1", 22),
        (f"leaf1 {ED}", "leaf1", 22),
        (f"# leaf1 {ED} {K}", "leaf1", 22),
        (f"@cert-authority leaf1 {ED} {K}", "leaf1", 22),
        ("|1|not base64|x ssh-ed25519 AAAA", "leaf1", 22),
        ("", "leaf1", 22),
    ],
)
def test_a_host_that_is_not_listed_is_unknown_and_may_be_accepted(line, address, port):
    known = known_keys(line, address, port)
    assert reason_of(known) is Reason.HOST_KEY_UNKNOWN
    assert reason_of(known, accept=True) is None


def test_a_changed_key_is_never_accepted():
    assert reason_of(known_keys(f"leaf1 {ED} {O}", "leaf1", 22), accept=True) is (
        Reason.HOST_KEY_CHANGED
    )


def test_a_revoked_key_is_refused_even_where_it_is_listed_too():
    known = known_keys(f"leaf1 {ED} {K}\n@revoked * {ED} {K}", "leaf1", 22)
    assert reason_of(known) is Reason.HOST_KEY_CHANGED


def test_one_of_several_keys_is_enough():
    known = known_keys(f"leaf1 ssh-rsa {O}\nleaf1 {ED} {K}", "leaf1", 22)
    assert reason_of(known) is None
    assert known.types == {"ssh-rsa", ED}


@pytest.mark.skipif(which("ssh-keygen") is None, reason="ssh-keygen is not installed")
def test_hashed_names_and_fingerprints_are_those_of_openssh(tmp_path):
    subprocess.run(
        ["ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", tmp_path / "key"], check=True
    )
    kind, key, *_ = (tmp_path / "key.pub").read_text().split()
    file = tmp_path / "known_hosts"
    file.write_text(f"[leaf1.example.net]:2222 {kind} {key}\n")
    subprocess.run(["ssh-keygen", "-H", "-f", file], check=True, capture_output=True)
    text = read_known_hosts(file)
    assert text.startswith("|1|")
    assert known_keys(text, "leaf1.example.net", 2222).keys == {(kind, key)}
    assert known_keys(text, "leaf2.example.net", 2222).keys == frozenset()
    shown = subprocess.run(
        ["ssh-keygen", "-l", "-f", tmp_path / "key.pub"], check=True, capture_output=True, text=True
    )
    from base64 import b64decode

    assert shown.stdout.split()[1] == fingerprint(b64decode(key))


def test_an_absent_file_knows_nobody(tmp_path):
    assert read_known_hosts(tmp_path / "none") == ""


def test_a_file_that_cannot_be_read_is_said(tmp_path):
    with pytest.raises(Ended) as ended:
        read_known_hosts(tmp_path)
    assert "cannot be read" in ended.value.detail
