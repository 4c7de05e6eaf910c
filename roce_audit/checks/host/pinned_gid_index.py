"""A library is pinned to a GID index that is not the right one on every port.

What it finds
    ``NCCL_IB_GID_INDEX`` or ``UCX_IB_GID_INDEX`` in a settings file or the environment of the
    login whose entry, on a RoCE port that the library uses, is empty, link-local, or of another
    kind than the entry to use.

Why it matters
    No index is right everywhere: a second link-local address, an older VLAN, or another adapter
    model moves the entry, and a restart of the network service may move it again. A wrong one
    ends in timeouts (error 12, 110) after the TCP part of the job has come up.

What to do
    Drop the setting: NCCL 2.21 and later and UCX choose per port. Where it must stay, set it per
    host and check it after every change of addresses.

Source
    NVIDIA NCCL documentation, NCCL_IB_GID_INDEX; Linux ``drivers/infiniband/core/cache.c``
    (entries fill the lowest free slot).
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from roce_audit.analysis.gid_selection import traffic_of
from roce_audit.analysis.library_settings import effective, number
from roce_audit.checks.base import Check, Subject
from roce_audit.checks.host.device_names import namings
from roce_audit.checks.host.ports import RocePort, graded, roce_ports
from roce_audit.findings.finding import Severity
from roce_audit.model.facts import Unknown
from roce_audit.model.host_remedy import DropSetting
from roce_audit.model.rdma import Scope

if TYPE_CHECKING:
    from collections.abc import Iterator

    from roce_audit.analysis.context import Context
    from roce_audit.findings.finding import Result
    from roce_audit.model.rdma import Gid
    from roce_audit.model.surroundings import Setting

_PINS = {"NCCL_IB_GID_INDEX": "NCCL_IB_HCA", "UCX_IB_GID_INDEX": "UCX_NET_DEVICES"}


def _run(context: Context) -> Iterator[Result]:
    for port in roce_ports(context):
        for pin, device_list in _PINS.items():
            setting = effective(port.host, pin)
            index = number(setting)
            subject = Subject(port.host.name, f"{port.name} {pin}")
            if setting is None or index is None or index < 0:
                yield subject.not_applicable("no GID index is pinned")
            elif _left_out(port, device_list):
                yield subject.not_applicable(f"{device_list} leaves the device out")
            else:
                yield _of(port, subject, setting, index)


def _left_out(port: RocePort, device_list: str) -> bool:
    return any(
        not naming.uses(port.device.name)
        for naming in namings(port.host)
        if naming.setting.name == device_list
    )


def _of(port: RocePort, subject: Subject, setting: Setting, index: int) -> Result:
    gids = port.port.gids
    if isinstance(gids, Unknown):
        message = f"{setting.name}={index}, but the GID table of {port.name} is not known."
        return subject.undecided(CHECK, message, setting.source)
    pinned = next((gid for gid in gids if gid.index == index), None)
    severity, problem = _problem(port, pinned)
    if severity is None:
        return subject.passed()
    message = (
        f"{setting.name}={index} in {setting.file} names {problem} on {port.name}{_right(port)}."
    )
    evidence = (setting.source, *((pinned.source,) if pinned else port.evidence("gids")))
    result = subject.failed(graded(CHECK, severity), message, *evidence, advice=_ADVICE)
    if result.finding is None or setting.file == "environment":
        return result
    remedy = DropSetting(port.host.name, setting.file, setting.name, setting.value)
    return subject.ended(replace(result.finding, remedy=remedy))


def _problem(port: RocePort, pinned: Gid | None) -> tuple[Severity | None, str]:
    if pinned is None:
        return Severity.CRITICAL, "an empty slot"
    if pinned.scope is Scope.LINK_LOCAL:
        return Severity.CRITICAL, f"{pinned.address} (link-local)"
    best = port.end().recommendation
    if best.gid is None or pinned is best.gid or isinstance(pinned.version, Unknown):
        return None, ""
    if traffic_of(pinned) is not best.traffic:
        return Severity.MAJOR, f"{pinned.address} ({pinned.version})"
    return Severity.MINOR, f"{pinned.address}, {best.worse.get(pinned.index, 'another entry')}"


def _right(port: RocePort) -> str:
    best = port.end().recommendation.gid
    return f"; the entry to use is {best.index} ({best.address}, {best.version})" if best else ""


_ADVICE = "Drop the setting (NCCL 2.21 and later and UCX choose per port), or set it per host."

CHECK = Check("HOST012", "pinned-gid-index-wrong", Severity.CRITICAL, _run)
