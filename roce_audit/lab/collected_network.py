"""The network part of what the collector prints."""

from __future__ import annotations

from ipaddress import IPv4Interface, IPv6Interface

from roce_audit.lab.host_state import DEVICE_PATH, NETDEV, HostState
from roce_audit.lab.sections import as_json, listed, read, section


def network_sections(host: HostState) -> list[str]:
    """Return the interfaces, their addresses, routes and rules."""
    return [
        listed("netdevs", "eno1", NETDEV, "lo"),
        read(
            "sysctl",
            "proc/sys/net/ipv4/conf/all/rp_filter:0",
            f"proc/sys/net/ipv4/conf/{NETDEV}/rp_filter:0",
            f"proc/sys/net/ipv6/conf/{NETDEV}/disable_ipv6:0",
            "proc/sys/net/ipv4/ip_forward:0",
        ),
        read(f"net {NETDEV}", *_net_lines(host)),
        as_json("addresses", [_address_entry(host)]),
        as_json("routes4", _routes(host.address, "172.16.0.0/16")),
        as_json("routes6", _routes(host.address6, "fd00:16::/32")),
        as_json("rules4", _rules("default")),
        as_json("rules6", _rules()),
        as_json("neighbours", []),
        section("sockets", ("", "{mark} rc 1"), "read"),
    ]


def _net_lines(host: HostState) -> list[str]:
    return [
        f"mtu:{host.mtu_bytes}",
        f"operstate:{'up' if host.up else 'down'}",
        *(["carrier:1", "speed:25000"] if host.up else ["carrier:0", "speed:-1"]),
        f"address:{host.mac}",
        "flags:0x1003",
        "ifindex:2",
        "type:1",
        "link/device:../../../0000:81:00.0",
        "link/driver:../../../../bus/pci/drivers/mlx5_core",
        f"link/self:{DEVICE_PATH}/net/{NETDEV}",
    ]


def _address_entry(host: HostState) -> dict[str, object]:
    interfaces: list[tuple[IPv4Interface | IPv6Interface, str]] = [
        (host.address, "global"),
        (host.address6, "global"),
        (IPv6Interface(f"{host.link_local}/64"), "link"),
    ]
    return {
        "ifindex": 2,
        "ifname": NETDEV,
        "flags": ["BROADCAST", "MULTICAST", "UP", *(["LOWER_UP"] if host.up else ["NO-CARRIER"])],
        "mtu": host.mtu_bytes,
        "operstate": "UP" if host.up else "DOWN",
        "link_type": "ether",
        "address": host.mac,
        "addr_info": [
            {
                "family": "inet" if interface.version == 4 else "inet6",  # noqa: PLR2004 - IPv4
                "local": str(interface.ip),
                "prefixlen": interface.network.prefixlen,
                "scope": scope,
            }
            for interface, scope in interfaces
        ],
    }


def _routes(address: IPv4Interface | IPv6Interface, fabric: str) -> list[dict[str, object]]:
    """Return the route of the port's own network, and one to the fabric's by the gateway."""
    via: dict[str, object] = {"dev": NETDEV, "flags": []}
    own = {"dst": str(address.network), "protocol": "kernel", **via}
    if address.version == 4:  # noqa: PLR2004 - IPv4
        own["prefsrc"] = str(address.ip)
    gateway = str(address.network.network_address + 2)
    return [own, {"dst": fabric, "gateway": gateway, "protocol": "static", **via}]


def _rules(*more: str) -> list[dict[str, object]]:
    tables = {"local": 0, "main": 32766, "default": 32767}
    return [
        {"priority": tables[table], "src": "all", "table": table}
        for table in ("local", "main", *more)
    ]
