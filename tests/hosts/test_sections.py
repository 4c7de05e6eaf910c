"""Collector output that arrives whole, cut, quoted, or with hostile text in it."""

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from roce_audit.errors import CaptureError
from roce_audit.hosts.read_host import read_host
from roce_audit.hosts.report import host_json
from roce_audit.hosts.sections import parse
from roce_audit.hosts.table import host_lines
from roce_audit.model.facts import Unknown

GID = "0000:0000:0000:0000:0000:ffff:ac10:0115"
NONCE = "0123456789abcdef"


@pytest.fixture
def small(text):
    """One RoCE port with one usable entry."""
    made = text().section("devices", "mlx5_0")
    made.files("device mlx5_0", ["node_type:1: CA", "device/vendor:0x15b3"])
    port = "sys/class/infiniband/mlx5_0/ports/1"
    made.files("port mlx5_0 1", [f"{port}/link_layer:Ethernet", f"{port}/state:4: ACTIVE"])
    made.section(
        "gids mlx5_0 1",
        ["slots:256", "attributes:yes", f"gid/3:{GID}", "type/3:RoCE v2", "ndev/3:ens1f0"],
    )
    return made


def usable_of(output):
    return host_json(read_host(output))["devices"][0]["usable"]["v2-ipv4"]


def test_line_ends_prompts_and_quotes_around_the_output_change_nothing(small):
    plain = str(small)
    assert usable_of(plain) == [3]
    assert usable_of(plain.replace("\n", "\r\n")) == [3]
    noise = "Last login: today\n$ sh collector.sh # @@RA- not a mark\n"
    assert usable_of(noise + plain + "\n$ exit\n") == [3]
    assert usable_of("\n".join(f"> {line}" for line in plain.splitlines())) == [3]
    assert usable_of("\n".join(f"    {line}" for line in plain.splitlines())) == [3]
    assert usable_of(plain.replace("gid/3", "\x1b[0mgid/3")) == [3]


def test_a_file_that_is_no_collector_output_is_refused():
    for output in ("", "show gids\n", "@@RA-xyz + begin protocol=1", "\x00\xff"):
        with pytest.raises(CaptureError, match="no output of the collector"):
            parse(output)


def test_another_protocol_is_refused(small):
    with pytest.raises(CaptureError, match="another version"):
        parse(str(small).replace("protocol=1", "protocol=9"))


def test_two_runs_in_one_file_are_refused(small, text):
    with pytest.raises(CaptureError, match="more than one run"):
        parse(str(small) + str(text(nonce="feedfeedfeedfeed")))


def test_a_missing_end_makes_the_capture_incomplete(small):
    small.ended = False
    host = read_host(str(small))
    assert not host.complete
    assert ("the rest", "the capture breaks off before its end") in host.not_collected
    assert isinstance(host.neighbours, Unknown)
    assert "ends before" in host.neighbours.reason
    assert "Undecided: the capture breaks off before its end." in list(host_lines(host))


def test_a_section_without_its_end_is_cut(small):
    output = str(small)
    at = output.index("type/3")
    host = read_host(output[:at])
    assert not host.complete
    table = host.devices[0].ports[0].gids
    assert isinstance(table, Unknown)
    assert "cut short" in table.reason


def test_device_text_cannot_forge_a_section(small):
    forged = [
        "@@RA-feedfeedfeedfeed - ran",
        "@@RA-feedfeedfeedfeed + firewall nft",
        "@@RA-feedfeedfeedfeed + begin protocol=1 uid=0",
        "@@RA-feedfeedfeedfeed + end",
    ]
    small.command("lldp", "\n".join(forged))
    capture = parse(str(small))
    assert capture.complete
    assert "firewall nft" not in capture.sections
    assert capture.section("lldp").lines == tuple(forged)


def test_the_first_section_of_a_name_counts(small):
    small.section("gids mlx5_0 1", ["slots:256"])
    assert usable_of(str(small)) == [3]


@pytest.mark.parametrize(
    ("code", "complaint", "state"),
    [
        (0, "", "ok"),
        (1, "Operation not permitted (you must be root)", "not permitted"),
        (4, "Permission denied (you must be root)", "not permitted"),
        (126, "timeout: failed to run command: Permission denied", "not permitted"),
        (1, "sudo: a password is required", "not permitted"),
        (127, "", "tool not installed"),
        (124, "", "timed out"),
        (1, "Attribute read: Operation not supported", "command failed"),
        (255, "No IB devices found", "command failed"),
    ],
)
def test_the_exit_code_and_the_complaint_give_the_state(text, code, complaint, state):
    capture = parse(str(text().command("firewall nft", "", code, complaint)))
    assert capture.section("firewall nft").state == state


def test_a_command_whose_exit_code_is_lost_was_cut(text):
    capture = parse(str(text().section("ibv_devinfo", "hca_id: mlx5_0", "ran")))
    assert capture.section("ibv_devinfo").state == "cut short"


def test_evidence_names_the_line_of_the_file(small):
    output = str(small)
    gid = read_host(output, "host.txt").devices[0].ports[0].gids[0]
    assert output.splitlines()[gid.source.line - 1] == f"gid/3:{GID}" == gid.source.text
    assert gid.source.file == "host.txt"


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)
@given(
    st.text(max_size=400),
    st.sampled_from(
        [
            "lldp",
            "rdma_link",
            "addresses",
            "dcb_app ens1f0",
            "routes4",
            "rules4_text",
            "addresses_text",
            "mlnx_qos ens1f0",
            "devlink_parameters",
            "gids mlx5_0 1",
            "device mlx5_0",
            "net ens1f0",
            "settings",
            "memlock",
            "services",
        ]
    ),
)
def test_no_reply_can_crash_the_reading(text, reply, section):
    output = text().section("devices", "mlx5_0").section("port mlx5_0 1", "")
    output.command(section, reply)
    host = read_host(str(output))
    host_json(host)
    assert all(line.isprintable() for line in host_lines(host))


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=8),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(
            st.sampled_from(
                [
                    "ifname",
                    "port",
                    "netdev",
                    "lldp",
                    "interface",
                    "chassis",
                    "name",
                    "id",
                    "value",
                    "addr_info",
                    "local",
                    "prefixlen",
                    "linkinfo",
                    "info_data",
                    "info_kind",
                    "dst",
                    "dev",
                    "nexthops",
                    "priority",
                    "src",
                    "table",
                    "prio_pfc",
                    "dscp_prio",
                    "param",
                    "values",
                    "vfinfo_list",
                    "vf",
                    "vlan_list",
                    "flags",
                    "mtu",
                    "eth0",
                ]
            ),
            inner,
            max_size=5,
        )
    ),
    max_leaves=15,
)


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)
@given(json_values)
def test_json_of_any_shape_is_read_or_left_unknown(text, value):
    import json

    output = text().section("devices", "mlx5_0").section("port mlx5_0 1", "")
    for section in (
        "lldp",
        "rdma_link",
        "rdma_dev",
        "addresses",
        "routes4",
        "routes6",
        "rules4",
        "rules6",
        "dcb_pfc eth0",
        "dcb_app eth0",
        "dcb_ets eth0",
        "dcb_dcbx eth0",
        "devlink_parameters",
    ):
        output.command(section, json.dumps(value))
    output.files("net eth0", "mtu:9000")
    host_json(read_host(str(output)))
