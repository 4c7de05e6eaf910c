"""The host around its adapters: system, modules, limits, containers, services, firewall."""

from __future__ import annotations

from typing import TYPE_CHECKING

from roce_audit.hosts.entries import each_line, entries
from roce_audit.hosts.section import State
from roce_audit.model.facts import Fact, Unknown
from roce_audit.model.surroundings import Dump, Memlock

if TYPE_CHECKING:
    from collections.abc import Mapping

    from roce_audit.hosts.section import Section
    from roce_audit.hosts.sections import Capture
    from roce_audit.model.source import SourceRef

_LONGEST_NUMBER = 15
_UNIT_STATES = frozenset(
    {"active", "inactive", "failed", "unknown", "activating", "deactivating", "reloading"}
)


def read_sysctls(capture: Capture) -> dict[str, str]:
    """Return kernel settings by key in file form: ``net/ipv4/conf/all/rp_filter``."""
    return entries(capture.section("sysctl")).below("proc/sys/")


def read_system(capture: Capture) -> tuple[Fact[str], Fact[str], Fact[str]]:
    """Return host name, kernel release and the name of the distribution."""
    found = entries(capture.section("os"))
    pretty: Fact[str] = found.section.unknown
    for line in found.lines("etc/os-release"):
        key, _, value = line.partition("=")
        if key == "PRETTY_NAME":
            pretty = value.strip().strip('"')
    return (
        found.text("proc/sys/kernel/hostname"),
        found.text("proc/sys/kernel/osrelease"),
        pretty,
    )


def read_modules(capture: Capture) -> Fact[frozenset[str]]:
    """Return the modules of interest, loaded or built in; unknown unless both lists are whole."""
    loaded, present = capture.section("modules"), capture.section("module_names")
    if not present.ok:
        return present.unknown
    names = [line.strip() for line in present.lines if line.strip()]
    names += [
        line.partition(":")[2].split()[0] for line in loaded.lines if ":" in line.strip()[:-1]
    ]
    return frozenset(names)


def read_memlock(capture: Capture) -> Memlock:
    """Return the limits on pinned memory, each with where it was set."""
    told = entries(capture.section("memlock")).text("session")
    configured = capture.section("limits")
    lines = tuple(configured.source(offset) for offset, _ in each_line(configured))
    if isinstance(told, Unknown):
        return Memlock(told, lines)
    if told == "unlimited":
        return Memlock(None, lines)
    if told.isdecimal() and len(told) <= _LONGEST_NUMBER:
        return Memlock(int(told), lines)
    return Memlock(Unknown(f"no limit: {told[:40]}"), lines)


def read_container(capture: Capture) -> tuple[str, ...]:
    """Return what shows that the collector ran inside a container."""
    section = capture.section("container")
    found = [line.strip() for _, line in each_line(section)]
    hints = [each for each in found if each.startswith(("file:", "kubernetes:"))]
    names = entries(section)
    own, first = names.text("netns"), names.text("netns_init")
    if not {own, first} & {"unknown"} and own != first and isinstance(first, str):
        hints.append("netns:another network namespace than the first process")
    return tuple(hints)


def read_services(capture: Capture) -> dict[str, str]:
    """Return the state of each service asked for; nothing where the counts do not fit."""
    lines = [line.strip() for _, line in each_line(capture.section("services"))]
    half = len(lines) // 2
    if len(lines) % 2 or not set(lines[half:]) <= _UNIT_STATES:
        return {}
    return dict(zip(lines[:half], lines[half:], strict=True))


def read_firewall(capture: Capture) -> dict[str, Dump]:
    """Return the dumps by name of the tool, for the reader of such dumps."""
    return {
        keys[0]: _dump(section) for keys, section in capture.keyed("firewall") if len(keys) == 1
    }


def _dump(section: Section) -> Dump:
    match section.state:
        case State.OK:
            return Dump("read", section.text, first_line=section.first_line)
        case State.UNLOADED:
            return Dump("none", reason=section.reason)
        case _:
            return Dump("unknown", section.text, section.reason, section.first_line)


def read_software_socket(capture: Capture) -> Fact[bool]:
    """Return whether the kernel listens on UDP 4791, as software RoCE does."""
    section = capture.section("sockets")
    return any(True for _ in each_line(section)) if section.ok else section.unknown


def read_verbs_nodes(section: Section) -> Fact[Mapping[str, str]]:
    """Return mode by name of the device files, as ``ls -l`` prints them."""
    if not section.ok:
        return section.unknown
    words = [line.split() for _, line in each_line(section)]
    return {each[-1]: each[0] for each in words if len(each) > 1 and each[0].startswith("c")}


def read_kernel_log(capture: Capture) -> Fact[tuple[SourceRef, ...]]:
    """Return the lines of the kernel log that speak of GIDs."""
    section = capture.section("kernel_log")
    if not section.ok:
        return section.unknown
    return tuple(section.source(offset) for offset, _ in each_line(section))


def read_lines(section: Section) -> tuple[SourceRef, ...]:
    """Return every line of a section as evidence."""
    return tuple(section.source(offset) for offset, _ in each_line(section))


def read_mode_setters(section: Section) -> Fact[tuple[SourceRef, ...]]:
    """Return the lines that set a RoCE mode at each start; unknown unless every file was read."""
    if not section.ok:
        return section.unknown
    return read_lines(section) if not section.unreadable else Unknown("not permitted")


def not_collected(capture: Capture) -> tuple[tuple[str, str], ...]:
    """Return what could not be read, name and reason, in the order of the collector."""
    found = [(name, section.reason) for name, section in capture.sections.items() if not section.ok]
    for name, section in capture.sections.items():
        found += [(f"{name}: {file}", "not permitted") for file in sorted(section.unreadable)]
    if not capture.complete:
        found.append(("the rest", "the capture breaks off before its end"))
    return tuple(found)


def evidence_of(capture: Capture) -> Mapping[str, SourceRef]:
    """Return where the host's own facts were read, by attribute name."""
    return {
        name: capture.section(section).source()
        for name, section in (
            ("devices", "devices"),
            ("kernel", "os"),
            ("modules", "modules"),
            ("memlock", "memlock"),
            ("rdma_namespaces", "rdma_system"),
            ("container", "container"),
            ("services", "services"),
            ("counters", "counters 2"),
        )
    }
