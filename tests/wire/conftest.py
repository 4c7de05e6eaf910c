"""Captures to test with: every kind of RoCE frame, broken ones, and frames of other protocols."""

import os
import random
import shutil
import struct
import subprocess
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pytest

from roce_audit.wire.bth import Bth
from roce_audit.wire.ethernet import VlanTag
from roce_audit.wire.frames import LinkFields, Message, PathFields, roce_v1_frame, roce_v2_frame
from roce_audit.wire.opcodes import CNP, EXTENSION_HEADERS, OPCODE_NAMES

KNOWN = sorted(code for code in OPCODE_NAMES if code in EXTENSION_HEADERS or code < 0x40)
UNICAST = 0xFE


@dataclass(frozen=True)
class Sample:
    """A frame and what it was made as."""

    kind: str
    frame: bytes


def message(rng: random.Random) -> Message:
    opcode = rng.choice((*KNOWN, CNP, CNP))
    if opcode == CNP:
        return Message(Bth(CNP, rng.randrange(1 << 24), becn=True), (), bytes(16))
    bth = Bth(
        opcode,
        dest_qp=rng.randrange(1 << 24),
        psn=rng.randrange(1 << 24),
        solicited=rng.random() < 0.5,
        migrated=rng.random() < 0.5,
        pkey=rng.randrange(1 << 16),
        ack_request=rng.random() < 0.5,
    )
    kinds = EXTENSION_HEADERS.get(opcode, ())
    headers = tuple(kind.read(rng.randbytes(kind.LENGTH), 0) for kind in kinds)
    return Message(bth, headers, rng.randbytes(rng.randrange(8, 70)))


def link(rng: random.Random) -> LinkFields:
    tags = tuple(VlanTag(rng.randrange(4096), rng.randrange(8)) for _ in range(rng.randrange(3)))
    smac, dmac = (bytes((rng.randrange(256) & UNICAST,)) + rng.randbytes(5) for _ in range(2))
    return LinkFields(smac=smac, dmac=dmac, tags=tags)


def path(rng: random.Random, length: int) -> PathFields:
    return PathFields(
        src=b"\x0a" + rng.randbytes(length - 1),
        dst=b"\x0b" + rng.randbytes(length - 1),
        dscp=rng.randrange(64),
        ecn=rng.randrange(4),
        ttl=rng.randrange(1, 256),
        flow_label=rng.randrange(1 << 20),
        sport=rng.choice((rng.randrange(1 << 16), rng.randrange(0xC000, 1 << 16))),
        with_checksum=rng.random() < 0.2,
    )


def good(rng: random.Random, kind: str) -> bytes:
    length = 4 if kind == "v2-ipv4" else 16
    build = roce_v1_frame if kind == "v1" else roce_v2_frame
    return build(link(rng), path(rng, length), message(rng))


def wrong_icrc(rng: random.Random, kind: str) -> bytes:
    frame = good(rng, kind)
    return frame[:-1] + bytes((frame[-1] ^ 1 << rng.randrange(8),))


def chopped(rng: random.Random, kind: str) -> bytes:
    """A frame that ends before its length field says so."""
    frame = good(rng, kind)
    return frame[: -rng.randrange(1, 12)]


def foreign(rng: random.Random, _kind: str) -> bytes:
    macs = rng.randbytes(5) + b"\x02" + rng.randbytes(6)
    macs = b"\x02" + macs[1:]
    choice = rng.randrange(4)
    if choice == 0:  # ARP
        body = struct.pack(">HHHBBH", 0x0806, 1, 0x0800, 6, 4, 1) + rng.randbytes(20)
        return macs + body + bytes(18)
    if choice == 1:  # RoCE-like bytes to a port next to 4791, and from 4791 to another
        ports = rng.choice(((49152, 4792), (49152, 4790), (4791, 53001)))
        udp = struct.pack(">HHHH", *ports, 28, 0) + rng.randbytes(20)
        ip = struct.pack(">BBHHHBBH", 0x45, 0, 48, 1, 0x4000, 64, 17, 0) + rng.randbytes(8)
        return macs + b"\x08\x00" + ip + udp
    if choice == 2:  # a later fragment
        ip = struct.pack(">BBHHHBBH", 0x45, 0, 44, 7, 0x0010, 64, 17, 0) + rng.randbytes(8)
        return macs + b"\x08\x00" + ip + b"\xc0\x00\x12\xb7" + rng.randbytes(20)
    return macs + struct.pack(">H", rng.choice((0x88B5, 0x88B6))) + rng.randbytes(46)


