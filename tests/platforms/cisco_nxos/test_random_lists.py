"""Random lists, written as NX-OS writes them, read back and compared packet by packet."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from roce_audit.platforms.cisco_nxos import PLATFORM
from roce_audit.reading.document import Document
from tests.platforms import numbered_lists as numbered
from tests.platforms.lists_by_hand import PORT_NAMES, EntryByHand, entries_of


class NxosPorts(numbered.Ports):
    """A range may be written backwards."""

    def range_words(self, spelling):
        first = PORT_NAMES.get(self.first, self.first) if spelling % 2 else self.first
        return f"range {first} {self.last}"


class NxosEntry(EntryByHand):
    def every(self):
        return "ip"


ports = numbered.ports_of(NxosPorts)
entries = entries_of(NxosEntry, numbered.sides, ports)
numbers = st.lists(st.integers(1, 4294967295), min_size=8, max_size=8, unique=True)


def read_list(text):
    device = PLATFORM.read("leaf1", [Document("config", text)], {})
    assert device.ledger.uncertain == ()
    return device.filters["ipv4", "A"]


FORM = numbered.Form("ip access-list A", "  ", entries, read_list)


@pytest.mark.parametrize("in_order", [True, False])
@settings(max_examples=150, deadline=None)
@given(
    listed=st.lists(entries, max_size=8),
    chosen=numbers,
    asked=st.lists(numbered.packets, min_size=1, max_size=6),
    order=st.randoms(use_true_random=False),
)
def test_a_random_list_does_with_every_packet_what_its_entries_say(
    in_order, listed, chosen, asked, order
):
    FORM.check_order(listed, chosen, asked, None if in_order else order)


@settings(max_examples=60, deadline=None)
@given(listed=st.lists(entries, min_size=1, max_size=6), drawn=st.data())
def test_insert_replace_and_delete_edit_a_list_as_one_would_by_hand(listed, drawn):
    FORM.check_edits(listed, drawn)
