"""The rule by which NCCL chooses from a GID table, from version 2.21 on.

Source: NCCL ``src/transport/net_ib/connect.cc``; NVIDIA NCCL documentation, "Environment
variables". The rule is told again here in our words.
"""

from __future__ import annotations

from dataclasses import dataclass
from ipaddress import IPv4Network, IPv6Network, ip_network
from typing import TYPE_CHECKING

from roce_audit.analysis.library_settings import effective, number
from roce_audit.model.facts import Fact, Unknown, known_or
from roce_audit.model.rdma import Gid, Scope, Version

if TYPE_CHECKING:
    from collections.abc import Mapping

    from roce_audit.model.host import Host

_IPV4, _IPV6 = 4, 6


@dataclass(frozen=True, slots=True)
class NcclRule:
    """NCCL's own choice, from version 2.21 on.

    Attributes:
        family: 4 or 6.
        version: RoCE version to prefer.
        within: Only addresses in there; None for any.
    """

    family: int = _IPV4
    version: Version = Version.V2
    within: IPv4Network | IPv6Network | None = None

    def choose(self, table: Mapping[int, Gid]) -> int:
        """Walk the table as NCCL does; a slot that is not in ``table`` is empty."""
        current = 0
        for candidate in range(1, max(table, default=0) + 1):
            if self._better(table.get(current), table.get(candidate)):
                current = candidate
        return current

    def _better(self, current: Gid | None, candidate: Gid | None) -> bool:
        if _family(candidate) != self.family or not self._inside(candidate):
            return False
        if _family(current) != self.family:
            return True
        if not _configured(candidate):
            return False
        differs = version_of(current) != version_of(candidate) or not _configured(current)
        return differs and version_of(candidate) is self.version

    def _inside(self, gid: Gid | None) -> bool:
        if self.within is None:
            return True
        return gid is not None and gid.address in self.within


def _family(gid: Gid | None) -> int:
    """Return 4 or 6; an empty slot counts as IPv6."""
    return _IPV6 if gid is None else gid.address.version


def _configured(gid: Gid | None) -> bool:
    return gid is not None and not link_local(gid)


def link_local(gid: Gid) -> bool:
    """Tell as the libraries do: by IPv6 alone, 169.254.0.0/16 is like any other address."""
    return gid.address.version == _IPV6 and gid.scope is Scope.LINK_LOCAL


def version_of(gid: Gid | None) -> Version | None:
    """Return the version of an entry, None for an empty slot."""
    return None if gid is None else known_or(gid.version, None)


def nccl_rule(host: Host) -> Fact[NcclRule]:
    """Return the rule with the variables that were found."""
    family = effective(host, "NCCL_IB_ADDR_FAMILY")
    version = number(effective(host, "NCCL_IB_ROCE_VERSION_NUM"))
    span = effective(host, "NCCL_IB_ADDR_RANGE")
    within = None
    if span is not None and span.value:
        try:
            within = ip_network(span.value, strict=False)
        except ValueError:
            return Unknown(f"NCCL_IB_ADDR_RANGE is no network: {span.value[:60]}")
    return NcclRule(
        _IPV6 if family is not None and family.value == "AF_INET6" else _IPV4,
        Version.V1 if version == 1 else Version.V2,
        within,
    )
