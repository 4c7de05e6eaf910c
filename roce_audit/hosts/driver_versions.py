"""Versions of the kernel module and of the library that a vendor ships together.

Source: file names of the vendor's library (``libbnxt_re-VERSION.so``) and the version that its
kernel module states; the variants of Linux and rdma-core have neither.
"""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING

from roce_audit.hosts.entries import entries
from roce_audit.model.facts import Fact, Unknown

if TYPE_CHECKING:
    from roce_audit.hosts.sections import Capture
    from roce_audit.model.host import Host
    from roce_audit.model.rdma import RdmaDevice

_MODULES = {"bnxt_en": "bnxt_re"}
"""RDMA module, and name of its library, by driver of the PCI device."""
_RELEASE = re.compile(r"\d+(?:\.\d+){3}", re.ASCII)
"""How the vendor counts; Linux once gave its own variant ``1.0.0``."""
NOT_STATED = Unknown("the driver gives no version of its own")


def with_driver_versions(host: Host, capture: Capture) -> Host:
    """Return the host with the versions at the devices that they belong to."""
    if isinstance(host.devices, Unknown):
        return host
    found = entries(capture.section("module_parameters"))

    def versions_set(device: RdmaDevice) -> RdmaDevice:
        name = "" if isinstance(device.driver, Unknown) else _MODULES.get(device.driver, "")
        if not name:
            return device
        path = f"sys/module/{name}/version"
        module = found.text(path)
        evidence = found.sources({"module_version": path})
        return replace(
            device,
            module_version=_release(module),
            library_version=_release(host.libraries.get(name, NOT_STATED)),
            evidence={**device.evidence, **evidence},
        )

    return replace(host, devices=tuple(versions_set(device) for device in host.devices))


def _release(text: Fact[str]) -> Fact[str]:
    if isinstance(text, Unknown) or _RELEASE.fullmatch(text):
        return text
    return NOT_STATED
