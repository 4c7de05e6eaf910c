"""Planted misreadings: each changes what was read as a mistaken reader or walk would."""

from dataclasses import replace

from roce_audit.model.acl import Action, Call
from roce_audit.packets.fields import (
    DESTINATION,
    DESTINATION_PORT,
    DSCP,
    ECN,
    ETHERTYPE,
    LENGTH,
    PROTOCOL,
    SMAC,
    SOURCE,
    SOURCE_PORT,
    TTL,
    VLAN,
)


def _lines(way, change):
    """Return the way with every line list, called ones included, changed."""

    def deep(lines):
        changed = []
        for line in lines:
            if isinstance(line.action, Call):
                line = replace(  # noqa: PLW2901 - the line as it is from here on
                    line, action=replace(line.action, lines=deep(line.action.lines))
                )
            changed.append(line)
        return tuple(change(changed))

    stages = tuple(
        replace(stage, filter=replace(stage.filter, lines=deep(stage.filter.lines)))
        for stage in way.stages
    )
    return replace(way, stages=stages)


def _boxes(way, change):
    """Return the way with every box of every line changed; None leaves the box out."""

    def lines(found):
        for line in found:
            boxes = (change(dict(box)) for box in line.matches)
            yield replace(line, matches=tuple(box for box in boxes if box is not None))

    return _lines(way, lines)


def _without(field):
    def change(way):
        return _boxes(way, lambda box: {f: v for f, v in box.items() if f is not field})

    return change


def _actions(way, change):
    return _lines(way, lambda found: [replace(line, action=change(line.action)) for line in found])


def _swapped(box):
    ends = {SOURCE: DESTINATION, DESTINATION: SOURCE}
    return {ends.get(field, field): values for field, values in box.items()}


def _first_range(box):
    many = (DESTINATION_PORT, SOURCE_PORT, SOURCE, DESTINATION)
    return {f: v[:1] if f in many else v for f, v in box.items()}


def _one_off(box):
    values = box.get(DESTINATION_PORT)
    if values:
        box[DESTINATION_PORT] = ((values[0][0] + 1, max(values[0]) + 1), *values[1:])
    return box


def _without_family(family):
    return lambda box: None if box.get(ETHERTYPE) == ((family, family),) else box


def _goto_as_jump(action):
    return replace(action, resume=True) if isinstance(action, Call) else action


def _jump_as_goto(action):
    return replace(action, resume=False) if isinstance(action, Call) else action


def _jumps_skipped(found):
    return [line for line in found if not isinstance(line.action, Call)]


def _other_default(way):
    turned = {Action.PERMIT: Action.DENY, Action.DENY: Action.PERMIT}
    stages = tuple(
        replace(s, filter=replace(s.filter, default=turned[s.filter.default])) for s in way.stages
    )
    return replace(way, stages=stages)


def _sees_all(way):
    return replace(way, stages=tuple(replace(s, sees=({},)) for s in way.stages))


MUTANTS = {
    "ignores source ports": _without(SOURCE_PORT),
    "ignores destination ports": _without(DESTINATION_PORT),
    "ignores VLAN tags": _without(VLAN),
    "ignores TTL": _without(TTL),
    "ignores DSCP": _without(DSCP),
    "ignores ECN": _without(ECN),
    "ignores packet length": _without(LENGTH),
    "ignores source MACs": _without(SMAC),
    "ignores source addresses": _without(SOURCE),
    "ignores the protocol": _without(PROTOCOL),
    "swaps source and destination": lambda way: _boxes(way, _swapped),
    "loses all but the first range": lambda way: _boxes(way, _first_range),
    "is one off in ports": lambda way: _boxes(way, _one_off),
    "loses IPv6": lambda way: _boxes(way, _without_family(0x86DD)),
    "loses RoCE v1": lambda way: _boxes(way, _without_family(0x8915)),
    "takes a goto for a jump": lambda way: _actions(way, _goto_as_jump),
    "takes a jump for a goto": lambda way: _actions(way, _jump_as_goto),
    "skips jumps": lambda way: _lines(way, _jumps_skipped),
    "takes return for accept": lambda way: _actions(
        way, lambda a: Action.PERMIT if a is Action.RETURN else a
    ),
    "lets the last match win": lambda way: _lines(way, lambda found: found[::-1]),
    "turns the policy round": _other_default,
    "looks at the first chain only": lambda way: replace(way, stages=way.stages[:1]),
    "offers every packet to every chain": _sees_all,
}
