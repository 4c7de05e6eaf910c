"""Everything that statements said so far, before it becomes a device."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from roce_audit.platforms.cisco_nxos.vlans import Vlans
from roce_audit.reading.ledger import LedgerBook

if TYPE_CHECKING:
    from roce_audit.packets.fields import Doubt
    from roce_audit.platforms.cisco_nxos.acl import Acl
    from roce_audit.platforms.cisco_nxos.class_map import ClassMap
    from roce_audit.platforms.cisco_nxos.groups import Group
    from roce_audit.platforms.cisco_nxos.policy_map import PolicyMap
    from roce_audit.platforms.cisco_nxos.port import Port
    from roce_audit.platforms.cisco_nxos.vlan_map import MapEntry
    from roce_audit.reading.statement import Statement

DEFAULT_JUMBO = 9216


@dataclass(slots=True)
class State:
    """The mutable result of reading.

    Attributes:
        book: The account of statements.
        untyped: See ``mac_lines``.
        acls: By kind and name.
        groups: By kind and name.
        ports: By interface name.
        profiles: Port profiles by name.
        vlans: All about VLANs.
        maps: Entries of VLAN maps by name and number.
        classes: Class maps of type qos by name.
        policies: Policy maps of type qos by name.
        system: What ``system qos`` binds.
        default_switchport: What ``system default switchport`` says; None if nothing does.
        default_shutdown: Whether layer-2 ports are down unless told otherwise.
        jumbo: What ``system jumbomtu`` says, in bytes.
        atomic: Whether changes of filters take effect at once.
        hostname: Whether the name of the device was seen.
        version: Whether the version of the configuration was seen.
        vtp_client: Whether VLANs come from elsewhere.
        whole: Whether what is being shown is the whole running configuration.
        whole_seen: Whether that was the case once.
        modes: Whether a port bridges, as ``show interface switchport`` says, by name.
        lost: The first statement that seems to belong to a list that is not known.
        lost_map: The first statement that seems to belong to a VLAN map that is not known.
        network_mtu: Whether the MTU of layer-2 ports comes from network-qos policies.
    """

    book: LedgerBook = field(default_factory=LedgerBook)
    untyped: Doubt | None = None
    acls: dict[tuple[str, str], Acl] = field(default_factory=dict[tuple[str, str], "Acl"])
    groups: dict[tuple[str, str], Group] = field(default_factory=dict[tuple[str, str], "Group"])
    ports: dict[str, Port] = field(default_factory=dict[str, "Port"])
    profiles: dict[str, Port] = field(default_factory=dict[str, "Port"])
    vlans: Vlans = field(default_factory=Vlans)
    maps: dict[str, dict[int, MapEntry]] = field(default_factory=dict[str, "dict[int, MapEntry]"])
    classes: dict[str, ClassMap] = field(default_factory=dict[str, "ClassMap"])
    policies: dict[str, PolicyMap] = field(default_factory=dict[str, "PolicyMap"])
    system: Port | None = None
    default_switchport: bool | None = None
    default_shutdown: bool = False
    jumbo: int = DEFAULT_JUMBO
    atomic: bool = True
    hostname: bool = False
    version: bool = False
    vtp_client: bool = False
    whole: bool = False
    whole_seen: bool = False
    modes: dict[str, bool] = field(default_factory=dict[str, bool])
    lost: Statement | None = None
    lost_map: Statement | None = None
    network_mtu: bool = False
    _shown: int = 0
    _seen: dict[object, int] = field(default_factory=dict[object, int])

    @property
    def complete(self) -> bool:
        """Whether a whole running configuration was shown, so that nothing in it is missing."""
        return self.whole_seen or (self.hostname and self.version)

    def show_anew(self, *, whole: bool) -> None:
        """Note that another showing of the configuration, or of a part of it, begins."""
        self.settle()
        self._shown += 1
        self.whole = whole
        self.whole_seen = self.whole_seen or whole

    def lose(self, statement: Statement, reason: str) -> None:
        """Note a statement of a filter that is not known, so that nothing counts as undefined."""
        self.book.doubt(statement.source, reason)
        words = statement.words
        if "vlan-list" in words:
            self.vlans.odd_filters.append(statement.source)
        elif "access-map" in words or words[0] == "action":
            self.lost_map = self.lost_map or statement
        else:
            self.lost = self.lost or statement

    def settle(self) -> None:
        """Forget entries that the latest showing of their list did not have."""
        for acl in self.acls.values():
            acl.settle()

    def first_time(self, thing: object) -> bool:
        """Whether ``thing`` begins for the first time in this showing, but not for the first."""
        before = self._seen.get(thing)
        self._seen[thing] = self._shown
        return before is not None and before != self._shown
