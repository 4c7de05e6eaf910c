"""Names that refer to nothing, and things that only one may have."""

import pytest

UNKNOWN = "is not a key known here"


@pytest.mark.parametrize(
    ("old", "new", "complaint"),
    [
        ("address: 192.0.2.11,", "»adress: 192.0.2.11,", "switches.leaf1.adress: {}; {}address?"),
        ("roce: v2}", "roce: v2, »mtu: 9000}", "fabric.mtu: {}; {}mtu_bytes?"),
        ("flows:", "»Flows:", "Flows: {}; {}flows?"),
        ("agent: true", "agent: true, »pasword: x", "credentials.hosts.pasword: {}; {}password?"),
        ("vlan: 100", "»vlans: 100", "hosts.gpu01.ports[0].vlans: {}; {}vlan?"),
        ("to: [gpu*]", "to: [gpu*], »trafic: v2", "flows[0].trafic: {}; {}traffic?"),
    ],
)
def test_an_unknown_key_is_told_with_the_nearest_right_one(told, old, new, complaint):
    assert told(old, new) == complaint.format(UNKNOWN, "did you mean ")


def test_an_unknown_key_like_no_other_is_told_with_all_known_ones(told):
    assert told("roce: v2", "roce: v2, »rails: 1") == (
        f"fabric.rails: {UNKNOWN}; known keys are name, roce, family, priority, dscp, cnp_dscp,"
        " mtu_bytes"
    )


def test_a_key_given_twice_is_told_with_its_first_line(complaints, right):
    assert complaints(right + "fabric: {name: pod8, roce: v1}\n") == [
        "inventory.yaml:18:1: fabric: is given twice, first in line 1; keep one of them"
    ]


def test_a_host_given_twice_is_told(told):
    assert told("  gpu02:", "  »gpu01:") == (
        "hosts.gpu01: is given twice, first in line 8; keep one of them"
    )


def test_absent_required_keys_are_told_where_they_belong(complaints):
    *absent, reference = complaints("hosts: {gpu01: {credentials: hosts}}\n")
    assert absent == [
        "inventory.yaml:1:1: fabric: is missing",
        "inventory.yaml:1:9: hosts.gpu01.address: is missing",
    ]
    assert reference == (
        "inventory.yaml:1:30: hosts.gpu01.credentials: 'hosts' is not an entry of credentials;"
        " there are no credentials"
    )


def test_credentials_that_do_not_exist_are_told_with_the_nearest(told):
    assert told("credentials: switches}", "credentials: »switch}") == (
        "switches.leaf1.credentials: 'switch' is not an entry of credentials;"
        " did you mean switches?"
    )


def test_a_switch_that_does_not_exist_is_told_with_the_nearest(told):
    assert told("switch: leaf1", "switch: »laef1") == (
        "hosts.gpu01.ports[0].switch: 'laef1' is not an entry of switches; did you mean leaf1?"
    )


def test_a_platform_is_known_only_where_the_caller_names_them(told, load, right):
    assert load(right.replace("cisco_nxos", "x_os")).switches["leaf1"].platform == "x_os"
    assert told("cisco_nxos", "»cisco_nxso", platforms=["arista_eos", "cisco_nxos"]) == (
        "switches.leaf1.platform: 'cisco_nxso' is not a known platform; did you mean cisco_nxos?"
    )


def test_decisions_for_a_platform_that_no_device_has_are_told(told):
    assert told("flows:", "assume: {»cisco_nxs: {acl: serial}, linux: {}}\nflows:") == (
        "assume.cisco_nxs: is the platform of no device; did you mean cisco_nxos?"
    )


@pytest.mark.parametrize(
    ("globs", "step", "complaint"),
    [
        ("»gpu3", "", "'gpu3' matches no host; did you mean gpu02 or gpu01?"),
        ("[gpu*, »gpu3]", "[1]", "'gpu3' matches no host; did you mean gpu02 or gpu01?"),
        ("[»GPU*]", "[0]", "'GPU*' matches no host; did you mean gpu01 or gpu02?"),
        ("»nas*", "", "'nas*' matches no host; hosts are gpu01, gpu02"),
        ("»'gpu[0'", "", "'gpu[0' has a '[' that nothing closes; close it with ']'"),
        ("[gpu*, »gpx*]", "[1]", "'gpx*' matches no host; did you mean gpu01?"),
    ],
)
def test_a_glob_without_a_host_is_told_with_the_nearest(told, globs, step, complaint):
    assert told("to: [gpu*]", f"to: {globs}") == f"flows[0].to{step}: {complaint}"


