"""From what is bound to bindings, and the filters that lists of filters make."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from roce_audit.model.acl import Action, Binding, Direction, Filter, FilterKey, Line
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
    from roce_audit.platforms.juniper_junos.variants import Variants

_SEES: Mapping[str, Box] = {
    INET: {ETHERTYPE: single(ETHERTYPE_IPV4)},
    INET6: {ETHERTYPE: single(ETHERTYPE_IPV6)},
}


def places_of(bound: Iterable[Bound], groups: Mapping[str, int]) -> dict[FilterKey, Places]:
    """Return, for every filter that is bound, where that is.

    Args:
        bound: Everything that is bound.
        groups: Interface groups by the names of interfaces.
    """
    found: dict[FilterKey, Places] = {}
    for each in bound:
        for name in each.names:
            if each.family not in FAMILIES or each.inactive:
                continue
            places = found.setdefault(
                (FAMILIES[each.family].value, name), Places(groups=dict(groups))
            )
            if each.everywhere or each.direction.value == "out":
                places.elsewhere = True
            else:
                places.inputs.append(each.interface)
    return found


def bindings_of(bound: Iterable[Bound], variants: Variants) -> tuple[Binding, ...]:
    """Return the bindings; filters that stand for lists and places are added to the others."""
    filters = variants.filters
    made: list[Binding] = []
    for each in bound:
        if each.family not in FAMILIES:
            continue
        each.node.read()
        family = FAMILIES[each.family].value
        keys: list[FilterKey] = [(family, name) for name in each.names]
        if each.direction is Direction.IN and each.interface:
            keys = [variants.key(key, each.interface) for key in keys]
        whole = (family, " ".join(name for _, name in keys))
        if len(keys) > 1 and whole not in filters:
            chain = _chain(each, whole, [filters[key] for key in keys if key in filters])
            filters.update({} if chain is None else {whole: chain})
        made.append(_binding(each, whole, filters))
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


def _chain(each: Bound, key: FilterKey, parts: list[Filter]) -> Filter | None:
    """Return the one filter that a list of filters is; names that do not exist are left out."""
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
