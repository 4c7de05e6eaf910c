"""What is understood of a snapshot: no device of the inventory vanishes."""

from roce_audit.inventory.models import Inventory
from roce_audit.reading.document import Document, Role
from roce_audit.snapshot.capture import DeviceCapture, Snapshot
from roce_audit.understanding import understand

INVENTORY = Inventory.model_validate(
    {
        "fabric": {"name": "t", "roce": "v2", "family": "ipv4"},
        "credentials": {"x": {"username": "u", "agent": True}},
        "switches": {"sw": {"address": "192.0.2.1", "platform": "linux", "credentials": "x"}},
    }
)
LINKS = Document("ip-j-d-addr-show", "[]", Role.STATE, "ip -j -d addr show")
RULES = Document("nft-a-list-ruleset", "", Role.CONFIGURATION, "nft -a list ruleset")


def understood(*documents):
    capture = DeviceCapture("sw", "switch", "linux", documents)
    return understand(INVENTORY, Snapshot({"sw": capture}), "inventory.yaml").network


def test_a_switch_that_showed_nothing_of_its_configuration_is_a_failure():
    network = understood(LINKS)
    assert not network.switches
    assert [each.device for each in network.failures] == ["sw"]
    assert "no configuration" in network.failures[0].reason


def test_a_linux_switch_without_a_rule_is_a_switch():
    network = understood(RULES, LINKS)
    assert not network.failures
    assert network.switches["sw"].gaps == ()
