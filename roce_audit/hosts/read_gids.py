"""GID tables.

Source: Linux ``Documentation/ABI/stable/sysfs-class-infiniband``. An empty slot reads as zeros and
is not printed; the type of a used one reads ``IB/RoCE v1`` or ``RoCE v2``, and ``IB/RoCE v1`` on
InfiniBand and iWARP too. Before Linux 4.4 there are no attributes, and libibverbs takes every entry
as version 1.
"""

from __future__ import annotations

from ipaddress import AddressValueError, IPv6Address
from typing import TYPE_CHECKING

from roce_audit.hosts.entries import Entries, as_number, entries
from roce_audit.model.facts import Fact, Unknown
from roce_audit.model.rdma import Gid, Version

if TYPE_CHECKING:
    from roce_audit.hosts.section import Section

VERSIONS = {"IB/RoCE v1": Version.V1, "RoCE v2": Version.V2}
TOP_INDEX = 65535
"""Larger than any table: the verbs interface carries the index in eight bits, rxe has 1024."""


def read_gids(section: Section) -> Fact[tuple[Gid, ...]]:
    """Return the used entries in order of index; unknown unless the whole table was printed."""
    found = entries(section)
    if not section.ok or isinstance(read_slots(section), Unknown):
        return section.unknown
    gids = [_gid(found, path) for path in found.at if path.startswith("gid/")]
    return tuple(sorted((gid for gid in gids if gid is not None), key=lambda gid: gid.index))


def read_slots(section: Section) -> Fact[int]:
    """Return the size of the table."""
    return entries(section).number("slots")


def _gid(found: Entries, path: str) -> Gid | None:
    index = as_number(path.removeprefix("gid/"))
    text = found.text(path)
    if isinstance(index, Unknown) or isinstance(text, Unknown) or not 0 <= index <= TOP_INDEX:
        return None
    try:
        value = IPv6Address(text)
    except AddressValueError:
        return None
    if int(value) == 0:
        return None
    type_text = found.text(f"type/{index}")
    return Gid(
        index,
        value,
        _version(found, type_text),
        found.section.source(found.at[path][0]),
        netdev=_netdev(found, index),
        type_text="" if isinstance(type_text, Unknown) else type_text,
    )


def _version(found: Entries, type_text: Fact[str]) -> Fact[Version]:
    if "attributes" not in found.at:
        return Version.V1
    if isinstance(type_text, Unknown):
        return Unknown("the kernel does not tell its type here: an entry of another namespace")
    if type_text in VERSIONS:
        return VERSIONS[type_text]
    return Unknown(f"a type that is not known: {type_text[:40]}")


def _netdev(found: Entries, index: int) -> Fact[str]:
    name = found.text(f"ndev/{index}")
    if isinstance(name, Unknown):
        return Unknown("the kernel does not tell its interface here")
    return name
