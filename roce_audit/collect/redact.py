"""Removes secrets from what devices print, before anything is kept.

Lines stay where they are: a finding names them by number. Lines of filters and of their bindings
stay as they are: they hold no secret, and a verdict hangs on them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from roce_audit.collect import redact_rules as rules

if TYPE_CHECKING:
    import re
    from collections.abc import Iterable

REMOVED = "<removed>"
_KEEP_AND_REMOVE = rf"\g<1>{REMOVED}"
_KEEP_AND_QUOTE = rf'\g<1>"{REMOVED}"'


def redact(text: str) -> str:
    """Return the output of a switch without its secrets; as many lines as before."""
    walk = _Walk()
    return "\n".join([walk.line(line) for line in text.split("\n")])


def redact_host(text: str) -> str:
    """Return the output of a host's collector without secrets; as many lines as before.

    A host's output is JSON and rule sets, where ``key`` and ``community`` are ordinary words.
    """
    walk = _Walk()
    return "\n".join([walk.host_line(line) for line in text.split("\n")])


class _Walk:
    """The walk over the lines of one text, with what earlier lines say of the next ones."""

    def __init__(self) -> None:
        self._in_block = False
        self._in_certificate = False
        self._in_key_chain = False
        self._communities: str | None = None

    def line(self, line: str) -> str:
        """Return one line of a switch."""
        if self._in_block or self._in_certificate or self._communities is not None:
            removed = self._inside(line)
            if removed is not None:
                return removed
        if not _suspicious(line):
            return self._plain(line)
        if rules.STRUCTURE.match(line):
            return line
        self._enter(line)
        if self._is_number(line):
            return line
        for expression in rules.JSON if '"' in line and ":" in line else ():
            line = expression.sub(_KEEP_AND_QUOTE, line)
        return _without(_without(line, rules.STATEMENTS), rules.SHAPES)

    def host_line(self, line: str) -> str:
        """Return one line of a host."""
        removed = self._inside(line) if self._in_block else None
        if removed is not None:
            return removed
        if not _suspicious(line):
            return line
        self._in_block = _opens_block(line)
        return _without(_without(line, rules.ASSIGNMENTS), rules.SHAPES)

    def _plain(self, line: str) -> str:
        """Return a line without a suspicious word, unless it is the body of a certificate."""
        if line[:1] not in {" ", "\t"}:
            self._in_key_chain = self._in_key_chain and not line.strip()
        elif rules.HEX_LINE.match(line):
            self._in_certificate = True
            return _emptied(line)
        return line

    def _inside(self, line: str) -> str | None:
        """Return a line inside a block, None if the block ends before it."""
        if self._in_block:
            self._in_block = bool(rules.BLOCK_LINE.match(line))
            return _emptied(line) if self._in_block and line.strip() else None
        if self._in_certificate:
            self._in_certificate = bool(rules.HEX_REST.match(line))
            return _emptied(line) if self._in_certificate else None
        margin = self._communities or ""
        if line.strip() and len(line) - len(line.lstrip()) <= len(margin):
            self._communities = None
            return None
        return rules.JSON_NAME.sub(_KEEP_AND_QUOTE, line)

    def _enter(self, line: str) -> None:
        self._in_block = _opens_block(line)
        if rules.KEY_CHAIN.match(line):
            self._in_key_chain = True
        elif line[:1] not in {" ", "\t"}:
            self._in_key_chain = False
        if match := rules.JSON_COMMUNITIES.match(line):
            self._communities = match[1]

    def _is_number(self, line: str) -> bool:
        numbered = self._in_key_chain and rules.KEY_NUMBER.match(line)
        return bool(numbered or rules.TIME_SERVER.match(line))


def _suspicious(line: str) -> bool:
    # Most lines end here: ten times as fast as one expression for all words.
    return any(map(line.lower().__contains__, rules.SUSPICIOUS))


def _opens_block(line: str) -> bool:
    return bool(rules.BLOCK_BEGIN.search(line)) and not rules.BLOCK_END.search(line)


def _emptied(line: str) -> str:
    return line[: len(line) - len(line.lstrip())] + REMOVED


def _without(line: str, expressions: Iterable[re.Pattern[str]]) -> str:
    for expression in expressions:
        line = expression.sub(_KEEP_AND_REMOVE, line)
    return line
