"""RoCE packets by who talks to whom, in bounded memory."""

from dataclasses import dataclass, field

from roce_audit.wire.addresses import address_text
from roce_audit.wire.envelope import Traffic
from roce_audit.wire.packet import IcrcState, RocePacket

LIMIT = 1024
_PORT_BYTES = (1 << 16) // 8

Vlans = tuple[int, ...]
_Key = tuple[Traffic, bytes, bytes, Vlans]


@dataclass(frozen=True, slots=True)
class Flow:
    """All well-formed packets of one RoCE version from one address to another in one VLAN.

    Attributes:
        traffic: RoCE version and IP family.
        src: Source address or GID, as text.
        dst: Destination address or GID, as text.
        vlan: VLAN as ``vlan_text`` says it.
        frames: Packets.
        octets: Bytes on the wire, Ethernet headers included.
        cnps: Congestion notifications among them.
        wrong_icrc: Packets with a wrong ICRC among them.
        sports: Different UDP source ports of all but the CNPs; 0 in v1.
    """

    traffic: Traffic
    src: str
    dst: str
    vlan: str
    frames: int
    octets: int
    cnps: int
    wrong_icrc: int
    sports: int

    def to_json(self) -> dict[str, object]:
        """Return the attributes by name; ``octets`` is called bytes."""
        return {
            "traffic": self.traffic,
            "src": self.src,
            "dst": self.dst,
            "vlan": self.vlan,
            "frames": self.frames,
            "bytes": self.octets,
            "cnps": self.cnps,
            "wrong_icrc": self.wrong_icrc,
            "sports": self.sports,
        }


@dataclass(slots=True)
class _Counts:
    """What is counted for one flow; ``ports`` has one bit for each source port seen."""

    frames: int = 0
    octets: int = 0
    cnps: int = 0
    wrong_icrc: int = 0
    ports: bytearray = field(default_factory=bytearray)


class FlowTable:
    """Flows in the order they appear; the first ``limit`` have a place, later ones are counted.

    Attributes:
        beyond: Packets of the flows that found no place.
    """

    __slots__ = ("_flows", "_limit", "beyond")

    def __init__(self, limit: int = LIMIT) -> None:
        self._flows: dict[_Key, _Counts] = {}
        self._limit = limit
        self.beyond = 0

    def add(self, packet: RocePacket, vlans: Vlans, octets: int) -> None:
        """Count one packet."""
        key = (packet.traffic, *packet.addresses, vlans)
        counts = self._flows.get(key)
        if counts is None:
            if len(self._flows) == self._limit:
                self.beyond += 1
                return
            counts = self._flows[key] = _Counts()
        counts.frames += 1
        counts.octets += octets
        counts.wrong_icrc += packet.icrc is IcrcState.WRONG
        if packet.is_cnp:
            counts.cnps += 1
        elif packet.udp is not None:
            counts.ports = counts.ports or bytearray(_PORT_BYTES)
            counts.ports[packet.udp.sport >> 3] |= 1 << (packet.udp.sport & 7)

    def flows(self) -> tuple[Flow, ...]:
        """Return the flows, the busiest first."""
        flows = [_finished(key, counts) for key, counts in self._flows.items()]
        flows.sort(key=lambda flow: (-flow.frames, flow.traffic, flow.src, flow.dst, flow.vlan))
        return tuple(flows)


def vlan_text(vlans: Vlans) -> str:
    """Return ``untagged``, ``100``, or ``10.100`` for stacked tags, the outermost first."""
    return ".".join(map(str, vlans)) or "untagged"


def _finished(key: _Key, counts: _Counts) -> Flow:
    traffic, src, dst, vlans = key
    return Flow(
        traffic=traffic,
        src=address_text(src),
        dst=address_text(dst),
        vlan=vlan_text(vlans),
        frames=counts.frames,
        octets=counts.octets,
        cnps=counts.cnps,
        wrong_icrc=counts.wrong_icrc,
        sports=int.from_bytes(counts.ports, "big").bit_count(),
    )
