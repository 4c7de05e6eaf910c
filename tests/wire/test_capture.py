"""Captures are written and read; a damaged or hostile file is an error with a reason."""

import importlib
import struct

import pytest
from hypothesis import given
from hypothesis import strategies as st

from roce_audit.errors import CaptureError
from roce_audit.wire.capture import LONGEST_FRAME, Capture, write_capture
from roce_audit.wire.witness import witness_frame

FRAME = witness_frame("v2-ipv4", {})


def pcap(records, order="<", magic=0xA1B2C3D4, link_type=1, snaplen=262144):
    return struct.pack(order + "IHHiIII", magic, 2, 4, 0, 0, snaplen, link_type) + records


def record(frame, order="<", kept=None, length=None):
    sizes = (len(frame) if kept is None else kept, len(frame) if length is None else length)
    return struct.pack(order + "IIII", 0, 0, *sizes) + frame


@pytest.fixture
def read(tmp_path):
    """Return a function that reads a file of given bytes: its frames and its damage."""

    def reader(data):
        path = tmp_path / "given.pcap"
        path.write_bytes(data)
        with Capture(path) as capture:
            frames = list(capture)
            return frames, capture.damage

    return reader


@given(frames=st.lists(st.binary(max_size=200), max_size=20))
def test_what_is_written_is_read_back(frames, tmp_path_factory):
    path = tmp_path_factory.mktemp("capture") / "written.pcap"
    assert write_capture(path, frames) == len(frames)
    with Capture(path) as capture:
        assert [frame for frame, _, _ in capture] == frames
        assert capture.damage == ""


def test_the_same_frames_make_the_same_file(tmp_path):
    for name in ("one.pcap", "two.pcap"):
        write_capture(tmp_path / name, [FRAME, FRAME])
    first = (tmp_path / "one.pcap").read_bytes()
    assert first == (tmp_path / "two.pcap").read_bytes()
    # nanosecond magic, version 2.4, Ethernet; the second frame one nanosecond later
    assert first[:8].hex() == "4d3cb2a102000400"
    assert first[24 + 16 + len(FRAME) :][:16] == struct.pack("<IIII", 0, 1, len(FRAME), len(FRAME))


def test_a_frame_too_long_for_any_reader_is_not_written(tmp_path):
    with pytest.raises(CaptureError, match="262144 is the most"):
        write_capture(tmp_path / "long.pcap", [bytes(LONGEST_FRAME + 1)])


def test_a_folder_that_is_not_there_is_said(tmp_path):
    with pytest.raises(CaptureError, match="cannot be written: No such file"):
        write_capture(tmp_path / "absent" / "x.pcap", [])


@pytest.mark.parametrize(
    "data",
    [
        pcap(record(FRAME)),
        pcap(record(FRAME, ">"), ">"),
        pcap(record(FRAME), magic=0xA1B23C4D),
    ],
    ids=["little-endian", "big-endian", "nanoseconds"],
)
def test_every_usual_format_is_read(read, data):
    assert read(data) == ([(FRAME, len(FRAME), 1)], "")


def test_the_length_on_the_wire_is_kept_of_a_cut_frame(read):
    assert read(pcap(record(FRAME[:40], length=1500)))[0] == [(FRAME[:40], 1500, 1)]


@pytest.mark.parametrize(
    ("end", "words"),
    [
        (record(FRAME)[:-1], "truncated dump file"),
        (record(FRAME)[:7], "truncated dump file"),
        (record(FRAME, kept=0xFFFFFFFF), "invalid packet capture length 4294967295"),
    ],
)
def test_a_damaged_end_leaves_the_frames_before_it(read, end, words):
    frames, damage = read(pcap(record(FRAME) + end))
    assert frames == [(FRAME, len(FRAME), 1)]
    assert words in damage


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (b"", "truncated dump file"),
        (b"not a capture at all, but text\n" * 9, "unknown file format"),
        (pcap(b"", link_type=105), "link type 105 is neither Ethernet, Linux cooked nor raw IP"),
    ],
)
def test_a_file_that_is_no_capture_we_know_is_an_error(read, data, words):
    with pytest.raises(CaptureError) as raised:
        read(data)
    assert words in str(raised.value)
    assert str(raised.value).count("given.pcap") == 1


def test_an_absent_file_is_an_error_with_its_name(tmp_path):
    with pytest.raises(CaptureError, match=r"absent\.pcap: No such file or directory"):
        Capture(tmp_path / "absent.pcap")


def test_a_missing_reader_library_is_said(tmp_path, monkeypatch):
    def absent(name):
        raise ImportError(f"No module named {name!r}")

    monkeypatch.setattr(importlib, "import_module", absent)
    with pytest.raises(
        CaptureError, match=r"through the package cypcap: No module named .* install it"
    ):
        Capture(tmp_path / "any.pcap")
