"""The RDMA part of what the collector prints."""

from __future__ import annotations

from ipaddress import IPv6Address

from roce_audit.lab.host_state import DEVICE_PATH, NETDEV, RDMA, HostState
from roce_audit.lab.sections import as_json, listed, ran, read


def rdma_sections(host: HostState) -> list[str]:
    """Return devices, ports, GID tables and what the tools say of them."""
    state = ("ACTIVE", "LINK_UP") if host.up else ("DOWN", "DISABLED")
    link = {"ifindex": 0, "ifname": RDMA, "port": 1, "netdev": NETDEV, "netdev_index": 2}
    return [
        listed("devices", RDMA),
        read(f"device {RDMA}", *_device_lines(host)),
        ran(f"port {RDMA} 1", *_port_lines(host)),
        listed(f"gids {RDMA} 1", "slots:256", "attributes:yes", *_gid_lines(host)),
        as_json("rdma_link", [{**link, "state": state[0], "physical_state": state[1]}]),
        as_json(
            "rdma_dev", [{"ifindex": 0, "ifname": RDMA, "node_type": "ca", "fw": "26.41.1002"}]
        ),
        ran("rdma_system", "netns shared copy-on-fork on"),
        ran("ibv_devinfo", *_devinfo_lines(host)),
        read(
            "roce_mode",
            f"sys/kernel/config/rdma_cm/{RDMA}/ports/1/default_roce_mode:{host.mode}",
            f"sys/kernel/config/rdma_cm/{RDMA}/ports/1/default_roce_tos:0",
        ),
        listed("roce_mode_dir", "rdma_cm", f"device:{RDMA}"),
    ]


def _device_lines(host: HostState) -> list[str]:
    guid = host.mac.replace(":", "")
    return [
        "node_type:1: CA",
        "fw_ver:26.41.1002",
        "hca_type:MT4127",
        "board_id:MT_0000000531",
        f"node_guid:{guid[:4]}:{guid[4:6]}03:00{guid[6:8]}:{guid[8:]}",
        "device/vendor:0x15b3",
        "device/device:0x101f",
        "device/sriov_numvfs:0",
        "device/current_link_speed:16.0 GT/s PCIe",
        "device/current_link_width:8",
        "device/max_link_speed:16.0 GT/s PCIe",
        "device/max_link_width:8",
        "link/device:../../../0000:81:00.0",
        "link/driver:../../../../bus/pci/drivers/mlx5_core",
        f"net:{NETDEV}",
        f"link/self:{DEVICE_PATH}/infiniband/{RDMA}",
    ]


def _port_lines(host: HostState) -> list[str]:
    folder = f"sys/class/infiniband/{RDMA}/ports/1"
    return [
        f"{folder}/state:{'4: ACTIVE' if host.up else '1: DOWN'}",
        f"{folder}/phys_state:{'5: LinkUp' if host.up else '3: Disabled'}",
        f"{folder}/rate:25 Gb/sec (1X EDR)",
        f"{folder}/link_layer:Ethernet",
    ]


def _gid_lines(host: HostState) -> list[str]:
    addresses = [host.link_local, f"::ffff:{host.address.ip}", str(host.address6.ip)]
    used = [(gid, version) for gid in addresses for version in host.versions]
    values = [f"gid/{index}:{_full(gid)}" for index, (gid, _) in enumerate(used)]
    types = [f"type/{index}:{version}" for index, (_, version) in enumerate(used)]
    owners = [f"ndev/{index}:{NETDEV}" for index, _ in enumerate(used)]
    return [*values, *types, *owners]


def _full(address: str) -> str:
    return IPv6Address(address).exploded


def _devinfo_lines(host: HostState) -> list[str]:
    return [
        f"hca_id:\t{RDMA}",
        "\ttransport:\t\t\tInfiniBand (0)",
        "\tfw_ver:\t\t\t\t26.41.1002",
        "\tphys_port_cnt:\t\t\t1",
        "\t\tport:\t1",
        f"\t\t\tstate:\t\t\tPORT_{'ACTIVE (4)' if host.up else 'DOWN (1)'}",
        "\t\t\tmax_mtu:\t\t4096 (5)",
        "\t\t\tactive_mtu:\t\t4096 (5)",
        "\t\t\tlink_layer:\t\tEthernet",
    ]
