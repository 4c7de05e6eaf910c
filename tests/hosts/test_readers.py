"""Each reader on what its tool prints."""

import json

import pytest

from roce_audit.hosts.read_host import read_host
from roce_audit.model.facts import Unknown
from roce_audit.model.netdev import Pause

TABLE = "0000:0000:0000:0000:0000:ffff:0a00:0001"


@pytest.fixture
def host_of(text):
    """Read a host with one RoCE device and the sections given."""

    def make(commands=None, files=None, listed=None):
        out = text().section("devices", "mlx5_0").files("device mlx5_0", "node_type:1: CA")
        port = "sys/class/infiniband/mlx5_0/ports/1"
        out.files("port mlx5_0 1", f"{port}/link_layer:Ethernet")
        out.section(
            "gids mlx5_0 1",
            ["slots:256", "attributes:yes", f"gid/3:{TABLE}", "type/3:RoCE v2", "ndev/3:eth0"],
        )
        for name, value in (commands or {}).items():
            out.command(name, value)
        for name, value in (files or {}).items():
            out.files(name, value)
        for name, value in (listed or {}).items():
            out.section(name, value)
        return read_host(str(out))

    return make


MLNX_QOS = """DCBX mode: OS controlled
Priority trust state: dscp
dscp2prio mapping:
\tprio:0 dscp:07,06,05,04,03,02,01,00,
\tprio:3 dscp:31,30,29,28,27,26,25,24,
default priority:
Receive buffer size (bytes): 130944,130944,0,0,0,0,0,0,
Cable len: 10
PFC configuration:
\tpriority    0   1   2   3   4   5   6   7
\tenabled     1   0   1   0   0   0   1   1
\tbuffer      0   0   0   0   0   0   0   0
tc: 0 ratelimit: unlimited, tsa: ets, bw: 10%
\t priority:  1
"""


def test_the_vendor_tool_shows_trust_map_and_flow_control(host_of):
    qos = host_of({"mlnx_qos eth0": MLNX_QOS}, {"net eth0": "mtu:9000"}).netdevs["eth0"].qos
    assert qos.trust == "dscp"
    assert qos.pfc == {0, 2, 6, 7}
    assert (qos.dscp_to_priority[26], qos.dscp_to_priority[7]) == (3, 0)
    assert qos.dcbx == {"os controlled"}


def test_dcb_is_read_with_its_stray_third_element(host_of):
    commands = {
        "dcb_pfc eth0": '{"pfc_cap":8,"prio_pfc":[false,false,false,true,false,false,false,true]}',
        "dcb_app eth0": '{"dscp_prio":[[26,3," "],[48,6," "],[10,1," "],[10,2," "]]}',
        "dcb_ets eth0": '{"prio_tc":[0,1,2,3,4,5,6,7],"tc_bw":[50,0,0,50,0,0,0,0]}',
        "dcb_dcbx eth0": '{"host":true,"ieee":true,"lld-managed":false}',
    }
    qos = host_of(commands, {"net eth0": "mtu:9000"}).netdevs["eth0"].qos
    assert qos.pfc == {3, 7}
    assert qos.dscp_to_priority == {26: 3, 48: 6}
    assert qos.trust == "dscp"
    assert (qos.priority_to_class[3], qos.bandwidth[3]) == (3, 50)
    assert qos.dcbx == {"host", "ieee"}


def test_a_driver_without_priorities_leaves_them_unknown(host_of, text):
    out = text().section("devices", []).files("net eth0", "mtu:1500")
    out.command("dcb_pfc eth0", "", 1, "Attribute read: Operation not supported")
    qos = read_host(str(out)).netdevs["eth0"].qos
    assert qos.pfc == Unknown("Attribute read: Operation not supported")
    assert isinstance(qos.trust, Unknown)


def test_pause_driver_and_switches(host_of):
    netdev = host_of(
        {
            "driver eth0": "driver: mlx5_core\nversion: 6.8\nfirmware-version: 20.40.1000 (MT_1)",
            "pause eth0": "Pause parameters for eth0:\nAutonegotiate:\toff\nRX:\t\ton\nTX:\t\toff",
            "private_flags eth0": "Private flags for eth0:\nrx_cqe_moder   : on\nsniffer: off",
        },
        {"net eth0": "mtu:9000"},
    ).netdevs["eth0"]
    assert (netdev.driver, netdev.firmware) == ("mlx5_core", "20.40.1000 (MT_1)")
    assert netdev.pause == Pause(receive=True, send=False)
    assert netdev.private_flags == {"rx_cqe_moder": True, "sniffer": False}


