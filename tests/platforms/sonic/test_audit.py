"""A whole audit of hosts on a SONiC switch, from saved files to a patch that can be applied."""

from __future__ import annotations

import json

import pytest
from typer.testing import CliRunner

from roce_audit.cli.app import build

INVENTORY = """
fabric: {name: pod, roce: v2, family: ipv4, mtu_bytes: 9000}
credentials:
  none: {username: auditor, password: {env: NOT_USED}}
switches:
  leaf1: {address: 192.0.2.1, platform: sonic, credentials: none}
hosts:
  gpu01:
    address: 192.0.2.11
    credentials: none
    ports:
      - {netdev: ens1, ip: 172.16.1.1/24, switch: leaf1, interface: Ethernet0, vlan: 100}
  gpu02:
    address: 192.0.2.12
    credentials: none
    ports:
      - {netdev: ens1, ip: 172.16.1.2/24, switch: leaf1, interface: etp2, vlan: 100}
flows:
  - {from: [gpu*], to: [gpu*]}
"""
DATABASE = {
    "DEVICE_METADATA": {"localhost": {"hostname": "leaf1"}},
    "PORT": {
        "Ethernet0": {"admin_status": "up", "mtu": "1500", "alias": "etp1"},
        "Ethernet4": {"admin_status": "up", "mtu": "9100", "alias": "etp2"},
        "Ethernet8": {"admin_status": "up", "mtu": "9100"},
    },
    "PORTCHANNEL": {"PortChannel1": {"admin_status": "up", "mtu": "9100"}},
    "PORTCHANNEL_MEMBER": {"PortChannel1|Ethernet8": {}},
    "VLAN": {"Vlan100": {"vlanid": "100"}},
    "VLAN_MEMBER": {
        "Vlan100|Ethernet0": {"tagging_mode": "untagged"},
        "Vlan100|Ethernet4": {"tagging_mode": "untagged"},
    },
    "ACL_TABLE": {
        "T_ACL_IPV4": {"type": "L3", "ports": ["Ethernet0", "Ethernet4"], "stage": "ingress"},
        "NEVER": {"type": "L3", "ports": ["Ethernet4", "Ethernet8"]},
    },
    "ACL_RULE": {
        "T_ACL_IPV4|DEFAULT_RULE": {"PRIORITY": "1", "PACKET_ACTION": "DROP", "IP_TYPE": "ANY"},
        "NEVER|D": {"PRIORITY": "1", "PACKET_ACTION": "DROP", "IP_TYPE": "ANY"},
    },
}


@pytest.fixture(scope="module")
def audited(tmp_path_factory):
    place = tmp_path_factory.mktemp("audit")
    saved = place / "saved" / "leaf1"
    saved.mkdir(parents=True)
    (saved / "config_db.json").write_text(json.dumps(DATABASE, indent=4), encoding="utf-8")
    (place / "inventory.yaml").write_text(INVENTORY, encoding="utf-8")
    arguments = ["audit", str(place / "inventory.yaml"), "--snapshot", str(place / "saved")]
    result = CliRunner().invoke(build(), [*arguments, "-o", str(place / "out")])
    assert result.exit_code == 1, result.output
    return place / "out"


@pytest.fixture(scope="module")
def findings(audited):
    report = json.loads((audited / "report.json").read_text(encoding="utf-8"))
    return {
        (each["code"], each["subject"]) for each in report["findings"] if each["device"] == "leaf1"
    }


def test_what_is_wrong_on_the_switch_is_found(findings):
    codes = {code for code, _ in findings}
    # RoCE v2 and ARP dropped, a table that is never made, a port with a small MTU.
    assert {"ACL001", "ACL009", "MTU001"} <= codes


def test_the_repairs_are_one_patch_and_proven(audited):
    place = audited / "remediation" / "leaf1"
    patch = json.loads((place / "fix.json").read_text(encoding="utf-8"))
    assert {each["op"] for each in patch} == {"add"}
    paths = [each["path"] for each in patch]
    assert sorted({path.rstrip("_0123456789") for path in paths}) == [
        "/ACL_RULE/T_ACL_IPV4|ROCE_ARP",
        "/ACL_RULE/T_ACL_IPV4|ROCE_V",
        "/PORT/Ethernet0/mtu",
    ]
    permits = [each["value"] for each in patch if "ROCE_V2" in each["path"]]
    assert {("172.16.1.1/32", "172.16.1.2/32"), ("172.16.1.2/32", "172.16.1.1/32")} <= {
        (rule["SRC_IP"], rule["DST_IP"]) for rule in permits
    }
    undo = json.loads((place / "rollback.json").read_text(encoding="utf-8"))
    assert undo[0] == {"op": "add", "path": "/PORT/Ethernet0/mtu", "value": "1500"}
    assert sorted(each["path"] for each in undo) == sorted(paths)
    proofs = json.loads((place / "proof.json").read_text(encoding="utf-8"))
    assert [each["reason"] for each in proofs if not each["proven"]] == []
