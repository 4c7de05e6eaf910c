"""The plain-text answer, for ports of every kind."""

import pytest

from roce_audit.hosts.judge import judge
from roce_audit.hosts.read_host import read_host
from roce_audit.hosts.table import host_lines

GID = "0000:0000:0000:0000:0000:ffff:0a00:{:04x}"
PORT = "sys/class/infiniband/{}/ports/1/{}"


@pytest.fixture
def lines_of(text):
    def make(device, table, link_layer="Ethernet", **more):
        out = text().section("devices", "d0").files("device d0", device)
        out.files("port d0 1", PORT.format("d0", f"link_layer:{link_layer}"))
        if table is not None:
            out.section("gids d0 1", table)
        for name, value in more.items():
            out.command(name, value)
        host = read_host(str(out))
        return list(host_lines(host, judge(host)))

    return make


def test_a_port_that_is_not_roce_says_why(lines_of):
    lines = lines_of(["node_type:4: RNIC"], ["slots:1"])
    assert "  node type RNIC, link layer Ethernet: the types of its GIDs do not count" in lines
    lines = lines_of(["node_type:1: CA"], ["slots:1"], link_layer="InfiniBand")
    assert any("link layer InfiniBand" in line for line in lines)
    lines = lines_of(["node_type:1: CA", "link/driver:../efa"], ["slots:1"])
    assert "  EFA speaks its own protocol" in lines


def test_a_table_that_was_not_read_is_not_an_empty_one(lines_of):
    lines = lines_of(["node_type:1: CA"], None)
    assert any("GID table not known: not in the capture" in line for line in lines)
    assert "Undecided: the GID table of d0 is not known." in lines


def test_a_node_type_that_was_not_read_is_marked(lines_of):
    lines = lines_of(["fw_ver:1"], ["slots:256", "attributes:yes"])
    assert any(line.startswith("d0/1  no interface known  RoCE?") for line in lines)
    assert "Undecided: no RoCE port was found: nothing was judged." in lines


def test_a_long_table_is_cut_and_says_so(lines_of):
    table = ["slots:256", "attributes:yes"]
    for index in range(70):
        table += [f"gid/{index}:{GID.format(index + 1)}", f"type/{index}:RoCE v2"]
    lines = lines_of(["node_type:1: CA"], table)
    assert "  … 6 more entries (--json has them all)" in lines
    marked = [line for line in lines if line.startswith("  * ")]
    assert len(marked) == 1
    assert marked[0].split()[1] == "0"


def test_what_is_wrong_comes_with_place_and_advice(lines_of):
    lines = lines_of(["node_type:1: CA"], ["slots:256", "attributes:yes"])
    at = lines.index("critical HOST010 gid-unusable (failed)")
    assert lines[at + 1] == "  d0/1: The GID table of d0/1 is empty: nothing can be sent."
    assert lines[at + 2].startswith("    collector output:")
    assert "  none recommended: the GID table is empty" in lines


def test_the_devices_themselves_may_be_unknown(text):
    lines = list(host_lines(read_host(str(text()))))
    assert any("the RDMA devices are not known" in line for line in lines)
