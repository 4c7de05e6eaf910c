"""The GID tables of a fabric: what an index means everywhere, and each port's table."""

from ipaddress import IPv6Address, ip_address

from roce_audit.model.facts import Unknown
from roce_audit.model.host import Host
from roce_audit.model.network import Attachment, Fabric, Network
from roce_audit.model.rdma import Gid, LinkLayer, NodeType, RdmaDevice, RdmaPort, Version
from roce_audit.model.source import SourceRef
from roce_audit.report.gid_tables import MOST_ROWS, gid_tables, index_lines, roce_ends

SOURCE = SourceRef("host.txt", 1, "")
LOCAL = "fe80::ac0:ebff:feda:1cfb"
FABRIC = Fabric("pod", "v2", ("ipv4",))


def gids(*entries):
    """Return entries from ``(index, address, version)``."""
    made = []
    for index, address, version in entries:
        value = ip_address(address)
        mapped = IPv6Address(f"::ffff:{value}") if value.version == 4 else value
        made.append(Gid(index, mapped, Version(f"RoCE {version}"), SOURCE, netdev="eth1"))
    return tuple(made)


def host(name, table, node=NodeType.CA):
    """Return a host with one port."""
    port = RdmaPort("mlx5_0", 1, netdev="eth1", gids=table, link_layer=LinkLayer.ETHERNET)
    device = RdmaDevice("mlx5_0", (port,), SOURCE, node_type=node)
    return Host(name, f"{name}.txt", complete=True, root=True, devices=(device,))


def network(*hosts, attachments=()):
    """Return a network of hosts alone."""
    return Network(FABRIC, hosts={each.name: each for each in hosts}, attachments=attachments)


SAME = gids((0, LOCAL, "v1"), (3, "10.0.0.1", "v2"))
SHIFTED = gids((0, LOCAL, "v1"), (3, "10.0.0.2", "v1"), (4, "10.0.0.2", "v2"))


def test_an_index_that_means_the_same_on_every_port_says_so():
    lines = list(index_lines(roce_ends(network(host("a", SAME), host("b", SAME)))))
    assert lines == [
        "What a GID index means on 2 RoCE ports:",
        "    0  RoCE v1 link-local IPv6 everywhere",
        "    3  RoCE v2 IPv4 everywhere",
    ]


def test_an_index_that_means_something_else_names_the_odd_ports():
    three = network(host("a", SAME), host("b", SAME), host("c", SHIFTED))
    lines = list(index_lines(roce_ends(three)))
    assert "    3  RoCE v2 IPv4 on 2 of 3 ports; RoCE v1 IPv4 on c mlx5_0/1" in lines
    assert "    4  empty or not known on 2 of 3 ports; RoCE v2 IPv4 on c mlx5_0/1" in lines


def test_many_odd_ports_are_counted_and_not_all_named():
    most = [host(f"n{number}", SAME) for number in range(8)]
    odd = [host(f"x{number}", SHIFTED) for number in range(7)]
    lines = "\n".join(index_lines(roce_ends(network(*most, *odd))))
    assert "x0 mlx5_0/1, x1 mlx5_0/1, x2 mlx5_0/1, x3 mlx5_0/1 and 3 more" in lines


def test_a_table_that_was_not_read_is_never_the_same_everywhere():
    both = network(host("a", SAME), host("b", Unknown("refused")))
    lines = list(index_lines(roce_ends(both)))
    assert not any("everywhere" in line for line in lines)
    assert lines[-1] == "  tables not known: b mlx5_0/1"


def test_long_tables_are_cut_and_say_so():
    entries = [(index, f"10.0.{index}.1", "v2") for index in range(MOST_ROWS + 4)]
    lines = list(index_lines(roce_ends(network(host("a", gids(*entries))))))
    assert lines[-1] == "  … 4 more indices"


def test_each_port_shows_its_table_and_the_entry_that_the_inventory_means():
    meant = Attachment("a", "eth1", "", ("10.0.0.2/24",), "", "", None, SOURCE)
    text = "\n".join(gid_tables(network(host("a", SHIFTED), attachments=(meant,))))
    assert "\na\n  mlx5_0/1  eth1  RoCE" in text
    starred = [line for line in text.split("\n") if line.lstrip().startswith("*")]
    assert len(starred) == 1
    assert "10.0.0.2" in starred[0]
    assert "v2" in starred[0]


def test_what_is_not_roce_has_no_share_in_the_indices_and_is_told():
    iwarp = host("w", SAME, node=NodeType.RNIC)
    both = network(host("a", SAME), iwarp, Host("e", "e.txt", complete=True, root=True, devices=()))
    text = "\n".join(gid_tables(both))
    assert "on 1 RoCE port:" in text
    assert "the types of its GIDs do not count" in text
    assert "e\n  no RDMA port was seen" in text
