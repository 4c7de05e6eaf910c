"""Questions that a rule asks about the way a packet takes; the passage answers them.

A rule says "enters at p1"; whether that holds is known only once somebody asks about a passage.
Until then it is a doubt like any other, so a filter asked about by name is exact too.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache

from roce_audit.packets.fields import Doubt


class End(StrEnum):
    """What an interface condition looks at."""

    IN = "in"
    OUT = "out"
    IN_BRIDGE = "in bridge"
    OUT_BRIDGE = "out bridge"
    IN_PORT = "in port"
    OUT_PORT = "out port"


@dataclass(frozen=True, slots=True)
class NameQuestion(Doubt):
    """Does an end of the way have this name?

    Attributes:
        end: Which one.
        pattern: The name; a ``*`` at the end stands for anything.
    """

    end: End
    pattern: str


class Track(StrEnum):
    """What connection tracking may think of a packet that is no reply."""

    NEW = "new"
    UNTRACKED = "untracked"
    INVALID = "invalid"


@dataclass(frozen=True, slots=True)
class TrackQuestion(Doubt):
    """Does connection tracking have the packet in this state?"""

    state: Track


class Kind(StrEnum):
    """To whom the frame is addressed, as seen by the interface it came in at."""

    HOST = "host"
    BROADCAST = "broadcast"
    MULTICAST = "multicast"
    OTHER = "other"


@dataclass(frozen=True, slots=True)
class KindQuestion(Doubt):
    """Is the frame addressed to this kind of receiver?"""

    receiver: Kind


@dataclass(frozen=True, slots=True)
class LocalQuestion(Doubt):
    """Is the destination an address of the device itself?"""


_WORDS = {
    End.IN: "enter at",
    End.OUT: "leave at",
    End.IN_BRIDGE: "enter through bridge",
    End.OUT_BRIDGE: "leave through bridge",
    End.IN_PORT: "enter at bridge port",
    End.OUT_PORT: "leave at bridge port",
}

LOCAL = LocalQuestion("destination is local", "it is not said whether the packet is for the host")


@lru_cache(maxsize=4096)
def asks_name(end: End, pattern: str) -> NameQuestion:
    """Return the question whether packets take a way whose ``end`` has a name."""
    words = f"{_WORDS[end]} {pattern}"
    return NameQuestion(words, f"it is not said whether the packets {words}", end, pattern)


@lru_cache(maxsize=8)
def asks_track(state: Track) -> TrackQuestion:
    """Return the question whether packets are in a state of connection tracking."""
    reason = f"it is not certain whether connection tracking calls the packets {state}"
    return TrackQuestion(f"ct state {state}", reason, state)


@lru_cache(maxsize=8)
def asks_kind(receiver: Kind) -> KindQuestion:
    """Return the question whether frames are addressed to a kind of receiver."""
    reason = f"it is not certain whether the frames are of packet type {receiver}"
    return KindQuestion(f"pkttype {receiver}", reason, receiver)


def fits(pattern: str, name: str) -> bool:
    """Whether interface ``name`` is one of those that ``pattern`` stands for."""
    return name.startswith(pattern[:-1]) if pattern.endswith("*") else name == pattern
