"""``policy-map`` of type qos: of interest only where it limits a rate."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from roce_audit.model.acl import Action, Call, Family, Filter, Line
from roce_audit.packets.boxes import EVERYTHING, Box, clip
from roce_audit.packets.fields import Doubt
from roce_audit.platforms.cisco_nxos.class_map import EVERY_CLASS, ClassMap, Condition
from roce_audit.platforms.cisco_nxos.entry import YES
from roce_audit.platforms.cisco_nxos.port import Claim

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from roce_audit.model.acl import FilterKey
    from roce_audit.model.source import SourceRef
    from roce_audit.reading.statement import Statement


@dataclass(slots=True)
class PolicyClass:
    """A class in a policy.

    Attributes:
        name: Of the class.
        source: Where the policy names it.
        police: The statement that limits its rate; None if none does.
    """

    name: str
    source: SourceRef
    police: SourceRef | None = None


@dataclass(slots=True)
class PolicyMap:
    """A policy of type qos.

    Attributes:
        source: Its header.
        classes: By name, in the order tried.
    """

    source: SourceRef
    classes: dict[str, PolicyClass] = field(default_factory=dict[str, PolicyClass])
    _open: PolicyClass | None = None

    def enter(self, statement: Statement) -> Claim | None:
        """Do what a statement below the header says; None if it is no such statement."""
        match statement.words:
            case ("class", "type", "qos", name, *_) | ("class", name, *_):
                self._open = self.classes.setdefault(name, PolicyClass(name, statement.source))
            case ("no", "class", *rest) if rest:
                self.classes.pop(rest[-1], None)
            case ("police", *rest) if self._open:
                # Without an action for what exceeds the rate, it is dropped.
                drops = "drop" in rest or "violate" not in rest
                self._open.police = statement.source if drops else None
            case ("no", "police", *_) if self._open:
                self._open.police = None
            case ("set" | "description" | "no", *_):
                return Claim.NO_EFFECT
            case _:
                return None
        return Claim.READ

    def spoil(self, statement: Statement) -> None:
        """Take a statement that means nothing known for one that limits the rate."""
        if self._open is not None:
            self._open.police = statement.source


def policy_filter(
    name: str,
    policy: PolicyMap,
    classes: Mapping[str, ClassMap],
    lists: Mapping[FilterKey, Filter],
) -> Filter | None:
    """Return the filter that a policy is, None if it limits nothing."""
    ordered = list(policy.classes.values())
    limited = [at for at, each in enumerate(ordered) if each.police]
    if not limited:
        return None
    lines: list[Line] = []
    for each in ordered[: limited[-1] + 1]:
        for members in _selections(each, classes, lists):
            called = tuple(acting for line in members for acting in _acting(each, line))
            lines.append(Line(Call(called), (EVERYTHING,), each.source))
    return Filter(
        Family.MIXED,
        f"policy-map {name}",
        tuple(lines),
        Action.PERMIT,
        policy.source,
        kind="policy-map",
    )


def _acting(each: PolicyClass, line: Line) -> Iterator[Line]:
    """Yield what happens to the packets that a line puts into the class."""
    if line.action is not Action.PERMIT:
        yield replace(line, action=Action.RETURN)
        return
    if each.police is not None:
        where = f"line {each.police.line}"
        doubt = Doubt(f"{each.police.file} {where}", f"{where} limits their rate")
        doubted = tuple({**box, doubt: YES} for box in line.matches)
        yield replace(line, action=Action.DENY, matches=doubted, source=each.police)
    yield line


def _selections(
    each: PolicyClass, classes: Mapping[str, ClassMap], lists: Mapping[FilterKey, Filter]
) -> Iterator[list[Line]]:
    """Yield lists of lines; a packet that a list permits is in the class."""
    found = classes.get(each.name)
    if each.name == EVERY_CLASS:
        yield [_line(each.source, EVERYTHING)]
    elif found is None or not found.conditions:
        yield [_maybe(each.source, f"class {each.name} is not defined or matches nothing")]
    elif found.every and len(found.conditions) > 1:
        yield _together(found, lists)
    else:
        for condition in found.conditions:
            yield _members(condition, lists)


def _together(found: ClassMap, lists: Mapping[FilterKey, Filter]) -> list[Line]:
    """Return the lines of a class whose conditions must all hold."""
    boxes = [each.box for each in found.conditions if each.box is not None]
    others = [each for each in found.conditions if each.box is None]
    if len(others) > 1 or any(not each.acl for each in others):
        return [_maybe(found.source, "the conditions of a class are not compared")]
    members = _members(others[0], lists) if others else [_line(found.source, EVERYTHING)]
    for box in boxes:
        members = [replace(line, matches=_clipped(line.matches, box)) for line in members]
    return members


def _clipped(matches: Iterable[Box], box: Box) -> tuple[Box, ...]:
    return tuple(both for each in matches if (both := clip(each, box)) is not None)


def _members(condition: Condition, lists: Mapping[FilterKey, Filter]) -> list[Line]:
    if condition.box is not None:
        return [_line(condition.source, condition.box)]
    if not condition.acl:
        return [_maybe(condition.source, "its condition is not understood")]
    found = [acl for key, acl in lists.items() if key[1] == condition.acl and acl.lines]
    if not found:
        return [_maybe(condition.source, f"list {condition.acl} has no line")]
    return [line for acl in found for line in acl.lines]


def _line(source: SourceRef, box: Box) -> Line:
    return Line(Action.PERMIT, (box,), source)


def _maybe(source: SourceRef, reason: str) -> Line:
    doubt = Doubt(f"{source.file} line {source.line}", f"line {source.line}: {reason}")
    return _line(source, {doubt: YES})
