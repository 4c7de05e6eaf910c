"""What is legal in an inventory but limits what the audit can say."""

from __future__ import annotations

from typing import TYPE_CHECKING

from roce_audit.inventory.globs import matching
from roce_audit.inventory.secrets import exposure

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from roce_audit.inventory.models import Flow, Inventory


def notes(inventory: Inventory) -> tuple[str, ...]:
    """Return the notes as lines, in the order of the file's sections."""
    return (*_open_files(inventory), *_loose_ports(inventory), *_flow_notes(inventory))


def _open_files(inventory: Inventory) -> Iterator[str]:
    for path in dict.fromkeys(_files(inventory)):
        if note := exposure(path):
            yield note


def _files(inventory: Inventory) -> Iterator[Path]:
    for credential in inventory.credentials.values():
        references = (credential.password, credential.passphrase, credential.secret)
        yield from (reference.file for reference in references if reference and reference.file)
        if credential.key_file:
            yield credential.key_file
    for switch in inventory.switches.values():
        if switch.secret and switch.secret.file:
            yield switch.secret.file


def _loose_ports(inventory: Inventory) -> Iterator[str]:
    for name, host in inventory.hosts.items():
        if not host.ports:
            yield f"hosts.{name} lists no ports: no switch port is judged for it"
        for index, port in enumerate(host.ports):
            where = f"hosts.{name}.ports[{index}] ({port.netdev})"
            if port.switch is None:
                yield f"{where} names no switch: it is judged by the host's own state alone"
            if not port.ip:
                yield f"{where} has no ip: filters are judged for any address"


def _flow_notes(inventory: Inventory) -> Iterator[str]:
    if not inventory.flows:
        yield "there are no flows: nothing is said to talk RoCE"
        return
    for index, flow in enumerate(inventory.flows):
        for glob in (*flow.from_hosts, *flow.to_hosts):
            if not matching([glob], inventory.hosts):
                yield f"flows[{index}]: {glob} matches no host"
        if len(_ends(inventory, flow)) == 1:
            yield f"flows[{index}] joins {_ends(inventory, flow)[0]} with itself only"
    in_flows = {name for flow in inventory.flows for name in _ends(inventory, flow)}
    for name in inventory.hosts:
        if name not in in_flows:
            yield f"hosts.{name} is in no flow"


def _ends(inventory: Inventory, flow: Flow) -> tuple[str, ...]:
    return matching((*flow.from_hosts, *flow.to_hosts), inventory.hosts)
