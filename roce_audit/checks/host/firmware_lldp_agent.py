"""The adapter's firmware takes the LLDP frames, so the host does not hear the switch.

What it finds
    A RoCE port whose driver switch says that the firmware's LLDP agent is on (``fw-lldp-agent``,
    or ``disable-fw-lldp`` off), on a host whose own agent heard nothing there.

Why it matters
    That no neighbour is heard does not mean that there is no switch: wiring cannot be checked. The
    firmware also takes the switch's DCBX offer, which may differ from the host's settings.

What to do
    Nothing, if the firmware is meant to follow the switch. Else ``ethtool --set-priv-flags X
    fw-lldp-agent off`` (flow control and priorities are then the host's to set).

Source
    Linux ``Documentation/networking/device_drivers/ethernet/intel/ice.rst`` and ``i40e.rst``.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from roce_audit.checks.base import Check
from roce_audit.checks.host.ports import RocePort, roce_ports
from roce_audit.findings.finding import Severity
from roce_audit.model.facts import Unknown

if TYPE_CHECKING:
    from collections.abc import Iterator

    from roce_audit.analysis.context import Context
    from roce_audit.findings.finding import Result

_WHEN_ON = {"fw-lldp-agent": True, "disable-fw-lldp": False}
"""Driver switches by the position in which the firmware's agent works."""


def _run(context: Context) -> Iterator[Result]:
    for port in roce_ports(context):
        yield _of(port)


def _of(port: RocePort) -> Result:
    neighbours = port.host.neighbours
    if port.netdev is None or isinstance(port.netdev.private_flags, Unknown):
        return port.subject.not_applicable("the switches of its driver are not shown")
    flags = port.netdev.private_flags
    working = [name for name, when in _WHEN_ON.items() if flags.get(name) is when]
    if not working:
        return port.subject.passed()
    if isinstance(neighbours, Unknown):
        return port.subject.not_applicable("what the host's own agent hears is not known")
    if any(each.netdev == port.netdev.name for each in neighbours):
        return port.subject.passed()
    position = "on" if flags[working[0]] else "off"
    message = (
        f"{working[0]} of {port.netdev.name} is {position}: the firmware takes the LLDP frames, "
        "and the host hears no neighbour there."
    )
    return port.subject.failed(CHECK, message, *port.evidence("private_flags"), advice=_ADVICE)


_ADVICE = "Leave it if the firmware is to follow the switch; else switch the firmware's agent off."

CHECK = Check("HOST073", "firmware-lldp-agent", Severity.INFO, _run)
