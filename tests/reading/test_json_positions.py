"""JSON read with the place of everything, whole or broken."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from roce_audit.reading.json_positions import DEEPEST, read_json, read_members
from roce_audit.reading.json_values import JsonArray, JsonObject, Lines

VALUES = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-(10**20), 10**20)
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(max_size=8),
    lambda inner: (
        st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=6), inner, max_size=4)
    ),
    max_leaves=20,
)


def plain(value):
    if isinstance(value, JsonObject):
        return {name: plain(inner) for name, _, inner in value.members}
    if isinstance(value, JsonArray):
        return [plain(item) for item in value.items]
    return value


@given(value=VALUES, indent=st.sampled_from([None, 0, 2]), ascii_only=st.booleans())
def test_it_reads_what_the_library_writes(value, indent, ascii_only):
    text = json.dumps(value, indent=indent, ensure_ascii=ascii_only)
    read = read_json(text)
    assert (plain(read.value), read.end, read.fault) == (value, len(text), "")


@given(value=VALUES)
def test_every_name_and_item_stands_where_it_is_said_to(value):
    text = json.dumps(value, indent=1)

    def check(node):
        if isinstance(node, JsonObject):
            assert text[node.at] == "{"
            for name, at, inner in node.members:
                assert text.startswith(json.dumps(name), at)
                check(inner)
        if isinstance(node, JsonArray):
            assert text[node.at] == "["
            for at, item in zip(node.places, node.items, strict=True):
                again = read_json(text, at)
                assert plain(again.value) == plain(item)
                check(item)

    check(read_json(text).value)


@given(text=st.text(alphabet="{}[]\",:' \n\\abu019.-+eE", max_size=60))
def test_no_text_is_too_broken_to_be_read(text):
    read = read_json(text)
    assert 0 <= read.end <= len(text)
    try:
        expected = json.loads(text)
    except ValueError:
        return
    assert read.fault == ""
    assert plain(read.value) == expected


@given(value=st.dictionaries(st.text(max_size=4), VALUES, min_size=1, max_size=3), data=st.data())
def test_a_text_cut_short_is_called_so_and_keeps_what_came_before(value, data):
    text = json.dumps(value)
    cut = data.draw(st.integers(1, len(text) - 1))
    read = read_json(text[:cut])
    assert read.fault
    names = [name for name, _, _ in read.value.members]
    assert names == list(value)[: len(names)]


def test_members_with_the_same_name_are_kept_apart():
    read = read_json('{"a": 1, "a": 2}')
    assert [(name, value) for name, _, value in read.value.members] == [("a", 1), ("a", 2)]


def test_what_tools_print_instead_of_json_is_read():
    read = read_json("{'status': 'Active', 'up': True, 'left': None, 'ports': ['a', 'b',],}")
    assert read.fault == ""
    assert plain(read.value) == {"status": "Active", "up": True, "left": None, "ports": ["a", "b"]}


def test_what_follows_the_value_is_left_alone():
    read = read_json('  {"a": "b"} admin@sonic:~$ exit')
    assert plain(read.value) == {"a": "b"}
    assert read.end == len('  {"a": "b"}')


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ('{"a": "b" "c": "d"}', "a comma or '}' is missing"),
        ('{"a" "b"}', "a colon is missing"),
        ('{"a": "b', "a text in quotes is missing or has no end"),
        ('{"a": "b",', "the text ends in the middle of it"),
        ('{"a": nothing}', "a value is missing"),
        ('{"a": 01}', "a value is missing"),
        ("{a: 1}", "a text in quotes is missing or has no end"),
        ('["a" "b"]', "a comma or ']' is missing"),
        ("", "the text ends in the middle of it"),
    ],
)
def test_a_fault_is_named(text, fault):
    assert read_json(text).fault == fault


def test_nesting_and_digits_are_bounded():
    deep = DEEPEST + 100
    assert read_json("[" * deep + "]" * deep).fault == "it is nested too deep or too large"
    assert read_json("[" * 100_000).fault
    assert read_json("9" * 5000).value == "9" * 5000


def test_members_pasted_without_their_brackets_are_read():
    text = '"PORT": {"Ethernet0": {}},\n"VLAN": {}\n'
    read = read_members(text)
    assert read.fault == ""
    assert plain(read.value) == {"PORT": {"Ethernet0": {}}, "VLAN": {}}
    assert read.end == len(text)


@given(st.text(alphabet="a\n", max_size=30))
def test_the_line_of_an_offset_is_counted_from_one(text):
    lines = Lines(text)
    for at in range(len(text)):
        assert lines.line(at) == text[:at].count("\n") + 1
