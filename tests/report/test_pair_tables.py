"""What each pair of hosts of a flow would speak: the table, and the same as JSON."""

from ipaddress import IPv6Address, ip_address

from roce_audit.cli.audit import save
from roce_audit.examining import examine
from roce_audit.model.facts import Unknown
from roce_audit.model.host import Host
from roce_audit.model.network import Attachment, Fabric, Flow, Network
from roce_audit.model.rdma import Gid, LinkLayer, NodeType, RdmaDevice, RdmaPort, Version
from roce_audit.model.source import SourceRef
from roce_audit.model.surroundings import Setting
from roce_audit.report.build import Audit, build
from roce_audit.report.pair_parts import pair_part, talks_of
from roce_audit.report.pair_tables import pair_lines

SOURCE = SourceRef("host.txt", 1, "")
LOCAL = "fe80::ac0:ebff:feda:1cfb"
FABRIC = Fabric("pod", "v2", ("ipv4",))
V1, V2 = Version.V1, Version.V2
DIFFERENT = "the versions are different packets, dropped without an answer (error 12)"


def gids(address, versions=(V1, V2), vlan=None):
    """Return the default entries and those of one address, in the order of the kernel."""
    values = [(text, version) for text in (LOCAL, address) for version in versions]
    made = []
    for index, (text, version) in enumerate(values):
        value = ip_address(text)
        mapped = IPv6Address(f"::ffff:{value}") if value.version == 4 else value
        made.append(Gid(index, mapped, version, SOURCE, netdev="eth1", vlan=vlan))
    return tuple(made)


def host(name, table, mode=V2, settings=()):
    port = RdmaPort(
        "mlx5_0", 1, netdev="eth1", gids=table, link_layer=LinkLayer.ETHERNET, cm_mode=mode
    )
    device = RdmaDevice("mlx5_0", (port,), SOURCE, node_type=NodeType.CA)
    found = tuple(Setting(key, value, "etc/nccl.conf", SOURCE) for key, value in settings)
    return Host(name, f"{name}.txt", complete=True, root=True, devices=(device,), settings=found)


def network(hosts, addresses, flow=None):
    names = tuple(each.name for each in hosts)
    ports = [
        Attachment(name, "eth1", "", (text,), "", "", None, SOURCE)
        for name, text in zip(names, addresses, strict=True)
    ]
    flow = flow or Flow("all", names, names, "v2")
    return Network(
        FABRIC, hosts={each.name: each for each in hosts}, attachments=tuple(ports), flows=(flow,)
    )


def pairs(*arguments, **more):
    return [pair_part(talk) for talk in talks_of(network(*arguments, **more))]


def of(library, found):
    return [pair for pair in found if pair.library == library]


def test_equal_hosts_are_one_side_and_each_library_says_what_it_takes():
    three = [host(f"h{n}", gids(f"10.0.0.{n}")) for n in (1, 2, 3)]
    found = pairs(three, [f"10.0.0.{n}/24" for n in (1, 2, 3)])
    assert [pair.library for pair in found] == ["rdma_cm", "NCCL", "UCX", "perftest"]
    for pair in found:
        assert (pair.subnet, pair.fits, pair.reason, pair.advice) == ("10.0.0.0/24", True, "", "")
        assert pair.first == pair.second
        assert pair.first.ports == ["h1 mlx5_0/1", "h2 mlx5_0/1", "h3 mlx5_0/1"]
        assert (pair.first.index, pair.first.meaning) == (3, "RoCE v2 IPv4")
    assert found[0].first.why == "rdma_cm: default mode RoCE v2"


def test_a_pinned_index_that_means_something_else_is_told_with_what_to_set():
    pinned = host("a", gids("10.0.0.1"), settings=[("NCCL_IB_GID_INDEX", "2")])
    found = of("NCCL", pairs([pinned, host("b", gids("10.0.0.2"))], ["10.0.0.1/24", "10.0.0.2/24"]))
    (both,) = found
    assert both.fits is False
    assert (both.first.index, both.second.index) == (2, 3)
    assert both.first.why == "NCCL_IB_GID_INDEX=2 in etc/nccl.conf"
    assert "error 12" in both.reason
    assert both.advice.startswith("Remove NCCL_IB_GID_INDEX")


def test_an_unlike_side_is_compared_with_every_other_one_and_with_itself():
    odd = host("odd", gids("10.0.0.9", versions=(V1,)))
    usual = [host(name, gids(f"10.0.0.{n}")) for n, name in enumerate(("a", "b"), start=1)]
    texts = ["10.0.0.1/24", "10.0.0.2/24", "10.0.0.9/24"]
    found = of("UCX", pairs([*usual, odd], texts))
    # A host alone in its group has nobody of its kind to talk to.
    assert [(pair.first.ports, pair.second.ports, pair.fits) for pair in found] == [
        (["a mlx5_0/1", "b mlx5_0/1"], ["a mlx5_0/1", "b mlx5_0/1"], True),
        (["a mlx5_0/1", "b mlx5_0/1"], ["odd mlx5_0/1"], False),
    ]


def test_a_flow_in_one_direction_pairs_sources_with_destinations_only():
    three = [host(name, gids(f"10.0.0.{n}")) for n, name in enumerate("abc", start=1)]
    texts = [f"10.0.0.{n}/24" for n in (1, 2, 3)]
    found = pairs(three, texts, flow=Flow("f", ("a", "b"), ("c",), "v2"))
    for pair in found:
        assert pair.first.ports == ["a mlx5_0/1", "b mlx5_0/1"]
        assert pair.second.ports == ["c mlx5_0/1"]


