"""Repairs of case files: the text, and the proof that it does what it claims and nothing else.

A case has a ``config``, one of ``permit``, ``define`` and ``mtu`` for what is to be repaired, and
what is due: ``snippet``, ``rollback``, ``impact``, ``widens``, ``unproven``, ``none``; ``now`` is a
question that must be answered with permit once the snippet is applied.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from roce_audit.model.remedy import DefineFilter, Pair, PermitPackets, SetMtu, SetRoceMode
from roce_audit.packets.prefixes import IPV4_BITS, IPV6_BITS, prefix
from roce_audit.packets.ranges import single
from roce_audit.packets.traffic import Traffic
from roce_audit.reaudit.prove import prove
from roce_audit.remediation.snippet import render

if TYPE_CHECKING:
    from tests.platforms.asking import Bench


def sides_of(wanted):
    """Return the addresses of ``from`` and ``to``; all if they are not given."""
    if "from" not in wanted:
        return Pair((), ())
    bits = IPV6_BITS if ":" in wanted["from"] else IPV4_BITS
    return Pair(prefix(wanted["from"], bits), prefix(wanted["to"], bits))


def permit_of(device, wanted, *more):
    """Return the remedy that lets packets through, before the line of that label or number."""
    named = wanted["filter"]
    key = ("mixed", named) if isinstance(named, str) else tuple(named)
    return PermitPackets(
        device=device.name,
        filter=key,
        traffic=Traffic(wanted["traffic"]),
        pairs=(sides_of(wanted), *more),
        before=_line_of(device.filters[key], wanted),
        binding=None,
        vlans=single(wanted["vlan"]) if "vlan" in wanted else (),
    )


def _line_of(acl, wanted):
    """Return the line that blocks; None if the case says that the end does (``before: null``)."""
    if "line" in wanted:
        return next(each for each in acl.lines if each.source.line == wanted["line"])
    if not wanted["before"]:
        return None
    return next(each for each in acl.lines if each.label == wanted["before"])


def remedy_of(device, case):
    """Return the remedy that a case is about."""
    if "permit" in case:
        return permit_of(device, case["permit"])
    if "define" in case:
        (key,) = {each.filter for each in device.bindings}
        traffic = tuple(Traffic(each) for each in case["define"]["traffic"])
        binding = next(each for each in device.bindings if each.filter == key)
        return DefineFilter(device.name, binding, traffic)
    interface = device.interfaces[case["mtu"]["interface"]]
    size = case["mtu"]["bytes"]
    return SetMtu(device.name, interface.name, size, interface.mtu_bytes, interface.source)


def check_repair(bench: Bench, case, *, where="", plain=str):
    """Hold the repair of a case against what is due; return the trial and the snippet, or None.

    Args:
        bench: The platform's reader.
        case: See above.
        where: What every snippet begins with.
        plain: Makes the text of a snippet comparable with the case's.
    """
    trial = bench.trial(case["config"])
    snippet = render(bench.platform, trial.device, remedy_of(trial.device, case))
    if case.get("none"):
        assert snippet is None
        return None
    assert snippet is not None
    for part, text in (("snippet", snippet.text), ("rollback", snippet.rollback)):
        assert text.startswith(where)
        if part in case:
            assert plain(text) == where + case[part]
    if "impact" in case:
        assert case["impact"] in snippet.impact
    proof = prove(trial, snippet)
    failed = [step.claim for step in proof.steps if not step.holds]
    assert failed == ([case["unproven"]] if "unproven" in case else []), proof.reason
    if "now" in case:
        assert set(bench.verdicts(trial.after(snippet.text), **case["now"])) == {"permit"}
    return trial, snippet


def check_widening(found, case):
    """Hold what a repair lets through beyond its own against the case; nothing unless it says."""
    if found is not None:
        assert len(found[1].widens) == case.get("widens", 0)


def check_mtu(bench: Bench, case):
    """Hold the MTU that the reader finds after a repair against the case's ``mtu``."""
    trial = bench.trial(case["config"])
    snippet = render(bench.platform, trial.device, remedy_of(trial.device, case))
    after = trial.after(snippet.text) if snippet else trial.device
    assert (after.interfaces[case["mtu"]["interface"]].mtu_bytes or 0) == case["mtu"]["mtu"]


def check_nothing_offered(bench: Bench, config, key):
    """Hold that repairs of hosts, and of the missing filter ``key``, are not offered."""
    device = bench.read(config)
    mode = SetRoceMode(device.name, "mlx5_0", 1, "v2", "v1", "ens1f0")
    gone = PermitPackets(device.name, key, Traffic.V2_IPV4, (), None, None)
    for remedy in (mode, gone):
        for repair in bench.platform.remedies.values():
            assert repair(device, remedy) is None


def check_no_room_behind(bench: Bench, config, key):
    """Hold that nothing is offered where only numbers above the largest are left."""
    trial = bench.trial(config)
    acl = trial.device.filters[key]
    remedy = PermitPackets(trial.device.name, key, Traffic.V2_IPV4, (Pair((), ()),), None, None)
    assert acl.lines
    assert render(bench.platform, trial.device, remedy) is None
