"""Random lists, written as IOS writes them, read back and compared packet by packet."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from roce_audit.analysis.verdicts import outcomes
from roce_audit.model.acl import Action
from roce_audit.model.path import Stage
from roce_audit.packets import fields
from roce_audit.packets.ranges import single
from roce_audit.platforms.cisco_xe import PLATFORM
from roce_audit.reading.document import Document
from tests.platforms.cisco_xe import lists_by_hand as by_hand
from tests.platforms.lists_by_hand import decided, expected

ETHERTYPES = {4: 0x0800, 6: 0x86DD}
HEADERS = {4: "ip access-list extended A", 6: "ipv6 access-list A"}
SHOWN = {4: "Extended IP access list A", 6: "IPv6 access list A"}
FAMILIES = {4: "ipv4", 6: "ipv6"}


def read_list(text, version):
    device = PLATFORM.read("sw1", [Document("config", text)], {})
    assert device.ledger.uncertain == ()
    return device.filters[FAMILIES[version], "A"]


def as_configured(version, numbered):
    rows = [
        f" {'sequence ' if version == 6 else ''}{number} {entry.text()}"
        for number, entry in numbered
    ]
    return "\n".join([HEADERS[version], *rows])


def as_shown(version, numbered):
    rows = [
        f"    {entry.text()} ({number} matches) sequence {number}"
        if version == 6
        else f"    {number} {entry.text()} (1 match)"
        for number, entry in numbered
    ]
    return "\n".join([SHOWN[version], *rows])


def unlike(listed):
    """Leave out entries that read like an earlier one: the device does not take them."""
    return list({" ".join(entry.text().split()): entry for entry in reversed(listed)}.values())[
        ::-1
    ]


@pytest.mark.parametrize("version", [4, 6])
@pytest.mark.parametrize("form", [as_configured, as_shown, None])
@settings(max_examples=80, deadline=None)
@given(drawn=st.data())
def test_a_random_list_does_with_every_packet_what_its_entries_say(version, form, drawn):
    listed = unlike(drawn.draw(st.lists(by_hand.entries(version), max_size=8)))
    numbers = drawn.draw(st.lists(st.integers(1, 2147483647), min_size=8, max_size=8, unique=True))
    if form is None:
        rows = [f" {entry.text()}" for entry in listed]
        text = "\n".join([HEADERS[version], *rows])
    else:
        rows = list(zip(numbers, listed, strict=False))
        text = form(version, rows)
        # The device tries entries by number, wherever they stand.
        listed = [entry for _, entry in sorted(rows, key=lambda row: row[0])]
    acl = read_list(text, version)
    for packet in drawn.draw(st.lists(by_hand.packets(version), min_size=1, max_size=6)):
        assert decided(acl, packet, ETHERTYPES[version]) == expected(listed, packet), packet


@settings(max_examples=60, deadline=None)
@given(drawn=st.data())
def test_flat_lines_of_a_numbered_list_are_tried_in_the_order_they_stand(drawn):
    listed = unlike(drawn.draw(st.lists(by_hand.entries(4), min_size=1, max_size=8)))
    text = "\n".join(f"access-list 150 {entry.text()}" for entry in listed)
    device = PLATFORM.read("sw1", [Document("config", text)], {})
    packet = drawn.draw(by_hand.packets(4))
    acl = device.filters["ipv4", "150"]
    assert decided(acl, packet, ETHERTYPES[4]) == expected(listed, packet)


@settings(max_examples=60, deadline=None)
@given(drawn=st.data())
def test_insert_and_delete_edit_a_list_as_one_would_by_hand(drawn):
    listed = unlike(drawn.draw(st.lists(by_hand.entries(4), min_size=1, max_size=6)))
    rows = {10 * at: entry for at, entry in enumerate(listed, start=1)}
    text = [as_configured(4, rows.items())]
    for _ in range(drawn.draw(st.integers(1, 4))):
        number = drawn.draw(st.integers(1, 70))
        if drawn.draw(st.booleans()):
            text.append(f" no {number}")
            rows.pop(number, None)
            continue
        entry = drawn.draw(by_hand.entries(4))
        text.append(f" {number} {entry.text()}")
        known = {" ".join(each.text().split()) for each in rows.values()}
        if number not in rows and " ".join(entry.text().split()) not in known:
            rows[number] = entry
    acl = read_list("\n".join(text), 4)
    packet = drawn.draw(by_hand.packets(4))
    left = [entry for _, entry in sorted(rows.items())]
    assert decided(acl, packet, ETHERTYPES[4]) == expected(left, packet)


def network_members(values):
    """Write addresses as members of a network group: hosts, netmasks, ranges."""
    for low, free in values:
        if free == 0:
            yield f" host {by_hand.IPv4Address(low)}"
        elif free % 3 == 0:
            yield f" {by_hand.IPv4Address(low)} {by_hand.IPv4Address(~free & 0xFFFFFFFF)}"
        else:
            base = low & ~free
            yield f" range {by_hand.IPv4Address(base)} {by_hand.IPv4Address(base | free)}"


@settings(max_examples=80, deadline=None)
@given(
    values=st.lists(
        st.tuples(st.sampled_from(by_hand.BASES[4]), st.sampled_from((0, 0xFF, 0xFFFF, 1))),
        min_size=1,
        max_size=5,
    ),
    split=st.integers(0, 5),
    packet=by_hand.packets(4),
)
def test_a_nested_group_takes_the_addresses_of_all_its_members(values, split, packet):
    members = list(network_members(values))
    inner = members[split:]
    text = "\n".join(
        [
            "object-group network G",
            *members[:split],
            *([" group-object H", "object-group network H", *inner] if inner else []),
            "ip access-list extended A",
            " 10 permit ip object-group G any",
        ]
    )
    acl = read_list(text, 4)
    inside = any((packet["src"] ^ low) & ~free & 0xFFFFFFFF == 0 for low, free in values)
    assert decided(acl, packet, ETHERTYPES[4]) == inside


@settings(max_examples=80, deadline=None)
@given(
    rows=st.lists(
        st.tuples(
            st.booleans(),
            st.sampled_from((0x8915, 0x0806, 0x8100, 0x88BA)),
            st.sampled_from((0, 0xFF, 0xFFFF, 0x0F0F, 1)),
            st.booleans(),
        ),
        max_size=6,
        unique=True,
    ),
    asked=st.sampled_from((0x8915, 0x8914, 0x0806, 0x8815, 0x88BA, 0x8100)),
)
def test_ethertypes_are_compared_where_the_mask_has_zeros(rows, asked):
    lines = [
        f" {'permit' if permit else 'deny'} any any "
        f"{f'0x{value:x} 0x{mask:X}' if form else f'{value} {mask}'}"
        for permit, value, mask, form in rows
    ]
    text = "\n".join(["mac access-list extended M", *lines])
    acl = PLATFORM.read("sw1", [Document("config", text)], {}).filters["mac", "M"]
    (outcome,) = outcomes((Stage(acl),), {fields.ETHERTYPE: single(asked)})
    (action,) = outcome.actions
    wanted = next(
        (permit for permit, value, mask, _ in rows if (asked ^ value) & ~mask & 0xFFFF == 0),
        not rows,
    )
    assert (action is Action.PERMIT) == wanted
