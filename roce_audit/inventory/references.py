"""Names that refer to nothing, on plain data: wrong values elsewhere do not hide them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from roce_audit.inventory.fault import At, Fault
from roce_audit.inventory.globs import glob_fault, has_wildcard, matched
from roce_audit.inventory.nearest import Nearest

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Mapping

    from roce_audit.inventory.keypath import Loc
    from roce_audit.inventory.node import Plain

HOST_PLATFORM = "linux"


def entries(data: Mapping[str, Plain], section: str) -> Iterator[tuple[str, Mapping[str, Plain]]]:
    """Yield the names and mappings of a section; what is no mapping counts as an empty one."""
    for name, value in _mapping(data.get(section)).items():
        yield name, _mapping(value)


def ports(data: Mapping[str, Plain]) -> Iterator[tuple[Loc, Mapping[str, Plain]]]:
    """Yield the path and the mapping of every port of every host."""
    for host, entry in entries(data, "hosts"):
        for index, port in enumerate(items(entry.get("ports"))):
            yield ("hosts", host, "ports", index), _mapping(port)


def items(value: Plain) -> list[Plain]:
    """Return a list where one value alone may stand for it."""
    if isinstance(value, list):
        return value
    return [] if value is None else [value]


def _mapping(value: Plain) -> Mapping[str, Plain]:
    return value if isinstance(value, dict) else {}


def reference_faults(data: Mapping[str, Plain], platforms: Collection[str] = ()) -> Iterator[Fault]:
    """Yield every name that refers to nothing.

    Args:
        data: The file's plain data, valid or not.
        platforms: Known names of platforms; empty: any name will do.
    """
    yield from _credential_faults(data)
    yield from _switch_faults(data)
    yield from _flow_faults(data)
    yield from _platform_faults(data, platforms)


def _credential_faults(data: Mapping[str, Plain]) -> Iterator[Fault]:
    near = Nearest([name for name, _ in entries(data, "credentials")], "credentials")
    known = _names(data, "credentials")
    for section in ("switches", "hosts"):
        for name, entry in entries(data, section):
            wanted = entry.get("credentials")
            if isinstance(wanted, str) and wanted not in known:
                loc = (section, name, "credentials")
                yield Fault(loc, "is not an entry of credentials", near.suggestion(wanted))


def _switch_faults(data: Mapping[str, Plain]) -> Iterator[Fault]:
    known = _names(data, "switches")
    near = Nearest(known, "switches")
    for loc, port in ports(data):
        wanted = port.get("switch")
        if isinstance(wanted, str) and wanted not in known:
            reason = "is not an entry of switches"
            yield Fault((*loc, "switch"), reason, near.suggestion(wanted))


def _flow_faults(data: Mapping[str, Plain]) -> Iterator[Fault]:
    known = _names(data, "hosts")
    near = Nearest(known, "hosts")
    # Flows of a large fabric repeat their globs: each is tried once.
    tried: dict[str, bool] = {}
    for end in _ends(data):
        for glob in end.values():
            if glob not in tried:
                tried[glob] = next(matched(glob, known), None) is not None
        some = any(tried[glob] for glob in end.values())
        yield from _glob_faults({loc: g for loc, g in end.items() if not tried[g]}, near, some=some)


def _glob_faults(end: Mapping[Loc, str], near: Nearest, *, some: bool) -> Iterator[Fault]:
    """Yield the globs without a host that must be mistakes.

    A pattern beside others that match may wait for hosts to come (notes tell it), unless it looks
    like a host that is there.
    """
    for loc, glob in end.items():
        if fault := glob_fault(glob):
            yield Fault(loc, fault, "close it with ']'")
        elif not (some and has_wildcard(glob)) or near.of(glob):
            yield Fault(loc, "matches no host", near.suggestion(glob))


def _ends(data: Mapping[str, Plain]) -> Iterator[dict[Loc, str]]:
    """Yield the globs of each end of each flow, by their paths."""
    for index, flow in enumerate(items(data.get("flows"))):
        for end in ("from", "to"):
            globs = enumerate(items(_mapping(flow).get(end)))
            yield {("flows", index, end, at): g for at, g in globs if isinstance(g, str) and g}


def _platform_faults(data: Mapping[str, Plain], platforms: Collection[str]) -> Iterator[Fault]:
    near = Nearest(platforms, "platforms")
    used = {HOST_PLATFORM: None}
    for name, entry in entries(data, "switches"):
        platform = entry.get("platform")
        if not isinstance(platform, str):
            continue
        if platforms and platform not in platforms:
            loc = ("switches", name, "platform")
            yield Fault(loc, "is not a known platform", near.suggestion(platform))
        else:
            used[platform] = None
    in_use = Nearest(used, "platforms in use")
    for platform, _ in entries(data, "assume"):
        if platform not in used:
            reason = "is the platform of no device"
            yield Fault(("assume", platform), reason, in_use.suggestion(platform), At.KEY)


def _names(data: Mapping[str, Plain], section: str) -> dict[str, None]:
    return dict.fromkeys(name for name, _ in entries(data, section))