def test_a_pattern_beside_others_may_wait_for_its_hosts(load, right):
    inventory = load(right.replace("to: [gpu*]", "to: [gpu*, nas*]"))
    assert inventory.flows[0].to_hosts == ("gpu*", "nas*")


def test_two_hosts_with_one_address_are_told(told):
    port = "hosts\n    ports: [{netdev: e0, ip: [172.16.1.9/24, »172.16.1.21/16]}]\nflows"
    assert told("hosts\nflows", port) == (
        "hosts.gpu02.ports[0].ip[1]: '172.16.1.21/16' is also the address of"
        " hosts.gpu01.ports[0].ip (line 12)"
    )


def test_two_hosts_may_have_one_link_local_address(load, right):
    text = right.replace("ip: 172.16.1.21/24", "ip: 'fe80::1/64'")
    port = "hosts\n    ports: [{netdev: e0, ip: 'fe80::1/64'}]\nflows"
    assert len(load(text.replace("hosts\nflows", port)).hosts) == 2


def test_two_hosts_with_one_mac_address_are_told_in_any_spelling(told):
    ports = "mac: 02-00-5E-00-53-01}\n  gpu02:\n    ports: [{netdev: e0, mac: »0200.5e00.5301}]"
    assert told("vlan: 100}\n  gpu02:", ports) == (
        "hosts.gpu02.ports[0].mac: '0200.5e00.5301' is also the MAC address of"
        " hosts.gpu01.ports[0].mac (line 12)"
    )


def test_two_devices_with_one_login_are_told(told):
    assert told("192.0.2.102", "»192.0.2.11") == (
        "hosts.gpu02.address: '192.0.2.11' is the login of switches.leaf1.address (line 6)"
    )


def test_two_devices_behind_one_address_may_have_ports_of_their_own(load, right):
    text = right.replace("192.0.2.102", "192.0.2.101\n    port: 2222")
    assert load(text).hosts["gpu02"].port == 2222


def test_a_host_with_the_name_of_a_switch_is_told(told):
    assert told("  gpu02:", "  »leaf1:") == (
        "hosts.leaf1: is also the name of switches.leaf1 (line 6)"
    )


def test_an_attachment_repeated_exactly_is_told(told):
    again = "      - »{netdev: e1, ip: 172.16.1.21/24, switch: leaf1, interface: ethernet1/1,"
    assert told("  gpu02:", f"{again} vlan: 100}}\n  gpu02:") == (
        "hosts.gpu01.ports[1]: repeats the attachment hosts.gpu01.ports[0] (line 12)"
    )


def test_virtual_functions_may_share_a_switch_interface(load, right):
    other = "      - {netdev: v1, ip: 172.16.1.31/24, switch: leaf1, interface: Ethernet1/1,"
    inventory = load(right.replace("  gpu02:", f"{other} vlan: 100}}\n  gpu02:"))
    assert [item.interface for item in inventory.hosts["gpu01"].ports] == ["Ethernet1/1"] * 2


def test_all_problems_of_a_file_are_told_in_one_run_by_line(complaints, right):
    wrong = (
        right.replace("roce: v2", "roce: v3")
        .replace("vlan: 100", "vlan: 4095")
        .replace("leaf1: {address", "leaf1: {adress")
        .replace("to: [gpu*]}", "to: [gpu9]}")
        .replace("switch: leaf1", "switch: leaf9")
    )
    lines = complaints(wrong + "fabric: {}\n")
    assert [line.split(":")[1] for line in lines] == ["1", "6", "12", "12", "17", "18"]


def test_thousands_of_problems_are_told_up_to_a_bound(complaints, right):
    wrong = right + "".join(f"key{number}: x\n" for number in range(1500))
    lines = complaints(wrong)
    assert len(lines) == 1001
    assert lines[-1] == "inventory.yaml: has more problems; these are the first 1000"
