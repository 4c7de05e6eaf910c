"""Five real hosts, captured command by command."""

import pytest

from roce_audit.analysis.gid_selection import is_roce
from roce_audit.hosts.judge import judge
from roce_audit.hosts.read_host import read_host
from roce_audit.hosts.report import host_json
from roce_audit.hosts.table import host_lines
from roce_audit.model.facts import Unknown
from roce_audit.model.rdma import LinkLayer, NodeType, Version


def test_a_soft_roce_host_uses_its_ipv4_entry(captured):
    host = read_host(captured("vm-rxe-root"))
    (device,) = host.devices
    (port,) = device.ports
    assert (device.node_type, port.link_layer) == (NodeType.CA, LinkLayer.ETHERNET)
    assert (device.driver, device.software) == ("rdma_rxe", True)
    assert (port.state, port.physical_state, port.netdev) == ("ACTIVE", "LinkUp", "eth0")
    assert (port.active_mtu, port.max_mtu, port.slots) == (1024, 4096, 300)
    (told,) = host_json(host)["devices"]
    assert told["usable"] == {"v1": [], "v2-ipv4": [1], "v2-ipv6": [2]}
    assert told["recommended"] == {"traffic": "v2-ipv4", "index": 1}
    assert told["gids"][1]["address"] == "10.0.2.15"
    assert told["gids"][1]["gid"] == "0000:0000:0000:0000:0000:ffff:0a00:020f"
    assert [pick["index"] for pick in told["picked"].values()] == [1, 1, 1, 1]


def test_on_a_busy_host_the_vlan_and_the_second_addresses_are_told_apart(captured):
    host = read_host(captured("vm-rxe-busy-root"))
    (told,) = host_json(host)["devices"]
    assert [(gid["index"], gid["vlan"], gid["netdev"]) for gid in told["gids"]] == [
        (0, None, "eth1"),
        (1, None, "eth1"),
        (2, None, "eth1"),
        (3, 100, "eth1.100"),
        (4, 100, "eth1.100"),
        (5, None, "eth1"),
        (6, None, "eth1"),
    ]
    assert told["usable"] == {"v1": [], "v2-ipv4": [1, 3, 5], "v2-ipv6": [2, 6]}
    assert told["recommended"] == {"traffic": "v2-ipv4", "index": 1}
    assert "eth1.100" in told["gids"][3]["why_not"]
    assert told["gids"][5]["why_not"] == "a secondary address"
    assert host.neighbours[0].system == "localhost"
    assert host.firewall["nft"].state == "read"
    assert "udp dport 4791" in host.firewall["nft"].text


def test_an_ordinary_user_gets_the_table_and_no_claim_about_the_firewall(captured):
    host = read_host(captured("vm-rxe-auditor"))
    assert not host.root
    (told,) = host_json(host)["devices"]
    assert told["recommended"] == {"traffic": "v2-ipv4", "index": 1}
    for name in ("nft", "iptables", "ebtables"):
        assert host.firewall[name].state == "unknown"
    assert isinstance(host.neighbours, Unknown)
    assert any(what == "firewall nft" for what, _ in host.not_collected)


def test_iwarp_that_prints_a_roce_v1_type_is_not_roce(captured):
    host = read_host(captured("vm-siw-and-rxe-root"))
    by_name = {device.name: device for device in host.devices}
    siw = by_name["siw0"]
    assert siw.node_type is NodeType.RNIC
    assert siw.ports[0].gids[0].type_text == "IB/RoCE v1"
    assert is_roce(siw, siw.ports[0]) is False
    told = {each["rdma"]: each for each in host_json(host)["devices"]}
    assert told["siw0"]["roce"] is False
    assert told["siw0"]["usable"] == {"v1": [], "v2-ipv4": [], "v2-ipv6": []}
    assert told["siw0"]["recommended"] is None
    assert told["rxe0"]["recommended"] == {"traffic": "v2-ipv4", "index": 1}


def test_a_host_without_rdma_has_no_device_and_no_pass(captured):
    host = read_host(captured("vm-no-rdma-root"))
    assert host.devices == ()
    assert "no RoCE port was found: nothing was judged" in "\n".join(host_lines(host))


@pytest.mark.parametrize("name", ["vm-rxe-root", "vm-rxe-busy-root", "vm-rxe-auditor"])
def test_the_table_is_readable_as_plain_text(captured, name):
    lines = list(host_lines(read_host(captured(name))))
    head = next(line for line in lines if "index" in line)
    assert head.split() == [
        "index",
        "version",
        "address",
        "scope",
        "netdev",
        "VLAN",
        "usable",
        "for",
        "picked",
        "by",
    ]
    marked = [line for line in lines if line.startswith("  * ")]
    assert len(marked) == 1
    assert "NCCL UCX perftest rdma_cm" in marked[0]
    assert all(line.isprintable() for line in lines)


def test_the_mode_of_a_soft_roce_port_follows_from_its_only_version(captured):
    host = read_host(captured("vm-rxe-root"))
    port = host.devices[0].ports[0]
    assert isinstance(port.cm_mode, Unknown)
    assert {gid.version for gid in port.gids} == {Version.V2}


def test_the_real_filters_of_a_busy_host_let_its_peers_in(captured):
    host = read_host(captured("vm-rxe-busy-root"))
    assert host.filters.gap == ""
    assert [(f.code, f.verdict) for f in judge(host)] == [("HOST030", "failed")]


def test_without_root_the_filters_of_a_soft_roce_host_are_an_open_question(captured):
    findings = {f.name: f for f in judge(read_host(captured("vm-rxe-auditor")))}
    assert findings["software-roce-filtered"].verdict == "undecided"
    assert "Operation not permitted" in findings["software-roce-filtered"].message
    assert findings["memlock-small"].severity == "minor"


def test_a_drop_added_to_the_real_rules_is_found_with_its_line(captured):
    text = captured("vm-rxe-root").replace(
        "+ firewall nft\n",
        "+ firewall nft\ntable inet f {\n chain i {\n  type filter hook input priority 0;\n"
        "  udp dport 4791 drop\n }\n}\n",
    )
    finding = next(f for f in judge(read_host(text)) if f.name == "software-roce-filtered")
    assert finding.severity == "critical"
    source = finding.evidence[0]
    assert source.text == "udp dport 4791 drop"
    assert text.splitlines()[source.line - 1].strip() == source.text
