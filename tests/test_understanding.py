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


def test_a_folder_under_another_name_is_shown_where_a_device_has_none():
    stray = DeviceCapture("sw-1", "switch", "linux", (RULES, LINKS))
    network = understand(INVENTORY, Snapshot({"sw-1": stray}), "inventory.yaml").network
    (failure,) = network.failures
    assert failure.reason == (
        "it is in the inventory but not in the snapshot; "
        "the snapshot has sw-1, not in the inventory"
    )
    assert (failure.source.file, failure.source.text) == ("inventory.yaml", "switches.sw")


def test_a_device_without_a_capture_among_many_strangers_names_a_few():
    many = {f"x{n}": DeviceCapture(f"x{n}", "switch", "linux", (RULES,)) for n in range(9)}
    (failure,) = understand(INVENTORY, Snapshot(many), "inventory.yaml").network.failures
    assert "has x0, x1, x2, x3, x4, ..., not in the inventory" in failure.reason
    (failure,) = understand(INVENTORY, Snapshot({}), "inventory.yaml").network.failures
    assert failure.reason == "it is in the inventory but not in the snapshot"


def test_a_host_whose_capture_says_nothing_is_a_failure():
    written = INVENTORY.model_dump(mode="json", by_alias=True, exclude_none=True)
    written["hosts"] = {"gpu": {"address": "192.0.2.3", "credentials": "x"}}
    blank = Document("collector", " \n", Role.CONFIGURATION, "")
    captures = {
        "sw": DeviceCapture("sw", "switch", "linux", (RULES, LINKS)),
        "gpu": DeviceCapture("gpu", "host", "", (blank,)),
    }
    inventory = Inventory.model_validate(written)
    network = understand(inventory, Snapshot(captures), "inventory.yaml").network
    assert [(each.device, each.reason) for each in network.failures] == [
        ("gpu", "the capture holds nothing that the collector said")
    ]
