"""Names, addresses and attachments that are given to two things, on plain data."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, TypeVar

from roce_audit.inventory.addresses import address_key, address_of, mac_of
from roce_audit.inventory.fault import At, Fault
from roce_audit.inventory.references import entries, items, ports

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping

    from roce_audit.inventory.keypath import Loc
    from roce_audit.inventory.node import Plain

Key = TypeVar("Key", bound="Hashable")


def duplicate_faults(data: Mapping[str, Plain]) -> Iterator[Fault]:
    """Yield the second and later users of what only one may have.

    One host may have the same address and interface at two switches (a bond), and two hosts the
    same switch interface (virtual functions); a link-local address means something on its own
    link only.
    """
    yield from _names(data)
    yield from _repeated(_logins(data), "is the login of", lambda _first, _second: True)
    yield from _repeated(_ip_addresses(data), "is also the address of", _differ_in_host)
    yield from _repeated(_macs(data), "is also the MAC address of", _differ_in_host)
    for fault in _repeated(_attachments(data), "repeats the attachment", lambda _one, _two: True):
        yield replace(fault, at=At.KEY)


def _repeated(
    users: Iterable[tuple[Key, Loc]], words: str, differ: Callable[[Loc, Loc], bool]
) -> Iterator[Fault]:
    first: dict[Key, Loc] = {}
    for key, loc in users:
        other = first.setdefault(key, loc)
        if other is not loc and differ(other, loc):
            yield Fault(loc, words, other=other)


def _differ_in_host(one: Loc, two: Loc) -> bool:
    return one[:2] != two[:2]


def _names(data: Mapping[str, Plain]) -> Iterator[Fault]:
    switches = {name for name, _ in entries(data, "switches")}
    for name, _ in entries(data, "hosts"):
        if name in switches:
            yield Fault(("hosts", name), "is also the name of", at=At.KEY, other=("switches", name))


def _logins(data: Mapping[str, Plain]) -> Iterator[tuple[tuple[Hashable, str], Loc]]:
    for section in ("switches", "hosts"):
        for name, entry in entries(data, section):
            address, port = entry.get("address"), entry.get("port")
            if isinstance(address, str):
                key = (address_key(address), port if isinstance(port, str) else "22")
                yield key, (section, name, "address")


def _ip_addresses(data: Mapping[str, Plain]) -> Iterator[tuple[Hashable, Loc]]:
    for loc, port in ports(data):
        for index, value in enumerate(items(port.get("ip"))):
            address = address_of(value)
            if address and not address.ip.is_link_local:
                yield address.ip, (*loc, "ip", index)


def _macs(data: Mapping[str, Plain]) -> Iterator[tuple[str, Loc]]:
    for loc, port in ports(data):
        if mac := mac_of(port.get("mac")):
            yield mac, (*loc, "mac")


def _attachments(data: Mapping[str, Plain]) -> Iterator[tuple[Hashable, Loc]]:
    for loc, port in ports(data):
        switch, interface = port.get("switch"), port.get("interface")
        if isinstance(switch, str) and isinstance(interface, str):
            addresses = frozenset(str(address_of(value)) for value in items(port.get("ip")))
            yield (switch, interface.lower(), str(port.get("vlan")), addresses), loc
