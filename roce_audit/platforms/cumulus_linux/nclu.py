"""Turns commands of NCLU (``net add``, ``net del``) into those of NVUE."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

DOMAIN = "br_default"
_OURS = frozenset({"interface", "bond", "bridge", "vlan", "acl", "loopback"})


def translated(words: Sequence[str]) -> list[list[str]] | None:  # noqa: PLR0911 - one for each form
    """Return the NVUE paths of what stands behind ``net add`` or ``net del``.

    Returns:
        None if the statement is ours and has no counterpart; no path if it is not ours.
    """
    match list(words):
        case ["interface", names, *rest] | ["loopback", names, *rest]:
            return _port(names, rest)
        case ["bond", names, "bond", ("slaves" | "members"), ports]:
            return [["interface", names, "bond", "member", ports], ["interface", names, "type",
                     "bond"]]  # fmt: skip
        case ["bond", names, "bond", *_]:
            return [["interface", names, "bond", "mode"]]
        case ["bond", names, *rest]:
            return _port(names, rest)
        case ["bridge", *rest]:
            return _bridge(rest)
        case ["vlan", numbers, *rest]:
            names = ",".join(f"vlan{part}" for part in numbers.split(","))
            return _port(names, rest)
        case [first, *_]:
            return None if first in _OURS else []
        case _:
            return []


def _bridge(rest: list[str]) -> list[list[str]] | None:
    match rest:
        case [_, "ports", ports]:
            return [["interface", ports, "bridge", "domain", DOMAIN]]
        case [_, "pvid", number]:
            return [["bridge", "domain", DOMAIN, "untagged", number]]
        case [_, "vids", numbers]:
            return [["bridge", "domain", DOMAIN, "vlan", numbers]]
        case [_, ("vlan-aware" | "stp" | "mcsnoop" | "ageing"), *_]:
            return [["bridge", "domain", DOMAIN, "type"]]
        case _:
            return None


def _port(  # noqa: C901, PLR0911 - one for each form
    names: str, rest: list[str]
) -> list[list[str]] | None:
    head = ["interface", names]
    match rest:
        case []:
            return [head]
        case ["bridge", "access", number]:
            return [[*head, "bridge", "domain", DOMAIN, "access", number]]
        case ["bridge", "pvid", number]:
            return [[*head, "bridge", "domain", DOMAIN, "untagged", number]]
        case ["bridge", "vids", numbers]:
            return [[*head, "bridge", "domain", DOMAIN, "vlan", numbers]]
        case ["ip", "address", address]:
            return [[*head, "ip", "address", address]]
        case ["vrf", name]:
            return [[*head, "ip", "vrf", name]]
        case ["mtu", size] | ["link", "mtu", size]:
            return [[*head, "link", "mtu", size]]
        case ["link", "down"]:
            return [[*head, "link", "state", "down"]]
        case ["vlan-id", number]:
            return [[*head, "vlan", number]]
        case [
            (
                "alias"
                | "vlan-raw-device"
                | "clag"
                | "link"
                | "ip"
                | "stp"
                | "ipv6"
                | "hwaddress"
                | "evpn"
            ),
            *_,
        ]:
            return [[*head, "description"]]
        case _:
            return None
