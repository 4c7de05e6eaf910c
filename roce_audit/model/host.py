"""One Linux host as RDMA sees it."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from roce_audit.model.gpu import Gpus
from roce_audit.model.netdev import Netdev, Route, Rule
from roce_audit.model.rdma import NOT_READ, Evidence, RdmaDevice
from roce_audit.model.source import SourceRef
from roce_audit.model.surroundings import Dump, Memlock, Neighbour, Setting

if TYPE_CHECKING:
    from collections.abc import Mapping
    from datetime import date

    from roce_audit.model.counters import Counted
    from roce_audit.model.facts import Fact
    from roce_audit.model.path import Route as Way


@dataclass(frozen=True, slots=True)
class HostFilters:
    """The host's own packet filters, at the interfaces of its GIDs.

    Attributes:
        ways: The filters that packets meet, by interface and ``in`` (for the host) or ``out``
            (sent by it).
        gap: What of the rules could not be seen, "" if all were.
    """

    ways: Mapping[tuple[str, str], Way]
    gap: str = ""


@dataclass(frozen=True, slots=True)
class Host:
    """One host at one moment.

    Attributes:
        file: The capture it was read from.
        complete: False if the capture breaks off.
        root: Whether the collector ran as root, or read root's facts with sudo.
        devices: Unknown if the list itself could not be read; empty if there is none.
        netdevs: Those of the RDMA devices and their neighbours, by name.
        netdev_names: Every interface of the network namespace.
        sysctls: Value by key in file form, ``net/ipv4/conf/all/rp_filter``.
        kernel_built: The day on which the running kernel was built.
        live_patches: Patches of the running kernel that came after its build.
        modules: Kernel modules of interest, loaded or built in.
        rdma_namespaces: ``shared`` or ``exclusive``.
        container: What shows that the collector ran in a container; empty if nothing does.
        settings: Library settings found in files and in the environment of the login.
        filters: What the rules in ``firewall`` mean.
        firewall: Dumps by name of the tool: ``nft``, ``nft_json``, ``iptables`` …
        verbs_nodes: The device files by which programs reach RDMA: name, mode as ``ls`` prints it.
        failed_neighbours: Addresses that did not answer on an interface, with the interface.
        software_socket: Whether the kernel itself listens on UDP 4791.
        mode_setters: Lines of files that set a RoCE mode at each start.
        counters: How far counters went on while the collector ran, if it was asked to wait.
        not_collected: What could not be read, name and reason.
    """

    name: str
    file: str
    complete: bool
    root: bool
    devices: Fact[tuple[RdmaDevice, ...]]
    netdevs: Mapping[str, Netdev] = field(default_factory=dict[str, Netdev])
    netdev_names: Fact[frozenset[str]] = NOT_READ
    kernel: Fact[str] = NOT_READ
    system: Fact[str] = NOT_READ
    kernel_built: Fact[date] = NOT_READ
    live_patches: Fact[frozenset[str]] = NOT_READ
    routes: Fact[tuple[Route, ...]] = NOT_READ
    rules: Fact[tuple[Rule, ...]] = NOT_READ
    sysctls: Mapping[str, str] = field(default_factory=dict[str, str])
    modules: Fact[frozenset[str]] = NOT_READ
    rdma_namespaces: Fact[str] = NOT_READ
    container: tuple[str, ...] = ()
    memlock: Memlock = field(default_factory=Memlock)
    settings: tuple[Setting, ...] = ()
    libraries: Mapping[str, str] = field(default_factory=dict[str, str])
    neighbours: Fact[tuple[Neighbour, ...]] = NOT_READ
    firewall: Mapping[str, Dump] = field(default_factory=dict[str, Dump])
    filters: Fact[HostFilters] = NOT_READ
    software_socket: Fact[bool] = NOT_READ
    verbs_nodes: Fact[Mapping[str, str]] = NOT_READ
    failed_neighbours: Fact[frozenset[tuple[str, str]]] = NOT_READ
    services: Mapping[str, str] = field(default_factory=dict[str, str])
    managers: tuple[str, ...] = ()
    kernel_log: Fact[tuple[SourceRef, ...]] = NOT_READ
    modprobe: tuple[SourceRef, ...] = ()
    mode_setters: Fact[tuple[SourceRef, ...]] = NOT_READ
    gpus: Gpus = field(default_factory=Gpus)
    counters: Fact[Counted] = NOT_READ
    not_collected: tuple[tuple[str, str], ...] = ()
    evidence: Evidence = field(default_factory=dict[str, SourceRef])
