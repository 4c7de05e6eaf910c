"""How a packet crosses one device, and the filters it meets there."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from roce_audit.model.acl import Binding, Filter
from roce_audit.packets.boxes import EVERYTHING, Box
from roce_audit.packets.fields import Dimension, Doubt
from roce_audit.packets.ranges import Ranges
from roce_audit.packets.traffic import Traffic


@dataclass(frozen=True, slots=True)
class Passage:
    """One way through a device.

    Attributes:
        ingress: Interface the packet enters at; "" if not asked about.
        egress: Interface it leaves at; "" if not asked about.
        vlan: VLAN it enters in, ``UNTAGGED``, or None if not said.
    """

    ingress: str = ""
    egress: str = ""
    vlan: int | None = None


@dataclass(frozen=True, slots=True)
class Stage:
    """One filter on the way.

    Attributes:
        filter: What is applied.
        sees: The packets offered to it; the others pass by.
        binding: Why it is here; None for a filter asked about by name.
        spared: Packets that pass by although the filter would see them, because an earlier
            filter replaces it.
    """

    filter: Filter
    sees: tuple[Box, ...] = (EVERYTHING,)
    binding: Binding | None = None
    spared: tuple[Box, ...] = ()


@dataclass(frozen=True, slots=True)
class Obstacle:
    """Why a kind of traffic cannot take a passage whatever the filters say.

    Attributes:
        reason: A sentence.
        doubt: If given, the obstacle is there only if the answer is yes.
    """

    reason: str
    doubt: Doubt | None = None


@dataclass(frozen=True, slots=True)
class Route:
    """The filters that a passage meets, in order; every one must permit.

    Attributes:
        stages: In the order met.
        narrow: What the passage itself says of the packets (their VLANs).
        blocked: Kinds of traffic that cannot take this passage whatever the filters say.
        notes: What a reader of the answer must know, as sentences.
        doubts: Open questions that make any permit undecided (incomplete captures).
        routed: Whether the device routes the packets; None if it depends or was not asked.
    """

    stages: tuple[Stage, ...]
    narrow: Box = field(default_factory=dict[Dimension, Ranges])
    blocked: Mapping[Traffic, Obstacle] = field(default_factory=dict[Traffic, Obstacle])
    notes: tuple[str, ...] = ()
    doubts: tuple[Doubt, ...] = ()
    routed: bool | None = None
