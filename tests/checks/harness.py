"""Runs the real pipeline on a case: configurations in, findings, repairs and what is left out."""

from roce_audit.examining import examine, findings_of
from roce_audit.inventory.models import Inventory
from roce_audit.reading.document import Document
from roce_audit.repairing import repair
from roce_audit.snapshot.capture import DeviceCapture, Snapshot
from roce_audit.understanding import understand


def inventory_of(case):
    """Return the inventory of a case: one switch, hosts h1, h2 ... at the ports it names."""
    hosts = {}
    for number, (interface, more) in enumerate(case["ports"].items(), start=1):
        port = {"netdev": "eth1", "switch": "sw1", "interface": interface, **(more or {})}
        port.setdefault("ip", f"10.0.0.{number}/24")
        hosts[f"h{number}"] = {
            "address": f"192.0.2.{100 + number}",
            "credentials": "x",
            "ports": [port],
        }
    fabric = {"name": "case", "roce": "v2", "family": "ipv4", **case.get("fabric", {})}
    switch = {"address": "192.0.2.1", "platform": case["platform"], "credentials": "x"}
    switch["assume"] = case.get("assume", {})
    return Inventory.model_validate(
        {
            "fabric": fabric,
            "credentials": {"x": {"username": "u", "agent": True}},
            "switches": {"sw1": switch},
            "hosts": hosts,
            "flows": case.get("flows", [{"from": ["*"], "to": ["*"]}]),
        }
    )


def understood_of(case):
    """Return the network of a case as the pipeline understands it."""
    document = Document("running-config.txt", case["config"])
    captures = {"sw1": DeviceCapture("sw1", "switch", case["platform"], (document,))}
    return understand(inventory_of(case), Snapshot(captures), "case.yml")


def found_by(case, name):
    """Return (findings of the check called ``name``, everything found, what was understood)."""
    understood = understood_of(case)
    runs = examine(understood.network)
    everything = tuple(findings_of(runs))
    return [f for f in everything if f.name == name], everything, understood


def repaired(case):
    """Return the repairs of a case, proven as far as they can be."""
    _, everything, understood = found_by(case, "")
    return repair(understood, everything)
