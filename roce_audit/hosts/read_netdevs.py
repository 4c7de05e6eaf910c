"""Interfaces: what sysfs and ``ip address`` say.

Source: Linux ``Documentation/ABI/testing/sysfs-class-net``; ``ip-address(8)``, ``ip-link(8)``.
"""

from __future__ import annotations

from dataclasses import replace
from pathlib import PurePosixPath
from typing import TYPE_CHECKING

from roce_audit.hosts.entries import Entries, Json, entries, first_known, text_at, words_of
from roce_audit.hosts.ip_text import listed_links
from roce_audit.hosts.read_ethtool import read_driver, read_pause, read_private_flags
from roce_audit.hosts.read_kinds import kind_in, vlan_in
from roce_audit.hosts.read_links import (
    addresses_of,
    data_of,
    excerpt,
    info_of,
    kind_of,
    number_of,
    text_of,
    virtual_function_vlans_of,
    vlan_of,
)
from roce_audit.hosts.read_qos import read_qos, tool_evidence
from roce_audit.model.facts import Fact, Unknown
from roce_audit.model.netdev import Bond, Netdev

if TYPE_CHECKING:
    from collections.abc import Mapping

    from roce_audit.hosts.section import Section
    from roce_audit.hosts.sections import Capture
    from roce_audit.model.source import SourceRef

_NO_ADDRESS_LIST = Unknown("not in the list of interfaces")
_UP_FLAG = 1
_EVIDENCE = {
    "mtu_bytes": "mtu",
    "mac": "address",
    "oper_state": "operstate",
    "trust": "qos/trust",
    "cnp_dscp": "ecn/roce_np/cnp_dscp",
    "cnp_priority": "ecn/roce_np/cnp_802p_prio",
    "ecn_notify": "ecn/roce_np/enable/0",
}


def read_netdevs(capture: Capture) -> dict[str, Netdev]:
    """Return the interfaces that sysfs or ``ip`` describe, by name."""
    section, listed = listed_links(capture)
    by_name: dict[str, Json] = {}
    if not isinstance(listed, Unknown):
        by_name = {name: each for each in listed if (name := text_at(each, "ifname"))}
    described = [keys[0] for keys, _ in capture.keyed("net") if len(keys) == 1]
    names = [*described, *(name for name in by_name if name not in described)]
    missing: Unknown = listed if isinstance(listed, Unknown) else _NO_ADDRESS_LIST
    found = {name: _netdev(capture, name, by_name.get(name, missing), section) for name in names}
    return {
        name: replace(netdev, vrf=_vrf(netdev, found), bond=_with_members(netdev, found))
        for name, netdev in found.items()
    }


def _netdev(capture: Capture, name: str, listed: Fact[Json], section: Section) -> Netdev:
    found = entries(capture.section(f"net {name}"))
    evidence: dict[str, SourceRef] = tool_evidence(capture, name) | found.sources(_EVIDENCE)
    if not isinstance(listed, Unknown):
        evidence.setdefault("mtu_bytes", excerpt(section, name, listed, "mtu"))
        evidence["addresses"] = excerpt(section, name, listed, "addr_info")
    driver, firmware = read_driver(capture, name)
    return Netdev(
        name,
        mtu_bytes=first_known(lambda: found.number("mtu"), lambda: number_of(listed, "mtu")),
        mac=first_known(lambda: found.text("address"), lambda: text_of(listed, "address")),
        oper_state=first_known(
            lambda: found.text("operstate"), lambda: _lower(text_of(listed, "operstate"))
        ),
        admin_up=_admin_up(found, listed),
        carrier=_carrier(found),
        speed_mbps=_speed(found),
        addresses=addresses_of(listed, section),
        kind=first_known(lambda: kind_of(listed), lambda: kind_in(found)),
        vlan=first_known(lambda: vlan_of(listed), lambda: vlan_in(capture, found, name)),
        lowers=_lowers(found, listed),
        master=_master(found, listed),
        bond=_bond(found, listed),
        driver=first_known(lambda: driver, lambda: _basename(found.text("link/driver"))),
        firmware=firmware,
        pause=read_pause(capture, name),
        private_flags=read_private_flags(capture, name),
        qos=read_qos(capture, name, found, driver),
        virtual_function_vlans=virtual_function_vlans_of(listed),
        evidence=evidence,
    )


def _lower(text: Fact[str]) -> Fact[str]:
    return text if isinstance(text, Unknown) else text.lower()


def _basename(path: Fact[str]) -> Fact[str]:
    return path if isinstance(path, Unknown) else PurePosixPath(path).name


def _admin_up(found: Entries, listed: Fact[Json]) -> Fact[bool]:
    if not isinstance(listed, Unknown):
        return "UP" in words_of(listed.get("flags"))
    flags = found.text("flags")
    if isinstance(flags, Unknown):
        return flags
    try:
        return bool(int(flags, 16) & _UP_FLAG)
    except ValueError:
        return Unknown("no interface flags")


def _carrier(found: Entries) -> Fact[bool]:
    carrier = found.number("carrier")
    return carrier if isinstance(carrier, Unknown) else carrier == 1


def _speed(found: Entries) -> Fact[int]:
    speed = found.number("speed")
    # The kernel prints -1 where the link is down or the driver does not know.
    return Unknown("the driver does not say") if speed in (-1, 0) else speed


def _lowers(found: Entries, listed: Fact[Json]) -> Fact[tuple[str, ...]]:
    names = [path.removeprefix("lower_") for path in found.at if path.startswith("lower_")]
    if isinstance(listed, Unknown):
        return tuple(names) if found.section.ok else found.section.unknown
    below = text_at(listed, "link")
    return tuple(names) if below is None or below in names else (*names, below)


def _master(found: Entries, listed: Fact[Json]) -> Fact[str | None]:
    if not isinstance(listed, Unknown):
        return text_at(listed, "master")
    link = _basename(found.text("link/master"))
    if isinstance(link, Unknown):
        return None if found.section.ok else found.section.unknown
    return link


def _bond(found: Entries, listed: Fact[Json]) -> Fact[Bond | None]:
    mode = found.text("bonding/mode")
    if not isinstance(mode, Unknown):
        policy, members = found.text("bonding/xmit_hash_policy"), found.text("bonding/slaves")
        return Bond(
            mode.partition(" ")[0],
            "" if isinstance(policy, Unknown) else policy.partition(" ")[0],
            () if isinstance(members, Unknown) else tuple(members.split()),
        )
    info = info_of(listed)
    if isinstance(info, Unknown):
        return info
    if text_at(info, "info_kind") != "bond":
        return None
    data = data_of(info)
    return Bond(text_at(data, "mode") or "", text_at(data, "xmit_hash_policy") or "")


_LONGEST_CHAIN = 4
"""VRF over bridge over bond over port."""


def _vrf(netdev: Netdev, others: Mapping[str, Netdev]) -> Fact[str | None]:
    for _ in range(_LONGEST_CHAIN):
        if isinstance(netdev.master, Unknown) or netdev.master is None:
            return netdev.master
        if netdev.master not in others:
            return Unknown(f"{netdev.master} is not in the list of interfaces")
        netdev = others[netdev.master]
        if isinstance(netdev.kind, Unknown):
            return netdev.kind
        if netdev.kind == "vrf":
            return netdev.name
    return None


def _with_members(netdev: Netdev, others: Mapping[str, Netdev]) -> Fact[Bond | None]:
    if not isinstance(netdev.bond, Bond) or netdev.bond.members:
        return netdev.bond
    members = tuple(name for name, other in others.items() if other.master == netdev.name)
    return replace(netdev.bond, members=members)
