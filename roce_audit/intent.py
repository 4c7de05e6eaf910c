"""What the inventory means, in the words of the model: the only place where both are known."""

from __future__ import annotations

from typing import TYPE_CHECKING

from roce_audit.inventory.globs import matching
from roce_audit.model.network import Attachment, Fabric, Flow
from roce_audit.model.source import SourceRef
from roce_audit.packets.fields import UNTAGGED

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from roce_audit.inventory.models import Fabric as WrittenFabric
    from roce_audit.inventory.models import HostPort, Inventory

BOTH_FAMILIES = ("ipv4", "ipv6")


def fabric_of(inventory: Inventory) -> Fabric:
    """Return what the fabric is meant to be."""
    written = inventory.fabric
    return Fabric(
        name=written.name,
        roce=written.roce,
        families=_families(written),
        priority=written.priority,
        dscp=written.dscp,
        cnp_dscp=written.cnp_dscp,
        mtu_bytes=written.mtu_bytes,
    )


def _families(written: WrittenFabric) -> tuple[str, ...]:
    """Return the IP versions meant; both where the site has not said: neither is left unseen."""
    named = {word for each in written.family for word in _expanded(each)}
    return tuple(each for each in BOTH_FAMILIES if each in named or not named)


def _expanded(word: str) -> tuple[str, ...]:
    return BOTH_FAMILIES if word == "dual" else (word,)


def attachments_of(
    inventory: Inventory, interface_name: Callable[[str, str], str], file: str
) -> Iterator[Attachment]:
    """Yield every host port.

    Args:
        inventory: As loaded.
        interface_name: (switch, name as written) to the platform's full spelling.
        file: The inventory's name, for evidence.
    """
    for name, host in inventory.hosts.items():
        for port in host.ports:
            yield _attachment(name, port, interface_name, file)


def _attachment(
    host: str, port: HostPort, interface_name: Callable[[str, str], str], file: str
) -> Attachment:
    switch, interface = port.switch or "", port.interface or ""
    return Attachment(
        host=host,
        netdev=port.netdev,
        rdma=port.rdma or "",
        addresses=tuple(str(address) for address in port.ip),
        switch=switch,
        interface=interface_name(switch, interface) if switch else "",
        vlan=UNTAGGED if port.vlan == "untagged" else port.vlan,
        source=SourceRef(file, None, f"hosts.{host}.ports {port.netdev}: {switch} {interface}"),
    )


def flows_of(inventory: Inventory) -> Iterator[Flow]:
    """Yield every flow with its globs answered."""
    for number, flow in enumerate(inventory.flows, start=1):
        sources = matching(flow.from_hosts, inventory.hosts)
        destinations = matching(flow.to_hosts, inventory.hosts)
        name = flow.name or f"{'+'.join(flow.from_hosts)} to {'+'.join(flow.to_hosts)}"
        yield Flow(name or str(number), sources, destinations, flow.roce or inventory.fabric.roce)
