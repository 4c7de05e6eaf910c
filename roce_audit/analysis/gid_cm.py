"""Which entry of a GID table a connection through rdma_cm takes.

Source: Linux ``drivers/infiniband/core/cma.c`` (cma_route_gid_type) and ``addr.c``.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from roce_audit.analysis.gid_pickers import Pick
from roce_audit.model.facts import Unknown, known_or
from roce_audit.model.rdma import Gid, RdmaPort, Version

if TYPE_CHECKING:
    from ipaddress import IPv4Address, IPv6Address


def pick_rdma_cm(
    port: RdmaPort, address: IPv4Address | IPv6Address, *, gateway: bool = False
) -> Pick:
    """Return the entry that a connection from ``address`` takes through rdma_cm.

    Args:
        port: A port of a RoCE device.
        address: The source address of the connection.
        gateway: True if the route to the peer goes through a router: version 2 then, whatever
            the default is.
    """
    mine = [gid for gid in known_or(port.gids, ()) if gid.address == address]
    by_version = {gid.version: gid for gid in mine if not isinstance(gid.version, Unknown)}
    if gateway and Version.V2 in by_version:
        return _of(by_version[Version.V2], "rdma_cm: a route through a router takes version 2")
    if isinstance(port.cm_mode, Unknown):
        if len(by_version) == 1:
            return _of(next(iter(by_version.values())), "rdma_cm: the only version there is")
        reason = f"default mode of rdma_cm not visible ({port.cm_mode.reason}); v2 unless changed"
        return Pick(Unknown(reason), None, "")
    if port.cm_mode not in by_version:
        return Pick(Unknown(f"{address} has no {port.cm_mode} entry"), None, "")
    return _of(by_version[port.cm_mode], f"rdma_cm: default mode {port.cm_mode}")


def _of(gid: Gid, why: str) -> Pick:
    return Pick(gid.index, gid, why)
