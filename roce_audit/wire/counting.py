"""The counting behind a summary: bounded memory for any number of frames."""

from roce_audit.wire.addresses import address_text, is_link_local
from roce_audit.wire.envelope import TRAFFIC, Foreign, Traffic
from roce_audit.wire.extended import Aeth
from roce_audit.wire.flows import FlowTable, vlan_text
from roce_audit.wire.grh import Grh
from roce_audit.wire.opcodes import opcode_name
from roce_audit.wire.outcome import CaptureSummary, Tables, Verification, Versions
from roce_audit.wire.packet import Decoded, IcrcState, Malformed, RocePacket
from roce_audit.wire.syndromes import is_refusal, syndrome_name
from roce_audit.wire.tally import PortCounts, Tally

MOST_FAULTS = 20


class Counts:
    """Counts decoded frames one after the other; ``summary`` may be taken at any time.

    Attributes:
        frames: Frames counted so far.
    """

    def __init__(self) -> None:
        self.frames = 0
        self._octets = 0
        self._cut_short = 0
        self._cnps = 0
        self._versions = Tally[Traffic]()
        self._icrc = Tally[IcrcState]()
        self._malformed = Tally[str]()
        self._not_roce = Tally[str]()
        self._faults: list[tuple[int, str]] = []
        self._opcodes = Tally[int]()
        self._dest_qps = Tally[int]()
        self._vlans = Tally[tuple[int, ...]]()
        self._pcps = Tally[int]()
        self._dscps = Tally[int]()
        self._cnp_dscps = Tally[int]()
        self._ecns = Tally[int]()
        self._refusals = Tally[int]()
        self._addresses = Tally[bytes]()
        self._link_local = Tally[bytes]()
        self._ports = PortCounts()
        self._flows = FlowTable()

    def add(self, decoded: Decoded, octets: int) -> None:
        """Count one frame of so many bytes on the wire."""
        self.frames += 1
        self._octets += octets
        if isinstance(decoded, Foreign):
            self._not_roce.add(decoded.kind)
            return
        self._versions.add(decoded.traffic)
        if isinstance(decoded, RocePacket):
            self._add_packet(decoded, octets)
        elif isinstance(decoded, Malformed):
            self._malformed.add(decoded.reason)
            self._blame(f"{decoded.traffic}: {decoded.reason}")
        else:
            self._cut_short += 1

    def _add_packet(self, packet: RocePacket, octets: int) -> None:
        self._icrc.add(packet.icrc)
        if packet.icrc is IcrcState.WRONG:
            self._blame(f"{packet.traffic}: wrong ICRC")
        self._opcodes.add(packet.bth.opcode)
        self._dest_qps.add(packet.bth.dest_qp)
        self._cnps += packet.is_cnp
        for address in set(packet.addresses):
            self._addresses.add(address)
            if is_link_local(address):
                self._link_local.add(address)
        for header in packet.extended:
            if isinstance(header, Aeth) and is_refusal(header.syndrome):
                self._refusals.add(header.syndrome)
        tags = packet.ethernet.tags
        vlans = tuple([tag.vlan for tag in tags])
        self._vlans.add(vlans)
        if tags:
            self._pcps.add(tags[0].pcp)
        self._flows.add(packet, vlans, octets)
        self._add_ip(packet)

    def _add_ip(self, packet: RocePacket) -> None:
        network = packet.network
        if packet.udp is None or isinstance(network, Grh):
            return
        self._ecns.add(network.ecn)
        if packet.is_cnp:
            self._cnp_dscps.add(network.dscp)
        else:
            self._dscps.add(network.dscp)
            self._ports.add(packet.udp.sport)

    def _blame(self, fault: str) -> None:
        if len(self._faults) < MOST_FAULTS:
            self._faults.append((self.frames, fault))

    def summary(self, path: str, damage: str) -> CaptureSummary:
        """Return what was counted.

        Args:
            path: The file, for the reader of the summary.
            damage: Why the reading ended early; empty where it did not.
        """
        icrc = Verification(*(self._icrc.count(state) for state in IcrcState))
        return CaptureSummary(
            path=path,
            frames=self.frames,
            octets=self._octets,
            damage=damage,
            versions=Versions(*(self._versions.count(kind) for kind in TRAFFIC.values())),
            well_formed=icrc.right + icrc.wrong + icrc.not_checkable,
            cut_short=self._cut_short,
            icrc=icrc,
            faults=tuple(self._faults),
            cnps=self._cnps,
            tables=self._tables(),
            sports=self._ports.spread(),
            flows=self._flows.flows(),
            beyond_flows=self._flows.beyond,
        )

    def _tables(self) -> Tables:
        return Tables(
            opcodes=self._opcodes.table(opcode_name),
            dest_qps=self._dest_qps.table("0x{:06x}".format),
            vlans=self._vlans.table(vlan_text),
            pcps=self._pcps.table(),
            dscps=self._dscps.table(),
            cnp_dscps=self._cnp_dscps.table(),
            ecns=self._ecns.table(),
            refusals=self._refusals.table(syndrome_name),
            addresses=self._addresses.table(address_text),
            link_local=self._link_local.table(address_text),
            malformed=self._malformed.table(),
            not_roce=self._not_roce.table(),
        )
