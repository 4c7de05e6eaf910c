"""Repairs of MTUs and of filters that are not there."""

from __future__ import annotations

from typing import TYPE_CHECKING

from roce_audit.model.remedy import DefineFilter, SetMtu
from roce_audit.platforms.juniper_junos.home import quoted
from roce_audit.platforms.juniper_junos.mtu import ETHERNET_HEADER
from roce_audit.platforms.juniper_junos.units import IRB
from roce_audit.reading.platform import Rendered

if TYPE_CHECKING:
    from roce_audit.model.device import Device
    from roce_audit.model.remedy import Remedy

LARGEST_MTU = 9216
"""What QFX switches take; a larger value might be refused."""
_FAMILIES = {"ipv4": ("inet",), "ipv6": ("inet6",), "mac": ("ethernet-switching", "bridge")}


_DEFINED = (
    "What the binding does today is not known; with this definition everything passes.",
    "Replace the last term once it is known what else is to be dropped.",
    "Nothing takes effect before a commit.",
)


def set_mtu(device: Device, remedy: Remedy) -> Rendered | None:
    """Return the commands for a larger MTU, or None where one statement does not do it."""
    if not isinstance(remedy, SetMtu):
        return None
    interface = device.interfaces.get(remedy.interface)
    wanted = remedy.payload_bytes + ETHERNET_HEADER
    physical = remedy.interface.rpartition(".")[0]
    if interface is None or wanted > LARGEST_MTU or physical in IRB:
        return None
    if interface.mtu_header_bytes != ETHERNET_HEADER:
        # ``family inet mtu`` is the limit: what the interface itself takes is not known here.
        return None
    return Rendered(
        template="set_mtu",
        values={"interface": physical, "mtu": wanted, "old": remedy.current_bytes or 0},
        impact=(
            f"All units of {physical} change; the link may go down for a moment.",
            "Nothing takes effect before a commit.",
        ),
        verify=(f"show interfaces {physical} | no-more",),
        extension="set",
    )


def define_filter(device: Device, remedy: Remedy) -> Rendered | None:
    """Return a definition for a filter that is bound and has no term, or None for a list."""
    if not isinstance(remedy, DefineFilter):
        return None
    family, name = remedy.binding.filter
    word = _family_word(remedy.binding.undefined_doubt)
    known = device.filters.get((family, name))
    if word not in _FAMILIES.get(family, ()) or " " in name:
        return None
    if known is not None and (known.lines or known.tag or known.kind == "firewall filter"):
        return None
    return Rendered(
        template="define_filter",
        values={
            "path": f"firewall family {word} filter {quoted(name)}",
            "family": word,
            "traffic": [each.value for each in remedy.traffic],
            "defined": known is not None,
        },
        impact=_DEFINED,
        verify=(f"show configuration firewall family {word} | display set | no-more",),
        extension="set",
    )


def _family_word(doubt: object) -> str:
    return str(getattr(doubt, "key", "")).rpartition(" of family ")[2]
