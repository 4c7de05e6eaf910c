"""A RoCE port in use is down.

What it finds
    A RoCE port whose state is not ACTIVE or whose link is not up, or whose interface is down,
    while the inventory or an address on its interface shows that it is meant to be used. Where
    every port of a host is down, all of them.

Why it matters
    A RoCE port follows its Ethernet interface: switched off or without carrier, it takes no
    connection, and libraries silently use another port or TCP.

What to do
    Check cable, transceiver and switch port; switch the interface on (``ip link set dev X up``).

Source
    Linux ``Documentation/ABI/stable/sysfs-class-infiniband`` (state, phys_state).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from roce_audit.checks.base import Check
from roce_audit.checks.host.ports import RocePort, by_host, in_use
from roce_audit.findings.finding import Severity
from roce_audit.model.facts import Unknown

if TYPE_CHECKING:
    from collections.abc import Iterator

    from roce_audit.analysis.context import Context
    from roce_audit.findings.finding import Result


def _run(context: Context) -> Iterator[Result]:
    for ports in by_host(context).values():
        all_down = all(_down(port) for port in ports)
        for port in ports:
            reason = _down(port)
            if not reason:
                yield _up(port)
            elif in_use(port) or all_down:
                evidence = port.evidence("state", "oper_state")
                message = f"{port.name} is down: {reason}."
                yield port.subject.failed(CHECK, message, *evidence, advice=_advice(port))
            else:
                yield port.subject.not_applicable("down, without an address: not in use")


def _up(port: RocePort) -> Result:
    if isinstance(port.port.state, Unknown):
        return port.subject.undecided(CHECK, f"The state of {port.name} is not known.")
    return port.subject.passed()


def _down(port: RocePort) -> str:
    """Return what shows that a port is down, "" if nothing does."""
    state, physical = port.port.state, port.port.physical_state
    if not isinstance(state, Unknown) and state != "ACTIVE":
        told = "" if isinstance(physical, Unknown) else f", physical state {physical}"
        return f"state {state}{told}"
    if not isinstance(physical, Unknown) and physical != "LinkUp":
        return f"physical state {physical}"
    if port.netdev is not None and port.netdev.oper_state == "down":
        return f"interface {port.netdev.name} is down"
    return ""


def _advice(port: RocePort) -> str:
    name = port.netdev.name if port.netdev is not None else "the interface"
    if port.netdev is not None and port.netdev.admin_up is False:
        return f"Switch {name} on: ip link set dev {name} up."
    return f"Check cable, transceiver and switch port of {name}."


CHECK = Check("HOST002", "roce-port-down", Severity.CRITICAL, _run)
