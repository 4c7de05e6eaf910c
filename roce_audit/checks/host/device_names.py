"""How libraries name the RDMA devices they shall use.

Source: NVIDIA NCCL documentation (``NCCL_IB_HCA``): a list of prefixes; ``=`` in front makes them
whole names, ``^`` makes it a list of devices to leave out, and ``:N`` picks a port. UCX
(``UCX_NET_DEVICES``): a list of ``device:port``.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from roce_audit.analysis.library_settings import effective

if TYPE_CHECKING:
    from collections.abc import Iterator

    from roce_audit.model.host import Host
    from roce_audit.model.surroundings import Setting

_ANY = frozenset({"all", ""})


@dataclass(frozen=True, slots=True)
class Naming:
    """One list of device names.

    Attributes:
        setting: Where it was found.
        names: The names, without ports.
        exact: Whether they are whole names; else prefixes.
        leave_out: Whether the named devices are those not to use.
    """

    setting: Setting
    names: tuple[str, ...]
    exact: bool
    leave_out: bool = False

    def named(self, device: str) -> bool:
        """Tell whether the list names a device."""
        if self.exact:
            return device in self.names
        return any(device.startswith(name) for name in self.names)

    def uses(self, device: str) -> bool:
        """Tell whether the library uses a device."""
        return self.named(device) is not self.leave_out


def namings(host: Host) -> Iterator[Naming]:
    """Yield the lists that were found."""
    nccl = effective(host, "NCCL_IB_HCA")
    if nccl is not None:
        text = nccl.value.strip()
        leave_out, text = text.startswith("^"), text.removeprefix("^")
        exact, text = text.startswith("="), text.removeprefix("=")
        names = _names(text)
        if names:
            yield Naming(nccl, names, exact, leave_out)
    ucx = effective(host, "UCX_NET_DEVICES")
    if ucx is not None:
        names = _names(ucx.value)
        if names:
            yield Naming(ucx, names, exact=True)


def _names(text: str) -> tuple[str, ...]:
    names = (each.strip().partition(":")[0] for each in text.split(","))
    return tuple(name for name in names if name not in _ANY)
