"""What is known of packets at one place of their way."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from roce_audit.packets.fields import DMAC, ETHERTYPE, ICMP_TYPE, PROTOCOL
from roce_audit.packets.ranges import single, wildcard
from roce_audit.platforms.linux.questions import (
    End,
    Kind,
    KindQuestion,
    LocalQuestion,
    NameQuestion,
    Track,
    TrackQuestion,
    fits,
)
from roce_audit.platforms.linux.unions import ALWAYS, NEVER, V6, Union, negated
from roce_audit.platforms.linux.values import MAC_BITS

if TYPE_CHECKING:
    from collections.abc import Mapping

    from roce_audit.packets.fields import Doubt

_TOP_MAC = (1 << MAC_BITS) - 1
_GROUP_BIT = 1 << 40
_GROUPS = wildcard(_GROUP_BIT, ~_GROUP_BIT & _TOP_MAC, MAC_BITS) or ()
_UNICAST = wildcard(0, ~_GROUP_BIT & _TOP_MAC, MAC_BITS) or ()
_BROADCAST = single(_TOP_MAC)

NEVER_TRACKED: Union = (
    {**V6, PROTOCOL: single(58), ICMP_TYPE: ((130, 137),)},
    {**V6, PROTOCOL: single(58), ICMP_TYPE: single(143)},
)
"""Neighbour discovery and listener discovery: connection tracking leaves them alone."""
NOT_IP: Union = ({ETHERTYPE: ((0, 0x07FF), (0x0801, 0x86DC), (0x86DE, 0xFFFF))},)


@dataclass(frozen=True, slots=True)
class Name:
    """What is known of an interface name.

    Attributes:
        value: The name; None if it is not known.
        never: Names that it certainly is not.
        absent: Whether there is no interface at this end.
    """

    value: str | None = None
    never: tuple[str, ...] = ()
    absent: bool = False

    def answers(self, pattern: str) -> bool | None:
        """Return whether the name fits a pattern; None if that is open."""
        if self.absent:
            return False
        if self.value is not None:
            return fits(pattern, self.value)
        return False if pattern in self.never else None


ABSENT = Name(absent=True)
UNKNOWN = Name()


@dataclass(frozen=True, slots=True)
class Tracking:
    """Which packets connection tracking has in which state; None where that is open."""

    states: Mapping[Track, Union | None]


def tracked(untracked: Union = NEVER_TRACKED) -> Tracking:
    """Return what holds behind connection tracking."""
    fresh = negated(untracked)
    return Tracking({Track.NEW: fresh, Track.UNTRACKED: untracked, Track.INVALID: NEVER})


def not_yet(untracked: Union) -> Tracking:
    """Return what holds before connection tracking, where some packets were taken out of it."""
    seen = {Track.NEW: NEVER, Track.UNTRACKED: untracked, Track.INVALID: negated(untracked)}
    return Tracking(seen) if untracked else NOT_YET


NOT_YET = Tracking({Track.NEW: NEVER, Track.UNTRACKED: NEVER, Track.INVALID: ALWAYS})
OPEN = Tracking({Track.NEW: None, Track.UNTRACKED: None, Track.INVALID: None})


@dataclass(frozen=True, slots=True)
class Context:
    """What is known at one hook.

    Attributes:
        ends: Names of interfaces by end; unknown ones are left out.
        tracking: See ``Tracking``.
        local: Whether the destination is the device itself; None if that is open.
        receiver: What a frame to one station is; None if that is open.
        vlan: VLAN field of the frames here (``UNTAGGED`` where the tag is gone); None if it is
            the one on entry.
        header: Whether the frame has an Ethernet header.
        macs: Whether that header is the one it came in with.
        hops: How many routers have counted the TTL down.
        vlans: VLAN field here for each VLAN field on entry, where a bridge changes it.
    """

    ends: Mapping[End, Name] = field(default_factory=dict[End, Name])
    tracking: Tracking = OPEN
    local: bool | None = None
    receiver: Kind | None = None
    vlan: int | None = None
    header: bool = True
    macs: bool = True
    hops: int = 0
    vlans: Mapping[int, int] | None = None

    def answer(self, question: Doubt) -> Union | None:
        """Return the packets for which the answer is yes; None if that is open."""
        match question:
            case NameQuestion():
                told = self.ends.get(question.end, UNKNOWN).answers(question.pattern)
                return None if told is None else ALWAYS if told else NEVER
            case TrackQuestion():
                return self.tracking.states[question.state]
            case LocalQuestion():
                return None if self.local is None else ALWAYS if self.local else NEVER
            case KindQuestion():
                return self._receiver(question.receiver)
            case _:
                return None

    def _receiver(self, kind: Kind) -> Union | None:
        if not self.header:
            return ALWAYS if kind is Kind.HOST else NEVER if kind is Kind.OTHER else None
        if not self.macs:
            return None
        if kind is Kind.BROADCAST:
            return ({DMAC: _BROADCAST},)
        if kind is Kind.MULTICAST:
            return ({DMAC: tuple((low, min(high, _TOP_MAC - 1)) for low, high in _GROUPS)},)
        if self.receiver is None:
            return None
        return ({DMAC: _UNICAST},) if kind is self.receiver else NEVER
