"""Wrong addresses, VLANs and attachments of devices and ports are told."""

import pytest

OCTAL = "has a leading zero, which some read as octal; write 10"
NOT_A_VLAN = "is not a VLAN: 1 to 4094, or untagged"
NOT_CIDR = "is not an IP address with a prefix length; write one like 172.16.1.21/24"
NOT_SENDING = "is not an address that a host can send RoCE from"
NOT_A_HOSTS = "is the network or broadcast address of 172.16.1.0/24, not a host's"
NO_LOGIN = "is neither an IP address nor a DNS name"
NOT_MAC = "is not a MAC address; write one like 02:00:5e:00:53:01"


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
