"""The RoCE ports that the checks of hosts look at, with what is meant for them."""

from __future__ import annotations

from dataclasses import dataclass, replace
from ipaddress import ip_interface
from typing import TYPE_CHECKING

from roce_audit.analysis.gid_pairs import End, end_of
from roce_audit.analysis.gid_selection import Wanted, is_roce
from roce_audit.checks.base import Check, Subject
from roce_audit.model.facts import Unknown, known_or
from roce_audit.packets.traffic import Traffic

if TYPE_CHECKING:
    from collections.abc import Iterator

    from roce_audit.analysis.context import Context
    from roce_audit.findings.finding import Severity
    from roce_audit.model.host import Host
    from roce_audit.model.netdev import Netdev
    from roce_audit.model.network import Attachment, Fabric
    from roce_audit.model.rdma import RdmaDevice, RdmaPort
    from roce_audit.model.source import SourceRef

_FAMILIES = {"ipv4": Traffic.V2_IPV4, "ipv6": Traffic.V2_IPV6}


@dataclass(frozen=True, slots=True)
class RocePort:
    """One RoCE port of one host.

    Attributes:
        host: The host.
        device: Its RDMA device.
        port: The port.
        netdev: The interface of the port, None if it is not known.
        attachment: What the inventory says of it, None if nothing.
        wanted: The traffic and addresses it is meant for.
    """

    host: Host
    device: RdmaDevice
    port: RdmaPort
    netdev: Netdev | None
    attachment: Attachment | None
    wanted: Wanted

    @property
    def name(self) -> str:
        """RDMA device and port number."""
        return f"{self.port.device}/{self.port.number}"

    @property
    def subject(self) -> Subject:
        """The port as the subject of a result."""
        return Subject(self.host.name, self.name)

    def end(self) -> End:
        """Work out what libraries take on the port."""
        return end_of(self.host, self.port, self.wanted)

    def evidence(self, *names: str) -> tuple[SourceRef, ...]:
        """Return where facts of the port, its device or its interface were read."""
        places = [self.port.evidence, self.device.evidence]
        places += [self.netdev.evidence] if self.netdev is not None else []
        found = [each[name] for name in names for each in places if name in each]
        return tuple(found) or (self.device.source,)


def roce_ports(context: Context) -> Iterator[RocePort]:
    """Yield every port that is certainly RoCE, host by host."""
    network = context.network
    attachments: dict[str, list[Attachment]] = {}
    for attachment in network.attachments:
        attachments.setdefault(attachment.host, []).append(attachment)
    for host in network.hosts.values():
        for device in known_or(host.devices, ()):
            for port in device.ports:
                if is_roce(device, port) is True:
                    mine = attachments.get(host.name, [])
                    yield _port(host, device, port, mine, network.fabric)


def by_host(context: Context) -> dict[str, list[RocePort]]:
    """Return the RoCE ports of each host; a host without one has an empty list."""
    found: dict[str, list[RocePort]] = {name: [] for name in context.network.hosts}
    for port in roce_ports(context):
        found[port.host.name].append(port)
    return found


def _port(
    host: Host,
    device: RdmaDevice,
    port: RdmaPort,
    attachments: list[Attachment],
    fabric: Fabric,
) -> RocePort:
    name = known_or(port.netdev, None) or ""
    mine = next((each for each in attachments if device.name == each.rdma), None) or next(
        (each for each in attachments if not each.rdma and each.netdev == name), None
    )
    return RocePort(host, device, port, host.netdevs.get(name), mine, wanted_of(fabric, mine))


def wanted_of(fabric: Fabric, attachment: Attachment | None) -> Wanted:
    """Return what the site means a port to use."""
    addresses = frozenset(
        ip_interface(text).ip for text in (attachment.addresses if attachment else ())
    )
    if fabric.roce == "v1":
        return Wanted((Traffic.V1,), addresses)
    if fabric.roce == "v2":
        return Wanted(tuple(_FAMILIES[family] for family in fabric.families), addresses)
    return Wanted(addresses=addresses)


def graded(check: Check, severity: Severity) -> Check:
    """Return a check whose finding is of another severity than usual."""
    return replace(check, severity=severity)


def in_use(port: RocePort) -> bool:
    """Tell whether anyone means to use a port: the inventory, or an address on its interface."""
    if port.attachment is not None:
        return True
    if port.netdev is None or isinstance(port.netdev.addresses, Unknown):
        return True
    return any(address.reaches for address in port.netdev.addresses)
