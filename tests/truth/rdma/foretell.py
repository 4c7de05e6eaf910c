"""What the product says will happen: live collection, audit, and its findings put as words."""

import re
from contextlib import redirect_stderr
from dataclasses import dataclass, replace
from io import StringIO
from ipaddress import ip_address
from pathlib import Path

from roce_audit.analysis.context import Context
from roce_audit.analysis.gid_selection import recommend
from roce_audit.analysis.judgement import judgements
from roce_audit.analysis.verdicts import Verdict, outcomes, verdict_of
from roce_audit.checks.host.ports import roce_ports
from roce_audit.cli.audit import load, save
from roce_audit.collect.live import collect_live
from roce_audit.examining import findings_of
from roce_audit.findings.finding import Ending
from roce_audit.packets.boxes import clip
from roce_audit.packets.fields import SOURCE_PORT
from roce_audit.packets.traffic import Traffic
from roce_audit.pipeline import audit_snapshot
from roce_audit.report.build import build
from tests.truth.namespaces import inside

SOFTWARE_ROCE_PORTS = ((0xC000, 0xFFFF),)
"""Source ports of the kernel's software RoCE (drivers/infiniband/sw/rxe/rxe_qp.c)."""
COMPANION = {Traffic.V2_IPV4: Traffic.ARP, Traffic.V2_IPV6: Traffic.ND}
WAYS = {"a>b": ("p1", "a"), "b>a": ("p2", "b")}
NUMBER = {"a": 1, "b": 2}
"""Last part of the guests' addresses."""
KINDS = tuple(COMPANION)
TRIES = 3
LATE = re.compile("skipped the host answers too slowly| rc 124$", re.MULTILINE)
PARTLY = "roce-partly-dropped"


@dataclass(frozen=True)
class Told:
    """One audit.

    Attributes:
        indices: Index of the GID to use, by (host, traffic), as the product recommends it.
        ways: ``pass``, ``drop``, ``partly`` or ``undecided`` by (traffic, way).
        folder: Where the report is.
        findings: All findings, for a person who wonders.
    """

    indices: dict
    ways: dict
    folder: Path
    findings: tuple

    def works(self, traffic):
        """Return whether RDMA is foretold to work; None if the product leaves it open."""
        words = {self.ways[traffic, way] for way in WAYS}
        if "drop" in words:
            return False
        return None if words & {"undecided", "partly"} else True

    def words(self, traffic):
        """Return the word for a kind of traffic, with its way if only one is dropped."""
        by_way = {way: self.ways[traffic, way] for way in WAYS}
        if len(set(by_way.values())) == 1:
            return next(iter(by_way.values()))
        return ", ".join(f"{way} {word}" for way, word in by_way.items() if word != "pass")


def told(lab, folder):
    """Collect once, and audit for the untagged and for the tagged addresses."""
    files = {}
    for tagged in (False, True):
        files[tagged] = folder / f"{'tagged' if tagged else 'untagged'}.yaml"
        files[tagged].parent.mkdir(parents=True, exist_ok=True)
        files[tagged].write_text(lab.inventory(tagged=tagged))
    snapshot = _collected(lab, load(files[False]), folder)
    return {
        tagged: _audited(load(file), snapshot, file, folder / f"out-{file.stem}")
        for tagged, file in files.items()
    }


def _collected(lab, inventory, folder):
    """Return a snapshot, taken again if this machine was too busy for a guest to answer in time."""
    snapshot = None
    for number in range(TRIES):
        place = folder / f"snapshot{number}"
        # The threads of the collection are born in this thread's namespace.
        with inside(lab.namespace), redirect_stderr(StringIO()):
            snapshot = collect_live(inventory, place)
        texts = [file.read_text(encoding="utf-8") for file in place.glob("*/collector.txt")]
        if not any(LATE.search(text) for text in texts):
            break
    return snapshot


def _audited(inventory, snapshot, file, out):
    audit = audit_snapshot(inventory, snapshot, str(file))
    save(out, audit, build(audit, "major"))
    findings = tuple(findings_of(audit.runs))
    judged = judgements(audit.network.crossings)
    ways = {
        (traffic, way): _word(findings, judged, traffic, way) for traffic in KINDS for way in WAYS
    }
    indices = {
        (name, traffic): _index(audit, name, traffic) for name in NUMBER for traffic in KINDS
    }
    return Told(indices, ways, out, findings)


def _index(audit, name, traffic):
    """Return the index of the GID that the product would use for a kind of traffic."""
    network = audit.network
    port = next(each for each in roce_ports(Context(network, ())) if each.host.name == name)
    wanted = replace(port.wanted, traffic=(traffic,))
    return recommend(port.port, port.host.netdevs, wanted).gid.index


def _word(findings, judged, traffic, way):
    words = {
        _of_finding(finding, judged, traffic, way)
        for finding in findings
        if _concerns(finding, traffic, way)
    }
    return next((word for word in ("drop", "undecided", "partly") if word in words), "pass")


def _concerns(finding, traffic, way):
    """Return whether a finding is about RoCE (or what it cannot start without) one way."""
    port, source = WAYS[way]
    if finding.code.startswith("CAP"):
        return True
    if finding.device == "bridge":
        kinds = {traffic.value, COMPANION[traffic].value, ""}
        return finding.traffic in kinds and (port in finding.places or finding.code == "PATH002")
    if finding.name != "software-roce-filtered":
        return False
    sender = finding.witness.get("src")
    return finding.traffic in {traffic.value, ""} and (
        sender is None or int(ip_address(sender)) & 3 == NUMBER[source]
    )


def _of_finding(finding, judged, traffic, way):
    if finding.verdict is Ending.UNDECIDED:
        return "undecided"
    if finding.name == PARTLY:
        return _of_software(judged, traffic, WAYS[way][0])
    return "drop"


def _of_software(judged, traffic, port):
    """Return the product's word on the packets that software RoCE really sends."""
    found = set()
    for each in judged:
        if each.traffic is traffic and port in {c.passage.ingress for c in each.crossings}:
            region = clip(each.answer.region, {SOURCE_PORT: SOFTWARE_ROCE_PORTS})
            found.add(verdict_of(list(outcomes(each.route.stages, region))))
    words = {Verdict.PERMIT: "pass", Verdict.DENY: "drop", Verdict.PARTIAL: "partly"}
    (verdict,) = found
    return words.get(verdict, "undecided")
