"""YAML or JSON text as a stream of events with positions; foreign errors are translated here."""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import Enum, auto
from typing import TYPE_CHECKING, Protocol, cast

from ruamel.yaml import YAML
from ruamel.yaml import events as yaml_events
from ruamel.yaml.error import MarkedYAMLError, YAMLError
from ruamel.yaml.reader import ReaderError

from roce_audit.errors import InventoryError, Problem

if TYPE_CHECKING:
    from collections.abc import Iterator

# The pure parser lets these through for odd escapes, code points and version numbers.
_PARSER_SLIPS = (ValueError, OverflowError, AssertionError, IndexError, AttributeError, TypeError)
_CONTROL = re.compile(r"[^\x20-\x7e]")
_LONGEST_REASON = 120
_QUOTES = 'a word that begins with * or & needs quotes, such as "*"'


class Kind(Enum):
    """What an event announces."""

    DOCUMENT = auto()
    SCALAR = auto()
    ALIAS = auto()
    MAPPING = auto()
    SEQUENCE = auto()
    END = auto()


@dataclass(frozen=True, slots=True)
class Event:
    """One step of reading.

    Attributes:
        kind: What begins or ends.
        line: 1-based line.
        column: 1-based column, in characters.
        text: A scalar's text or an alias' name; empty for other kinds.
        plain: A scalar without quotes and not a block.
        anchor: The name given with ``&``, or empty.
        tag: The tag given with ``!``, or empty.
    """

    kind: Kind
    line: int
    column: int
    text: str = ""
    plain: bool = False
    anchor: str = ""
    tag: str = ""


class _Mark(Protocol):
    """A place as the parser counts: from 0."""

    line: int
    column: int
    index: int


class _ParserEvent(Protocol):
    """What all events of the parser have; the rest depends on the kind."""

    start_mark: _Mark


class _Parser(Protocol):
    """The one method used of a library whose types are mostly unknown."""

    def parse(self, stream: str) -> Iterator[_ParserEvent]: ...


class _MarkedError(Protocol):
    """The parser's complaint."""

    context: str | None
    context_mark: _Mark | None
    problem: str | None
    problem_mark: _Mark | None


class _ReaderError(Protocol):
    """The reader's complaint about one character."""

    position: int


def events(text: str, file: str) -> Iterator[Event]:
    """Yield the events of a text, lazily.

    Args:
        text: The file's text; JSON is read as the subset of YAML that it is.
        file: Name for messages.

    Raises:
        InventoryError: The text is not YAML; one problem, where reading stopped.
    """
    try:
        # The pure parser: it alone gives positions for every event.
        for event in cast("_Parser", YAML(typ="safe", pure=True)).parse(text):
            if kind := _KINDS.get(type(event)):
                yield _event(kind, event)
    except ReaderError as error:
        raise InventoryError([_unreadable(cast("_ReaderError", error), text, file)]) from None
    except MarkedYAMLError as error:
        raise InventoryError([_marked(cast("_MarkedError", error), text, file)]) from None
    except (YAMLError, *_PARSER_SLIPS) as error:
        raise InventoryError([Problem(file, None, None, "", "", _reason(error))]) from None


_KINDS: dict[type, Kind] = {
    yaml_events.DocumentStartEvent: Kind.DOCUMENT,
    yaml_events.ScalarEvent: Kind.SCALAR,
    yaml_events.AliasEvent: Kind.ALIAS,
    yaml_events.MappingStartEvent: Kind.MAPPING,
    yaml_events.SequenceStartEvent: Kind.SEQUENCE,
    yaml_events.MappingEndEvent: Kind.END,
    yaml_events.SequenceEndEvent: Kind.END,
}


def _event(kind: Kind, event: _ParserEvent) -> Event:
    line, column = event.start_mark.line + 1, event.start_mark.column + 1
    anchor, tag = (str(getattr(event, name, None) or "") for name in ("anchor", "tag"))
    if kind is Kind.ALIAS:
        return Event(kind, line, column, text=anchor)
    if kind is not Kind.SCALAR:
        return Event(kind, line, column, anchor=anchor, tag=tag)
    text, plain = str(getattr(event, "value", "")), getattr(event, "style", None) is None
    return Event(kind, line, column, _joined(text), plain, anchor, tag)


def _joined(text: str) -> str:
    """Join surrogate pairs, which JSON writes for characters beyond U+FFFF.

    Raises:
        ValueError: Half a pair.
    """
    return text if text.isascii() else text.encode("utf-16", "surrogatepass").decode("utf-16")


def _unreadable(error: _ReaderError, text: str, file: str) -> Problem:
    index = error.position
    line, column = text.count("\n", 0, index) + 1, index - text.rfind("\n", 0, index)
    reason = f"the character U+{ord(text[index]):04X} does not belong in a text file"
    return Problem(file, line, column, "", "", reason)


def _marked(error: _MarkedError, text: str, file: str) -> Problem:
    mark = error.problem_mark or error.context_mark
    line, column = (mark.line + 1, mark.column + 1) if mark else (None, None)
    if mark and text[mark.index : mark.index + 1] == "\t":
        spaces = "YAML indents and separates with spaces"
        return Problem(file, line, column, "", "", "a tab stands here", spaces)
    hint = _QUOTES if error.context in _AT_A_NAME else ""
    return Problem(file, line, column, "", "", _reason(error.problem or error.context), hint)


_AT_A_NAME = frozenset({"while scanning an alias", "while scanning an anchor"})


def _reason(complaint: object) -> str:
    return f"is not YAML: {_CONTROL.sub('?', str(complaint))[:_LONGEST_REASON]}"
