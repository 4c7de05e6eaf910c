"""One host's verdict as JSON and as text.

The keys that the design fixes (``devices`` with ``rdma port netdev roce gids usable recommended
active_mtu``, and ``findings``) are never renamed; what else is here was added. ``null`` means "not
known" where ``unknown`` gives the reason, and "there is none" elsewhere.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

from roce_audit.analysis.gid_pairs import End, end_of
from roce_audit.analysis.gid_selection import is_roce, traffic_of, usable
from roce_audit.model.facts import Fact, Unknown, known_or
from roce_audit.packets.traffic import Traffic

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from roce_audit.analysis.gid_selection import Wanted
    from roce_audit.findings.finding import Finding
    from roce_audit.model.host import Host
    from roce_audit.model.rdma import Gid, RdmaDevice, RdmaPort

Json: TypeAlias = "dict[str, object]"
_KINDS = (Traffic.V1, Traffic.V2_IPV4, Traffic.V2_IPV6)


@dataclass(frozen=True, slots=True)
class PortView:
    """What is told of one port.

    Attributes:
        device: The device.
        port: The port.
        roce: Whether it is RoCE.
        end: Picks and recommendation; None if it is certainly not RoCE.
    """

    device: RdmaDevice
    port: RdmaPort
    roce: Fact[bool]
    end: End | None

    @property
    def usable(self) -> dict[Traffic, tuple[int, ...]]:
        """Indices by kind of traffic; none if the port is not RoCE."""
        return usable(self.port) if self.end is not None else dict.fromkeys(_KINDS, ())


def port_views(host: Host, wanted: Mapping[str, Wanted] | None = None) -> tuple[PortView, ...]:
    """Work out what is told of each port, in the order of the kernel.

    Args:
        host: The host.
        wanted: What the site means each network interface to use, by name.
    """
    return tuple(
        _view(host, device, port, wanted or {})
        for device in known_or(host.devices, ())
        for port in device.ports
    )


def _view(host: Host, device: RdmaDevice, port: RdmaPort, wanted: Mapping[str, Wanted]) -> PortView:
    roce = is_roce(device, port)
    mine = wanted.get(known_or(port.netdev, None) or "")
    return PortView(device, port, roce, None if roce is False else end_of(host, port, mine))


def host_json(host: Host, findings: Iterable[Finding] = ()) -> Json:
    """Return the host as JSON values."""
    return {
        "host": host.name,
        "file": host.file,
        "complete": host.complete,
        "kernel": known_or(host.kernel, None),
        "devices": [_port_json(view) for view in port_views(host)],
        "findings": [finding_json(finding) for finding in findings],
        "not_collected": [{"what": what, "reason": reason} for what, reason in host.not_collected],
    }


def _port_json(view: PortView) -> Json:
    port, device, end = view.port, view.device, view.end
    facts: dict[str, Fact[object]] = {
        "netdev": port.netdev,
        "roce": view.roce,
        "active_mtu": port.active_mtu,
        "state": port.state,
        "physical_state": port.physical_state,
        "link_layer": port.link_layer,
        "node_type": device.node_type,
        "driver": device.driver,
        "firmware": device.firmware,
        "cm_mode": port.cm_mode,
    }
    best = end.recommendation if end is not None else None
    chosen = None
    if best is not None and best.gid is not None and best.traffic is not None:
        chosen = {"traffic": best.traffic.value, "index": best.gid.index}
    return {
        "rdma": device.name,
        "port": port.number,
        **{name: known_or(fact, None) for name, fact in facts.items()},
        "gids": [_gid_json(gid, view) for gid in known_or(port.gids, ())],
        "table_known": not isinstance(port.gids, Unknown),
        "usable": {kind.value: list(found) for kind, found in view.usable.items()},
        "recommended": chosen,
        "reason": best.reason if best is not None else "not RoCE",
        "picked": _picks_json(end),
        "unknown": {name: fact.reason for name, fact in facts.items() if isinstance(fact, Unknown)},
    }


def _gid_json(gid: Gid, view: PortView) -> Json:
    speaks = view.end is not None
    text = ":".join(gid.value.exploded.split(":"))
    return {
        "index": gid.index,
        "gid": text,
        "type": gid.type_text or None,
        "address": str(gid.address) if speaks else None,
        "scope": gid.scope.value if speaks else None,
        "vlan": known_or(gid.vlan, None),
        "netdev": known_or(gid.netdev, None),
        "usable": speaks and traffic_of(gid) is not None,
        "why_not": _why_not(gid, view),
    }


def _why_not(gid: Gid, view: PortView) -> str | None:
    return None if view.end is None else view.end.recommendation.worse.get(gid.index)


def _picks_json(end: End | None) -> Json:
    if end is None:
        return {}
    return {
        library.value: {
            "index": known_or(pick.index, None),
            "why": pick.index.reason if isinstance(pick.index, Unknown) else pick.why,
        }
        for library, pick in end.picks.items()
    }


def finding_json(finding: Finding) -> Json:
    """Return one finding in the shape of the report."""
    return {
        "code": finding.code,
        "name": finding.name,
        "severity": finding.severity.value,
        "verdict": finding.verdict.value,
        "device": finding.device,
        "subject": finding.subject,
        "message": finding.message,
        "evidence": [
            {"file": source.file, "line": source.line, "text": source.text}
            for source in finding.evidence
        ],
        "witness": dict(finding.witness) or None,
        "remedy": finding.remedy.kind if finding.remedy is not None else None,
        "advice": finding.advice or None,
        "proof": None,
    }


def unsettled(host: Host, views: Sequence[PortView]) -> str:
    """Return why "nothing found" is no pass for this host, "" if it is one."""
    if isinstance(host.devices, Unknown):
        return f"the RDMA devices are not known: {host.devices.reason}"
    if not any(view.roce is True for view in views):
        return "no RoCE port was found: nothing was judged"
    if not host.complete:
        return "the capture breaks off before its end"
    lost = [view for view in views if view.end is not None and isinstance(view.port.gids, Unknown)]
    if lost:
        return f"the GID table of {lost[0].port.device} is not known"
    return ""
