"""Class maps and policy maps while the configuration is read."""

from __future__ import annotations

from typing import TYPE_CHECKING

from roce_audit.platforms.cisco_xr.state import Policy
from roce_audit.reading.said import IGNORED, READ

if TYPE_CHECKING:
    from roce_audit.platforms.cisco_xr.state import Xr
    from roce_audit.reading.said import Said


def class_map(xr: Xr, said: Said) -> str:
    """Apply a statement of a class map, given with its whole path."""
    words = list(said.words[1:])
    if words[:1] == ["type"]:
        return IGNORED
    all_of = words[:1] == ["match-all"]
    if words[:1] in (["match-all"], ["match-any"]):
        words = words[1:]
    if not words:
        return "no class is named"
    if said.negated and len(words) == 1:
        xr.classes.pop(words[0], None)
        return READ
    known = xr.classes.get(words[0])
    if known is None or xr.replaces(known.dump):
        known = xr.classes[words[0]] = Policy(said.statement, xr.dump)
        known.statements += [("match-all",)] if all_of else []
    match words[1:]:
        case ("match", *rest) if said.negated:
            known.statements = [each for each in known.statements if each != tuple(rest)]
        case ("match", *rest):
            known.statements.append(tuple(rest))
        case _:
            pass
    return READ


def policy_map(xr: Xr, said: Said) -> str:
    """Apply a statement of a policy map, given with its whole path."""
    words = said.words[1:]
    if words[:2] == ("type", "qos"):
        words = words[2:]
    if not words or words[0] == "type":
        return IGNORED
    if said.negated and len(words) == 1:
        xr.policies.pop(words[0], None)
        return READ
    known = xr.policies.get(words[0])
    if known is None or xr.replaces(known.dump):
        known = xr.policies[words[0]] = Policy(said.statement, xr.dump)
    if words[1:2] == ("class",) and len(words) > 2:  # noqa: PLR2004 - class and its name
        _in_class(known, said, words[2], words[3:])
    return READ


def _in_class(policy: Policy, said: Said, name: str, words: tuple[str, ...]) -> None:
    if said.negated and not words:
        policy.classes.pop(name, None)
        return
    held = policy.classes.setdefault(name, [])
    if said.negated:
        held[:] = [each for each in held if each[0][: len(words)] != words]
    elif words:
        held.append((words, said.statement))
