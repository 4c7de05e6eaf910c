"""The modes of class maps and policy maps."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from roce_audit.platforms.cisco_xe.modes import account, verb_of
from roce_audit.platforms.cisco_xe.qos import match_reason
from roce_audit.reading.said import READ

if TYPE_CHECKING:
    from roce_audit.platforms.cisco_xe.state import Policy, Xe
    from roce_audit.reading.statement import Statement


@dataclass(frozen=True, slots=True)
class ClassMode:
    """Under ``class-map NAME``."""

    policy: Policy

    def knows(self, words: tuple[str, ...]) -> bool:
        """Whether these are words of a class map."""
        return verb_of(words) == "match"

    def take(self, xe: Xe, statement: Statement) -> None:
        """Apply a statement of the class map."""
        words = statement.words
        if words[0] == "match":
            if all(each.words != words for each in self.policy.statements):
                self.policy.statements.append(statement)
            account(xe, statement, match_reason(statement))
        elif words[:2] == ("no", "match"):
            kept = [each for each in self.policy.statements if each.words != words[1:]]
            self.policy.statements[:] = kept
            xe.book.read += 1
        else:
            xe.book.no_effect += 1


@dataclass(slots=True)
class PolicyMode:
    """Under ``policy-map NAME``, its classes included."""

    policy: Policy
    current: str = ""

    def knows(self, words: tuple[str, ...]) -> bool:
        """Whether these are words of a policy map or of a class in it."""
        return verb_of(words) in _CLASS_WORDS

    def take(self, xe: Xe, statement: Statement) -> None:
        """Apply a statement of the policy map or of its present class."""
        match statement.words:
            case ("class", name, *_):
                self.current = name
                self.policy.classes.setdefault(name, [])
                xe.book.read += 1
            case ("no", "class", *rest):
                self.policy.classes.pop(" ".join(rest), None)
                xe.book.read += 1
            case ("no", *rest):
                self._undo(tuple(rest))
                xe.book.read += 1
            case ("description" | "exit", *_):
                xe.book.no_effect += 1
            case (verb, *_) if self.current:
                held = self.policy.classes[self.current]
                held[:] = [
                    each
                    for each in held
                    if each.words != statement.words and (each.words[0], verb) != _ONCE
                ]
                held.append(statement)
                account(xe, statement, "limits the rate" if verb == "police" else READ)
            case _:
                xe.book.no_effect += 1

    def _undo(self, words: tuple[str, ...]) -> None:
        held = self.policy.classes.get(self.current, [])
        held[:] = [each for each in held if not words or each.words[:1] != words[:1]]


_ONCE = ("police", "police")
"""A class has one policer: a second one replaces it."""
_CLASS_WORDS = frozenset(
    {"class", "police", "drop", "set", "bandwidth", "priority", "queue-limit", "queue-buffers",
     "random-detect", "shape", "trust", "conform-action", "exceed-action", "violate-action"}
)  # fmt: skip
