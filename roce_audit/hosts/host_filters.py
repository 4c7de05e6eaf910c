"""What a host's own packet filters do with packets for it and from it.

Only software RoCE, address resolution and everything that is not RDMA pass these filters; an
adapter's RoCE does not. The rules are read by the Linux platform, with the line numbers of the
capture.
"""

from __future__ import annotations

from dataclasses import replace
from itertools import islice
from typing import TYPE_CHECKING

from roce_audit.model.facts import Unknown, known_or
from roce_audit.model.host import HostFilters
from roce_audit.model.path import Passage
from roce_audit.reading.document import Document
from roce_audit.reading.find import find_platform

if TYPE_CHECKING:
    from collections.abc import Iterator

    from roce_audit.model.host import Host
    from roce_audit.model.path import Route
    from roce_audit.model.surroundings import Dump

PLATFORM = "linux"
_LEGACY_MODULES = {"iptables": "ip_tables", "ip6tables": "ip6_tables"}
_NFT_VARIANT = "(nf_tables)"
MOST_FOR_ADAPTERS = 400_000
"""Characters of rules that are read where only address resolution passes them."""
MOST_ADDRESSED = 16
"""Interfaces without GIDs that are looked at: those with an address of the host itself."""
_CONTAINER_ENDS = frozenset({"veth", "tun", "dummy"})


def with_filters(host: Host) -> Host:
    """Return the host with the filters that packets of its GIDs' interfaces meet."""
    names = sorted(set(_interfaces(host)))
    if not names or not host.firewall:
        return host
    names += islice((name for name in _addressed(host) if name not in names), MOST_ADDRESSED)
    size = sum(len(dump.text) for dump in host.firewall.values())
    if size > MOST_FOR_ADAPTERS and not _has_software_roce(host):
        return replace(host, filters=Unknown("too many rules to read where no RoCE passes them"))
    gaps: list[str] = []
    documents = [
        Document(host.file, "\n" * (dump.first_line - 1) + dump.text, command=command)
        for command, dump in _dumps(host, gaps)
    ]
    platform = find_platform(PLATFORM)
    device = platform.read(host.name, documents, {})
    ways: dict[tuple[str, str], Route] = {}
    for name in names:
        ways[name, "in"] = platform.route(device, Passage(ingress=name))
        ways[name, "out"] = platform.route(device, Passage(egress=name))
    return replace(host, filters=HostFilters(ways, "; ".join(dict.fromkeys(gaps))))


def _interfaces(host: Host) -> Iterator[str]:
    for device in known_or(host.devices, ()):
        for port in device.ports:
            for gid in known_or(port.gids, ()):
                if not isinstance(gid.netdev, Unknown):
                    yield gid.netdev


def _addressed(host: Host) -> Iterator[str]:
    """Yield the interfaces over which jobs may start: those with an address that others reach."""
    for netdev in host.netdevs.values():
        addresses = known_or(netdev.addresses, ())
        if netdev.kind not in _CONTAINER_ENDS and any(each.reaches for each in addresses):
            yield netdev.name


def _has_software_roce(host: Host) -> bool:
    return any(device.software is not False for device in known_or(host.devices, ()))


def _dumps(host: Host, gaps: list[str]) -> Iterator[tuple[str, Dump]]:
    """Yield the dumps that together hold every rule once; say what may be missing."""
    nft = host.firewall.get("nft")
    if nft is not None and nft.state == "read":
        yield "nft list ruleset", nft
    elif (nft is None or nft.state == "unknown") and _may_be_loaded(host, "nf_tables"):
        gaps.append(f"nftables not seen: {nft.reason if nft else 'not in the capture'}")
        # The part of them that iptables wrote, where its own tool may still show it.
        for tool in _LEGACY_MODULES:
            dump = host.firewall.get(tool)
            if dump is not None and dump.state == "read" and _NFT_VARIANT in dump.text:
                yield f"{tool}-save", dump
    for tool, module in _LEGACY_MODULES.items():
        yield from _legacy(host, tool, module, gaps)


def _legacy(host: Host, tool: str, module: str, gaps: list[str]) -> Iterator[tuple[str, Dump]]:
    """Yield the rules of the older kernel part, which ``nft`` does not list."""
    dump, plain = host.firewall.get(f"{tool}_legacy"), host.firewall.get(tool)
    if dump is not None and dump.state == "read":
        if dump.text and _NFT_VARIANT not in dump.text:
            yield f"{tool}-legacy-save", dump
        return
    if plain is not None and plain.state == "read" and _NFT_VARIANT not in plain.text:
        if plain.text:
            yield f"{tool}-save", plain
        return
    if _may_be_loaded(host, module):
        reason = plain.reason if plain is not None and plain.reason else "no dump of it"
        gaps.append(f"{tool} not seen: {reason}")


def _may_be_loaded(host: Host, module: str) -> bool:
    """Tell whether a kernel module may be there; an empty list comes from a kernel without any."""
    modules = host.modules
    return isinstance(modules, Unknown) or not modules or module in modules
