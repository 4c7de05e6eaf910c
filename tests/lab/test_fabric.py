"""The fabric of the demo is consistent, and its faults are planted."""

from __future__ import annotations

from ipaddress import ip_interface
from pathlib import Path

import pytest

from roce_audit.hosts.read_host import read_host
from roce_audit.inventory.load import load_inventory
from roce_audit.lab import Kind
from roce_audit.lab.fabric import fabric, inventory_text
from roce_audit.model.rdma import Version
from roce_audit.reading.document import Document, Role
from roce_audit.reading.find import load, platform_names

NONCE = "0123456789abcdef0123456789abcdef"


def test_the_inventory_of_the_lab_loads_and_names_every_device(lab):
    inventory = load_inventory(lab.inventory_path, platform_names())
    assert {*inventory.switches, *inventory.hosts} == {each.name for each in lab.devices}
    assert (lab.folder / "lab-password").stat().st_mode & 0o077 == 0


def test_hosts_say_of_themselves_what_the_inventory_says(lab, device):
    inventory = load_inventory(lab.inventory_path)
    for name, host in inventory.hosts.items():
        text = device(name).collected.replace("{mark}", f"@@RA-{NONCE}")
        read = read_host(text, name=name)
        assert read.complete
        (port,) = host.ports
        addresses = {each.value for each in read.netdevs[port.netdev].addresses}
        assert {ip_interface(str(each)) for each in port.ip} <= addresses
        assert read.devices[0].name == port.rdma


def port_of(name):
    text = next(each.collected for each in fabric() if each.name == name)
    return read_host(text.replace("{mark}", f"@@RA-{NONCE}")).devices[0].ports[0]


def test_the_faults_of_the_hosts_are_planted():
    assert {gid.version for gid in port_of("gpu03").gids} == {Version.V1}
    assert port_of("gpu04").cm_mode is Version.V1
    assert port_of("nas02").state == "DOWN"
    sound = port_of("gpu01")
    assert {gid.version for gid in sound.gids} == {Version.V1, Version.V2}
    assert (sound.cm_mode, sound.state, sound.active_mtu) == (Version.V2, "ACTIVE", 4096)


@pytest.mark.parametrize("name", ["spine1", "leaf1", "leaf2"])
def test_the_configurations_are_read_whole(name):
    played = next(each for each in fabric() if each.name == name)
    platform = load(played.platform)
    text = played.outputs["show running-config"]
    read = platform.read(name, (Document("running-config", text, Role.CONFIGURATION),), {})
    # The one statement that nobody can decide is planted.
    told = [each.source.text for each in read.ledger.uncertain]
    assert [line for line in told if "time-range NIGHTS" not in line] == []
    assert len(told) == (1 if name == "leaf1" else 0)


def test_no_two_hosts_share_a_mac_or_an_address(lab):
    inventory = load_inventory(lab.inventory_path)
    addresses = [str(ip) for host in inventory.hosts.values() for ip in host.ports[0].ip]
    assert len(addresses) == len(set(addresses)) == 12


def test_kinds_are_those_of_the_inventory():
    assert [each.kind for each in fabric()] == [Kind.SWITCH] * 3 + [Kind.HOST] * 6


def test_the_demos_inventory_in_the_folder_of_inventories_is_the_demos():
    path = Path(__file__).parent.parent.parent / "inventories" / "demo.yml"
    first, _, rest = path.read_text(encoding="utf-8").partition("\n")
    assert first.startswith("#")
    assert rest == inventory_text({d.name: 2201 + n for n, d in enumerate(fabric())})
