"""A switch or router as the audit sees it."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from roce_audit.model.acl import Binding, Filter, FilterKey
from roce_audit.model.ledger import Ledger
from roce_audit.model.source import SourceRef
from roce_audit.packets.fields import Doubt


class Mode(StrEnum):
    """How an interface forwards."""

    ACCESS = "access"
    """Bridged, one VLAN, untagged."""
    TRUNK = "trunk"
    """Bridged, several VLANs."""
    ROUTED = "routed"
    """Routed: a layer 3 port, a subinterface, an SVI, a loopback."""
    UNKNOWN = "unknown"
    """The configuration does not say, and the platform's default is not certain."""


@dataclass(frozen=True, slots=True)
class Interface:
    """One interface.

    Attributes:
        name: Full name in the platform's own spelling.
        mode: See ``Mode``.
        source: Where the interface is configured; line None if it is only implied.
        mode_doubt: Why ``mode`` is not certain; None if it is.
        access_vlan: VLAN of untagged frames of an access port.
        native_vlan: VLAN of untagged frames of a trunk; None if there is none.
        allowed_vlans: VLANs a trunk carries, as ranges.
        svi_vlan: VLAN of which this is the routed interface; None if it is not an SVI.
        parent: LAG that this port is a member of, or the port of a subinterface; "" if none.
        encapsulation: VLAN of a subinterface.
        enabled: False if shut down by configuration.
        mtu_bytes: Largest payload as configured, in the platform's way of counting; None if
            the default holds.
        mtu_header_bytes: How much of ``mtu_bytes`` is Ethernet header (14 where it counts).
        addresses: Interface addresses with prefix length, ``10.0.0.1/24``.
        vrf: Name, "" for the default.
    """

    name: str
    mode: Mode
    source: SourceRef
    mode_doubt: Doubt | None = None
    access_vlan: int | None = None
    native_vlan: int | None = None
    allowed_vlans: tuple[tuple[int, int], ...] = ()
    svi_vlan: int | None = None
    parent: str = ""
    encapsulation: int | None = None
    enabled: bool = True
    mtu_bytes: int | None = None
    mtu_header_bytes: int = 0
    addresses: tuple[str, ...] = ()
    vrf: str = ""


@dataclass(frozen=True, slots=True)
class Vlan:
    """One VLAN.

    Attributes:
        number: 1 to 4094.
        source: Where it is configured.
        active: False if shut down or suspended: its frames go nowhere.
    """

    number: int
    source: SourceRef
    active: bool = True


class Combination(StrEnum):
    """How filters at several layers combine for packets that enter a port."""

    SERIAL = "serial"
    """Every one must permit."""
    PORT_REPLACES = "port replaces"
    """An input filter on the port switches off the VLAN's and the routed interface's."""
    UNDECIDED = "undecided"
    """Documents contradict each other: a verdict stands only if both agree."""


@dataclass(frozen=True, slots=True)
class Gap:
    """Something missing from the evidence.

    Attributes:
        reason: What is missing and what that means, as a sentence.
        source: Where it shows.
    """

    reason: str
    source: SourceRef


@dataclass(frozen=True, slots=True)
class Device:
    """One switch, read.

    Attributes:
        name: Inventory name, or the file's.
        platform: Platform name.
        filters: By key.
        bindings: In no particular order.
        interfaces: By name, in the platform's own spelling.
        vlans: By number; empty if the platform does not list them.
        ledger: The account of statements.
        gaps: What is missing from the capture; not empty means no verdict may be a pass.
        combination: How layers combine on the way in.
        vlans_listed: True if the capture lists every VLAN, so an absent one does not exist.
    """

    name: str
    platform: str
    filters: Mapping[FilterKey, Filter]
    bindings: tuple[Binding, ...]
    interfaces: Mapping[str, Interface]
    vlans: Mapping[int, Vlan] = field(default_factory=dict[int, Vlan])
    ledger: Ledger = field(default_factory=Ledger)
    gaps: tuple[Gap, ...] = ()
    combination: Combination = Combination.SERIAL
    vlans_listed: bool = False
