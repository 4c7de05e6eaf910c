"""The whole network: what is meant, what is there, and who must reach whom."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

    from roce_audit.model.device import Device
    from roce_audit.model.host import Host
    from roce_audit.model.path import Passage, Route
    from roce_audit.model.source import SourceRef
    from roce_audit.packets.ranges import Ranges
    from roce_audit.packets.traffic import Traffic


@dataclass(frozen=True, slots=True)
class Fabric:
    """What the fabric is meant to be; None where the site has not said.

    Attributes:
        name: Of the fabric.
        roce: ``v1`` or ``v2``.
        families: IP versions of RoCE v2 traffic: ``ipv4``, ``ipv6`` or both.
        priority: Priority (0 to 7) of RoCE data.
        dscp: DSCP of RoCE data.
        cnp_dscp: DSCP of congestion notifications.
        mtu_bytes: IP packet size that every hop must carry.
    """

    name: str
    roce: str
    families: tuple[str, ...]
    priority: int | None = None
    dscp: int | None = None
    cnp_dscp: int | None = None
    mtu_bytes: int | None = None


@dataclass(frozen=True, slots=True)
class Attachment:
    """One port of a host and where it is plugged in.

    Attributes:
        host: Inventory name.
        netdev: Network interface on the host.
        rdma: RDMA device behind it, "" if not said.
        addresses: Interface addresses, ``172.16.1.21/24``.
        switch: Inventory name, "" if not said.
        interface: Interface name on the switch, in its full spelling.
        vlan: VLAN of its frames at the switch, ``UNTAGGED``, or None if not said.
        source: Where the inventory says so.
    """

    host: str
    netdev: str
    rdma: str
    addresses: tuple[str, ...]
    switch: str
    interface: str
    vlan: int | None
    source: SourceRef


@dataclass(frozen=True, slots=True)
class Flow:
    """Hosts that must reach each other by RDMA.

    Attributes:
        name: For people.
        sources: Host names.
        destinations: Host names.
        roce: ``v1`` or ``v2``.
    """

    name: str
    sources: tuple[str, ...]
    destinations: tuple[str, ...]
    roce: str


@dataclass(frozen=True, slots=True)
class Failure:
    """A device without (complete) evidence.

    Attributes:
        device: Inventory name.
        reason: What happened and what to do, as a sentence.
        source: Command or file that shows it.
        damaged: Whether the evidence was captured and is no longer what it was.
    """

    device: str
    reason: str
    source: SourceRef
    damaged: bool = False


@dataclass(frozen=True, slots=True)
class Crossing:
    """RoCE packets of some hosts at one port of a switch, one way.

    Attributes:
        device: Switch.
        passage: Where they enter or leave.
        traffic: Kind of packets.
        hosts: Whose port it is.
        sources: Source addresses; empty for traffic without IP.
        destinations: Destination addresses; empty for traffic without IP.
        route: The filters they meet.
        peers: Name of the set of hosts at the other end (equal for equal sets).
    """

    device: str
    passage: Passage
    traffic: Traffic
    hosts: tuple[str, ...]
    sources: Ranges
    destinations: Ranges
    route: Route
    peers: str


@dataclass(frozen=True, slots=True)
class Network:
    """Everything an audit looks at.

    Attributes:
        fabric: What is meant.
        switches: Read devices by inventory name.
        hosts: Read hosts by inventory name.
        attachments: Every host port of the inventory.
        flows: Every flow of the inventory.
        failures: Devices without (complete) evidence, unreachable ones first.
        crossings: What the flows put on the switches' ports.
    """

    fabric: Fabric
    switches: Mapping[str, Device] = field(default_factory=dict[str, "Device"])
    hosts: Mapping[str, Host] = field(default_factory=dict[str, "Host"])
    attachments: tuple[Attachment, ...] = ()
    flows: tuple[Flow, ...] = ()
    failures: tuple[Failure, ...] = ()
    crossings: tuple[Crossing, ...] = ()
