"""Reads what ``ip`` and ``bridge`` print of links, addresses and VLANs."""

from __future__ import annotations

import re
from itertools import pairwise
from typing import TYPE_CHECKING

from roce_audit.platforms.linux.world import Link, PortVlan, World

if TYPE_CHECKING:
    from collections.abc import Mapping

    from roce_audit.model.source import SourceRef
    from roce_audit.platforms.linux.nft_json_values import Json

_LINK_LINE = re.compile(r"^(\d+): ([^\s:@]+)(?:@([^\s:]+))?: <([^>]*)>(.*)$")
_INET_LINE = re.compile(r"^\s+inet6? (\S+/\d+)\b")


def read_json(world: World, value: Json, source: SourceRef) -> bool:
    """Take a JSON list of ``ip`` or ``bridge``; return whether it was one."""
    if not isinstance(value, list):
        return False
    known = [each for each in value if isinstance(each, dict) and each]
    if not known:
        return value == [] or all(each == {} for each in value)
    taken = False
    for each in known:
        if "vlans" in each:
            taken |= _vlans(world, each)
        elif "ifname" in each:
            taken |= _link(world, each, source)
        elif "dst" in each or "gateway" in each:
            taken = True
        elif "kind" in each and ("pref" in each or "protocol" in each):
            world.traffic_control.append(source)
            taken = True
    return taken


def _link(world: World, body: Mapping[str, Json], source: SourceRef) -> bool:
    link = world.link(str(body["ifname"]), source)
    world.listed |= "ifindex" in body and "flags" in body
    _basics(link, body)
    info = body.get("linkinfo")
    if isinstance(info, dict):
        _details(link, info)
    for each in _items(body.get("addr_info")):
        if "local" in each:
            link.addresses.append(f"{each['local']}/{each.get('prefixlen', 0)}")
    return True


def _items(value: Json) -> list[Mapping[str, Json]]:
    """Return the objects of a list."""
    return [each for each in value if isinstance(each, dict)] if isinstance(value, list) else []


def _basics(link: Link, body: Mapping[str, Json]) -> None:
    index = body.get("ifindex")
    link.index = index if isinstance(index, int) else link.index
    link.master = str(body.get("master", link.master))
    link.lower = str(body.get("link", link.lower))
    mtu = body.get("mtu")
    link.mtu = mtu if isinstance(mtu, int) else link.mtu
    flags = body.get("flags")
    if isinstance(flags, list) and "operstate" in body:
        link.up = "UP" in flags
    if "isolated" in body:
        link.isolated = body["isolated"] is True
    if "state" in body:
        link.port_state = str(body["state"])


def _details(link: Link, info: Mapping[str, Json]) -> None:
    link.kind = str(info.get("info_kind", link.kind))
    data = info.get("info_data")
    if isinstance(data, dict):
        vlan = data.get("id")
        if link.kind == "vlan" and isinstance(vlan, int):
            link.vlan = vlan
        if "vlan_filtering" in data:
            link.vlan_filtering = data["vlan_filtering"] == 1
        if data.get("nf_call_iptables"):
            link.calls.add("ip")
        if data.get("nf_call_ip6tables"):
            link.calls.add("ip6")
    port = info.get("info_slave_data")
    if isinstance(port, dict):
        link.isolated = port.get("isolated") is True
        link.port_state = str(port.get("state", link.port_state))


def _vlans(world: World, body: Mapping[str, Json]) -> bool:
    found: list[PortVlan] = []
    for each in _items(body.get("vlans")):
        flags = each.get("flags")
        known = flags if isinstance(flags, list) else []
        first = each.get("vlan")
        last = each.get("vlanEnd", first)
        if isinstance(first, int) and isinstance(last, int):
            found.append(PortVlan(first, last, "PVID" in known, "Egress Untagged" in known))
    world.vlans[str(body.get("ifname", ""))] = found
    return True


def read_text(world: World, line: str, source: SourceRef, last: Link | None) -> Link | None:
    """Take one line of ``ip link`` or ``ip addr`` text.

    Args:
        world: What it adds to.
        line: The line.
        source: Where it is.
        last: The interface that the lines before spoke of.

    Returns:
        The interface it speaks of; None if it is no such line.
    """
    found = _LINK_LINE.match(line)
    if found is not None:
        link = world.link(found[2], source)
        world.listed = True
        link.index = int(found[1])
        link.up = "UP" in found[4].split(",")
        rest = found[5].split()
        told = dict(pairwise(rest))
        link.master = told.get("master", link.master)
        if found[3] and not found[3].startswith("if"):
            link.lower = found[3]
        mtu = told.get("mtu", "")
        link.mtu = int(mtu) if mtu.isdecimal() else link.mtu
        return link
    inet = _INET_LINE.match(line)
    if inet is not None and last is not None:
        last.addresses.append(inet[1])
        return last
    return _detail_line(line, last)


def _detail_line(line: str, last: Link | None) -> Link | None:
    if last is None or not line[:1].isspace():
        return None
    words = line.split()
    told = dict(pairwise(words))
    if words[:1] == ["bridge"] and "vlan_filtering" in told:
        last.kind, last.vlan_filtering = "bridge", told["vlan_filtering"] == "1"
    elif words[:2] == ["vlan", "protocol"] and told.get("id", "").isdecimal():
        last.kind, last.vlan = "vlan", int(told["id"])
    elif "isolated" in told:
        last.isolated = told["isolated"] == "on"
    return last
