"""What each pair of ports of a flow would speak, library by library.

Ports on which the libraries take the same are put together before they are compared, so a fabric
of a thousand equal hosts has one row for each library and subnet. Ports in one subnet talk to each
other; hosts without a common subnet talk through a router, from every port to every port.

Source: Linux ``drivers/infiniband/core/addr.c``: a route through a router takes version 2.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import product
from typing import TYPE_CHECKING, TypeAlias

from roce_audit.analysis.gid_cm import pick_rdma_cm
from roce_audit.analysis.gid_fit import Fit, fit_of
from roce_audit.analysis.gid_pairs import End, Library, meaning_of
from roce_audit.analysis.gid_selection import usable
from roce_audit.model.facts import Unknown

if TYPE_CHECKING:
    from collections.abc import Hashable, Iterable, Iterator

    from roce_audit.analysis.gid_pickers import Pick
    from roce_audit.model.network import Flow

    _Key: TypeAlias = Hashable


@dataclass(frozen=True, slots=True)
class Place:
    """One port that a flow uses.

    Attributes:
        end: The port and what is taken on it.
        subnet: The subnet that RDMA is meant to use there, ``10.0.0.0/24``; "" if not said.
    """

    end: End
    subnet: str


@dataclass(frozen=True, slots=True)
class Side:
    """One side of a talk.

    Attributes:
        ports: Host and port, for people; a library takes the same on all of them.
        end: One of them.
        pick: What the library takes there; None if there is nothing to take.
    """

    ports: tuple[str, ...]
    end: End
    pick: Pick | None


@dataclass(frozen=True, slots=True)
class Talk:
    """What the ports of one side and those of another would speak.

    Attributes:
        flow: Name of the flow.
        subnet: The subnet they share, "" if a router stands between them.
        library: Who picks.
        first, second: The sides; equal if the ports of one group talk among themselves.
        fit: Whether they can talk, and what to set if not.
    """

    flow: str
    subnet: str
    library: Library
    first: Side
    second: Side
    fit: Fit


def talks(flow: Flow, places: Iterable[Place]) -> Iterator[Talk]:
    """Yield the talks of a flow: subnet by subnet, then those through a router."""
    named = {*flow.sources, *flow.destinations}
    mine = [place for place in places if place.end.host in named and place.subnet]
    subnets = dict.fromkeys(place.subnet for place in mine)
    for subnet in subnets:
        yield from _within(flow, subnet, [place for place in mine if place.subnet == subnet])
    yield from _across(flow, mine)


def _within(flow: Flow, subnet: str, places: list[Place]) -> Iterator[Talk]:
    for library in Library:
        for first, second in _pairs(flow, library, places, routed=False):
            if len({place.end.host for place in (*first, *second)}) > 1:
                yield _talk(flow, subnet, library, first, second)


def _across(flow: Flow, places: list[Place]) -> Iterator[Talk]:
    reach: dict[str, frozenset[str]] = {}
    for place in places:
        reach[place.end.host] = reach.get(place.end.host, frozenset()) | {place.subnet}
    for library in Library:
        for first, second in _pairs(flow, library, places, routed=True):
            near, far = ({reach[place.end.host] for place in side} for side in (first, second))
            if any(one.isdisjoint(other) for one, other in product(near, far)):
                yield _talk(flow, "", library, first, second)


_Group: TypeAlias = list[Place]


def _pairs(
    flow: Flow, library: Library, places: list[Place], *, routed: bool
) -> Iterator[tuple[_Group, _Group]]:
    """Yield the groups that face each other, each two of them once."""
    near = _groups(library, [p for p in places if p.end.host in flow.sources], routed=routed)
    far = _groups(library, [p for p in places if p.end.host in flow.destinations], routed=routed)
    mirrored = {*flow.sources} == {*flow.destinations}
    done: set[frozenset[_Key]] = set()
    for (one, first), (other, second) in product(near.items(), far.items()):
        both = frozenset({one, other})
        if not (mirrored and both in done):
            done.add(both)
            yield first, second


def _groups(library: Library, places: list[Place], *, routed: bool) -> dict[_Key, _Group]:
    groups: dict[_Key, _Group] = {}
    for place in places:
        groups.setdefault(_key(place.end, library, routed=routed), []).append(place)
    return groups


def _key(end: End, library: Library, *, routed: bool) -> _Key:
    """Return what ports of one group have in common."""
    pick = pick_of(end, library, routed=routed)
    if pick is None:
        return end.recommendation.reason
    if isinstance(pick.index, Unknown):
        return pick.index.reason
    ready = tuple((kind, indices[:1]) for kind, indices in usable(end.port).items())
    return (pick.index, meaning_of(pick.gid), pick.why, ready)


def pick_of(end: End, library: Library, *, routed: bool) -> Pick | None:
    """Return what a library takes on a port for a peer in its subnet, or behind a router."""
    best = end.recommendation.gid
    if library is Library.RDMA_CM and routed and best is not None:
        return pick_rdma_cm(end.port, best.address, gateway=True)
    return end.picks.get(library)


def _talk(flow: Flow, subnet: str, library: Library, first: _Group, second: _Group) -> Talk:
    sides = tuple(_side(group, library, routed=not subnet) for group in (first, second))
    one, other = sides
    judged = fit_of((one.end, other.end), (one.pick, other.pick), library, routed=not subnet)
    return Talk(flow.name, subnet, library, one, other, judged)


def _side(group: _Group, library: Library, *, routed: bool) -> Side:
    end = group[0].end
    names = tuple(place.end.name for place in group)
    return Side(names, end, pick_of(end, library, routed=routed))
