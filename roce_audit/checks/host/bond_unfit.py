"""A bond under RoCE sends all packets of a pair of hosts over one link, or may not carry RDMA.

What it finds
    A RoCE port whose interface is a bond, or a member of one, with a mode other than
    active-backup, balance-xor and 802.3ad, or with a hash that does not look at ports.

Why it matters
    Adapters join their ports for RDMA in those three modes only, as far as is known; in others
    a failing link takes the connections with it. A hash of MAC or IP addresses alone never
    spreads two hosts' traffic.

What to do
    802.3ad with ``xmit_hash_policy layer3+4``, on the switch as well.

Source
    Linux ``Documentation/networking/bonding.rst`` (mode, xmit_hash_policy). Which modes join is
    from memory of vendors' manuals: undecided.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from roce_audit.checks.base import Check
from roce_audit.checks.host.ports import RocePort, roce_ports
from roce_audit.findings.finding import Severity
from roce_audit.model.facts import Unknown
from roce_audit.model.netdev import Bond

if TYPE_CHECKING:
    from collections.abc import Iterator

    from roce_audit.analysis.context import Context
    from roce_audit.findings.finding import Result

_JOINED = frozenset({"active-backup", "balance-xor", "802.3ad"})
_HASHING = frozenset({"balance-xor", "802.3ad"})
_WITH_PORTS = frozenset({"layer3+4", "encap3+4"})


def _run(context: Context) -> Iterator[Result]:
    for port in roce_ports(context):
        yield _of(port)


def _bond(port: RocePort) -> tuple[str, Bond] | None:
    """Return the bond that a port's interface is or belongs to."""
    netdev = port.netdev
    if netdev is None:
        return None
    if isinstance(netdev.bond, Bond):
        return netdev.name, netdev.bond
    master = netdev.master
    if isinstance(master, Unknown) or master is None or master not in port.host.netdevs:
        return None
    bond = port.host.netdevs[master].bond
    return (master, bond) if isinstance(bond, Bond) else None


def _of(port: RocePort) -> Result:
    found = _bond(port)
    if found is None:
        return port.subject.not_applicable("no bond")
    name, bond = found
    evidence = port.evidence("mtu_bytes")
    advice = "Use 802.3ad with xmit_hash_policy layer3+4."
    if bond.mode not in _JOINED:
        message = f"{name} is a bond in mode {bond.mode}: whether RDMA fails over is not known."
        return port.subject.undecided(CHECK, message, *evidence, advice=advice)
    if bond.mode in _HASHING and bond.hash_policy and bond.hash_policy not in _WITH_PORTS:
        message = f"{name} hashes by {bond.hash_policy}: traffic of two hosts uses one link."
        return port.subject.failed(CHECK, message, *evidence, advice=advice)
    return port.subject.passed()


CHECK = Check("HOST063", "bond-unfit", Severity.MINOR, _run)
