"""What a capture holds: the result of summing it up, and its JSON form."""

from dataclasses import dataclass, field, fields
from typing import Literal

from roce_audit.wire.flows import Flow
from roce_audit.wire.tally import PortSpread, Table

Verdict = Literal["clean", "faulty", "undecided", "nothing"]


@dataclass(frozen=True, slots=True)
class Verification:
    """Well-formed packets by what is known of their ICRC."""

    right: int = 0
    wrong: int = 0
    not_checkable: int = 0

    def to_json(self) -> dict[str, object]:
        """Return the attributes by name."""
        return {"right": self.right, "wrong": self.wrong, "not_checkable": self.not_checkable}


@dataclass(frozen=True, slots=True)
class Versions:
    """RoCE frames by version and IP family, malformed and cut ones included."""

    v1: int = 0
    v2_ipv4: int = 0
    v2_ipv6: int = 0

    @property
    def frames(self) -> int:
        """All RoCE frames."""
        return self.v1 + self.v2_ipv4 + self.v2_ipv6

    @property
    def mixed(self) -> bool:
        """Whether v1 and v2 both occur: v1 in a v2 fabric is a host that picked another GID."""
        return 0 < self.v1 < self.frames

    def to_json(self) -> dict[str, object]:
        """Return the counts by the names of the traffic."""
        return {"v1": self.v1, "v2-ipv4": self.v2_ipv4, "v2-ipv6": self.v2_ipv6}


@dataclass(frozen=True, slots=True)
class Tables:
    """Frames by what they carry; all but the last two count well-formed packets only.

    Attributes:
        opcodes: Operations.
        dest_qps: Destination queue pairs, as ``0x000018``.
        vlans: VLANs: ``untagged``, ``100``, or ``10.100`` for stacked tags.
        pcps: Priority code points of the outermost tags.
        dscps: DSCPs of v2 packets, CNPs not counted.
        cnp_dscps: DSCPs of v2 CNPs.
        ecns: ECN bits of v2 packets: 0 not capable, 1 and 2 capable, 3 congestion experienced.
        refusals: Acknowledgements that refuse, by reason.
        addresses: GIDs of v1 and addresses of v2, by the packets that name them at either end.
        link_local: The link-local ones among the addresses.
        malformed: RoCE frames that contradict themselves, by reason.
        not_roce: Frames that are not RoCE, by kind.
    """

    opcodes: Table = field(default_factory=Table)
    dest_qps: Table = field(default_factory=Table)
    vlans: Table = field(default_factory=Table)
    pcps: Table = field(default_factory=Table)
    dscps: Table = field(default_factory=Table)
    cnp_dscps: Table = field(default_factory=Table)
    ecns: Table = field(default_factory=Table)
    refusals: Table = field(default_factory=Table)
    addresses: Table = field(default_factory=Table)
    link_local: Table = field(default_factory=Table)
    malformed: Table = field(default_factory=Table)
    not_roce: Table = field(default_factory=Table)

    def by_name(self) -> dict[str, Table]:
        """Return the tables by the names of their attributes, in the order to show them."""
        return {each.name: getattr(self, each.name) for each in fields(self)}


@dataclass(frozen=True, slots=True)
class CaptureSummary:
    """What a capture holds; counts are frames.

    Attributes:
        path: The file, as it was named.
        frames: All frames of the file.
        octets: Their bytes on the wire.
        damage: Why the reading ended before the end of the file; empty where it did not.
        versions: RoCE frames by version.
        well_formed: RoCE packets whose headers are right.
        cut_short: RoCE frames of which the capture kept too little to read their headers.
        icrc: Well-formed packets by the state of their ICRC.
        faults: The first faulty frames: 1-based number and what is wrong.
        cnps: Congestion notifications of v1 and v2.
        tables: Frames by what they carry.
        sports: Spread of the UDP source ports.
        flows: Who talks to whom.
        beyond_flows: Packets of flows that found no place in ``flows``.
    """

    path: str
    frames: int = 0
    octets: int = 0
    damage: str = ""
    versions: Versions = field(default_factory=Versions)
    well_formed: int = 0
    cut_short: int = 0
    icrc: Verification = field(default_factory=Verification)
    faults: tuple[tuple[int, str], ...] = ()
    cnps: int = 0
    tables: Tables = field(default_factory=Tables)
    sports: PortSpread = field(default_factory=PortSpread)
    flows: tuple[Flow, ...] = ()
    beyond_flows: int = 0

    @property
    def complaints(self) -> tuple[str, ...]:
        """What is wrong with the RoCE of this capture, a sentence each."""
        v1 = self.versions.v1 if self.versions.mixed else 0
        found = (
            (self.icrc.wrong, "packets with a wrong ICRC: receivers drop them"),
            (self.tables.malformed.frames, "malformed RoCE frames: receivers drop them"),
            (v1, "RoCE v1 frames among RoCE v2: some hosts use another version than the rest"),
        )
        complaints = tuple(f"{count} {text}" for count, text in found if count)
        damage = (f"the file is damaged: {self.damage}",) if self.damage else ()
        return complaints + damage

    @property
    def verdict(self) -> Verdict:
        """One word for the capture.

        ``nothing`` without any RoCE frame, ``faulty`` with a complaint, ``undecided`` where not a
        single ICRC could be checked, else ``clean``.
        """
        if not self.versions.frames:
            return "nothing"
        if self.complaints:
            return "faulty"
        return "clean" if self.icrc.right else "undecided"

    def to_json(self) -> dict[str, object]:
        """Return the summary as JSON values; every table says how many frames it left out."""
        return {
            "file": self.path,
            "verdict": self.verdict,
            "complaints": list(self.complaints),
            "frames": self.frames,
            "bytes": self.octets,
            "damage": self.damage or None,
            "roce_frames": self.versions.frames,
            "versions": self.versions.to_json(),
            "mixed_versions": self.versions.mixed,
            "well_formed": self.well_formed,
            "cut_short": self.cut_short,
            "icrc": self.icrc.to_json(),
            "faults": [{"frame": number, "fault": fault} for number, fault in self.faults],
            "cnps": self.cnps,
            "sports": self.sports.to_json(),
            **{name: table.to_json() for name, table in self.tables.by_name().items()},
            "flows": [flow.to_json() for flow in self.flows],
            "frames_beyond_flows": self.beyond_flows,
        }
