"""Repairs that only hosts have."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

if TYPE_CHECKING:
    from roce_audit.model.netdev import Network


@dataclass(frozen=True, slots=True)
class SetLinkPause:
    """Switch link-level pause frames off.

    Attributes:
        device: Inventory name of the host.
        interface: Network interface.
        receive: Whether it obeys them now.
        send: Whether it sends them now.
    """

    kind: ClassVar[str] = "set_link_pause"

    device: str
    interface: str
    receive: bool
    send: bool


@dataclass(frozen=True, slots=True)
class SetSysctls:
    """Set kernel settings.

    Attributes:
        device: Inventory name of the host.
        values: Key in file form (``net/ipv4/conf/eth0/arp_ignore``), value to set, value now ("" if
            not known).
        reason: What they are for, as a phrase.
    """

    kind: ClassVar[str] = "set_sysctls"

    device: str
    values: tuple[tuple[str, str, str], ...]
    reason: str


@dataclass(frozen=True, slots=True)
class RouteBySource:
    """Send packets from an address out of the interface that has it.

    Attributes:
        device: Inventory name of the host.
        interface: The interface.
        address: Its address.
        subnet: The subnet of the address.
        table: Number of the routing table to fill; used by no other rule.
        priority: Priority of the rule; before the main table's.
    """

    kind: ClassVar[str] = "route_by_source"

    device: str
    interface: str
    address: str
    subnet: Network
    table: int
    priority: int


@dataclass(frozen=True, slots=True)
class DropSetting:
    """Take a library setting out of a file.

    Attributes:
        device: Inventory name of the host.
        file: Path without the leading slash.
        name: Of the setting.
        value: Its value now.
    """

    kind: ClassVar[str] = "drop_setting"

    device: str
    file: str
    name: str
    value: str


@dataclass(frozen=True, slots=True)
class SetPfc:
    """Have priority flow control on exactly some priorities.

    Attributes:
        device: Inventory name of the host.
        interface: Network interface.
        priorities: To have it.
        current: That have it now.
    """

    kind: ClassVar[str] = "set_pfc"

    device: str
    interface: str
    priorities: tuple[int, ...]
    current: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class LoadModule:
    """Load a kernel module.

    Attributes:
        device: Inventory name of the host.
        module: Its name.
    """

    kind: ClassVar[str] = "load_module"

    device: str
    module: str
