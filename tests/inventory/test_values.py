"""Every wrong value is told with its file, line, key, value and what to write."""

import pytest

OCTAL = "has a leading zero, which some read as octal; write 10"


@pytest.mark.parametrize(
    ("key", "value", "reason"),
    [
        ("priority", "8", "'8' is not in 0 to 7"),
        ("priority", "-1", "'-1' is not in 0 to 7"),
        ("priority", "three", "'three' is not a whole number"),
        ("dscp", "64", "'64' is not in 0 to 63"),
        ("dscp", "26.0", "'26.0' is not a whole number"),
        ("dscp", "010", f"'010' {OCTAL}"),
        ("dscp", "[26]", "a list is not a single text"),
        ("cnp_dscp", "0x40", "'0x40' is not in 0 to 63"),
        ("cnp_dscp", "''", "'' is empty"),
        ("mtu_bytes", "9_216", "'9_216' is not a whole number"),
        ("mtu_bytes", "575", "'575' is not in 576 to 65535"),
        ("mtu_bytes", "65536", "'65536' is not in 576 to 65535"),
        ("family", "ip4", "'ip4' is none of ipv4, ipv6, dual; did you mean ipv4?"),
    ],
)
def test_a_policy_value_out_of_its_bounds_is_told(told, key, value, reason):
    assert told("roce: v2", f"roce: v2, {key}: »{value}") == f"fabric.{key}: {reason}"


def test_a_mapping_where_a_number_belongs_is_told_at_its_key(told):
    assert told("roce: v2", "roce: v2, »dscp: {rdma: 26}") == (
        "fabric.dscp: a mapping is not a single text"
    )


def test_a_list_names_its_wrong_item(told):
    assert told("roce: v2", "roce: v2, family: [ipv4, »ipx]") == (
        "fabric.family[1]: 'ipx' is none of ipv4, ipv6, dual; did you mean ipv6?"
    )


def test_an_unsure_flag_is_told(told):
    assert told("address: 192.0.2.102", "address: 192.0.2.102\n    sudo: »maybe") == (
        "hosts.gpu02.sudo: 'maybe' is neither true nor false"
    )


@pytest.mark.parametrize(
    ("key", "value", "reason"),
    [
        ("threads", "0", "'0' is not in 1 to 512"),
        ("connect_timeout_seconds", "soon", "'soon' is not a number"),
        ("command_timeout_seconds", "1e9", "'1e9' is not a number"),
        ("device_timeout_seconds", "3600.5", "'3600.5' is not in 0.1 to 3600"),
        ("logins_per_second", "0", "'0' is not in 0.01 to 1000"),
        ("host_key", "ignore", "'ignore' is none of check, accept"),
    ],
)
def test_a_limit_of_collecting_is_bounded(complaints, right, key, value, reason):
    column = len(f"options: {{collect: {{{key}: ") + 1
    assert complaints(f"{right}options: {{collect: {{{key}: {value}}}}}\n") == [
        f"inventory.yaml:18:{column}: options.collect.{key}: {reason}"
    ]


@pytest.mark.parametrize("name", ["../gpu02", ".gpu02", "gpu 02", "x" * 64])
def test_a_name_that_cannot_name_a_folder_is_told(told, name):
    shown = repr(name) if len(name) < 60 else f"'{name[:60]}…'"
    path = f"hosts[{shown}]" if name[0] != "x" else f"hosts.{name}"
    assert told("  gpu02:", f"  »{name}:") == (
        f"{path}: is not a name: letters, digits, '_', '-' and '.', at most 63, no '.' first"
    )


def test_text_that_a_terminal_would_obey_is_shown_escaped(told):
    assert told("name: pod7", r'name: »"pod\e[2J"') == (
        "fabric.name: 'pod\\x1b[2J' holds characters that cannot be printed"
    )


def test_a_long_value_is_shortened(told):
    assert told("name: pod7", f"name: »{'x' * 300}") == (
        f"fabric.name: '{'x' * 60}…' is longer than 255 characters"
    )


def test_a_value_left_out_is_told_at_its_place(told):
    assert told("address: 192.0.2.102\n", "»address:\n") == "hosts.gpu02.address: has no value"


def test_traffic_that_contradicts_the_flows_version_is_told(told):
    assert told("- {from: [gpu*]", "- »{roce: v1, traffic: v2-ipv4, from: [gpu*]") == (
        "flows[0]: has traffic v2-ipv4 but roce v1; leave one of them out"
    )


def test_a_flow_without_an_end_is_told(told):
    assert told("{from: [gpu*], to", "»{to") == "flows[0].from: is missing"
    assert told("to: [gpu*]", "»to: []") == "flows[0].to: names no host"
