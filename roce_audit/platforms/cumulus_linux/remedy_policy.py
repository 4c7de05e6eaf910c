"""Repairs by an own file of policy.d, for what NVUE cannot say and for rules that are no NVUE's."""

from __future__ import annotations

from hashlib import sha256
from typing import TYPE_CHECKING

from roce_audit.model.acl import Direction
from roce_audit.packets.prefixes import IPV4_BITS, IPV6_BITS, prefixes
from roce_audit.packets.traffic import ROCE_PORT, Traffic
from roce_audit.platforms.cumulus_linux.policy_rule import EBTABLES, IP6TABLES, IPTABLES
from roce_audit.platforms.cumulus_linux.state import NVUE_FILE
from roce_audit.reading.platform import Rendered

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from roce_audit.model.acl import Binding, Filter
    from roce_audit.model.remedy import Pair, PermitPackets
    from roce_audit.platforms.cumulus_linux.device import CumulusDevice, Placed

_FOLDER = "/etc/cumulus/acl/policy.d"
_INSTALL = "'cl-acltool -i' installs all files of policy.d anew; rules in no file disappear."
_NO_NVUE = "NVUE cannot name this EtherType, so the permit is a file of policy.d."
_AS_BLOCKED = "It holds at the interfaces that the dropping rule names."
_MOST_RULES = 64
_WORDS = {Traffic.V2_IPV4: "ip", Traffic.V2_IPV6: "ip6"}
_BITS = {Traffic.V2_IPV4: IPV4_BITS, Traffic.V2_IPV6: IPV6_BITS}
_SECTIONS = {Traffic.V2_IPV4: IPTABLES, Traffic.V2_IPV6: IP6TABLES}


def beside_list(device: CumulusDevice, acl: Filter, remedy: PermitPackets) -> Rendered | None:
    """Return an ebtables file that lets packets pass before a MAC list of NVUE drops them."""
    bound = [remedy.binding] if remedy.binding is not None else list(_bound(device, acl))
    ends = list(dict.fromkeys(f"{_flag(each)} {each.interface} " for each in bound))
    rules = [f"{end}{rule}" for end in ends for rule in _bridge_rules(remedy)]
    impact = (_NO_NVUE, _INSTALL) if remedy.traffic is Traffic.V1 else (_INSTALL,)
    return _file(remedy, NVUE_FILE, EBTABLES, [f"-A FORWARD {rule}" for rule in rules], impact)


def _bound(device: CumulusDevice, acl: Filter) -> Iterator[Binding]:
    return (each for each in device.bindings if each.filter == acl.key)


def _flag(binding: Binding) -> str:
    return "-i" if binding.direction is Direction.IN else "-o"


def before_rule(device: CumulusDevice, acl: Filter, remedy: PermitPackets) -> Rendered | None:
    """Return a file that lets packets pass before a rule of policy.d drops them."""
    found = _blocking(device, remedy)
    if found is None:
        return None
    section, each = found
    table, chain = acl.tag.split()
    inward, outward = each.entry.inward, each.entry.outward
    head = f"-A {chain} " if table == "filter" else f"-t {table} -A {chain} "
    head += f"-i {','.join(inward)} " if inward else ""
    head += f"-o {','.join(outward)} " if outward else ""
    if section == EBTABLES:
        rules = list(_bridge_rules(remedy))
    elif _SECTIONS.get(remedy.traffic) == section:
        rules = list(_ip_rules(remedy))
    else:
        return None
    impact = (_AS_BLOCKED, _INSTALL)
    return _file(remedy, each.file, section, [head + rule for rule in rules], impact)


def _blocking(device: CumulusDevice, remedy: PermitPackets) -> tuple[str, Placed] | None:
    if remedy.before is None:
        return None
    for (section, _, _), rules in device.chains.items():
        for each in rules:
            if each.entry.line.label == remedy.before.label:
                return section, each
    return None


def _file(
    remedy: PermitPackets, before: str, section: str, rules: Sequence[str], impact: tuple[str, ...]
) -> Rendered | None:
    told = repr((remedy.filter, remedy.traffic.value, remedy.pairs, remedy.vlans, rules))
    mark = sha256(told.encode()).hexdigest()[:10]
    names = (f"{number}_roce_audit_{mark}.rules" for number in ("40", "00"))
    name = next((name for name in names if name < before), "")
    if not name or not 0 < len(rules) <= _MOST_RULES:
        return None
    values = {"path": f"{_FOLDER}/{name}", "section": section, "rules": list(rules)}
    verify = (f"cat {_FOLDER}/{name}", "cl-acltool -L all")
    return Rendered("permit_packets_policy", values, impact, verify, "sh")


def _ip_rules(remedy: PermitPackets) -> Iterator[str]:
    for source, destination in _ends(remedy):
        ends = f"-s {source} " if source else ""
        ends += f"-d {destination} " if destination else ""
        yield f"{ends}-p udp --dport {ROCE_PORT} -j ACCEPT"


def _bridge_rules(remedy: PermitPackets) -> Iterator[str]:
    return (f"{kind}-j ACCEPT" for kind in _bridge_kinds(remedy))


def _bridge_kinds(remedy: PermitPackets) -> Iterator[str]:
    if remedy.traffic is Traffic.V1:
        yield "-p 0x8915 "
    elif remedy.traffic is Traffic.ARP:
        yield "-p ARP "
    elif remedy.traffic in _WORDS:
        word = _WORDS[remedy.traffic]
        kind = "IPv4" if word == "ip" else "IPv6"
        for source, destination in _ends(remedy):
            ends = f"--{word}-source {source} " if source else ""
            ends += f"--{word}-destination {destination} " if destination else ""
            yield f"-p {kind} --{word}-protocol udp {ends}--{word}-destination-port {ROCE_PORT} "


def _ends(remedy: PermitPackets) -> Iterator[tuple[str, str]]:
    bits = _BITS[remedy.traffic]
    for pair in remedy.pairs:
        yield from _of_pair(pair, bits)


def _of_pair(pair: Pair, bits: int) -> Iterator[tuple[str, str]]:
    for source in list(prefixes(pair.sources, bits)) or [""]:
        for destination in list(prefixes(pair.destinations, bits)) or [""]:
            yield source, destination
