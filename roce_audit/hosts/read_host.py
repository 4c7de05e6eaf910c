"""From the collector's output to the model of one host."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from roce_audit.hosts.complete import complete
from roce_audit.hosts.driver_versions import with_driver_versions
from roce_audit.hosts.host_filters import with_filters
from roce_audit.hosts.priority_tags import with_priority_tags
from roce_audit.hosts.read_connected import read_connected, with_addresses
from roce_audit.hosts.read_counters import read_counters
from roce_audit.hosts.read_devices import Around, read_devices
from roce_audit.hosts.read_gpus import read_gpus
from roce_audit.hosts.read_kernel import read_kernel_built, read_live_patches
from roce_audit.hosts.read_lldp import read_neighbours
from roce_audit.hosts.read_netdevs import read_netdevs
from roce_audit.hosts.read_routes import read_failed_neighbours, read_routes, read_rules
from roce_audit.hosts.read_settings import read_libraries, read_settings
from roce_audit.hosts.read_system import (
    evidence_of,
    not_collected,
    read_container,
    read_firewall,
    read_kernel_log,
    read_lines,
    read_memlock,
    read_mode_setters,
    read_modules,
    read_services,
    read_software_socket,
    read_sysctls,
    read_system,
    read_verbs_nodes,
)
from roce_audit.hosts.read_tools import read_tools
from roce_audit.hosts.sections import parse
from roce_audit.model.facts import Fact, Unknown, known_or
from roce_audit.model.host import Host

if TYPE_CHECKING:
    from roce_audit.hosts.section import Section
    from roce_audit.hosts.sections import Capture


def read_host(text: str, file: str = "collector output", name: str = "") -> Host:
    """Read what the collector printed.

    Args:
        text: Its output; text around it is allowed.
        file: Name of the document, for evidence.
        name: What to call the host; its own name if left out.

    Raises:
        CaptureError: The text is not the output of one run of the collector.
    """
    capture = parse(text, file)
    host_name, kernel, system = read_system(capture)
    modules = read_modules(capture)
    devices = read_devices(capture, Around(read_tools(capture), modules))
    host = Host(
        name or known_or(host_name, file),
        file,
        capture.complete,
        capture.header.get("uid") == "0" or bool(capture.header.get("sudo")),
        devices,
        netdevs=read_netdevs(capture),
        kernel=kernel,
        system=system,
        routes=read_routes(capture),
        rules=read_rules(capture),
        sysctls=read_sysctls(capture),
        modules=modules,
    )
    host = replace(host, netdevs=with_addresses(host, read_connected(capture)))
    host = complete(_surroundings(host, capture))
    return with_filters(with_priority_tags(with_driver_versions(host, capture), capture))


def _surroundings(host: Host, capture: Capture) -> Host:
    return replace(
        host,
        netdev_names=_names(capture.section("netdevs")),
        rdma_namespaces=_namespaces(capture.section("rdma_system")),
        container=read_container(capture),
        memlock=read_memlock(capture),
        settings=read_settings(capture),
        libraries=read_libraries(capture),
        neighbours=read_neighbours(capture.section("lldp")),
        firewall=read_firewall(capture),
        software_socket=read_software_socket(capture),
        verbs_nodes=read_verbs_nodes(capture.section("devices_dir")),
        failed_neighbours=read_failed_neighbours(capture),
        services=read_services(capture),
        managers=tuple(line.strip() for line in capture.section("managers").lines),
        kernel_built=read_kernel_built(capture.section("os")),
        live_patches=read_live_patches(capture.section("live_patches")),
        kernel_log=read_kernel_log(capture),
        modprobe=read_lines(capture.section("modprobe")),
        mode_setters=read_mode_setters(capture.section("mode_setters")),
        gpus=read_gpus(capture),
        counters=read_counters(capture),
        not_collected=not_collected(capture),
        evidence=evidence_of(capture),
    )


def _names(section: Section) -> Fact[frozenset[str]]:
    if not section.ok:
        return section.unknown
    return frozenset(line.strip() for line in section.lines if line.strip())


def _namespaces(section: Section) -> Fact[str]:
    """Read ``netns shared copy-on-fork on``."""
    words = section.text.split()
    if section.ok and words[:1] == ["netns"] and len(words) > 1:
        return words[1]
    return section.unknown if not section.ok else Unknown("rdma does not say")
