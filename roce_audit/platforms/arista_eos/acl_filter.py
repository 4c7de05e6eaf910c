"""Access lists as filters: order, defaults, and what EOS adds at their end."""

from __future__ import annotations

from typing import TYPE_CHECKING

from roce_audit.model.acl import Action, Family, Filter, Line
from roce_audit.packets.fields import ICMP_TYPE, PROTOCOL, Doubt
from roce_audit.packets.ranges import single
from roce_audit.packets.traffic import ICMPV6
from roce_audit.platforms.arista_eos.acl_store import BOXES
from roce_audit.platforms.arista_eos.draft import ACTIONS, YES, either_action
from roce_audit.platforms.arista_eos.ip_lines import IPV6
from roce_audit.platforms.arista_eos.settings import NEIGHBOUR_DISCOVERY

if TYPE_CHECKING:
    from roce_audit.model.source import SourceRef
    from roce_audit.packets.boxes import Box
    from roce_audit.platforms.arista_eos.model_state import AccessList
    from roce_audit.platforms.arista_eos.settings import Settings
    from roce_audit.reading.statement import Statement

_WORDS = {Family.IPV4: "ip", Family.IPV6: "ipv6", Family.MAC: "mac"}
_ND_TYPES = ((133, 136),)
"""Router and neighbour solicitations and advertisements (RFC 4861)."""


def finished(acl: AccessList, settings: Settings, *, nat: bool) -> Filter:
    """Return the list as a filter; ``nat`` tells whether NAT may be at work on the device."""
    lines = [
        Line(rule.action, rule.matches, entry.statement.source, str(number) if number > 0 else "")
        for number, entry in sorted(acl.entries.items())
        for rule in entry.rules
    ]
    source = acl.header.source
    default, doubt = Action.DENY, None
    if not lines and not acl.broken:
        default, doubt = _empty(acl, settings)
    elif acl.family is Family.IPV6:
        lines += _discovery(source, settings)
    if acl.response is not None and nat:
        lines.insert(0, _nat_responses(acl, acl.response))
    if acl.broken:
        rules = either_action(acl.header, BOXES[acl.family], acl.broken)
        lines = [Line(rule.action, rule.matches, source) for rule in rules]
    return Filter(
        family=acl.family,
        name=acl.name,
        lines=tuple(lines),
        default=default,
        source=source,
        default_doubt=doubt,
        kind=f"{_WORDS[acl.family]} access-list" + (" standard" if acl.standard else ""),
        tag=_tag(acl),
    )


def _tag(acl: AccessList) -> str:
    """Return what the renderer must know: ``standard``, and the numbers that remarks take."""
    remarks = ",".join(str(n) for n, entry in sorted(acl.entries.items()) if not entry.rules)
    words = ["standard"] if acl.standard else []
    return " ".join([*words, remarks] if remarks else words)


def _empty(acl: AccessList, settings: Settings) -> tuple[Action, Doubt | None]:
    if settings.empty_acl:
        return ACTIONS[settings.empty_acl], None
    reason = f"EOS documents do not say what the list {acl.name} without a line does"
    return Action.DENY, Doubt(f"empty list {acl.name}", reason)


def _discovery(source: SourceRef, settings: Settings) -> list[Line]:
    if settings.ipv6_nd == "deny":
        return []
    box: Box = {**IPV6.box, PROTOCOL: single(ICMPV6), ICMP_TYPE: _ND_TYPES}
    if not settings.ipv6_nd:
        box = {**box, NEIGHBOUR_DISCOVERY: YES}
    return [Line(Action.PERMIT, (box,), source)]


def _nat_responses(acl: AccessList, statement: Statement) -> Line:
    doubt = Doubt("NAT responses", f"line {statement.line} lets responses of NAT sessions through")
    return Line(Action.PERMIT, ({**BOXES[acl.family], doubt: YES},), statement.source)
