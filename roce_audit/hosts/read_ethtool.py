"""Driver, pause frames and driver switches of a port.

Source: ``ethtool(8)``.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from roce_audit.hosts.entries import entries
from roce_audit.model.facts import Fact, Unknown
from roce_audit.model.netdev import Pause

if TYPE_CHECKING:
    from collections.abc import Mapping

    from roce_audit.hosts.sections import Capture

_SWITCH = {"on": True, "off": False}


def read_driver(capture: Capture, name: str) -> tuple[Fact[str], Fact[str]]:
    """Return driver and firmware version."""
    found = entries(capture.section(f"driver {name}"))
    firmware = found.text("firmware-version")
    return found.text("driver"), Unknown("the driver does not say") if firmware == "" else firmware


def read_pause(capture: Capture, name: str) -> Fact[Pause]:
    """Return whether link-level pause frames are on."""
    section = capture.section(f"pause {name}")
    if not section.ok:
        return section.unknown
    found = entries(section)
    receive, send = found.text("RX"), found.text("TX")
    if receive not in _SWITCH or send not in _SWITCH:
        return Unknown("ethtool prints no pause setting")
    return Pause(receive == "on", send == "on")


def read_private_flags(capture: Capture, name: str) -> Fact[Mapping[str, bool]]:
    """Return the driver's switches."""
    section = capture.section(f"private_flags {name}")
    if not section.ok:
        return section.unknown
    flags: dict[str, bool] = {}
    for line in section.lines:
        flag, colon, state = line.partition(":")
        if colon and state.strip() in _SWITCH:
            flags[flag.strip()] = _SWITCH[state.strip()]
    return flags
