"""Graphics processors, their driver, and the access control of the PCI bridges.

Source: Linux ``Documentation/ABI/testing/sysfs-bus-pci``; ``lspci(8)`` (``ACSCtl``), which shows an
ordinary user no capabilities; NVIDIA GPU Operator documentation, "GPUDirect RDMA" (the open kernel
modules lend memory through dma-buf, the others through ``nvidia_peermem`` only).
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from roce_audit.hosts.entries import each_line, entries
from roce_audit.model.facts import Fact, Unknown
from roce_audit.model.gpu import Gpu, Gpus, PciPath

if TYPE_CHECKING:
    from collections.abc import Mapping

    from roce_audit.hosts.section import Section
    from roce_audit.hosts.sections import Capture
    from roce_audit.model.source import SourceRef

_ROOT = re.compile(r"pci[0-9a-f]{4,}:[0-9a-f]{2}")
_FUNCTION = re.compile(r"[0-9a-f]{4,}:[0-9a-f]{2}:[0-9a-f]{2}\.[0-7]")
_REDIRECTS = re.compile(r"\b(?:ReqRedir|CmpltRedir)\+")
_VERSION_FILE = "proc/driver/nvidia/version"


def read_gpus(capture: Capture) -> Gpus:
    """Return what the capture shows of graphics processors."""
    driver = entries(capture.section("gpu_driver"))
    return Gpus(
        _found(capture.section("gpus")),
        _open_driver(driver.text(_VERSION_FILE)),
        driver.source(_VERSION_FILE),
        _redirecting(capture.section("pci_bridges")),
    )


def path_of(link: str) -> PciPath:
    """Return the PCI names in a path of sysfs, empty unless it begins at a root complex."""
    parts = link.split("/")
    names = [part for part in parts if _ROOT.fullmatch(part) or _FUNCTION.fullmatch(part)]
    return tuple(names) if names and _ROOT.fullmatch(names[0]) else ()


def _found(section: Section) -> Fact[tuple[Gpu, ...]]:
    if not section.ok:
        return section.unknown
    found: list[Gpu] = []
    for offset, line in each_line(section):
        driver, _, link = line.strip().partition(":")
        found.append(Gpu(driver, path_of(link), section.source(offset)))
    return tuple(found)


def _open_driver(text: Fact[str]) -> Fact[bool]:
    if isinstance(text, Unknown):
        return text
    if "Kernel Module" not in text:
        return Unknown("the driver does not say which variant it is")
    return "Open Kernel Module" in text


def _redirecting(section: Section) -> Fact[Mapping[str, SourceRef]]:
    if not section.ok:
        return section.unknown
    found: dict[str, SourceRef] = {}
    bridge = ""
    for offset, line in each_line(section):
        first = line.split(maxsplit=1)[0]
        if _FUNCTION.fullmatch(first):
            bridge = first
        elif "access denied" in line:
            return Unknown("not permitted")
        elif "ACSCtl:" in line and _REDIRECTS.search(line):
            found[bridge] = section.source(offset, f"{bridge} {line.strip()}")
    return found
