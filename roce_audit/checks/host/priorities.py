"""The priorities of a RoCE port: which are lossless, and what its traffic is marked with."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from roce_audit.analysis.library_settings import effective, number
from roce_audit.model.facts import Unknown, known_or

if TYPE_CHECKING:
    from collections.abc import Iterator

    from roce_audit.checks.host.ports import RocePort
    from roce_audit.model.source import SourceRef

_ECN_BITS = 2
_TOP_CLASS = 255


@dataclass(frozen=True, slots=True)
class Marking:
    """A traffic class that something gives to RoCE packets.

    Attributes:
        who: What sets it, for people.
        value: The type of service byte.
        source: Where it is set.
    """

    who: str
    value: int
    source: SourceRef

    @property
    def dscp(self) -> int:
        """The DSCP of the packets."""
        return self.value >> _ECN_BITS


def lossless(port: RocePort) -> frozenset[int]:
    """Return the priorities with flow control; none if they are not known."""
    return known_or(port.netdev.qos.pfc, frozenset()) if port.netdev is not None else frozenset()


def markings(port: RocePort) -> Iterator[Marking]:
    """Yield the traffic classes that were found for RoCE packets of a port."""
    forced = port.port.traffic_class
    if not isinstance(forced, Unknown) and forced is not None:
        yield Marking(f"the traffic class of {port.name}", forced, port.device.source)
        return
    tos = port.port.cm_tos
    if not isinstance(tos, Unknown) and tos:
        yield Marking(f"default_roce_tos of {port.name}", tos, port.evidence("cm_tos")[0])
    for name in ("NCCL_IB_TC", "UCX_IB_TRAFFIC_CLASS"):
        setting = effective(port.host, name)
        value = number(setting)
        if setting is not None and value is not None and 0 <= value <= _TOP_CLASS:
            yield Marking(f"{name} in {setting.file}", value, setting.source)
