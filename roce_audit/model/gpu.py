"""Graphics processors, as far as they decide whether an adapter reaches their memory by itself."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

from roce_audit.model.facts import Fact, Unknown

if TYPE_CHECKING:
    from collections.abc import Mapping

    from roce_audit.model.source import SourceRef

PciPath: TypeAlias = tuple[str, ...]
"""PCI names from the root complex down to a device: ``pci0000:c0``, ``0000:c0:01.1`` …."""

_NOT_READ = Unknown("not in the capture")


@dataclass(frozen=True, slots=True)
class Gpu:
    """One graphics processor.

    Attributes:
        driver: Kernel driver bound to it.
        path: Where it is plugged in.
        source: The line of the capture.
    """

    driver: str
    path: PciPath
    source: SourceRef


@dataclass(frozen=True, slots=True)
class Gpus:
    """The graphics processors of a host and what stands between them and the adapters.

    Attributes:
        found: Those with a driver.
        open_driver: Whether the driver is the open variant, which lends its memory without a
            module of its own.
        driver_source: Where that is said; None if it is not.
        redirecting: PCI bridges that send traffic between their lower ports up to the processor.
    """

    found: Fact[tuple[Gpu, ...]] = _NOT_READ
    open_driver: Fact[bool] = _NOT_READ
    driver_source: SourceRef | None = None
    redirecting: Fact[Mapping[str, SourceRef]] = _NOT_READ
