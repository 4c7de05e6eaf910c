"""What a capture says of links, bridges, VLANs and kernel settings."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from roce_audit.model.source import SourceRef


@dataclass(slots=True)
class Link:
    """One network interface.

    Attributes:
        name: As the kernel calls it.
        source: Where it shows.
        index: Its number, 0 if not shown.
        master: The bridge, bond or VRF it belongs to; "" if none.
        lower: The interface under a VLAN interface; "" if none.
        vlan: VLAN of a VLAN interface.
        kind: ``bridge``, ``vlan``, ``bond``; "" if not shown.
        up: False if it is switched off.
        mtu: Largest IP packet in bytes; None if not shown.
        addresses: With prefix length.
        vlan_filtering: Whether a bridge looks at VLANs; None if not shown.
        calls: Which of ``ip`` and ``ip6`` a bridge hands to netfilter by its own setting.
        isolated: Whether a bridge port is isolated.
        port_state: State of a bridge port; "" if not shown.
    """

    name: str
    source: SourceRef
    index: int = 0
    master: str = ""
    lower: str = ""
    vlan: int | None = None
    kind: str = ""
    up: bool = True
    mtu: int | None = None
    addresses: list[str] = field(default_factory=list[str])
    vlan_filtering: bool | None = None
    calls: set[str] = field(default_factory=set[str])
    isolated: bool = False
    port_state: str = ""


@dataclass(frozen=True, slots=True)
class PortVlan:
    """VLANs of one bridge port.

    Attributes:
        first: Lowest VLAN.
        last: Highest VLAN.
        pvid: Whether untagged frames that enter are in it.
        untagged: Whether its frames leave without a tag.
    """

    first: int
    last: int
    pvid: bool
    untagged: bool


@dataclass(slots=True)
class World:
    """Everything around the filters.

    Attributes:
        links: By name; empty if none were captured.
        settings: Kernel settings by dotted name.
        vlans: VLANs of bridge ports by port.
        listed: Whether a list of links was captured.
        traffic_control: Where filters of tc show, which are not read.
    """

    links: dict[str, Link] = field(default_factory=dict[str, Link])
    settings: dict[str, str] = field(default_factory=dict[str, str])
    vlans: dict[str, list[PortVlan]] = field(default_factory=dict[str, list[PortVlan]])
    listed: bool = False
    traffic_control: list[SourceRef] = field(default_factory=list["SourceRef"])

    def link(self, name: str, source: SourceRef) -> Link:
        """Return an interface, made if it is new."""
        known = self.links.get(name)
        if known is None:
            known = self.links[name] = Link(name, source)
        return known

    def bridge_of(self, name: str) -> str:
        """Return the bridge that ``name`` is a port of, "" if none is known."""
        link = self.links.get(name)
        if link is None or not link.master:
            return ""
        master = self.links.get(link.master)
        is_bridge = master is None or master.kind in {"", "bridge"}
        return link.master if is_bridge else ""

    def setting(self, name: str) -> bool | None:
        """Return whether a kernel setting is on; None if the capture does not say."""
        value = self.settings.get(name)
        return None if value is None else value != "0"
