"""pcapng files: every block that carries frames, mixed interfaces, damage in any place."""

import io
import struct

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from roce_audit.wire.capture import Capture
from roce_audit.wire.mixed import MixedCapture
from roce_audit.wire.summary import summarise
from roce_audit.wire.witness import witness_frame

FRAME = witness_frame("v2-ipv4", {})
COOKED = struct.pack(">HHH", 0, 1, 6) + FRAME[6:12] + bytes(2) + FRAME[12:]
WHOLE = (FRAME, len(FRAME), 1)
MOST_BLOCK_BYTES = 16 << 20


def block(kind, body, order="<", length=None):
    body += bytes(-len(body) % 4)
    said = struct.pack(order + "I", len(body) + 12 if length is None else length)
    return struct.pack(order + "I", kind) + said + body + said


def section(order="<"):
    return block(0x0A0D0D0A, struct.pack(order + "IHHq", 0x1A2B3C4D, 1, 0, -1), order)


def interface(link_type=1, snaplen=262144, order="<"):
    return block(1, struct.pack(order + "HHI", link_type, 0, snaplen), order)


def packet(frame, number=0, length=None, order="<"):
    said = len(frame) if length is None else length
    return block(6, struct.pack(order + "IIIII", number, 0, 0, len(frame), said) + frame, order)


def simple_packet(frame):
    return block(3, struct.pack("<I", len(frame)) + frame)


def obsolete_packet(frame, number=0):
    return block(2, struct.pack("<HHIIII", number, 7, 0, 0, len(frame), len(frame)) + frame)


@pytest.fixture
def read(tmp_path):
    """Return a function that reads a file of given bytes: its frames and its damage."""

    def reader(data):
        path = tmp_path / "given.pcapng"
        path.write_bytes(data)
        with Capture(path) as capture:
            frames = list(capture)
            return frames, capture.damage

    return reader


def walked(data):
    capture = MixedCapture(io.BytesIO(data))
    return list(capture), capture.damage


USUAL = {
    "little-endian": section() + interface() + packet(FRAME),
    "big-endian": section(">") + interface(order=">") + packet(FRAME, order=">"),
    "simple packet": section() + interface() + simple_packet(FRAME),
    "obsolete packet": section() + interface() + obsolete_packet(FRAME),
    "second interface": section() + interface() + interface() + packet(FRAME, 1),
    "second section": section() + interface() + section() + interface() + packet(FRAME),
    "unknown block": section() + interface() + block(0xBAD, b"unknown") + packet(FRAME),
    "no snapshot length": section() + interface(snaplen=0) + packet(FRAME),
}


@pytest.mark.parametrize("data", USUAL.values(), ids=USUAL)
def test_every_usual_file_is_read_by_libpcap_and_walked_alike(read, data):
    assert read(data) == ([WHOLE], "")
    assert walked(data) == ([WHOLE], "")


def test_the_length_on_the_wire_is_kept_of_a_cut_frame(read):
    data = section() + interface() + packet(FRAME[:40], length=1500)
    assert read(data)[0] == walked(data)[0] == [(FRAME[:40], 1500, 1)]


def test_a_simple_packet_is_cut_at_the_snapshot_length():
    cut = block(3, struct.pack("<I", len(FRAME)) + FRAME[:40])
    data = section() + interface(snaplen=40) + cut
    assert walked(data) == ([(FRAME[:40], len(FRAME), 1)], "")


@pytest.mark.parametrize("first", [0, 3])
def test_interfaces_of_two_link_types_are_both_read(read, first):
    start = section() + interface() + packet(FRAME) * first
    data = start + interface(113) + packet(COOKED, 1) + packet(FRAME) + interface(snaplen=96)
    assert read(data) == ([*[WHOLE] * first, (COOKED, len(COOKED), 113), WHOLE], "")


def test_roce_of_both_link_types_is_summed_up_and_other_links_are_named(tmp_path):
    path = tmp_path / "mixed.pcapng"
    blocks = packet(FRAME) + packet(COOKED, 1) + packet(bytes(64), 2)
    path.write_bytes(section() + interface() + interface(113) + interface(189) + blocks)
    summary = summarise(path)
    assert summary.verdict == "clean"
    assert summary.icrc.right == 2
    assert summary.tables.not_roce.entries == (("link type 189, not looked into", 1),)


def test_a_section_in_the_other_byte_order_starts_with_its_own_interfaces():
    other = section(">") + interface(113, order=">") + packet(COOKED, order=">")
    data = section() + interface() + packet(FRAME) + other
    assert walked(data) == ([WHOLE, (COOKED, len(COOKED), 113)], "")


@pytest.mark.parametrize(
    ("end", "ours", "libpcaps"),
    [
        (block(5, b"", length=0), "a length of 0 bytes", "length of 0"),
        (block(5, b"", length=0xFFFFFFFC), "a length of 4294967292", "4294967292 > maximum"),
        (packet(FRAME, 9), "interface 9, which is not described", "no Interface Description"),
        (packet(FRAME)[:-5], "the file ends inside it", "truncated pcapng dump file"),
        (packet(FRAME)[:5], "", "truncated pcapng dump file"),
        (block(6, b"12345678"), "", ""),
        (block(3, struct.pack("<I", 99) + b"short"), "99 bytes in a smaller block", ""),
        (block(6, struct.pack("<IIIII", 0, 0, 0, 99, 99)), "99 bytes in a smaller block", ""),
        (block(1, b""), "", ""),
        (section()[:10], "a section without byte order", ""),
        (block(0x0A0D0D0A, bytes(16)), "a section without byte order", ""),
    ],
)
def test_a_damaged_block_leaves_the_frames_before_it(read, end, ours, libpcaps):
    data = section() + interface() + packet(FRAME) + end
    frames, damage = read(data)
    assert frames == [WHOLE]
    assert damage
    assert libpcaps in damage
    frames, damage = walked(data)
    assert frames == [WHOLE]
    assert damage.startswith("a damaged pcapng block: ")
    assert ours in damage


def test_a_simple_packet_without_an_interface_is_damage():
    assert walked(section() + simple_packet(FRAME)) == (
        [],
        "a damaged pcapng block: a frame of interface 0, which is not described",
    )


def test_interfaces_beyond_any_sense_are_damage():
    data = section() + interface() * 65536
    assert walked(data) == ([], "")
    assert "too many interfaces" in walked(data + interface())[1]


def test_a_block_as_long_as_allowed_is_passed_over_and_a_longer_one_refused():
    longest = block(0xBAD, bytes(MOST_BLOCK_BYTES - 12))
    start = section() + interface()
    assert walked(start + longest + packet(FRAME)) == ([WHOLE], "")
    assert "a length of" in walked(start + block(0xBAD, bytes(MOST_BLOCK_BYTES)))[1]


@settings(max_examples=300, deadline=5000)
@given(st.binary(max_size=300), st.integers(0, 300))
def test_any_bytes_end_in_frames_or_damage(data, kept):
    start = section() + interface() + interface(113) + packet(FRAME)
    mutated = bytearray(start)
    mutated[kept : kept + len(data)] = data
    for hostile in (data, start + data, bytes(mutated)):
        frames, _ = walked(hostile)
        assert sum(len(frame) for frame, _, _ in frames) <= len(hostile)
