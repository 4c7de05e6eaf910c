"""Priorities: ``dcb``, ``mlnx_qos`` and the sysfs files of vendors' drivers.

Source: ``dcb(8)``, ``dcb-pfc(8)``, ``dcb-app(8)``, ``dcb-ets(8)``, ``dcb-dcbx(8)``,
``dcb-buffer(8)``; the vendor's ``mlnx_qos`` tool. Where a driver has no trust setting, an
application entry by DSCP makes it trust DSCP; that none makes it trust PCP is known of
``mlx5_core`` only.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from roce_audit.hosts.entries import Entries, document, first_known, list_of
from roce_audit.hosts.mlnx_qos import MlnxQos, read_mlnx_qos
from roce_audit.model.facts import Fact, Unknown
from roce_audit.model.netdev import Qos

if TYPE_CHECKING:
    from collections.abc import Mapping

    from roce_audit.hosts.section import Section
    from roce_audit.hosts.sections import Capture
    from roce_audit.model.source import SourceRef

_PRIORITIES = 8
_DSCPS = 64


def read_qos(capture: Capture, name: str, files: Entries, driver: Fact[str]) -> Qos:
    """Return what is known of a port's priorities."""
    tool: MlnxQos = read_mlnx_qos(capture.section(f"mlnx_qos {name}"))
    app = _dscp_map(capture.section(f"dcb_app {name}"))
    return Qos(
        trust=_trust(files, tool, app, driver),
        pfc=first_known(lambda: _pfc(capture.section(f"dcb_pfc {name}")), lambda: tool.pfc),
        dscp_to_priority=first_known(lambda: tool.dscp_to_priority, lambda: app),
        ecn_notify=_enabled(files, "ecn/roce_np/enable/"),
        ecn_react=_enabled(files, "ecn/roce_rp/enable/"),
        cnp_dscp=files.number("ecn/roce_np/cnp_dscp"),
        cnp_priority=files.number("ecn/roce_np/cnp_802p_prio"),
        dcbx=first_known(lambda: _dcbx(capture.section(f"dcb_dcbx {name}")), lambda: tool.dcbx),
        bandwidth=_numbers(capture.section(f"dcb_ets {name}"), "tc_bw"),
        priority_to_class=_numbers(capture.section(f"dcb_ets {name}"), "prio_tc"),
        receive_buffers=_buffers(capture.section(f"dcb_buffer {name}")),
    )


def _trust(
    files: Entries, tool: MlnxQos, app: Fact[Mapping[int, int]], driver: Fact[str]
) -> Fact[str]:
    told = first_known(lambda: files.text("qos/trust"), lambda: tool.trust)
    if not isinstance(told, Unknown):
        return told
    if not isinstance(app, Unknown) and app:
        return "dscp"
    if app == {} and driver == "mlx5_core":
        return "pcp"
    return Unknown("the driver does not show which field it trusts")


def _object(section: Section) -> Fact[Mapping[str, object]]:
    found = document(section)
    if isinstance(found, Unknown):
        return found
    items = list_of(found)
    return items[0] if items else Unknown("the tool prints nothing of it")


def _pfc(section: Section) -> Fact[frozenset[int]]:
    item = _object(section)
    if isinstance(item, Unknown):
        return item
    switches = item.get("prio_pfc")
    if not isinstance(switches, list):
        return Unknown("dcb prints no priorities")
    found = cast("list[object]", switches)[:_PRIORITIES]
    return frozenset(priority for priority, on in enumerate(found) if on is True)


def _dscp_map(section: Section) -> Fact[Mapping[int, int]]:
    """Read ``{"dscp_prio": [[26, 3, " "], …]}``; a DSCP with two priorities is left out."""
    item = _object(section)
    if isinstance(item, Unknown):
        return {} if section.ok else item
    pairs = item.get("dscp_prio")
    by_dscp: dict[int, set[int]] = {}
    for pair in cast("list[object]", pairs) if isinstance(pairs, list) else []:
        numbers = cast("list[object]", pair)[:2] if isinstance(pair, list) else []
        match numbers:
            case [int(dscp), int(priority)] if dscp < _DSCPS and priority < _PRIORITIES:
                by_dscp.setdefault(dscp, set()).add(priority)
            case _:
                pass
    return {dscp: min(found) for dscp, found in by_dscp.items() if len(found) == 1}


def _dcbx(section: Section) -> Fact[frozenset[str]]:
    item = _object(section)
    if isinstance(item, Unknown):
        return item
    return frozenset(word for word, on in item.items() if on is True)


def _numbers(section: Section, key: str) -> Fact[Mapping[int, int]]:
    item = _object(section)
    if isinstance(item, Unknown):
        return item
    found = item.get(key)
    if not isinstance(found, list):
        return Unknown(f"dcb prints no {key}")
    numbers = cast("list[object]", found)[:_PRIORITIES]
    return {at: each for at, each in enumerate(numbers) if isinstance(each, int)}


def _buffers(section: Section) -> Fact[Mapping[int, int]]:
    """Read ``{"prio_buffer": [0, 0, 0, 1, …], "buffer_size": [20480, 81920, …]}``."""
    used, sizes = _numbers(section, "prio_buffer"), _numbers(section, "buffer_size")
    if isinstance(used, Unknown) or isinstance(sizes, Unknown):
        return used if isinstance(used, Unknown) else sizes
    return {priority: sizes[each] for priority, each in used.items() if each in sizes}


def _enabled(files: Entries, prefix: str) -> Fact[frozenset[int]]:
    switches = files.below(prefix)
    if not switches:
        return Unknown("the driver has no such setting")
    return frozenset(
        int(priority)
        for priority, on in switches.items()
        if on == "1" and priority.isdecimal() and len(priority) == 1
    )


_TOOLS = {
    "pause": ("pause",),
    "private_flags": ("private_flags",),
    "pfc": ("dcb_pfc", "mlnx_qos"),
    "dscp_to_priority": ("dcb_app", "mlnx_qos"),
    "trust": ("dcb_app", "mlnx_qos"),
    "dcbx": ("dcb_dcbx", "mlnx_qos"),
    "receive_buffers": ("dcb_buffer",),
}


def tool_evidence(capture: Capture, name: str) -> dict[str, SourceRef]:
    """Return the output of the first tool that was read, for each fact that a tool prints."""
    found: dict[str, SourceRef] = {}
    for fact, kinds in _TOOLS.items():
        for kind in kinds:
            section = capture.section(f"{kind} {name}")
            if section.ok and section.lines:
                found.setdefault(fact, section.source())
    return found
