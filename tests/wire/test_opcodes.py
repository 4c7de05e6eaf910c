"""Opcodes and syndromes have the field's names."""

import pytest

from roce_audit.wire.opcodes import EXTENSION_HEADERS, decode_extended, opcode_name
from roce_audit.wire.syndromes import is_refusal, syndrome_name


@pytest.mark.parametrize(
    ("opcode", "name"),
    [
        (0x04, "RC SEND ONLY"),
        (0x06, "RC RDMA WRITE FIRST"),
        (0x07, "RC RDMA WRITE MIDDLE"),
        (0x08, "RC RDMA WRITE LAST"),
        (0x0A, "RC RDMA WRITE ONLY"),
        (0x0C, "RC RDMA READ REQUEST"),
        (0x11, "RC ACKNOWLEDGE"),
        (0x12, "RC ATOMIC ACKNOWLEDGE"),
        (0x13, "RC COMPARE SWAP"),
        (0x15, "reserved 0x15"),
        (0x17, "RC SEND ONLY WITH INVALIDATE"),
        (0x2A, "UC RDMA WRITE ONLY"),
        (0x2C, "reserved 0x2c"),
        (0x60, "reserved 0x60"),
        (0x64, "UD SEND ONLY"),
        (0x81, "CNP"),
        (0xA4, "XRC SEND ONLY"),
        (0xC5, "manufacturer 0xc5"),
    ],
)
def test_opcodes_have_their_names(opcode, name):
    assert opcode_name(opcode) == name


def test_every_opcode_reads_as_many_bytes_as_its_extension_headers_have():
    for opcode in range(256):
        headers, end = decode_extended(opcode, bytes(64), 0)
        assert end == sum(header.LENGTH for header in headers)
        assert len(headers) == len(EXTENSION_HEADERS.get(opcode, ()))


@pytest.mark.parametrize(
    ("syndrome", "name"),
    [
        (0x00, "ACK"),
        (0x1F, "ACK"),
        (0x20, "RNR NAK"),
        (0x3F, "RNR NAK"),
        (0x40, "reserved syndrome 0x40"),
        (0x60, "NAK PSN sequence error"),
        (0x62, "NAK remote access error"),
        (0x7F, "NAK code 31"),
        (0x80, "reserved syndrome 0x80"),
    ],
)
def test_syndromes_have_their_names(syndrome, name):
    assert syndrome_name(syndrome) == name
    assert is_refusal(syndrome) == (name != "ACK")
