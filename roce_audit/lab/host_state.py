"""What differs between the hosts of the lab."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ipaddress import IPv4Interface, IPv6Interface

NETDEV, RDMA = "ens1f0", "mlx5_0"
DEVICE_PATH = "../../devices/pci0000:80/0000:80:01.0/0000:81:00.0"


@dataclass(frozen=True, slots=True)
class HostState:
    """What differs between the hosts of the lab.

    Attributes:
        name: Of the host.
        address: IPv4 address of the RDMA port.
        address6: IPv6 address of the RDMA port.
        mac: Of the RDMA port, with colons.
        versions: Types of its GIDs as the kernel writes them.
        mode: Default mode of rdma_cm as the kernel writes it.
        up: Whether the port has a link.
        mtu_bytes: Of the network interface.
    """

    name: str
    address: IPv4Interface
    address6: IPv6Interface
    mac: str
    versions: tuple[str, ...] = ("IB/RoCE v1", "RoCE v2")
    mode: str = "RoCE v2"
    up: bool = True
    mtu_bytes: int = 9000

    @property
    def link_local(self) -> str:
        """The address that the kernel makes from the MAC address (RFC 4291 appendix A)."""
        first, *rest = (int(part, 16) for part in self.mac.split(":"))
        octets = bytes([first ^ 2, *rest[:2], 0xFF, 0xFE, *rest[2:]])
        return f"fe80::{octets.hex(':', 2)}"