def test_both_directions_of_two_unlike_groups_are_kept_if_the_hosts_differ():
    one = [host("a", gids("10.0.0.1")), host("b", gids("10.0.0.2", versions=(V1,)))]
    two = [host("c", gids("10.0.0.3")), host("d", gids("10.0.0.4", versions=(V1,)))]
    texts = [f"10.0.0.{n}/24" for n in (1, 2, 3, 4)]
    found = of("UCX", pairs([*one, *two], texts, flow=Flow("f", ("a", "b"), ("c", "d"), "v2")))
    sides = {(pair.first.ports[0][0], pair.second.ports[0][0], pair.fits) for pair in found}
    assert sides == {("a", "c", True), ("a", "d", False), ("b", "c", False), ("b", "d", True)}


def test_through_a_router_rdma_cm_takes_version_2_and_version_1_goes_nowhere():
    one = host("a", gids("10.0.1.1"), mode=V1, settings=[("NCCL_IB_GID_INDEX", "2")])
    two = host("b", gids("10.0.2.1"), mode=V2, settings=[("NCCL_IB_GID_INDEX", "2")])
    found = pairs([one, two], ["10.0.1.1/31", "10.0.2.1/31"])
    assert {pair.subnet for pair in found} == {None}
    (by_cm,), (by_nccl,), (by_ucx,) = (of(name, found) for name in ("rdma_cm", "NCCL", "UCX"))
    assert by_cm.fits is True
    assert by_cm.first.index == 3
    assert (by_nccl.fits, by_nccl.reason) == (False, "RoCE v1 is not routed")
    assert by_ucx.fits is True


def test_link_local_entries_do_not_reach_through_a_router_and_tags_do_not_matter():
    pins = [("NCCL_IB_GID_INDEX", "1")]
    near = host("a", gids("10.0.1.1", vlan=7), settings=pins)
    far = host("b", gids("10.0.2.1", vlan=8), settings=pins)
    found = pairs([near, far], ["10.0.1.1/24", "10.0.2.1/24"])
    (by_nccl,), (by_ucx,) = of("NCCL", found), of("UCX", found)
    assert (by_nccl.fits, by_nccl.reason) == (False, "link-local addresses are not routed")
    assert by_ucx.fits is True


def test_different_default_modes_of_rdma_cm_are_an_open_question():
    both = [host("a", gids("10.0.0.1"), mode=V1), host("b", gids("10.0.0.2"), mode=V2)]
    (found,) = of("rdma_cm", pairs(both, ["10.0.0.1/24", "10.0.0.2/24"]))
    assert found.fits is None
    assert "the side that opens it" in found.reason
    assert found.advice == "Give both hosts the same default_roce_mode."


def test_what_cannot_be_told_says_why_and_no_index():
    hidden = Unknown("configfs does not show it")
    both = [host("a", gids("10.0.0.1"), mode=hidden), host("b", gids("10.0.0.2"), mode=hidden)]
    (found,) = of("rdma_cm", pairs(both, ["10.0.0.1/24", "10.0.0.2/24"]))
    assert (found.fits, found.first.index, found.first.meaning) == (None, None, None)
    assert "configfs does not show it" in found.first.why
    lost = [host("a", Unknown("refused")), host("b", gids("10.0.0.2"))]
    (found,) = of("rdma_cm", pairs(lost, ["10.0.0.1/24", "10.0.0.2/24"]))
    assert (found.fits, found.first.index) == (None, None)
    assert "refused" in found.first.why


def test_the_text_names_flow_subnet_sides_and_what_to_set():
    pinned = host("a", gids("10.0.0.1"), settings=[("NCCL_IB_GID_INDEX", "2")])
    found = pairs([pinned, host("b", gids("10.0.0.2"))], ["10.0.0.1/24", "10.0.0.2/24"])
    lines = list(pair_lines(of("NCCL", found)))
    assert lines[1:5] == [
        "",
        "all, in 10.0.0.0/24",
        f"  NCCL      does not fit  {DIFFERENT}",
        "    index 2, RoCE v1 IPv4 (NCCL_IB_GID_INDEX=2 in etc/nccl.conf)",
    ]
    assert lines[5] == "      a mlx5_0/1"
    assert lines[-1].startswith("    set: Remove NCCL_IB_GID_INDEX")


def test_many_ports_are_all_named_and_no_pair_is_said_to_be_none():
    hosts = [host(f"h{n}", gids(f"10.0.0.{n}")) for n in range(1, 20)]
    found = pairs(hosts, [f"10.0.0.{n}/24" for n in range(1, 20)])
    text = "\n".join(pair_lines(found))
    assert all(f"h{n} mlx5_0/1" in text for n in range(1, 20))
    assert list(pair_lines(()))[-1] == "no two RoCE ports of a flow were read"


def audit(of_network):
    names = frozenset(of_network.hosts)
    runs = examine(of_network)
    return Audit(of_network, dict.fromkeys(names, "linux"), names, runs, (), (), "")


def test_the_report_has_the_pairs_and_a_folder_gets_them_as_text(tmp_path):
    two = network(
        [host("a", gids("10.0.0.1")), host("b", gids("10.0.0.2"))], ["10.0.0.1/24", "10.0.0.2/24"]
    )
    found = audit(two)
    report = build(found, "major")
    assert [pair.library for pair in report.pairs] == ["rdma_cm", "NCCL", "UCX", "perftest"]
    save(tmp_path, found, report)
    text = (tmp_path / "pairs.txt").read_text()
    assert "all, in 10.0.0.0/24" in text
    assert (tmp_path / "gids.txt").is_file()
    none = audit(network([], []))
    save(tmp_path, none, build(none, "major"))
    assert not (tmp_path / "pairs.txt").exists()
    assert not (tmp_path / "gids.txt").exists()
