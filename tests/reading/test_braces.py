"""Blocks in braces, whatever the layout, and words of flat commands."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from roce_audit.reading.braces import BraceReader, unquoted
from roce_audit.reading.flat import paths, words_of


class Notes:
    """Notes what a reader hands on, as tuples."""

    def __init__(self):
        self.seen = []

    def open(self, words, line, _text):
        self.seen.append(("open", *words, line))

    def leaf(self, words, line, _text):
        self.seen.append(("leaf", *words, line))

    def close(self, line):
        self.seen.append(("close", line))


def read(text, *, newlines=False):
    notes = Notes()
    reader = BraceReader(notes, newlines=newlines)
    for number, line in enumerate(text.split("\n"), start=1):
        reader.feed(number, line.strip())
    return notes.seen


def kinds(seen):
    return [each[:-1] for each in seen]


def test_blocks_and_statements_are_told_with_their_lines():
    assert read("a b {\n  c d;\n  e;\n}") == [
        ("open", "a", "b", 1),
        ("leaf", "c", "d", 2),
        ("leaf", "e", 3),
        ("close", 4),
    ]


@given(st.lists(st.sampled_from((" ", "\n", "\n\n", "\t", " \n  ")), min_size=16, max_size=16))
def test_the_layout_does_not_matter(gaps):
    tokens = ["a", "b", "{", "c", "[", "x", "y", "]", ";", "d", "{", "e", ";", "}", "f;", "}"]
    text = "".join(token + gap for token, gap in zip(tokens, gaps, strict=True))
    assert kinds(read(text)) == [
        ("open", "a", "b"),
        ("leaf", "c", "x"),
        ("leaf", "c", "y"),
        ("open", "d"),
        ("leaf", "e"),
        ("close",),
        ("leaf", "f"),
        ("close",),
    ]


def test_strings_are_words_whatever_is_in_them():
    assert kinds(read('a "b { c; # } [ d" e;')) == [("leaf", "a", "b { c; # } [ d", "e")]
    assert kinds(read(r'a "say \"hi\"";')) == [("leaf", "a", 'say "hi"')]


def test_a_string_without_an_end_never_equals_a_word():
    assert kinds(read('a "b;\nc;')) == [("leaf", "a", '"b;', "c")]
    assert unquoted('"') == '"'


def test_comments_carry_no_words():
    text = "/* a; { */ b /* c */ d; # e;\n/* f;\n g; */ h; ## i;\nj/*k;\n"
    assert kinds(read(text)) == [("leaf", "b", "d"), ("leaf", "h"), ("leaf", "j/*k")]


def test_a_list_gives_a_statement_for_each_member():
    assert kinds(read("a b [ c d ] e;")) == [
        ("leaf", "a", "b", "c", "e"),
        ("leaf", "a", "b", "d", "e"),
    ]
    assert kinds(read("a [ ];")) == [("leaf", "a")]


def test_brackets_inside_a_word_belong_to_it():
    assert kinds(read("et-0/0/[0-3] mtu;")) == [("leaf", "et-0/0/[0-3]", "mtu")]


def test_a_statement_before_a_closing_brace_needs_no_semicolon():
    assert kinds(read("a { b }")) == [("open", "a"), ("leaf", "b"), ("close",)]


def test_where_lines_end_statements_a_list_may_still_go_on():
    assert kinds(read("a {\n b c\n d [\n e\n f\n ]\n}", newlines=True)) == [
        ("open", "a"),
        ("leaf", "b", "c"),
        ("leaf", "d", "e"),
        ("leaf", "d", "f"),
        ("close",),
    ]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("set a b", ["set", "a", "b"]),
        ('set "a b" c', ["set", "a b", "c"]),
        ("set a [ b c ]", ["set", "a", "[", "b", "c", "]"]),
        ("set et-0/0/[0-3] x", ["set", "et-0/0/[0-3]", "x"]),
        ('set "<et-[0-9]>" x', ["set", "<et-[0-9]>", "x"]),
        ('set a "b', ["set", "a", '"b']),
        ("set a [b c]", ["set", "a", "[", "b", "c", "]"]),
    ],
)
def test_words_of_a_flat_command(text, words):
    assert words_of(text) == words


@pytest.mark.parametrize(
    ("words", "each"),
    [
        ("a b", ["a b"]),
        ("a [ b c ]", ["a b", "a c"]),
        ("a [ b c ] d", ["a b d", "a c d"]),
        ("a [ b", ["a b"]),
        ("a [ ]", ["a"]),
    ],
)
def test_a_list_in_a_flat_command_is_several_paths(words, each):
    assert [" ".join(path) for path in paths(words.split())] == each
