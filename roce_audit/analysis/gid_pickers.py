"""Which entry of a GID table each library would take by itself.

Source: NCCL ``src/transport/net_ib/connect.cc`` (2.21 on; before, index 0); UCX
``src/uct/ib/base/ib_device.c``; perftest ``src/perftest_communication.c`` (compute_gid_score);
Linux ``drivers/infiniband/core/cma.c`` and ``addr.c``. The rules are told again here in our words.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from roce_audit.analysis.gid_nccl import link_local, nccl_rule, version_of
from roce_audit.analysis.library_settings import effective, number
from roce_audit.model.facts import Fact, Unknown
from roce_audit.model.rdma import Gid, RdmaPort, Version

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from roce_audit.model.host import Host

_IPV4, _IPV6 = 4, 6
_DYNAMIC_SINCE = (2, 21)
_SCORED_SINCE = (26, 4, 17)


@dataclass(frozen=True, slots=True)
class Pick:
    """What a library takes.

    Attributes:
        index: The slot, or why it cannot be told.
        gid: The entry there; None if the slot is empty or not known.
        why: The rule at work, as a phrase.
    """

    index: Fact[int]
    gid: Gid | None
    why: str


def table_of(port: RdmaPort) -> Fact[dict[int, Gid]]:
    """Return the entries by index, if the table and every version in it are known."""
    if isinstance(port.gids, Unknown):
        return port.gids
    for gid in port.gids:
        if isinstance(gid.version, Unknown):
            return Unknown(f"the version at index {gid.index} is not known")
    return {gid.index: gid for gid in port.gids}


def pick_nccl(host: Host, port: RdmaPort) -> Pick:
    """Return what NCCL takes, given its version and variables as far as they were found."""
    pinned = number(setting) if (setting := effective(host, "NCCL_IB_GID_INDEX")) else None
    table = table_of(port)
    if pinned is not None and pinned >= 0 and setting is not None:
        return _pinned(port, pinned, f"NCCL_IB_GID_INDEX={pinned} in {setting.file}")
    if isinstance(table, Unknown):
        return Pick(table, None, "")
    rule = nccl_rule(host)
    if isinstance(rule, Unknown):
        return Pick(rule, None, "")
    version = _numbers(host.libraries.get("nccl", ""))
    dynamic = rule.choose(table)
    if version and version < _DYNAMIC_SINCE:
        return _at(table, 0, "NCCL before 2.21 takes index 0")
    if version or dynamic == 0:
        return _at(table, dynamic, "NCCL 2.21 and later: family, then version")
    # The version is rarely seen from outside a job; the answer names its condition.
    return _at(table, dynamic, "NCCL 2.21 and later (before: index 0)")


def pick_ucx(host: Host, port: RdmaPort) -> Pick:
    """Return what UCX takes."""
    setting = effective(host, "UCX_IB_GID_INDEX")
    table = table_of(port)
    pinned = number(setting)
    if pinned is not None and setting is not None:
        return _pinned(port, pinned, f"UCX_IB_GID_INDEX={pinned} in {setting.file}")
    if isinstance(table, Unknown):
        return Pick(table, None, "")
    if effective(host, "UCX_IB_ROCE_SUBNETS") is not None:
        return Pick(Unknown("UCX_IB_ROCE_SUBNETS narrows the choice"), None, "")
    # Link-local entries come last since October 2025; before, with the other IPv6 entries.
    found = {_first(table, _ucx_rank), _first(table, _ucx_rank_before)}
    if len(found) != 1:
        return Pick(Unknown("older and newer UCX choose differently"), None, "")
    return _at(table, found.pop(), "UCX: version 2 and IPv4 first")


def _ucx_rank(gid: Gid) -> tuple[bool, int]:
    if gid.address.version == _IPV4:
        return version_of(gid) is not Version.V2, 0
    return version_of(gid) is not Version.V2, 2 if link_local(gid) else 1


def _ucx_rank_before(gid: Gid) -> tuple[bool, int]:
    return version_of(gid) is not Version.V2, gid.address.version


def _first(table: Mapping[int, Gid], rank: Callable[[Gid], tuple[bool, int]]) -> int:
    return min(table, key=lambda index: (rank(table[index]), index), default=0)


def pick_perftest(host: Host, port: RdmaPort) -> Pick:
    """Return what perftest takes without ``-x`` and ``--ipv6``."""
    table = table_of(port)
    if isinstance(table, Unknown):
        return Pick(table, None, "")
    scored = _numbers(host.libraries.get("perftest", "")) >= _SCORED_SINCE
    if not scored and all(gid.address.version == _IPV6 for gid in table.values()):
        return Pick(Unknown("which perftest this is decides, where no entry is IPv4"), None, "")
    index = max(table, key=lambda at: (_score(table[at]), -at), default=0)
    return _at(table, index, "perftest: IPv4, then not link-local, then version 2")


def _score(gid: Gid) -> int:
    family = 100 if gid.address.version == _IPV4 else 0
    reach = 0 if link_local(gid) else 10
    return family + reach + (2 if version_of(gid) is Version.V2 else 1)


def _at(table: Mapping[int, Gid], index: int, why: str) -> Pick:
    return Pick(index, table.get(index), why)


def _pinned(port: RdmaPort, index: int, why: str) -> Pick:
    """Take a slot by its number, which needs no version to be known."""
    if isinstance(port.gids, Unknown):
        return Pick(port.gids, None, "")
    return _at({gid.index: gid for gid in port.gids}, index, why)


def _numbers(version: str) -> tuple[int, ...]:
    parts = version.replace("-", ".").split(".")
    return tuple(int(part) for part in parts if part.isascii() and part.isdigit() and len(part) < 6)  # noqa: PLR2004 - no version has more digits
