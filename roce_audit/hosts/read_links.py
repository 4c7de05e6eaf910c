"""One interface as ``ip -j -d address`` prints it.

Source: ``ip-link(8)``, ``ip-address(8)``.
"""

from __future__ import annotations

from ipaddress import ip_interface
from typing import TYPE_CHECKING, cast

from roce_audit.hosts.entries import Json, list_of, number_at, text_at
from roce_audit.model.facts import Fact, Unknown
from roce_audit.model.netdev import Address

if TYPE_CHECKING:
    from collections.abc import Mapping

    from roce_audit.hosts.section import Section
    from roce_audit.model.source import SourceRef


def excerpt(section: Section, name: str, item: Json, key: str) -> SourceRef:
    """Return what ``ip`` prints of one attribute, short enough to show."""
    if key == "addr_info":
        local = [text_at(each, "local") or "" for each in list_of(item.get(key))]
        shown = f"{name}: {' '.join(local) or 'no address'}"
    else:
        shown = f"{name}: {key} {item.get(key)}"
    return section.source(0, shown)


def text_of(item: Fact[Json], key: str) -> Fact[str]:
    """Return a string of one interface."""
    if isinstance(item, Unknown):
        return item
    value = text_at(item, key)
    return Unknown(f"ip does not print {key}") if value is None else value


def number_of(item: Fact[Json], key: str) -> Fact[int]:
    """Return a number of one interface."""
    if isinstance(item, Unknown):
        return item
    value = number_at(item, key)
    return Unknown(f"ip does not print {key}") if value is None else value


def addresses_of(listed: Fact[Json], section: Section) -> Fact[tuple[Address, ...]]:
    """Return the addresses in the order printed; what is none is left out."""
    if isinstance(listed, Unknown):
        return listed
    found = (_address(each, section) for each in list_of(listed.get("addr_info")))
    return tuple(address for address in found if address is not None)


def _address(item: Json, section: Section) -> Address | None:
    text = f"{text_at(item, 'local')}/{number_at(item, 'prefixlen')}"
    try:
        value = ip_interface(text)
    except ValueError:
        return None
    return Address(
        value,
        text_at(item, "scope") or "",
        section.source(0, text),
        secondary=item.get("secondary") is True,
        usable=not (item.get("tentative") is True or item.get("dadfailed") is True),
    )


def info_of(listed: Fact[Json]) -> Fact[Json]:
    """Return the ``linkinfo`` of an interface, empty for a plain port."""
    if isinstance(listed, Unknown):
        return listed
    info = listed.get("linkinfo")
    return cast("Json", info) if isinstance(info, dict) else {}


def kind_of(listed: Fact[Json]) -> Fact[str]:
    """Return ``vlan``, ``bond`` …, "" for a port."""
    info = info_of(listed)
    return info if isinstance(info, Unknown) else text_at(info, "info_kind") or ""


def data_of(info: Json) -> Json:
    """Return the settings of that kind of interface."""
    data = info.get("info_data")
    return cast("Json", data) if isinstance(data, dict) else {}


def vlan_of(listed: Fact[Json]) -> Fact[int | None]:
    """Return the VLAN number, None for an interface that is no VLAN."""
    info = info_of(listed)
    if isinstance(info, Unknown):
        return info
    if text_at(info, "info_kind") != "vlan":
        return None
    number = number_at(data_of(info), "id")
    return Unknown("ip does not print the VLAN number") if number is None else number


def virtual_function_vlans_of(listed: Fact[Json]) -> Fact[Mapping[int, int]]:
    """Return the VLANs that are set for virtual functions, by their number."""
    if isinstance(listed, Unknown):
        return listed
    vlans: dict[int, int] = {}
    for function in list_of(listed.get("vfinfo_list")):
        number = number_at(function, "vf")
        tags = [number_at(each, "vlan") for each in list_of(function.get("vlan_list"))]
        vlan = next((tag for tag in [*tags, number_at(function, "vlan")] if tag), None)
        if number is not None and vlan is not None:
            vlans[number] = vlan
    return vlans
