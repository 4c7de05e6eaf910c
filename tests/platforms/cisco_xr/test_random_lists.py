"""Random lists, written as IOS-XR writes them, read back and compared packet by packet."""

from __future__ import annotations

from dataclasses import dataclass, replace
from ipaddress import IPv4Address

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from roce_audit.analysis.verdicts import outcomes
from roce_audit.model.acl import Action
from roce_audit.model.path import Stage
from roce_audit.packets import fields
from roce_audit.packets.ranges import single
from roce_audit.platforms.cisco_xr import PLATFORM
from roce_audit.reading.document import Document
from tests.platforms import numbered_lists as numbered
from tests.platforms.lists_by_hand import EntryByHand, decided, entries_of, expected


class XrEntry(EntryByHand):
    def every(self):
        return "ipv4"

    def dscp_words(self, value):
        return f"dscp eq {value}" if self.spelling % 3 else f"dscp {value}"


# No packet has a port below 0 or above 65535: such a condition is no entry that a device shows.
ports = numbered.ports_of(numbered.Ports).filter(
    lambda each: (each.word, each.first) not in (("lt", 0), ("gt", 65535))
)
entries = entries_of(XrEntry, numbered.sides, ports)
numbers = st.lists(st.integers(1, 2147483646), min_size=8, max_size=8, unique=True)


def read_list(text):
    device = PLATFORM.read("r1", [Document("config", text)], {})
    assert device.ledger.uncertain == ()
    return device.filters["ipv4", "A"]


FORM = numbered.Form("ipv4 access-list A", " ", entries, read_list)


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


def grouped(listed):
    """Return text in which every address and port condition stands in an object group."""
    text, rows = [], []
    for at, entry in enumerate(listed):
        words = ["permit" if entry.permit else "deny", "udp"]
        for side, port, name in (
            (entry.source, entry.source_port, f"S{at}"),
            (entry.destination, entry.destination_port, f"D{at}"),
        ):
            if side.free & (side.free + 1):
                words.append(side.text(0))
            else:
                length = 32 - side.free.bit_length()
                text += [f"object-group network ipv4 {name}", f" {IPv4Address(side.base)}/{length}"]
                words += ["net-group", name]
            if port.word:
                text += [f"object-group port {name}", f" {port.text(0)}"]
                words += ["port-group", name]
        rows.append(f" {10 * at + 10} {' '.join(words)}")
    return "\n".join([*text, "ipv4 access-list A", *rows])


@settings(max_examples=60, deadline=None)
@given(
    listed=st.lists(entries, min_size=1, max_size=5), asked=st.lists(numbered.packets, max_size=6)
)
def test_groups_say_what_their_members_say(listed, asked):
    plain = [
        replace(each, protocol="udp", dscp=None, fragments=False, spelling=1) for each in listed
    ]
    acl = read_list(grouped(plain))
    for packet in asked:
        assert decided(acl, packet) == expected(plain, packet), packet


MACS = (0x020000000001, 0x020000000002, 0x0200000000FF, 0x02AA00000001)
TYPES = (0x8915, 0x0800, 0x86DD, 0x88CC)


@dataclass(frozen=True)
class Frame:
    """One ethernet-services entry; None stands for no condition."""

    permit: bool
    source: int | None
    mask: int
    kind: int | None
    vlan: tuple[int, int] | None
    cos: int | None

    def takes(self, packet):
        return (
            (self.source is None or (packet["smac"] ^ self.source) & ~self.mask == 0)
            and self.kind in (None, packet["ethertype"])
            and (self.vlan is None or self.vlan[0] <= packet["vlan"] <= self.vlan[1])
            and self.cos in (None, packet["pcp"])
        )

    def text(self):
        words = ["permit" if self.permit else "deny"]
        if self.source is None:
            words.append("any")
        elif not self.mask:
            words += ["host", mac_text(self.source)]
        else:
            words += [mac_text(self.source), mac_text(self.mask)]
        words.append("any")
        if self.kind is not None:
            words.append(f"{self.kind:x}")
        if self.vlan is not None:
            low, high = self.vlan
            words.append(f"vlan {low}" if low == high else f"vlan {low} {high}")
        if self.cos is not None:
            words.append(f"cos {self.cos}")
        return " ".join(words)


def mac_text(value):
    digits = f"{value:012x}"
    return ".".join(digits[at : at + 4] for at in (0, 4, 8))


frames = st.builds(
    Frame,
    st.booleans(),
    st.sampled_from((None, *MACS)),
    st.sampled_from((0, 0xFF, 0xFFFFFFFFFF)),
    st.sampled_from((None, *TYPES)),
    st.sampled_from((None, (100, 100), (100, 200), (5, 5))),
    st.sampled_from((None, None, 0, 3)),
)
FRAME_FIELDS = {
    "smac": fields.SMAC,
    "ethertype": fields.ETHERTYPE,
    "vlan": fields.VLAN,
    "pcp": fields.PCP,
}


@settings(max_examples=150, deadline=None)
@given(
    listed=st.lists(frames, min_size=1, max_size=6),
    packet=st.fixed_dictionaries(
        {
            "smac": st.sampled_from(MACS),
            "ethertype": st.sampled_from(TYPES),
            "vlan": st.sampled_from((5, 99, 100, 150, 200, 201)),
            "pcp": st.sampled_from((0, 3, 5)),
        }
    ),
)
def test_a_random_ethernet_services_list_does_what_its_entries_say(listed, packet):
    rows = [f" {10 * at + 10} {each.text()}" for at, each in enumerate(listed)]
    text = "\n".join(["ethernet-services access-list A", *rows])
    device = PLATFORM.read("r1", [Document("config", text)], {})
    assert device.ledger.uncertain == ()
    region = {FRAME_FIELDS[name]: single(value) for name, value in packet.items()}
    (outcome,) = outcomes((Stage(device.filters["mac", "A"]),), region)
    wanted = next((each.permit for each in listed if each.takes(packet)), False)
    assert outcome.actions == {Action.PERMIT if wanted else Action.DENY}