JSON0 = {
    "lldp": [
        {
            "interface": [
                {
                    "name": "eth0",
                    "chassis": [
                        {
                            "id": [{"type": "mac", "value": "00:00:00:00:00:02"}],
                            "name": [{"value": "leaf1"}],
                            "descr": [{"value": "a\nb\u202ec"}],
                        }
                    ],
                    "port": [
                        {
                            "id": [{"type": "ifname", "value": "Ethernet1/1"}],
                            "descr": [{"value": "to gpu01"}],
                        }
                    ],
                },
                {
                    "name": "eth1",
                    "chassis": [{"id": [{"type": "mac", "value": "00:00:00:00:00:03"}]}],
                    "port": [
                        {
                            "id": [{"type": "mac", "value": "00:00:00:00:00:04"}],
                            "descr": [{"value": "xe-0/0/1"}],
                        }
                    ],
                },
            ]
        }
    ]
}
JSON = {
    "lldp": {
        "interface": {
            "eth0": {
                "chassis": {"leaf1": {"descr": "NOS"}},
                "port": {"id": {"type": "local", "value": "7"}, "descr": "swp7"},
            }
        }
    }
}


def test_both_shapes_of_lldp_name_system_and_port(host_of):
    first, second = host_of({"lldp": json.dumps(JSON0)}).neighbours
    assert (first.netdev, first.system, first.port) == ("eth0", "leaf1", "Ethernet1/1")
    assert first.description == "a b c"
    assert (second.system, second.port) == ("", "xe-0/0/1")
    (only,) = host_of({"lldp": json.dumps(JSON)}).neighbours
    assert (only.netdev, only.system, only.port) == ("eth0", "leaf1", "swp7")


def test_interfaces_of_every_kind_are_told_apart(host_of):
    links = [
        {
            "ifname": "eth0",
            "mtu": 9000,
            "address": "52:54:00:aa:00:02",
            "operstate": "UP",
            "flags": ["UP"],
            "master": "bond0",
            "vfinfo_list": [{"vf": 0, "vlan_list": [{"vlan": 30}]}, {"vf": 1, "vlan_list": [{}]}],
        },
        {
            "ifname": "bond0",
            "flags": ["UP"],
            "master": "red",
            "addr_info": [],
            "linkinfo": {
                "info_kind": "bond",
                "info_data": {"mode": "802.3ad", "xmit_hash_policy": "layer3+4"},
            },
        },
        {"ifname": "red", "linkinfo": {"info_kind": "vrf"}},
        {
            "ifname": "eth0.10",
            "link": "eth0",
            "linkinfo": {"info_kind": "vlan", "info_data": {"id": 10}},
        },
        {
            "ifname": "mac0",
            "link": "eth0.10",
            "linkinfo": {"info_kind": "macvlan"},
            "addr_info": [
                {"local": "10.0.0.1", "prefixlen": 24, "scope": "global", "tentative": True}
            ],
        },
    ]
    netdevs = host_of({"addresses": json.dumps(links)}).netdevs
    assert netdevs["bond0"].bond.members == ("eth0",)
    assert (netdevs["eth0"].vrf, netdevs["red"].vrf) == ("red", None)
    assert netdevs["eth0"].virtual_function_vlans == {0: 30}
    assert (netdevs["eth0.10"].vlan, netdevs["eth0"].vlan) == (10, None)
    assert netdevs["mac0"].addresses[0].usable is False


def test_a_gid_on_a_macvlan_over_a_vlan_has_its_tag(text):
    out = text().section("devices", "mlx5_0").section("port mlx5_0 1", "")
    out.section(
        "gids mlx5_0 1",
        ["slots:8", "attributes:yes", f"gid/1:{TABLE}", "type/1:RoCE v2", "ndev/1:mac0"],
    )
    links = [
        {"ifname": "eth0"},
        {
            "ifname": "eth0.10",
            "link": "eth0",
            "linkinfo": {"info_kind": "vlan", "info_data": {"id": 10}},
        },
        {"ifname": "mac0", "link": "eth0.10", "linkinfo": {"info_kind": "macvlan"}},
    ]
    out.command("addresses", json.dumps(links))
    assert read_host(str(out)).devices[0].ports[0].gids[0].vlan == 10


