"""What the device holds while its configuration is read: every statement acts on it in order."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from roce_audit.model.acl import FilterKey
from roce_audit.reading.guard import Guard
from roce_audit.reading.ledger import LedgerBook

if TYPE_CHECKING:
    from roce_audit.model.device import Gap
    from roce_audit.packets.ranges import Ranges
    from roce_audit.platforms.cisco_xe.access_list import AccessList
    from roce_audit.platforms.cisco_xe.groups import Group
    from roce_audit.platforms.cisco_xe.settings import Settings
    from roce_audit.platforms.cisco_xe.vlan_state import VlanMap, VlanState
    from roce_audit.reading.statement import Statement


@dataclass(frozen=True, slots=True)
class Bound:
    """A filter or policy bound to an interface.

    Attributes:
        key: Of the filter.
        statement: The statement that binds.
    """

    key: FilterKey
    statement: Statement


@dataclass(slots=True)
class Port:
    """An interface that is being configured; None stands for what is not said.

    Attributes:
        name: Full name.
        header: Where it first stands.
        dump: Number of the dump that shows it.
        switchport: Whether it bridges, in words of its own.
        bare: Whether a bare ``switchport`` stands there.
        bridging_words: Whether other words of bridged ports stand there.
        mode: Words behind ``switchport mode``.
        access: VLAN of an access port.
        native: Untagged VLAN of a trunk.
        allowed: VLANs of a trunk.
        channel: Number of the port-channel that it is a member of; 0 for none.
        shutdown: As configured.
        encapsulation: VLAN of a subinterface.
        mtu: In bytes, for all packets.
        ip_mtu: In bytes, for routed packets.
        addresses: With prefix lengths.
        routing_words: Whether words of routed ports stand there (``no ip address`` is one).
        vrf: Name, "" for the default.
        trusted: Whether ARP inspection passes it by.
        bound: Filters by family and direction.
        guards: By name.
        policies: Policy maps by direction.
        templates: Names of templates whose statements hold too.
        precedence: Words behind ``access-group mode``.
    """

    name: str
    header: Statement
    dump: int = 0
    switchport: bool | None = None
    bare: bool = False
    bridging_words: bool = False
    mode: str | None = None
    access: int | None = None
    native: int | None = None
    allowed: Ranges | None = None
    channel: int = 0
    shutdown: bool | None = None
    encapsulation: int | None = None
    mtu: int | None = None
    ip_mtu: int | None = None
    addresses: dict[str, None] = field(default_factory=dict[str, None])
    routing_words: bool = False
    vrf: str = ""
    trusted: bool = False
    bound: dict[tuple[str, str], Bound] = field(default_factory=dict[tuple[str, str], Bound])
    guards: dict[str, Guard] = field(default_factory=dict[str, Guard])
    policies: dict[str, Bound] = field(default_factory=dict[str, Bound])
    templates: dict[str, None] = field(default_factory=dict[str, None])
    precedence: str = ""


@dataclass(slots=True)
class Policy:
    """A class map or policy map: statements under it, in order; for policies those of each class.

    Attributes:
        header: Where it begins.
        dump: Number of the dump that shows it.
        statements: Of a class map.
        classes: Of a policy map, by name, in the order tried.
    """

    header: Statement
    dump: int = 0
    statements: list[Statement] = field(default_factory=list["Statement"])
    classes: dict[str, list[Statement]] = field(default_factory=dict[str, "list[Statement]"])


@dataclass(slots=True)
class Xe:
    """The whole device while it is read.

    Attributes:
        settings: The platform's switches.
        book: The account of statements.
        lists: Access lists of the configuration.
        shown: Access lists of show output.
        served: VLAN maps at work: name to VLANs and the statement that says so.
        dump: Number of the dump being read.
        typed: Whether commands are being typed, which edit what is there; a dump replaces it.
        hostname: Whether a host name was seen.
        ended: Whether the last configuration read ended with ``end``.
        tag_native: Whether untagged frames of trunks are dropped.
        system_mtu: In bytes.
        arp_inspection: VLANs with ARP inspection, and the statement.
        vlans_kept: Whether the configuration holds every VLAN (VTP mode transparent or off).
        no_routing: The statement that switches IPv4 routing off; None if there is none.
        static_drops: Frames of one station that a VLAN drops, by MAC and VLAN.
        lost: Statements that are not understood and may be about a list or map that they name.
        models: Words that tell the model, in lower case.
        role_based: Statements that switch SGT enforcement on: VLANs (empty: routed interfaces).
    """

    settings: Settings
    book: LedgerBook = field(default_factory=LedgerBook)
    lists: dict[FilterKey, AccessList] = field(default_factory=dict[FilterKey, "AccessList"])
    shown: dict[FilterKey, AccessList] = field(default_factory=dict[FilterKey, "AccessList"])
    groups: dict[tuple[str, str], Group] = field(default_factory=dict[tuple[str, str], "Group"])
    ports: dict[str, Port] = field(default_factory=dict[str, Port])
    templates: dict[str, list[Statement]] = field(default_factory=dict[str, "list[Statement]"])
    vlans: dict[int, VlanState] = field(default_factory=dict[int, "VlanState"])
    maps: dict[str, VlanMap] = field(default_factory=dict[str, "VlanMap"])
    served: dict[str, tuple[Ranges, Statement]] = field(
        default_factory=dict[str, "tuple[Ranges, Statement]"]
    )
    classes: dict[str, Policy] = field(default_factory=dict[str, Policy])
    policies: dict[str, Policy] = field(default_factory=dict[str, Policy])
    dump: int = 0
    typed: bool = False
    hostname: bool = False
    ended: bool = False
    tag_native: bool = False
    system_mtu: int | None = None
    arp_inspection: tuple[Ranges, Statement] | None = None
    role_based: dict[str, tuple[Ranges, Statement]] = field(
        default_factory=dict[str, "tuple[Ranges, Statement]"]
    )
    vlans_kept: bool = False
    no_routing: Statement | None = None
    static_drops: dict[tuple[int, int], Guard] = field(default_factory=dict[tuple[int, int], Guard])
    lost: list[Statement] = field(default_factory=list["Statement"])
    models: list[str] = field(default_factory=list[str])
    gaps: list[Gap] = field(default_factory=list["Gap"])

    def replaces(self, dump: int) -> bool:
        """Whether what stood in ``dump`` is replaced if it is met now."""
        return not self.typed and dump != self.dump
