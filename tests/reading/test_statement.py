"""The cursor reads every word or says which one it could not."""

import pytest

from roce_audit.errors import ParseError
from roce_audit.reading.statement import Words


def words(text):
    return Words(tuple(text.split()))


def test_words_are_taken_from_left_to_right():
    cursor = words("permit udp any eq 4791")
    assert cursor.choice("permit", "deny") == "permit"
    assert (cursor.peek(), cursor.peek(1), cursor.peek(9)) == ("udp", "any", "")
    assert cursor.take() == "udp"
    assert cursor.skip("host") == ""
    assert cursor.skip("any", "host") == "any"
    assert cursor.rest() == ("eq", "4791")
    cursor.end()
    assert cursor.skip("any") == ""


@pytest.mark.parametrize(
    ("text", "step", "reason"),
    [
        ("", lambda w: w.take("an address"), "an address should follow"),
        ("tcp", lambda w: w.choice("udp"), "got 'tcp'"),
        ("70000", lambda w: w.number(65535), "from 0 to 65535"),
        ("x", lambda w: w.number(9), "got 'x'"),
        ("٣", lambda w: w.number(9), "got"),
        ("0", lambda w: w.number(9, least=1), "from 1 to 9"),
        ("left over", lambda w: w.end(), "unknown word 'left'"),
    ],
)
def test_what_does_not_fit_is_named(text, step, reason):
    with pytest.raises(ParseError, match=reason):
        step(words(text))


def test_a_number_in_bounds_is_a_number():
    assert words("4791").number(65535) == 4791
