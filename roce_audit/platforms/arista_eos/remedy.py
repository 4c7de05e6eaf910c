"""Repairs in the words of EOS: what the templates are filled with."""

from __future__ import annotations

from typing import TYPE_CHECKING

from roce_audit.model.acl import Family
from roce_audit.model.device import Mode
from roce_audit.model.remedy import DefineFilter, PermitPackets, Remedy, SetMtu
from roce_audit.platforms.arista_eos.numbering import places, standard
from roce_audit.platforms.arista_eos.port_model import ETHERNET_HEADER
from roce_audit.platforms.arista_eos.remedy_lines import (
    PERMIT_ALL,
    SLOTS,
    impact_of,
    permit_texts,
    widened,
)
from roce_audit.platforms.arista_eos.remedy_policy import define_policy, permit_in_policy
from roce_audit.reading.permit_texts import REMARK
from roce_audit.reading.platform import Rendered

if TYPE_CHECKING:
    from roce_audit.model.acl import Filter, FilterKey
    from roce_audit.model.device import Device

WORDS = {Family.IPV4.value: "ip", Family.IPV6.value: "ipv6", Family.MAC.value: "mac"}
ROUTED_MTU_TOP = 9214
BRIDGED_MTU_TOP = 9236
_COMMIT = (
    "The commands take effect together when the session is committed; "
    "'commit timer 00:10:00' instead of 'commit' takes them back unless confirmed."
)


def permit_packets(device: Device, remedy: Remedy) -> Rendered | None:
    """Return the repair that lets packets through a list or a traffic policy."""
    if not isinstance(remedy, PermitPackets):
        return None
    acl = device.filters.get(remedy.filter)
    if acl is None:
        return None
    if acl.family is Family.MIXED:
        return permit_in_policy(acl, remedy)
    texts = permit_texts(acl, remedy)
    if not texts:
        return None
    return _permit(acl, remedy, texts)


def _permit(acl: Filter, remedy: PermitPackets, texts: tuple[str, ...]) -> Rendered | None:
    skip = SLOTS.get((acl.family, remedy.traffic), 0)
    # A remark takes a number too; it is left out where that would renumber the list.
    with_remark = None if skip or acl.family is Family.MAC else (REMARK, *texts)
    lines = with_remark or texts
    found = places(acl, remedy.before, len(lines), skip)
    if with_remark and found is not None and found.step:
        lines = texts
        found = places(acl, remedy.before, len(lines), skip)
    if found is None:
        return None
    impact = [*impact_of(acl, remedy), _COMMIT]
    if found.step:
        impact.append(f"The lines of {acl.name} are renumbered in steps of {found.step}.")
        if not found.start:
            impact.append("The rollback leaves the new numbers: the old ones follow no rule.")
    return Rendered(
        template="permit_packets",
        values={
            "header": header_of(acl.key, is_standard=standard(acl)),
            "entries": [
                {"number": number, "text": text}
                for number, text in zip(found.numbers, lines, strict=True)
            ],
            "step": found.step,
            "start": found.start,
            "restored": found.restored,
        },
        impact=tuple(impact),
        verify=verify_of(acl.key),
        widens=widened(acl, remedy),
    )


def header_of(key: FilterKey, *, is_standard: bool = False) -> str:
    """Return the command that opens a list."""
    family, name = key
    return f"{WORDS[family]} access-list {'standard ' if is_standard else ''}{name}"


def verify_of(key: FilterKey) -> tuple[str, ...]:
    """Return the read-only commands that show a list and where it acts."""
    family, name = key
    show = f"show {WORDS[family]} access-lists {name}"
    return (show, f"{show} summary")


def define_filter(device: Device, remedy: Remedy) -> Rendered | None:
    """Return the definition of a list or policy that permits what passes today."""
    if not isinstance(remedy, DefineFilter):
        return None
    key = remedy.binding.filter
    acl = device.filters.get(key)
    if key[0] == Family.MIXED.value:
        return define_policy(key[1], remedy.traffic) if acl is None else None
    is_standard = acl is not None and standard(acl)
    known = PERMIT_ALL[key[0], is_standard]
    texts = [text for traffic, text in known.items() if traffic in (None, *remedy.traffic)]
    found = places(acl, None, len(texts)) if acl is not None else None
    numbers = found.numbers if found else tuple(range(10, 10 * len(texts) + 1, 10))
    return Rendered(
        template="define_filter",
        values={
            "header": header_of(key, is_standard=is_standard),
            "entries": [
                {"number": n, "text": text} for n, text in zip(numbers, texts, strict=True)
            ],
            "exists": acl is not None,
        },
        impact=(
            (
                "Everything passes the list, as a missing list does today; the RoCE lines keep "
                "RoCE passing when the last line is taken out."
            ),
            _COMMIT,
        ),
        verify=verify_of(key),
    )


def set_mtu(device: Device, remedy: Remedy) -> Rendered | None:
    """Return the command that lets larger packets through an interface."""
    if not isinstance(remedy, SetMtu):
        return None
    interface = device.interfaces.get(remedy.interface)
    if interface is None or interface.mode is Mode.UNKNOWN:
        return None
    routed = interface.mode is Mode.ROUTED
    size = remedy.payload_bytes + (0 if routed else ETHERNET_HEADER)
    if size > (ROUTED_MTU_TOP if routed else BRIDGED_MTU_TOP):
        return None
    return Rendered(
        template="set_mtu",
        values={
            "interface": interface.name,
            "command": "mtu" if routed else "l2 mtu",
            "size": size,
            "previous": interface.mtu_bytes or 0,
        },
        impact=(
            f"{interface.name} carries larger packets; the ports behind it and the peer must too.",
            _COMMIT,
        ),
        verify=(f"show interfaces {interface.name}",),
    )
