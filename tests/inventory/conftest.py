"""A small right inventory, and the messages of wrong ones."""

import pytest

from roce_audit.errors import InventoryError
from roce_audit.inventory.load import load_inventory

RIGHT = """\
fabric: {name: pod7, roce: v2}
credentials:
  switches: {username: auditor, password: {env: SWITCH_PASSWORD}}
  hosts: {username: auditor, agent: true}
switches:
  leaf1: {address: 192.0.2.11, platform: cisco_nxos, credentials: switches}
hosts:
  gpu01:
    address: 192.0.2.101
    credentials: hosts
    ports:
      - {netdev: ens1f0, ip: 172.16.1.21/24, switch: leaf1, interface: Ethernet1/1, vlan: 100}
  gpu02:
    address: 192.0.2.102
    credentials: hosts
flows:
  - {from: [gpu*], to: [gpu*]}
"""


@pytest.fixture
def right():
    return RIGHT


@pytest.fixture
def load(tmp_path, monkeypatch):
    """Load a text as inventory.yaml of the current folder."""
    monkeypatch.chdir(tmp_path)

    def load(text, name="inventory.yaml", platforms=()):
        path = tmp_path / name
        path.write_bytes(text if isinstance(text, bytes) else text.encode())
        return load_inventory(path.relative_to(tmp_path), platforms)

    return load


@pytest.fixture
def complaints(load):
    """Return the lines of the error that a text ends in."""

    def complaints(text, name="inventory.yaml", platforms=()):
        with pytest.raises(InventoryError) as caught:
            load(text, name, platforms)
        lines = [str(problem) for problem in caught.value.problems]
        assert str(caught.value).split("\n") == lines
        return lines

    return complaints


@pytest.fixture
def told(complaints):
    """Return the one complaint about the right inventory with one text in it replaced.

    The complaint must name the place that the sign » marks in the new text.
    """

    def told(old, new, platforms=()):
        assert RIGHT.count(old) == 1
        assert new.count("»") == 1
        before, after = RIGHT.replace(old, new).split("»")
        line, column = before.count("\n") + 1, len(before.rpartition("\n")[2]) + 1
        (complaint,) = complaints(before + after, platforms=platforms)
        place = f"inventory.yaml:{line}:{column}: "
        assert complaint.startswith(place)
        return complaint.removeprefix(place)

    return told
