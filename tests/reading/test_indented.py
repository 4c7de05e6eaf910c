"""Configurations as people really have them: line ends, paging, control characters, levels."""

from hypothesis import given
from hypothesis import strategies as st

from roce_audit.reading.document import Document
from roce_audit.reading.indented import clean_lines, read_indented
from roce_audit.reading.ledger import LedgerBook, below

CONFIG = "interface Eth1\n  mtu 9216\n  ip port\n    deep\nvlan 10\n! a comment\n\n"


def tree(text):
    def shape(statement):
        return (" ".join(statement.words), [shape(child) for child in statement.children])

    return [shape(child) for child in read_indented(Document("x", text)).children]


WANTED = [("interface Eth1", [("mtu 9216", []), ("ip port", [("deep", [])])]), ("vlan 10", [])]


def test_blanks_show_the_level():
    assert tree(CONFIG) == WANTED


def test_line_numbers_are_those_of_the_text():
    root = read_indented(Document("x", "\n" + CONFIG))
    assert [each.line for each in root.children] == [2, 6]
    assert root.children[0].source.text == "interface Eth1"
    assert root.source.line is None


def test_terminal_residue_changes_nothing():
    assert tree(CONFIG.replace("\n", "\r\n")) == WANTED
    assert tree("\ufeff" + CONFIG) == WANTED
    assert tree(CONFIG.replace("vlan 10", "--More--\x08\x08\x08        \x08\x08vlan 10")) == WANTED
    assert tree(CONFIG.replace("vlan 10", "--More--\r        \rvlan 10")) == WANTED
    assert tree(CONFIG.replace("vlan 10", "\x1b[7mvlan 10\x1b[0m")) == WANTED
    assert tree(CONFIG.replace("vlan 10", "vlan 10   ")) == WANTED


@given(st.text(max_size=300))
def test_no_text_is_too_odd_and_no_line_number_is_lost(text):
    numbers = [number for number, _ in clean_lines(text)]
    assert numbers == list(range(1, text.removeprefix("\ufeff").count("\n") + 2))
    for statement in below(read_indented(Document("x", text))):
        assert statement.words
        assert not set("\x00\x07\x08\x1b\x7f") & set(statement.text)


def test_a_ledger_counts_what_is_below_an_ignored_statement():
    book = LedgerBook()
    for statement in read_indented(Document("x", CONFIG)).children:
        book.ignore(statement)
    book.doubt(read_indented(Document("x", CONFIG)).children[0].source, "unknown")
    ledger = book.close()
    assert (ledger.read, ledger.no_effect, len(ledger.uncertain)) == (0, 5, 1)