def test_without_ip_the_kernel_s_own_lists_tell_vlans_and_subnets(host_of):
    host = host_of(
        files={
            "net eth0": ["mtu:4096", "uevent:DEVTYPE=vlan", "uevent:INTERFACE=eth0"],
            "vlans": [
                "proc/net/vlan/config:Name-Type: x",
                "proc/net/vlan/config:eth0           | 7  | ens1f0",
            ],
            "routes_file": [
                "proc/net/route:Iface\tDestination\tGateway \tFlags\tRefCnt\tUse\tMetric\tMask",
                "proc/net/route:eth0\t0000000A\t00000000\t0001\t0\t0\t0\t00FFFFFF\t0\t0\t0",
                "proc/net/route:eth0\t00000000\t0100000A\t0003\t0\t0\t0\t00000000\t0\t0\t0",
            ],
        }
    )
    netdev = host.netdevs["eth0"]
    assert (netdev.kind, netdev.vlan) == ("vlan", 7)
    assert [str(each.value) for each in netdev.addresses] == ["10.0.0.1/24"]
    assert host.devices[0].ports[0].gids[0].vlan == 7


@pytest.mark.parametrize(
    ("mtu", "payload"), [(1500, 1024), (2200, 2048), (4096, 2048), (4192, 4096), (9000, 4096)]
)
def test_the_rdma_mtu_follows_the_interface(host_of, mtu, payload):
    host = host_of(files={"net eth0": f"mtu:{mtu}"})
    assert host.devices[0].ports[0].active_mtu == payload


def test_an_mtu_that_kernels_read_differently_is_unknown(host_of):
    host = host_of(files={"net eth0": "mtu:4180"})
    assert isinstance(host.devices[0].ports[0].active_mtu, Unknown)


def test_what_the_device_says_itself_beats_the_derived_mtu(host_of):
    said = (
        "hca_id:\tmlx5_0\n\ttransport:\tInfiniBand (0)\n\t\tport:\t1\n\t\t\tactive_mtu:\t2048 (4)"
    )
    host = host_of({"ibv_devinfo": said}, {"net eth0": "mtu:9000"})
    assert host.devices[0].ports[0].active_mtu == 2048


def test_settings_versions_and_limits(host_of):
    host = host_of(
        {"ucx_version": "# Library version: 1.17.0", "perftest_version": "Version: 26.04.17"},
        {
            "settings": ["etc/nccl.conf:NCCL_IB_TC=106", "etc/profile.d/x.sh:export UCX_TLS='rc'"],
            "libraries": [],
            "limits": ["etc/security/limits.conf:* soft memlock unlimited"],
        },
        {
            "environment": ["NCCL_IB_TC=46"],
            "libraries": ["usr/lib64/libnccl.so.2", "usr/lib64/libnccl.so.2.21.5"],
            "memlock": ["session:unlimited"],
            "services": ["lldpd", "lldpad", "active", "inactive"],
            "container": ["file:.dockerenv", "netns:net:[4]", "netns_init:net:[5]"],
        },
    )
    assert [(s.name, s.value, s.file) for s in host.settings] == [
        ("NCCL_IB_TC", "46", "environment"),
        ("NCCL_IB_TC", "106", "etc/nccl.conf"),
        ("UCX_TLS", "rc", "etc/profile.d/x.sh"),
    ]
    assert host.libraries["perftest"] == "26.04.17"
    assert host.libraries["ucx"] == "1.17.0"
    assert host.memlock.session_kib is None
    assert host.services == {"lldpd": "active", "lldpad": "inactive"}
    assert len(host.container) == 2


def test_two_versions_of_a_library_are_no_version(host_of):
    host = host_of(listed={"libraries": ["a/libnccl.so.2.19.3", "b/libnccl.so.2.21.5"]})
    assert "nccl" not in host.libraries


def test_a_list_of_services_that_does_not_fit_is_not_read(host_of):
    host = host_of(listed={"services": ["lldpd", "lldpad", "NetworkManager", "ufw"]})
    assert host.services == {}


def test_devices_of_a_kernel_before_4_4_have_version_1_entries(text):
    out = text().section("devices", "mlx4_0").section("port mlx4_0 1", "")
    out.section("gids mlx4_0 1", ["slots:16", f"gid/0:{TABLE}"])
    gid = read_host(str(out)).devices[0].ports[0].gids[0]
    assert gid.version == "RoCE v1"


def test_what_cannot_be_read_is_unknown_and_never_absent(text):
    host = read_host(str(text()))
    for fact in (
        host.devices,
        host.routes,
        host.rules,
        host.neighbours,
        host.modules,
        host.kernel_log,
        host.netdev_names,
        host.filters,
        host.verbs_nodes,
    ):
        assert isinstance(fact, Unknown)
