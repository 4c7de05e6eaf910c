"""Every wrong value is told with its file, line, key, value and what to write."""

import pytest

OCTAL = "has a leading zero, which some read as octal; write 10"
NOT_A_VLAN = "is not a VLAN: 1 to 4094, or untagged"
NOT_CIDR = "is not an IP address with a prefix length; write one like 172.16.1.21/24"
NOT_SENDING = "is not an address that a host can send RoCE from"
NOT_A_HOSTS = "is the network or broadcast address of 172.16.1.0/24, not a host's"
NO_LOGIN = "is neither an IP address nor a DNS name"
NOT_MAC = "is not a MAC address; write one like 02:00:5e:00:53:01"


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


@pytest.mark.parametrize(
    ("vlan", "reason"),
    [
        ("0", NOT_A_VLAN),
        ("4095", NOT_A_VLAN),
        ("native", NOT_A_VLAN),
        ("no", NOT_A_VLAN),
        ("010", OCTAL),
    ],
)
def test_a_vlan_that_no_tag_can_carry_is_told(told, vlan, reason):
    assert told("vlan: 100", f"vlan: »{vlan}") == f"hosts.gpu01.ports[0].vlan: '{vlan}' {reason}"


@pytest.mark.parametrize(
    ("address", "reason"),
    [
        ("172.16.1.21", "lacks its prefix length; write 172.16.1.21/24 if that is its network"),
        ("2001:db8::1", "lacks its prefix length; write 2001:db8::1/64 if that is its network"),
        ("172.16.1.21/33", "has no valid prefix length: 0 to 32 after the slash"),
        ("172.16.1.21/", "has no valid prefix length: 0 to 32 after the slash"),
        ("172.16.1.21/255.255.255.0", "has no valid prefix length: 0 to 32 after the slash"),
        ("2001:db8::1/129", "has no valid prefix length: 0 to 128 after the slash"),
        ("172.16.1.0/24", NOT_A_HOSTS),
        ("172.16.1.255/24", NOT_A_HOSTS),
        ("239.1.1.1/24", NOT_SENDING),
        ("127.0.0.1/8", NOT_SENDING),
        ("::/64", NOT_SENDING),
        ("::1/64", NOT_SENDING),
        ("172.16.1/24", NOT_CIDR),
        ("fe80::1%eth0/64", NOT_CIDR),
        ("gpu01", NOT_CIDR),
    ],
)
def test_an_interface_address_that_is_none_is_told(told, address, reason):
    assert told("ip: 172.16.1.21/24", f"ip: »'{address}'") == (
        f"hosts.gpu01.ports[0].ip: '{address}' {reason}"
    )


@pytest.mark.parametrize(
    ("address", "reason"),
    [
        ("192.0.2.300", NO_LOGIN),
        ("gpu 1", NO_LOGIN),
        ("-gpu.example", NO_LOGIN),
        ("192.0.2.5:22", "is an address with a port; write address: 192.0.2.5 and port: 22"),
        ("[2001:db8::5]:22", "is an address with a port; write address: 2001:db8::5 and port: 22"),
        ("gpu.example:22", "is an address with a port; write address: gpu.example and port: 22"),
    ],
)
def test_a_management_address_that_is_none_is_told(told, address, reason):
    assert told("192.0.2.101", f"»'{address}'") == f"hosts.gpu01.address: '{address}' {reason}"


@pytest.mark.parametrize(
    ("mac", "reason"),
    [
        ("02:00:5e:00:53", NOT_MAC),
        ("02005e005301", NOT_MAC),
        ("01:00:5e:00:53:01", "is not the MAC address of one interface"),
        ("00:00:00:00:00:00", "is not the MAC address of one interface"),
    ],
)
def test_a_mac_address_that_no_interface_has_is_told(told, mac, reason):
    assert told("vlan: 100", f"mac: »{mac}") == f"hosts.gpu01.ports[0].mac: '{mac}' {reason}"


def test_the_netdev_of_a_port_must_be_a_linux_name(told):
    assert told("netdev: ens1f0", "netdev: »ens/1") == (
        "hosts.gpu01.ports[0].netdev: 'ens/1' is not the name of a Linux network interface"
    )


def test_an_rdma_device_is_one_word(told):
    assert told("vlan: 100", "rdma: »mlx5 0") == (
        "hosts.gpu01.ports[0].rdma: 'mlx5 0' is not one word of ASCII letters, digits and signs"
    )


def test_a_port_without_its_netdev_is_told_at_the_port(told):
    assert told("{netdev: ens1f0, ", "»{") == "hosts.gpu01.ports[0].netdev: is missing"


def test_a_port_that_is_no_mapping_is_told(told):
    assert told("hosts\nflows", "hosts\n    ports:\n    - »ens1f0\nflows") == (
        "hosts.gpu02.ports[0]: 'ens1f0' is not a mapping; write one 'key: value' in a line below it"
    )


def test_ports_named_like_devices_are_told(complaints, right):
    ports = "hosts\n    ports: {ens1f0: {ip: 172.16.1.22/24}}\nflows"
    absent, unknown = complaints(right.replace("hosts\nflows", ports))
    assert absent == "inventory.yaml:16:5: hosts.gpu02.ports.netdev: is missing"
    assert unknown == (
        "inventory.yaml:16:13: hosts.gpu02.ports.ens1f0: is not a key known here; known keys are"
        " netdev, rdma, ip, mac, switch, interface, vlan"
    )


@pytest.mark.parametrize(
    ("left_out", "there", "absent"),
    [
        ("interface: Ethernet1/1, ", "switch", "interface"),
        ("switch: leaf1, ", "interface", "switch"),
    ],
)
def test_half_an_attachment_is_told_at_the_port(complaints, right, left_out, there, absent):
    (complaint,) = complaints(right.replace(left_out, ""))
    assert complaint == (
        f"inventory.yaml:12:9: hosts.gpu01.ports[0]: has a {there} but no {absent};"
        f" add {absent}, or leave out {there}"
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
