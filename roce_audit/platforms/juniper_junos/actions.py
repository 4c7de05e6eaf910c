"""The ``then`` part of a term.

Source: the firewall filter guide, terminating and nonterminating actions; a term without a
terminating action accepts, unless it says ``next term``.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import Enum, auto
from typing import TYPE_CHECKING

from roce_audit.packets.fields import Doubt
from roce_audit.platforms.juniper_junos.matching import doubt_of
from roce_audit.platforms.juniper_junos.node import Node, pick

if TYPE_CHECKING:
    from collections.abc import Mapping

    from roce_audit.platforms.juniper_junos.policers import Policers


class Fate(Enum):
    """What becomes of the packets of a term."""

    ACCEPT = auto()
    DISCARD = auto()
    NEXT = auto()
    """They go on to the next term."""
    REDIRECT = auto()
    """They are forwarded, but not where the forwarding table says."""
    UNKNOWN = auto()


_ENDINGS: Mapping[str, Fate] = {
    "accept": Fate.ACCEPT,
    "discard": Fate.DISCARD,
    "reject": Fate.DISCARD,
    "next": Fate.NEXT,
    "routing-instance": Fate.REDIRECT,
    "next-ip": Fate.REDIRECT,
    "next-ip6": Fate.REDIRECT,
    "next-interface": Fate.REDIRECT,
    "next-hop-group": Fate.REDIRECT,
    "topology": Fate.REDIRECT,
    "decapsulate": Fate.UNKNOWN,
    "encapsulate": Fate.UNKNOWN,
    "interface": Fate.UNKNOWN,
    "vlan": Fate.UNKNOWN,
    "ipsec-sa": Fate.UNKNOWN,
}
_BESIDE_WORDS = (
    "analyzer apply-groups apply-groups-except count dscp exclude-accounting forwarding-class "
    "log loss-priority no-decrement-ttl packet-capture packet-mode port-mirror "
    "port-mirror-instance prefix sample service-accounting service-accounting-deferred "
    "service-filter-hit syslog traffic-class traffic-loss-priority"
)
_BESIDE = frozenset(_BESIDE_WORDS.split())
"""Actions that do not decide whether the packet passes."""
_POLICERS = frozenset(
    {"policer", "three-color-policer", "hierarchical-policer", "prefix-action", "rate-limit"}
)


@dataclass(slots=True)
class Actions:
    """What a term does.

    Attributes:
        fate: See ``Fate``.
        node: The statement that says so; None if nothing does.
        limits: Open questions of policers: yes while the traffic stays below the rate.
        doubt: Why the fate is not known; None if it is.
    """

    fate: Fate
    node: Node | None = None
    limits: list[Doubt] = field(default_factory=list[Doubt])
    doubt: Doubt | None = None


def read_then(node: Node | None, policers: Policers) -> Actions:
    """Return what a term does.

    Args:
        node: Its ``then``; None if it has none.
        policers: What policers do with traffic above their rate.
    """
    if node is None:
        return Actions(Fate.ACCEPT)
    ending = pick(child for child in node.children.values() if child.word in _ENDINGS)
    actions = _ended(ending)
    for child in node.children.values():
        if child.word in _POLICERS:
            actions.limits += policers.limits(child)
        elif child.word not in _ENDINGS and child.word not in _BESIDE:
            _not_known(actions, child, f"the action {child.word} is not known")
        if child.odd:
            _not_known(actions, child, child.odd)
    return actions


def redirects(node: Node | None) -> bool:
    """Return whether a ``then`` forwards packets elsewhere than the forwarding table says."""
    return any(_ENDINGS.get(word) is Fate.REDIRECT for word in (node.children if node else ()))


def _ended(ending: Node | None) -> Actions:
    if ending is None:
        return Actions(Fate.ACCEPT)
    actions = Actions(_ENDINGS[ending.word], ending)
    if ending.word == "next" and set(ending.children) != {"term"}:
        _not_known(actions, ending, "it does not say next term")
    if actions.fate is Fate.UNKNOWN and actions.doubt is None:
        _not_known(actions, ending, f"what {ending.word} does with the packet is not followed")
    return actions


def _not_known(actions: Actions, node: Node, reason: str) -> None:
    node.doubt(reason)
    actions.fate = Fate.UNKNOWN
    actions.node = actions.node or node
    actions.doubt = actions.doubt or doubt_of(node, reason)
