"""Ports of RDMA devices.

Three tools spell the same states in three ways: ``4: ACTIVE`` and ``5: LinkUp`` (sysfs), ``ACTIVE``
and ``LINK_UP`` (rdma), ``PORT_ACTIVE (4)`` (ibv_devinfo).
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, TypeVar

from roce_audit.hosts.entries import Entries, as_number, entries, first_known, mapped, not_empty
from roce_audit.hosts.read_gids import VERSIONS, read_gids, read_slots
from roce_audit.model.facts import Fact, Unknown
from roce_audit.model.rdma import LinkLayer, RdmaPort, Version

if TYPE_CHECKING:
    from roce_audit.hosts.read_tools import Tools
    from roce_audit.hosts.sections import Capture

T = TypeVar("T")
_LINK_LAYERS = {"Ethernet": LinkLayer.ETHERNET, "InfiniBand": LinkLayer.INFINIBAND}
_STATE = re.compile(r"^(?:\d+: |PORT_)?([A-Za-z_]+)")
_PHYSICAL = {"LINK_UP": "LinkUp", "DISABLED": "Disabled", "POLLING": "Polling", "SLEEP": "Sleep"}
_MODE_PATH = "sys/kernel/config/rdma_cm/{}/ports/{}/default_roce_{}"
_EVIDENCE = {name: name for name in ("state", "link_layer", "rate")}


def read_port(
    capture: Capture, device: str, number: int, tools: Tools, netdev: Fact[str | None]
) -> RdmaPort:
    """Return one port with its GID table; VLANs of the entries come from the interfaces."""
    found = entries(capture.section(f"port {device} {number}"))
    prefix = f"sys/class/infiniband/{device}/ports/{number}/"
    table = capture.section(f"gids {device} {number}")
    modes = entries(capture.section("roce_mode"))
    mode_path, tos_path = (_MODE_PATH.format(device, number, what) for what in ("mode", "tos"))
    said = tools.port(device, number)
    evidence = found.sources({name: prefix + path for name, path in _EVIDENCE.items()})
    evidence |= modes.sources({"cm_mode": mode_path, "cm_tos": tos_path})
    evidence["gids"] = table.source()
    evidence.update(said.evidence)
    return RdmaPort(
        device,
        number,
        state=first_known(lambda: _word(found.text(prefix + "state")), lambda: _word(said.state)),
        physical_state=first_known(
            lambda: _word(found.text(prefix + "phys_state")), lambda: _word(said.physical_state)
        ),
        link_layer=_link_layer(found.text(prefix + "link_layer"), said.link_layer),
        rate=found.text(prefix + "rate"),
        netdev=first_known(lambda: said.netdev, lambda: netdev),
        gids=read_gids(table),
        slots=read_slots(table),
        active_mtu=said.active_mtu,
        max_mtu=said.max_mtu,
        cm_mode=_mode(modes, mode_path),
        cm_tos=_not_shown(modes.number(tos_path)),
        traffic_class=_traffic_class(capture, device, number),
        evidence=evidence,
    )


def _word(state: Fact[str]) -> Fact[str]:
    if isinstance(state, Unknown):
        return state
    match = _STATE.match(state)
    if match is None:
        return Unknown(f"no state: {state[:40]}")
    word = match[1]
    return _PHYSICAL.get(word, word)


def _link_layer(told: Fact[str], by_tool: Fact[str]) -> Fact[LinkLayer]:
    return first_known(
        lambda: mapped(not_empty(told), _LINK_LAYERS, LinkLayer.OTHER),
        lambda: mapped(by_tool, _LINK_LAYERS, LinkLayer.OTHER),
    )


def _mode(modes: Entries, path: str) -> Fact[Version]:
    text = _not_shown(modes.text(path))
    if isinstance(text, Unknown):
        return text
    return VERSIONS.get(text, Unknown(f"a mode that is not known: {text[:40]}"))


def _not_shown(fact: Fact[T]) -> Fact[T]:
    if isinstance(fact, Unknown) and fact.reason == "not shown by the host":
        return Unknown("configfs does not show it; showing it would be a write")
    return fact


def _traffic_class(capture: Capture, device: str, number: int) -> Fact[int | None]:
    """Read ``Global tclass=106``; the file exists only with some vendors' drivers."""
    text = entries(capture.section(f"device {device}")).text(f"tc/{number}/traffic_class")
    if isinstance(text, Unknown):
        return text
    _, equals, value = text.partition("tclass=")
    return as_number(value.strip()) if equals else None
