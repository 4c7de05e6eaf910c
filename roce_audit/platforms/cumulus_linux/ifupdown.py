"""Turns stanzas of ``/etc/network/interfaces`` into paths of NVUE."""

from __future__ import annotations

from typing import TYPE_CHECKING

from roce_audit.platforms.cumulus_linux.nclu import DOMAIN

if TYPE_CHECKING:
    from collections.abc import Sequence

STANZA = frozenset({"iface", "auto", "allow-hotplug", "source", "allow-auto", "mapping"})
_IGNORED = frozenset({
    "alias", "gateway", "netmask", "hwaddress", "vrf-table", "address-virtual", "vlan-raw-device",
    "bridge-vlan-aware", "bridge-stp", "mstpctl-portbpdufilter", "mstpctl-bpduguard", "post-up",
    "pre-up", "pre-down", "post-down", "up", "down", "ip-forward", "ip6-forward", "vxlan-id",
    "vxlan-local-tunnelip", "bridge-learning", "bridge-arp-nd-suppress", "bridge-ageing", "clag-id",
    "mstpctl-portadminedge", "mstpctl-portautoedge", "broadcast", "pointopoint", "scope",
})  # fmt: skip
_PREFIXES = ("link-", "clagd-", "bond-", "mstpctl-", "bridge-mc", "vxlan-", "vrrp", "dns-")
_DOWN = ("yes", "on", "true", "1")


def translated(  # noqa: C901, PLR0911 - one for each word of a stanza
    name: str, words: Sequence[str]
) -> list[list[str]] | None:
    """Return the NVUE paths of one line of the stanza of ``name``.

    Returns:
        None if the line is not known.
    """
    head = ["interface", name]
    domain = [*head, "bridge", "domain", DOMAIN]
    match list(words):
        case ["address", address, *_]:
            return [[*head, "ip", "address", address]]
        case ["mtu", size]:
            return [[*head, "link", "mtu", size]]
        case ["vrf", vrf]:
            return [[*head, "ip", "vrf", vrf]]
        case ["bridge-access", number]:
            return [[*domain, "access", number]]
        case ["bridge-pvid", number]:
            return [_of(name, "untagged", number)]
        case ["bridge-vids", *numbers] if numbers:
            return [_of(name, "vlan", ",".join(numbers))]
        case ["bridge-ports", *ports] if ports:
            return [["interface", ",".join(ports), "bridge", "domain", DOMAIN]]
        case [("bond-slaves" | "bond-members"), *ports] if ports:
            return [[*head, "type", "bond"], [*head, "bond", "member", ",".join(ports)]]
        case ["vlan-id", number]:
            return [[*head, "vlan", number]]
        case ["link-down", word]:
            return [[*head, "link", "state", "down"]] if word in _DOWN else []
        case [word, *_] if word in _IGNORED or word.startswith(_PREFIXES):
            return [[*head, "description"]]
        case _:
            return None


def _of(name: str, word: str, value: str) -> list[str]:
    """Return the path of a bridge setting, which a bridge or one of its ports may have."""
    if name.startswith(("swp", "bond", "peer", "vni", "vx")):
        return ["interface", name, "bridge", "domain", DOMAIN, word, value]
    return ["bridge", "domain", DOMAIN, word, value]
