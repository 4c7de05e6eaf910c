"""Audits 1,000 saved switch configurations of 1,500 lines, and a flow of 2,000 hosts with 2,000."""

import gc
import time
from random import Random

from filters import structured

from roce_audit.examining import examine, findings_of
from roce_audit.inventory.models import Inventory
from roce_audit.pipeline import audit_snapshot
from roce_audit.reading.document import Document
from roce_audit.snapshot.capture import DeviceCapture, Snapshot
from roce_audit.understanding import understand

SWITCHES = 1000
PORTS = 48
FAULTY_IN = 10


def configuration(number):
    """Return a switch configuration of about 1,500 lines; every tenth drops RoCE at one port."""
    rng = Random(number)
    lines = [f"hostname leaf{number}", "vlan 100"]
    for name in range(4):
        lines.append(f"ip access-list ACL{name}")
        if number % FAULTY_IN or name:
            lines.append("  5 permit udp 10.0.0.0/8 10.0.0.0/8 eq 4791")
        lines += structured(270, rng.randrange(1 << 30))
    for port in range(1, PORTS + 1):
        lines += [
            f"interface Ethernet1/{port}",
            "  switchport",
            "  switchport access vlan 100",
            f"  description host {port}",
            "  mtu 9216",
            f"  ip port access-group ACL{port % 4} in",
            "  spanning-tree port type edge",
            "  no shutdown",
        ]
    return "\n".join(lines) + "\n"


def inventory(switches, hosts_each):
    """Return an inventory with some hosts on every switch, all talking to all."""
    hosts = {}
    for switch in range(switches):
        for port in range(1, hosts_each + 1):
            hosts[f"h{switch}-{port}"] = {
                "address": f"192.0.{switch % 256}.{port}",
                "port": 1024 + switch,
                "credentials": "x",
                "ports": [
                    {
                        "netdev": "eth1",
                        "ip": f"10.{switch // 256}.{switch % 256}.{port}/8",
                        "switch": f"leaf{switch}",
                        "interface": f"Ethernet1/{port}",
                    }
                ],
            }
    return Inventory.model_validate(
        {
            "fabric": {"name": "big", "roce": "v2", "family": "ipv4"},
            "credentials": {"x": {"username": "u", "agent": True}},
            "switches": {
                f"leaf{n}": {
                    "address": f"198.51.{n // 256}.{n % 256}",
                    "platform": "cisco_nxos",
                    "credentials": "x",
                }
                for n in range(switches)
            },
            "hosts": hosts,
            "flows": [{"from": ["*"], "to": ["*"]}],
        }
    )


def captures(switches):
    """Return the snapshot of the switches."""
    return Snapshot(
        {
            f"leaf{n}": DeviceCapture(
                f"leaf{n}", "switch", "cisco_nxos", (Document("running-config", configuration(n)),)
            )
            for n in range(switches)
        }
    )


def main():
    """Print both times."""
    gc.set_threshold(200_000, 20, 20)  # as the program does
    snapshot, wanted = captures(SWITCHES), inventory(SWITCHES, 4)
    lines = sum(len(c.documents[0].text.splitlines()) for c in snapshot.devices.values())
    begun = time.perf_counter()
    understood = understand(wanted, snapshot, "inventory.yaml")
    read = time.perf_counter() - begun
    found = list(findings_of(examine(understood.network)))
    judged = time.perf_counter() - begun
    print(
        f"{SWITCHES} switches, {lines / SWITCHES:.0f} lines each, {SWITCHES * 4} hosts, all to all"
    )
    print(f"  read                     {read:7.1f} s")
    print(f"  read and judged          {judged:7.1f} s   {len(found)} findings   (at most 60 s)")
    begun = time.perf_counter()
    audit = audit_snapshot(wanted, snapshot, "inventory.yaml")
    whole = time.perf_counter() - begun
    proven = sum(1 for each in audit.repairs if each.proven)
    print(f"  with repairs and proofs  {whole:7.1f} s   {proven} of {len(audit.repairs)} proven")
    begun = time.perf_counter()
    many = understand(inventory(84, PORTS), captures(84), "inventory.yaml")
    found = list(findings_of(examine(many.network)))
    print(f"a flow of {84 * PORTS} hosts with {84 * PORTS}: {time.perf_counter() - begun:.1f} s")


if __name__ == "__main__":
    main()
