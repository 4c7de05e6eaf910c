"""The header fields that a filter can look at, and doubts, which behave like fields of one bit."""

from dataclasses import dataclass
from typing import TypeAlias


@dataclass(frozen=True, slots=True, eq=False)
class Field:
    """One header field. Compared by identity: there is one object per field.

    Attributes:
        name: The word used in questions and answers, ``src`` for instance.
        bits: Width; values run from 0 to ``2**bits - 1``.
        title: The word used in sentences, ``source address`` for instance.
        limit: The largest value if it is smaller than the width allows.
    """

    name: str
    bits: int
    title: str
    limit: int | None = None

    @property
    def top(self) -> int:
        """The largest value of the field."""
        return (1 << self.bits) - 1 if self.limit is None else self.limit

    def __reduce__(self) -> str:
        """Pickle as the module's one object, so that identity survives a process boundary."""
        return _CONSTANTS[self.name]


@dataclass(frozen=True, slots=True)
class Doubt:
    """A yes-or-no question about the device that its configuration does not answer.

    A box that holds a doubt takes a packet only if the answer is yes (value 1). Two doubts with
    the same key are the same question: a time range used twice is active at both places or none.

    Attributes:
        key: What makes the question the same one: ``time-range WORK`` or ``line 41``.
        reason: Why it is open, as a phrase after "because": "time-range WORK may be inactive".
    """

    key: str
    reason: str

    @property
    def name(self) -> str:
        """The key, so that doubts and fields print alike."""
        return self.key

    @property
    def top(self) -> int:
        """The largest value: 1, yes."""
        return 1


Dimension: TypeAlias = Field | Doubt

UNTAGGED = 4096
"""Value of ``VLAN`` for a frame without a tag; 0 to 4095 are tagged frames (0: priority tag)."""

ETHERTYPE = Field("ethertype", 16, "EtherType")
VLAN = Field("vlan", 13, "VLAN", limit=UNTAGGED)
PCP = Field("pcp", 3, "priority code point")
SMAC = Field("smac", 48, "source MAC")
DMAC = Field("dmac", 48, "destination MAC")
PROTOCOL = Field("protocol", 8, "IP protocol")
SOURCE = Field("src", 128, "source address")
DESTINATION = Field("dst", 128, "destination address")
SOURCE_PORT = Field("sport", 16, "source port")
DESTINATION_PORT = Field("dport", 16, "destination port")
DSCP = Field("dscp", 6, "DSCP")
ECN = Field("ecn", 2, "ECN")
TTL = Field("ttl", 8, "TTL or hop limit")
LENGTH = Field("length", 16, "IP packet length in bytes, header included")
FRAGMENT = Field("fragment", 2, "fragment: 0 whole packet, 1 first, 2 later")
FLOW_LABEL = Field("flowlabel", 20, "IPv6 flow label")
ICMP_TYPE = Field("icmptype", 8, "ICMP type")
ICMP_CODE = Field("icmpcode", 8, "ICMP code")

FIELDS: tuple[Field, ...] = (
    ETHERTYPE,
    PROTOCOL,
    DESTINATION,
    SOURCE,
    DESTINATION_PORT,
    SOURCE_PORT,
    DSCP,
    ECN,
    TTL,
    LENGTH,
    FRAGMENT,
    FLOW_LABEL,
    ICMP_TYPE,
    ICMP_CODE,
    VLAN,
    PCP,
    DMAC,
    SMAC,
)
"""Every field, the narrowing ones first: the order in which boxes are cut."""

_CONSTANTS = {
    value.name: name for name, value in list(globals().items()) if isinstance(value, Field)
}