MAKERS: dict[str, Callable[[random.Random, str], bytes]] = {
    "good": good,
    "wrong ICRC": wrong_icrc,
    "chopped": chopped,
    "foreign": foreign,
}
MIX = ("good",) * 14 + ("wrong ICRC", "chopped", "foreign", "foreign", "foreign")


def mixed_samples(count: int, seed: int) -> list[Sample]:
    """Return frames of all kinds; the same for the same seed."""
    rng = random.Random(seed)
    samples = []
    for _ in range(count):
        kind = rng.choice(MIX)
        traffic = rng.choice(("v1", "v2-ipv4", "v2-ipv6"))
        samples.append(Sample(kind, MAKERS[kind](rng, traffic)))
    return samples


@pytest.fixture(scope="session")
def mixed() -> Callable[[int, int], list[Sample]]:
    return mixed_samples


# tshark would hand UDP datagrams with a well-known source port to another dissector, and RoCE
# payloads to guesses: everything but these protocols is switched off.
KEPT = {
    "frame",
    "eth",
    "ethertype",
    "vlan",
    "ieee8021ad",
    "ip",
    "ipv6",
    "udp",
    "infiniband",
    "data",
}
GROUPS = {
    "frame": "protocols",
    "eth": "src dst",
    "vlan": "id priority",
    "ip": "src dst dsfield.dscp dsfield.ecn ttl",
    "ipv6": "src dst tclass.dscp tclass.ecn flow hlim",
    "udp": "srcport dstport",
    "infiniband.grh": "sgid dgid tclass flowlabel hoplmt",
    "infiniband.bth": "opcode se m padcnt p_key destqp a psn",
    "infiniband.deth": "q_key srcqp",
    "infiniband.reth": "va r_key dmalen",
    "infiniband.aeth": "syndrome msn",
    "infiniband.atomiceth": "swapdt cmpdt",
    "infiniband.atomicacketh": "origremdt",
    "infiniband.invariant": "crc",
    "data": "data",
}
FIELDS = [f"{group}.{name}" for group, names in GROUPS.items() for name in names.split()]


def tshark():
    found = shutil.which("tshark")
    if found is None and os.environ.get("CI"):
        pytest.fail("tshark is not installed, and this is CI")
    if found is None:
        pytest.skip("tshark is not installed")
    return found


def dissected(program: str, capture: Path, profile: Path) -> list[dict[str, str]]:
    environment = os.environ | {"WIRESHARK_CONFIG_DIR": str(profile)}
    listed = subprocess.run(
        [program, "-G", "protocols"], capture_output=True, text=True, check=True, timeout=60
    )
    names = (line.split("\t")[2] for line in listed.stdout.splitlines())
    off = "".join(f"{name}\n" for name in names if name not in KEPT)
    (profile / "disabled_protos").write_text(off)
    command = [program, "-n", "-r", str(capture), "-o", "ip.defragment:FALSE", "-T", "fields"]
    wanted = [part for field in FIELDS for part in ("-e", field)]
    ran = subprocess.run(
        [*command, *wanted],
        capture_output=True,
        text=True,
        env=environment,
        check=True,
        timeout=120,
    )
    rows = [line.split("\t") for line in ran.stdout.splitlines()]
    return [dict(zip(FIELDS, row, strict=True)) for row in rows]


@pytest.fixture(scope="session")
def dissect(tmp_path_factory) -> Callable[[Path], list[dict[str, str]]]:
    """Return tshark's dissection of a capture: for each frame its fields by name, or ''."""
    program = tshark()
    return lambda capture: dissected(program, capture, tmp_path_factory.mktemp("profile"))
