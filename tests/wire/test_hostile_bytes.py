"""Whatever the bytes: an answer or our own error, in bounded time and memory."""

import json
import struct
import time
import tracemalloc
from pathlib import Path

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from roce_audit.errors import CaptureError
from roce_audit.wire.capture import write_capture
from roce_audit.wire.envelope import Foreign
from roce_audit.wire.links import LINK_DECODERS
from roce_audit.wire.outcome import CaptureSummary
from roce_audit.wire.packet import CutShort, Malformed, RocePacket, decode_frame
from roce_audit.wire.summary import summarise
from roce_audit.wire.text import summary_lines
from roce_audit.wire.witness import witness_frame

SEEDS = [
    witness_frame("v1", {"vlan": 5}),
    witness_frame("v2-ipv4", {"opcode": 0x12}),
    witness_frame("v2-ipv6", {"opcode": 0x81, "vlan": 5}),
]
OUTCOMES = (RocePacket, Malformed, CutShort, Foreign)
links = st.sampled_from(sorted(LINK_DECODERS))
patches = st.lists(
    st.tuples(st.integers(0, 1 << 16), st.binary(min_size=1, max_size=4)), max_size=6
)
PCAP_HEADER = struct.pack("<IHHiIII", 0xA1B2C3D4, 2, 4, 0, 0, 262144, 1)
PCAPNG_HEADER = bytes.fromhex(
    "0a0d0d0a1c0000004d3c2b1a01000000ffffffffffffffff1c000000"
    "010000001400000001000000000004001400000006000000"
)


def mutated(data, changes):
    changed = bytearray(data)
    for place, octets in changes:
        offset = place % (len(changed) + 1)
        changed[offset : offset + len(octets)] = octets
    return bytes(changed)


@settings(max_examples=1000, deadline=2000)
@given(st.binary(max_size=200), st.integers(0, 1 << 32), links)
def test_any_bytes_are_decoded_to_something(frame, length, link_type):
    assert isinstance(decode_frame(frame, length, link_type), OUTCOMES)


@settings(max_examples=1000, deadline=2000)
@given(st.sampled_from(SEEDS), patches, st.integers(0, 120), st.integers(0, 200), links)
def test_any_mutation_of_a_roce_frame_is_decoded_to_something(
    frame, changes, kept, length, link_type
):
    decoded = decode_frame(mutated(frame, changes)[:kept], length, link_type)
    assert isinstance(decoded, OUTCOMES)
    if isinstance(decoded, RocePacket):
        assert len(decoded.payload) <= kept


def read_or_refused(path: Path, data: bytes) -> CaptureSummary | None:
    path.write_bytes(data)
    try:
        summary = summarise(path)
    except CaptureError:
        return None
    json.dumps(summary.to_json())
    assert all(line.isprintable() for line in summary_lines(summary))
    return summary


slow_files = settings(
    max_examples=300, deadline=5000, suppress_health_check=[HealthCheck.function_scoped_fixture]
)


@slow_files
@example(b"\x00" * 300)
@given(
    st.one_of(
        st.binary(max_size=300),
        st.binary(max_size=300).map(PCAP_HEADER.__add__),
        st.binary(max_size=300).map(PCAPNG_HEADER.__add__),
    )
)
def test_any_file_is_summed_up_or_refused(tmp_path, data):
    read_or_refused(tmp_path / "any.pcap", data)


@slow_files
@given(patches, st.integers(0, 400))
def test_any_mutation_of_a_capture_is_summed_up_or_refused(tmp_path, changes, kept):
    path = tmp_path / "mutated.pcap"
    write_capture(path, SEEDS)
    summary = read_or_refused(path, mutated(path.read_bytes(), changes)[:kept])
    if summary is not None:
        assert summary.frames <= 40  # no more than the bytes can hold


def test_a_truncation_anywhere_is_told_apart_from_a_whole_file(tmp_path):
    path = tmp_path / "cut.pcap"
    write_capture(path, SEEDS)
    whole = path.read_bytes()
    ends = [24]
    for frame in SEEDS:
        ends.append(ends[-1] + 16 + len(frame))
    for length in range(len(whole) + 1):
        summary = read_or_refused(path, whole[:length])
        complete = sum(end <= length for end in ends) - 1
        if summary is None:
            assert complete < 1
        else:
            assert summary.frames == complete
            assert bool(summary.damage) == (length not in ends)


@pytest.mark.parametrize("frames", [2_000, 20_000])
def test_memory_does_not_grow_with_the_file(tmp_path, frames):
    path = tmp_path / "long.pcap"
    write_capture(path, (SEEDS[number % 3] for number in range(frames)))
    tracemalloc.start()
    try:
        summarise(path)
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert peak < 4 << 20


def test_tens_of_thousands_of_frames_take_seconds_at_most(tmp_path):
    path = tmp_path / "long.pcap"
    write_capture(path, (SEEDS[number % 3] for number in range(30_000)))
    begun = time.process_time()
    assert summarise(path).frames == 30_000
    assert time.process_time() - begun < 10  # some 0.5 s; the limit is for slow machines
