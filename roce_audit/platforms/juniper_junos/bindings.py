"""From what is bound to bindings, and the filters that lists of filters make."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from roce_audit.model.acl import Action, Binding, Filter, FilterKey, Line
from roce_audit.packets.boxes import EVERYTHING, Box
from roce_audit.packets.fields import ETHERTYPE, Doubt
from roce_audit.packets.ranges import single
from roce_audit.packets.traffic import ETHERTYPE_IPV4, ETHERTYPE_IPV6
from roce_audit.platforms.juniper_junos.clause import INET, INET6
from roce_audit.platforms.juniper_junos.filters import FAMILIES
from roce_audit.platforms.juniper_junos.home import Tag
from roce_audit.platforms.juniper_junos.matching import doubt_of
from roce_audit.platforms.juniper_junos.places import Places

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from roce_audit.platforms.juniper_junos.bound import Bound

_SEES: Mapping[str, Box] = {
    INET: {ETHERTYPE: single(ETHERTYPE_IPV4)},
    INET6: {ETHERTYPE: single(ETHERTYPE_IPV6)},
}


def places_of(bound: Iterable[Bound]) -> dict[FilterKey, Places]:
    """Return, for every filter that is bound, where that is."""
    found: dict[FilterKey, Places] = {}
    for each in bound:
        for name in each.names:
            if each.family not in FAMILIES or each.inactive:
                continue
            places = found.setdefault((FAMILIES[each.family].value, name), Places())
            if each.everywhere or each.direction.value == "out":
                places.elsewhere = True
            else:
                places.inputs.append(each.interface)
                places.groups[each.interface] = each.group
    return found


def bindings_of(bound: Iterable[Bound], filters: dict[FilterKey, Filter]) -> tuple[Binding, ...]:
    """Return the bindings; filters that stand for a list are added to ``filters``."""
    made: list[Binding] = []
    for each in bound:
        if each.family not in FAMILIES:
            continue
        each.node.read()
        key = (FAMILIES[each.family].value, " ".join(each.names))
        if len(each.names) > 1 and key not in filters:
            chain = _chain(each, key, filters)
            if chain is not None:
                filters[key] = chain
        made.append(_binding(each, key, filters))
    return tuple(made)


def _binding(each: Bound, key: FilterKey, filters: Mapping[FilterKey, Filter]) -> Binding:
    name = key[1]
    if key not in filters:
        each.node.doubt(f"filter {name} is not defined here")
    doubt = doubt_of(each.node, each.odd) if each.odd else None
    return Binding(
        filter=key,
        interface=each.interface,
        vlans=each.vlans,
        direction=each.direction,
        layer=each.layer,
        sees=(_SEES.get(each.family, EVERYTHING),),
        source=each.node.source,
        inactive=each.inactive,
        doubt=doubt,
        undefined=Action.DENY,
        undefined_doubt=Doubt(
            f"filter {name} of family {each.family}",
            f"filter {name} of family {each.family} is not defined here, and a device would not "
            "accept that",
        ),
    )


def _chain(each: Bound, key: FilterKey, filters: Mapping[FilterKey, Filter]) -> Filter | None:
    """Return the one filter that a list of filters is; names that do not exist are skipped."""
    parts = [filters[(key[0], name)] for name in each.names if (key[0], name) in filters]
    if not parts:
        return None
    lines: list[Line] = [line for part in parts for line in part.lines]
    filled = [part for part in parts if part.lines]
    odd = [part.default_doubt for part in filled if part.default_doubt is not None]
    first = filled[0] if filled else parts[0]
    doubt = odd[0] if odd else None if filled else first.default_doubt
    default = Action.DENY if filled else first.default
    elsewhere = tuple(label for part in parts for label in Tag.read(part.tag).redirecting)
    return replace(
        first,
        name=key[1],
        lines=tuple(lines),
        default=default,
        default_doubt=doubt,
        source=each.node.source,
        kind=f"{first.kind} list",
        tag=Tag(redirecting=elsewhere).text(),
    )
