"""A right inventory is read as it is meant."""

from ipaddress import IPv4Interface, IPv6Interface
from pathlib import Path

import pytest

from roce_audit.inventory.globs import matching
from roce_audit.inventory.models import Inventory
from roce_audit.inventory.notes import notes


def test_the_smallest_inventory_is_a_name_and_a_version(load):
    inventory = load("fabric: {name: no, roce: V2}\nhosts:\nflows:\nswitches: {}\n")
    assert (inventory.fabric.name, inventory.fabric.roce) == ("no", "v2")
    assert inventory.fabric.family == ()
    assert (inventory.fabric.dscp, inventory.fabric.priority) == (None, None)
    assert (inventory.hosts, inventory.switches, inventory.flows) == ({}, {}, ())


def test_words_mean_what_their_key_expects(load, right):
    inventory = load(
        right.replace("gpu02:", "0123:").replace(
            "address: 192.0.2.102", "address: 192.0.2.102\n    sudo: no"
        )
    )
    assert inventory.hosts["0123"].sudo is False


@pytest.mark.parametrize(
    ("family", "read"),
    [
        ("ipv4", ("ipv4",)),
        ("dual", ("ipv4", "ipv6")),
        ("[ipv6, IPv4]", ("ipv6", "ipv4")),
        ("[ipv4, dual]", ("ipv4", "ipv6")),
    ],
)
def test_dual_stands_for_both_families(load, family, read):
    assert load(f"fabric: {{name: a, roce: v2, family: {family}}}\n").fabric.family == read


@pytest.mark.parametrize(
    ("traffic", "read"),
    [("v1", ("v1",)), ("v2", ("v2-ipv4", "v2-ipv6")), ("[v1, v2-ipv6]", ("v1", "v2-ipv6"))],
)
def test_v2_stands_for_both_families_in_traffic(load, right, traffic, read):
    inventory = load(right.replace("to: [gpu*]", f"to: gpu*, traffic: {traffic}"))
    assert inventory.flows[0].traffic == read
    assert inventory.flows[0].to_hosts == ("gpu*",)


@pytest.mark.parametrize(
    ("text", "dscp"), [("0", 0), ("63", 63), ("0x1a", 26), ("0o32", 26), ("'26'", 26), ("~", None)]
)
def test_whole_numbers_are_read_as_yaml_1_2_has_them(load, text, dscp):
    assert load(f"fabric: {{name: a, roce: v1, dscp: {text}}}\n").fabric.dscp == dscp


@pytest.mark.parametrize(("vlan", "read"), [("1", 1), ("4094", 4094), ("Untagged", "untagged")])
def test_a_port_has_a_vlan_of_its_own(load, right, vlan, read):
    inventory = load(right.replace("vlan: 100", f"vlan: {vlan}"))
    assert inventory.hosts["gpu01"].ports[0].vlan == read


def test_a_port_may_have_addresses_of_both_families(load, right):
    text = right.replace("ip: 172.16.1.21/24", "ip: [172.16.1.21/31, '2001:db8::21/64']")
    assert load(text).hosts["gpu01"].ports[0].ip == (
        IPv4Interface("172.16.1.21/31"),
        IPv6Interface("2001:db8::21/64"),
    )


@pytest.mark.parametrize("mac", ["02:00:5e:00:53:01", "02-00-5E-00-53-01", "0200.5e00.5301"])
def test_a_mac_address_has_one_spelling_inside(load, right, mac):
    text = right.replace("vlan: 100", f"mac: {mac}")
    assert load(text).hosts["gpu01"].ports[0].mac == "02:00:5e:00:53:01"


@pytest.mark.parametrize("address", ["leaf1", "leaf1.example.", "2001:db8::1", "fe80::1%mgmt0"])
def test_a_device_is_reached_by_name_or_address(load, right, address):
    assert load(right.replace("192.0.2.11,", f"'{address}',")).switches["leaf1"].address == address


def test_relative_paths_are_meant_from_the_inventorys_folder(load, right, tmp_path):
    login = "key_file: keys/id, passphrase: {file: /etc/pass}"
    options = "options: {collect: {known_hosts: ~/.ssh/known_hosts}}\n"
    inventory = load(right.replace("agent: true", login) + options)
    credential = inventory.credentials["hosts"]
    assert credential.key_file == tmp_path / "keys" / "id"
    assert credential.passphrase is not None
    assert credential.passphrase.file == Path("/etc/pass")
    assert inventory.options.collect.known_hosts == Path("~/.ssh/known_hosts")


def test_an_inventory_made_of_python_values_is_the_same():
    port = {"netdev": "e0", "ip": [IPv4Interface("172.16.1.21/24")], "vlan": 100}
    inventory = Inventory.model_validate(
        {
            "fabric": {"name": "a", "roce": "v2", "dscp": 26},
            "credentials": {"h": {"username": "a", "key_file": Path("keys/id")}},
            "hosts": {
                "gpu01": {"address": "::1", "credentials": "h", "sudo": True, "ports": [port]}
            },
            "options": {"collect": {"connect_timeout_seconds": 2}},
        }
    )
    assert inventory.hosts["gpu01"].ports[0].vlan == 100
    assert inventory.hosts["gpu01"].sudo is True
    assert inventory.credentials["h"].key_file == Path("keys/id")
    assert inventory.options.collect.connect_timeout_seconds == 2.0


def test_decisions_of_a_device_win_over_those_of_its_platform(load, right):
    text = right.replace("credentials: switches}", "credentials: switches, assume: {b: own}}")
    assume = "assume: {cisco_nxos: {a: all, b: all}, linux: {c: all}}\n"
    inventory = load(text + assume)
    assert inventory.assumptions("leaf1") == {"a": "all", "b": "own"}
    assert inventory.assumptions("gpu01") == {"c": "all"}


HOSTS = ["gpu01", "gpu02", "nas01", "GPU03"]


@pytest.mark.parametrize(
    ("globs", "names"),
    [
        (["gpu*"], ("gpu01", "gpu02")),
        (["nas01", "gpu01"], ("gpu01", "nas01")),
        (["gpu0[!1]"], ("gpu02",)),
        (["???01"], ("gpu01", "nas01")),
        (["*", "gpu01"], tuple(HOSTS)),
        (["gpu"], ()),
        ([], ()),
    ],
)
def test_globs_choose_whole_names_in_the_order_of_the_file(globs, names):
    assert matching(globs, HOSTS) == names


def test_what_limits_the_answer_is_noted(load, right, tmp_path):
    key = tmp_path / "id"
    key.write_text("x")
    key.chmod(0o644)
    text = (
        right.replace("agent: true", "key_file: id")
        .replace("ip: 172.16.1.21/24, switch: leaf1, interface: Ethernet1/1, ", "")
        .replace("from: [gpu*], to: [gpu*]", "from: gpu01, to: [gpu01, nas*]")
        .replace("credentials: switches}", "credentials: switches, secret: {file: absent}}")
    )
    assert notes(load(text)) == (
        f"{key} is open to every user of this machine: chmod 600",
        "hosts.gpu01.ports[0] (ens1f0) names no switch: it is judged by the host's own state alone",
        "hosts.gpu01.ports[0] (ens1f0) has no ip: filters are judged for any address",
        "hosts.gpu02 lists no ports: no switch port is judged for it",
        "flows[0]: nas* matches no host",
        "flows[0] joins gpu01 with itself only",
        "hosts.gpu02 is in no flow",
    )


def test_an_inventory_without_flows_is_noted(load, right):
    text = right.partition("flows:")[0]
    assert notes(load(text))[-1] == "there are no flows: nothing is said to talk RoCE"
