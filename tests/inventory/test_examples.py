"""What we hand to the user loads, and says all there is to say."""

import re
from pathlib import Path

import jsonschema
import pytest
from ruamel.yaml import YAML

from roce_audit.errors import InventoryError
from roce_audit.inventory.access import SecretReference
from roce_audit.inventory.load import load_inventory
from roce_audit.inventory.models import Inventory
from roce_audit.inventory.notes import notes
from roce_audit.inventory.schema import inventory_schema
from roce_audit.inventory.starter import starter_text

EXAMPLE = Path(__file__).parents[2] / "inventories" / "example.yml"
SCHEMA = inventory_schema()
OBJECTS = {"Inventory": SCHEMA, **SCHEMA["$defs"]}


def keys_of(value):
    if isinstance(value, dict):
        return set(value).union(*(keys_of(child) for child in value.values()))
    return set().union(*(keys_of(child) for child in value)) if isinstance(value, list) else set()


def test_the_example_loads_without_a_note():
    inventory = load_inventory(EXAMPLE)
    assert list(inventory.hosts) == ["gpu01", "gpu02", "nas01"]
    assert notes(inventory) == ()


def test_the_example_has_every_key_there_is():
    used = keys_of(YAML(typ="safe", pure=True).load(EXAMPLE.read_text()))
    known = set().union(*(schema["properties"] for schema in OBJECTS.values()))
    assert known - used == set()


def test_every_key_of_the_example_is_explained_at_its_first_use():
    lines = EXAMPLE.read_text().splitlines()
    known = set().union(*(schema["properties"] for schema in OBJECTS.values()))
    for key in known - {"env", "file", "prompt"}:
        use = next(at for at, line in enumerate(lines) if line.strip(" -").startswith(f"{key}:"))
        nearby = " ".join(line for line in lines[max(0, use - 4) : use] if "#" in line)
        assert nearby, key


def test_the_starter_loads_without_a_note(tmp_path):
    path = tmp_path / "inventory.yaml"
    path.write_text(starter_text())
    inventory = load_inventory(path)
    assert list(inventory.hosts) == ["gpu01", "gpu02"]
    assert notes(inventory) == ()


def test_the_starter_loads_with_all_its_suggestions_taken(tmp_path):
    text = re.sub(r"(?m)^( *)# ( *[a-z_]+:.*)$", r"\1\2", starter_text())
    path = tmp_path / "inventory.yaml"
    path.write_text(text)
    inventory = load_inventory(path)
    assert inventory.fabric.mtu_bytes == 9216
    assert inventory.hosts["gpu01"].sudo is True
    assert inventory.options.collect.threads == 32


@pytest.mark.parametrize("name", sorted(OBJECTS))
def test_every_key_has_a_title_and_a_description_in_the_schema(name):
    assert OBJECTS[name]["additionalProperties"] is False
    for key, schema in OBJECTS[name]["properties"].items():
        assert schema["title"].replace(" ", "_") == key
        assert schema["description"].strip(".")


def test_the_schema_is_one_and_accepts_the_example_and_the_starter():
    jsonschema.Draft202012Validator.check_schema(SCHEMA)
    for text in (EXAMPLE.read_text(), starter_text()):
        jsonschema.validate(YAML(typ="safe", pure=True).load(text), SCHEMA)


@pytest.mark.parametrize(
    ("place", "value"),
    [
        (("fabric", "dscp"), 64),
        (("fabric", "roce"), "v3"),
        (("fabric", "family"), ["ipv5"]),
        (("fabric", "mtu"), 9000),
        (("hosts", "gpu01", "ports", 0, "vlan"), 4095),
        (("hosts", "gpu01", "ports", 0, "vlan"), "native"),
        (("credentials", "hosts", "passphrase"), "hunter2"),
        (("options", "collect", "host_key"), "ignore"),
    ],
)
def test_the_schema_refuses_what_the_models_refuse(place, value):
    data = YAML(typ="safe", pure=True).load(EXAMPLE.read_text())
    spot = data
    for step in place[:-1]:
        spot = spot[step]
    spot[place[-1]] = value
    with pytest.raises(jsonschema.ValidationError):
        jsonschema.validate(data, SCHEMA)
    with pytest.raises(ValueError, match="validation error"):
        Inventory.model_validate(data)


def test_a_reference_names_exactly_one_source():
    for data in ({}, {"env": "A", "prompt": True}, {"prompt": False}):
        with pytest.raises(ValueError, match="exactly one source"):
            SecretReference.model_validate(data)


def test_the_designs_short_inventory_loads(tmp_path):
    path = tmp_path / "inventory.yaml"
    path.write_text("""\
fabric: {name: pod7, roce: v2, family: ipv4, priority: 3, dscp: 26, cnp_dscp: 48, mtu_bytes: 9216}
credentials:
  switches: {username: auditor, password: {env: ROCE_AUDIT_SWITCH_PASSWORD}}
  hosts: {username: auditor, key_file: ~/.ssh/id_ed25519}
switches:
  leaf1: {address: 192.0.2.11, platform: cisco_nxos, credentials: switches}
hosts:
  gpu01:
    address: 192.0.2.101
    credentials: hosts
    ports:
      - {netdev: ens1f0, ip: 172.16.1.21/24, switch: leaf1, interface: Ethernet1/1, vlan: 100}
flows:
  - {from: [gpu*], to: [gpu*, nas*]}
""")
    try:
        inventory = load_inventory(path)
    except InventoryError as error:
        pytest.fail(str(error))
    assert inventory.flows[0].to_hosts == ("gpu*", "nas*")
