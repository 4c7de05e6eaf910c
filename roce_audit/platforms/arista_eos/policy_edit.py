"""Commands under ``traffic-policies``."""

from __future__ import annotations

from typing import TYPE_CHECKING

from roce_audit.errors import ParseError
from roce_audit.platforms.arista_eos.number_list import number_list
from roce_audit.platforms.arista_eos.policy_grammar import (
    NUMBER_SET,
    PASSING,
    PORT_SET,
    prefix_of,
    read_condition,
)
from roce_audit.platforms.arista_eos.policy_state import (
    DEFAULTS,
    UNKNOWN_FAMILY,
    FieldSet,
    Match,
    Policy,
)
from roce_audit.platforms.arista_eos.port_names import PORT_NAMES, PORT_TOP
from roce_audit.reading.ledger import below

if TYPE_CHECKING:
    from roce_audit.packets.ranges import Ranges
    from roce_audit.platforms.arista_eos.model_state import Eos
    from roce_audit.reading.statement import Statement

NUMBER_TOP = 0xFFFFFFFF
KNOWN_ACTIONS = frozenset({*PASSING, "drop", "police", "redirect"})


def edit_policies(eos: Eos, root: Statement, dump: int) -> None:
    """Apply ``traffic-policies`` and everything under it.

    Args:
        eos: The device.
        root: The statement.
        dump: Number of the dump that it is part of; 0 for typed commands.
    """
    eos.book.read += 1
    for statement in root.children:
        words = statement.words
        match words[0]:
            case "field-set":
                _field_set(eos, statement)
            case "traffic-policy" if words[1:]:
                _policy(eos, statement, dump)
            case "no" | "default":
                _no(eos, statement)
            case "counter" | "cpu" | "exit" | "transforms":
                eos.book.ignore(statement)
            case _:
                eos.book.doubt(statement.source, f"unknown statement {words[0]!r}")


def _no(eos: Eos, statement: Statement) -> None:
    words = statement.words[1:]
    eos.book.read += 1
    if words[:1] == ("traffic-policy",) and words[1:]:
        eos.policies.policies.pop(words[1], None)
    elif words[:1] == ("field-set",) and words[1:]:
        eos.policies.sets.pop((words[1], words[-1]), None)


def _field_set(eos: Eos, statement: Statement) -> None:
    words = statement.words
    kind = words[1] if words[1:] else ""
    if kind not in ("ipv4", "ipv6", PORT_SET, NUMBER_SET):
        eos.book.ignore(statement)
        return
    eos.book.read += 1
    known = eos.policies.sets.setdefault((kind, words[-1]), FieldSet(statement))
    for line in statement.children:
        _set_line(eos, known, kind, line)


def _set_line(eos: Eos, known: FieldSet, kind: str, line: Statement) -> None:
    words = line.words
    target = known.include
    if words[0] == "no":
        for word in words[1:]:
            known.include.pop(word, None)
            known.exclude.pop(word, None)
        eos.book.read += 1
        return
    for word in words:
        if word == "except":
            target = known.exclude
            continue
        try:
            target[word] = _values(kind, word)
        except (ParseError, ValueError) as error:
            known.reason = f"line {line.line}: {error}"
            eos.book.doubt(line.source, str(error))
            return
    eos.book.read += 1


def _values(kind: str, word: str) -> Ranges:
    if kind == PORT_SET:
        return number_list([word], PORT_TOP, PORT_NAMES)
    if kind == NUMBER_SET:
        return number_list([word], NUMBER_TOP)
    return prefix_of(word, kind)


def _policy(eos: Eos, statement: Statement, dump: int) -> None:
    name = statement.words[1]
    eos.book.read += 1
    policy = eos.policies.policies.get(name)
    if policy is None or (dump and policy.dump and policy.dump != dump):
        policy = Policy(name, statement, dump=dump)
        eos.policies.policies[name] = policy
    for child in statement.children:
        words = child.words
        if words[0] == "match":
            _match(eos, policy, child)
        elif words[0] in ("no", "default") and words[1:2] == ("match",) and words[2:]:
            policy.matches = [each for each in policy.matches if each.name != words[2]]
            policy.defaults.pop(words[2], None)
            eos.book.read += 1
        elif words[0] in ("counter", "exit", "no"):
            eos.book.ignore(child)
        else:
            eos.book.doubt(child.source, f"unknown statement {words[0]!r}")


def _match(eos: Eos, policy: Policy, statement: Statement) -> None:
    words = statement.words
    if words[2:3] not in (("ipv4",), ("ipv6",)):
        for each in [statement, *below(statement)]:
            eos.book.doubt(each.source, UNKNOWN_FAMILY)
        policy.matches.append(Match(words[1] if words[1:] else "", "", statement))
        return
    eos.book.read += 1
    match = _placed(policy, statement)
    for child in statement.children:
        if child.words[0] == "actions":
            eos.book.read += 1
            for action in child.children:
                _action(eos, match, action)
        elif child.words[0] in ("no", "default"):
            _drop_condition(eos, match, child)
        elif child.words[0] == "exit":
            eos.book.no_effect += 1
        else:
            condition = read_condition(child, match.family)
            match.conditions[child.words] = condition
            _count(eos, child, "" if condition.understood else condition.reason)


def _count(eos: Eos, statement: Statement, reason: str) -> None:
    if reason:
        eos.book.doubt(statement.source, reason)
    else:
        eos.book.read += 1


def _placed(policy: Policy, statement: Statement) -> Match:
    """Return the match of a header, made or moved to where the header says."""
    name, family, *place = statement.words[1:]
    if name in DEFAULTS:
        return policy.defaults.setdefault(name, Match(name, family, statement))
    known = next((each for each in policy.matches if each.name == name), None)
    found = known or Match(name, family, statement)
    names = [each.name for each in policy.matches if each is not known]
    if len(place) == 2 and place[1] in names:  # noqa: PLR2004 - before|after NAME
        policy.matches = [each for each in policy.matches if each is not known]
        policy.matches.insert(names.index(place[1]) + (place[0] == "after"), found)
    elif known is None:
        policy.matches.append(found)
    return found


def _action(eos: Eos, match: Match, statement: Statement) -> None:
    words = statement.words
    if words[0] in ("no", "default"):
        gone = words[1:]
        match.actions = {key: s for key, s in match.actions.items() if key[: len(gone)] != gone}
        eos.book.read += 1
        return
    if words[0] == "exit":
        eos.book.no_effect += 1
        return
    match.actions[words] = statement
    _count(eos, statement, "" if words[0] in KNOWN_ACTIONS else f"unknown action {words[0]!r}")


def _drop_condition(eos: Eos, match: Match, statement: Statement) -> None:
    gone = statement.words[1:]
    if gone == ("actions",):
        match.actions = {}
    match.conditions = {k: c for k, c in match.conditions.items() if k[: len(gone)] != gone}
    eos.book.read += 1
