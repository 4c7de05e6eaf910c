"""Counting takes bounded memory and says what it left out."""

from hypothesis import given
from hypothesis import strategies as st

from roce_audit.wire import flows, tally
from roce_audit.wire.counting import Counts
from roce_audit.wire.outcome import CaptureSummary
from roce_audit.wire.packet import decode_frame
from roce_audit.wire.tally import Table, Tally
from roce_audit.wire.witness import witness_frame


@given(st.lists(st.integers(0, 9)), st.integers(1, 12))
def test_every_frame_is_in_the_table_or_beyond_it(values, limit):
    counted = Tally[int](limit)
    for value in values:
        counted.add(value)
    table = counted.table()
    assert table.frames == len(values)
    assert len(table.entries) == min(limit, len(set(values)))
    assert all(count == values.count(int(value)) for value, count in table.entries)
    assert [count for _, count in table.entries] == sorted(
        (count for _, count in table.entries), reverse=True
    )


def test_values_with_the_same_words_are_one_entry():
    counted = Tally[int]()
    for value in (1, 2, 3):
        counted.add(value)
    assert counted.table(lambda value: "odd" if value % 2 else "even").entries == (
        ("odd", 2),
        ("even", 1),
    )


def test_tables_are_bounded_and_say_what_they_left_out():
    counts = Counts()
    for number in range(tally.LIMIT + 7):
        frame = witness_frame("v2-ipv4", {"src": 0x0A000000 + number})
        counts.add(decode_frame(frame), len(frame))
    summary = counts.summary("many.pcap", "")
    addresses = summary.tables.addresses
    assert len(addresses.entries) == tally.LIMIT
    assert addresses.frames == 2 * (tally.LIMIT + 7) - 1  # the second source is the destination
    assert len(summary.flows) == flows.LIMIT
    assert summary.beyond_flows == tally.LIMIT + 7 - flows.LIMIT


def test_an_empty_summary_has_empty_tables():
    assert all(table == Table() for table in CaptureSummary("x").tables.by_name().values())
