"""Repairs of Linux filters as values for templates."""

from __future__ import annotations

from hashlib import sha256
from typing import TYPE_CHECKING

from roce_audit.model.remedy import PermitPackets, SetMtu
from roce_audit.platforms.linux.chains import Front
from roce_audit.platforms.linux.remedy_rules import ebtables_rules, iptables_rules, nft_rules
from roce_audit.reading.platform import Rendered

if TYPE_CHECKING:
    from collections.abc import Sequence

    from roce_audit.model.acl import Filter
    from roce_audit.model.device import Device
    from roce_audit.model.remedy import Remedy

_KEPT = "It is lost when the machine restarts unless the filters are saved."
_ONE = "An accept ends only this chain: other chains of the same hook judge the packets too."
_WIDE = "Tagged frames: ebtables sees no UDP port in them, so all IP of the VLAN passes."
_LEGACY = "legacy"


def permit_packets(device: Device, remedy: Remedy) -> Rendered | None:
    """Return a permit before the rule that drops the packets; None if there is no safe one."""
    if not isinstance(remedy, PermitPackets):
        return None
    acl = device.filters.get(remedy.filter)
    if acl is None:
        return None
    words = acl.name.split()
    if acl.tag == Front.NFT.value:
        return _nft(acl, words, remedy)
    if acl.tag == Front.EBTABLES.value:
        return _ebtables(acl, words, remedy)
    return _iptables(acl, words, remedy)


def place_of(acl: Filter, remedy: PermitPackets) -> int | None:
    """Return how many rules of the chain stand before the one that drops; None for its end."""
    if remedy.before is None:
        return None
    labels = list(dict.fromkeys(line.label for line in acl.lines))
    return labels.index(remedy.before.label) if remedy.before.label in labels else None


def _mark(remedy: PermitPackets) -> str:
    """Return a name for the repair, the same for the same packets."""
    told = repr((remedy.filter, remedy.traffic.value, remedy.pairs, remedy.vlans))
    return f"roce-audit-{sha256(told.encode()).hexdigest()[:10]}"


def _nft(acl: Filter, words: Sequence[str], remedy: PermitPackets) -> Rendered | None:
    rules = nft_rules(words[0], remedy)
    if not rules:
        return None
    place = " ".join(words)
    at = place_of(acl, remedy)
    verb = f"add rule {place}" if at is None else f"insert rule {place} index {at}"
    mark = _mark(remedy)
    values = {
        "place": place,
        "verb": verb,
        "rules": [
            {"text": rule, "mark": f"{mark}-{number}"} for number, rule in enumerate(rules, 1)
        ],
    }
    verify = (f"nft -a list chain {place}",)
    return Rendered("permit_packets_nft", values, (_ONE, _KEPT), verify, "sh")


def _iptables(acl: Filter, words: Sequence[str], remedy: PermitPackets) -> Rendered | None:
    legacy = words[0] == _LEGACY
    family, table, chain = words[-3:]
    rules = iptables_rules(family, remedy, _mark(remedy))
    if not rules:
        return None
    program = "iptables" if family == "ip" else "ip6tables"
    program += "-legacy" if legacy else ""
    at = place_of(acl, remedy)
    values = {
        "program": program,
        "table": table,
        "chain": chain,
        "insert": f"-A {chain}" if at is None else f"-I {chain} {at + 1}",
        "rules": rules,
    }
    verify = (f"{program} -t {table} -S {chain}",)
    return Rendered("permit_packets_iptables", values, (_ONE, _KEPT), verify, "sh")


def _ebtables(acl: Filter, words: Sequence[str], remedy: PermitPackets) -> Rendered | None:
    rules, widens = ebtables_rules(remedy)
    if not rules:
        return None
    _, table, chain = words[-3:]
    at = place_of(acl, remedy)
    impact = (_ONE, _KEPT, *([_WIDE] if widens else []))
    values = {
        "table": table,
        "chain": chain,
        "insert": f"-A {chain}" if at is None else f"-I {chain} {at + 1}",
        "rules": rules,
    }
    verify = (f"ebtables -t {table} -L {chain}",)
    return Rendered("permit_packets_ebtables", values, impact, verify, "sh", widens)


def set_mtu(device: Device, remedy: Remedy) -> Rendered | None:
    """Return the command that makes an interface take larger packets."""
    if not isinstance(remedy, SetMtu) or remedy.current_bytes is None:
        return None
    if remedy.interface not in device.interfaces:
        return None
    values = {
        "interface": remedy.interface,
        "mtu": remedy.payload_bytes,
        "before": remedy.current_bytes,
    }
    impact = (
        "The link may be down for a moment; every port of a bridge needs the same MTU.",
        "It is lost when the machine restarts unless the network configuration says so too.",
    )
    return Rendered("set_mtu", values, impact, (f"ip link show dev {remedy.interface}",), "sh")
