"""Compares the product's verdict on single packets with what a kernel does with them."""

import random
import time
from dataclasses import dataclass, field

from roce_audit.analysis.verdicts import Verdict, outcomes, verdict_of
from roce_audit.packets.traffic import Traffic
from roce_audit.reading.document import Document
from roce_audit.reading.find import find_platform
from tests.truth.dialects import iptables_commands, nft_commands
from tests.truth.libnft import lines_of
from tests.truth.probes import bounds, corners, frames_of
from tests.truth.rulesets import FLUSH, NFT

TRIES = 12
TRACKING = ("ct state", "conntrack", "-m state", "notrack")
TRACKING_SECONDS, PATIENCE_SECONDS = 0.2, 0.5
SYSCTLS = (
    "net.bridge.bridge-nf-call-iptables",
    "net.bridge.bridge-nf-call-ip6tables",
    "net.bridge.bridge-nf-call-arptables",
    "net.bridge.bridge-nf-filter-vlan-tagged",
    "net.ipv4.ip_forward",
    "net.ipv6.conf.all.forwarding",
)
TRAFFIC = {"v1": Traffic.V1, "v2-ipv4": Traffic.V2_IPV4, "v2-ipv6": Traffic.V2_IPV6}


@dataclass
class Tally:
    """What a run has seen.

    ``ways`` counts by way, kind of packet, and whether it came through; ``wrong`` has one
    disagreement of each case.
    """

    rulesets: int = 0
    refused: int = 0
    verdicts: int = 0
    permitted: int = 0
    undecided: int = 0
    repeated: int = 0
    mistakes: int = 0
    ways: dict = field(default_factory=dict)
    forms: dict = field(default_factory=dict)
    wrong: list = field(default_factory=list)

    def add(self, other):
        """Add what another run has seen."""
        for name in (
            "rulesets",
            "refused",
            "verdicts",
            "permitted",
            "undecided",
            "repeated",
            "mistakes",
        ):
            setattr(self, name, getattr(self, name) + getattr(other, name))
        for mine, theirs in ((self.ways, other.ways), (self.forms, other.forms)):
            for key, count in theirs.items():
                _count(mine, key, count)
        self.wrong += other.wrong


@dataclass(frozen=True)
class Wrong:
    """A disagreement.

    Attributes:
        case: The rule set.
        probe: The packet.
        ours: The product's verdict.
        kernels: What the kernel did.
        text: What the product read.
    """

    case: object
    probe: object
    ours: str
    kernels: str
    text: str


def install(network, case):
    """Load a case, leaving out rules that the kernel's tools refuse; return whether it worked."""
    problem = network.nft.run(FLUSH)
    assert not problem, problem
    for key, value in case.sysctls.items():
        network.set(key, value)
    loads = []
    for command, text in case.loads:
        kept = _kept(network, text) if command == NFT else _restored(network, command, text)
        if kept is None:
            return False
        loads.append((command, kept))
    case.loads = loads
    texts = " ".join(text for _, text in loads)
    if any(word in texts for word in TRACKING):
        network.tracked_until = time.monotonic() + TRACKING_SECONDS
    case.tracked = time.monotonic() < network.tracked_until
    return True


def _kept(network, text):
    """Load a script of nft; return what is left of it without the lines that are refused."""
    for _ in range(TRIES):
        problem = network.nft.run(text)
        if not problem:
            return text
        named = lines_of(problem)
        if not named:
            return None
        lines = text.split("\n")
        text = "\n".join(line for n, line in enumerate(lines, start=1) if n not in named)
    return None


def _restored(network, command, text):
    try:
        network.load(command, text)
    except RuntimeError:
        return None
    return text


def captured(network, case):
    """Return what a person or the product would save of the switch, as documents.

    ``case.form`` says how: nft's rules as ``plain``, ``handles``, ``json`` or ``code`` (handles and
    bytecode) listings in one file with the dumps of the other tools, ``live`` as the product
    collects them, ``written`` as the script that was loaded; ``commands`` as a script of commands
    that make the same; ``listed`` as what ``iptables -S`` and ``ebtables -L`` print.
    """
    rest = f"{network.settings(SYSCTLS)}\n{network.links}"
    if case.form == "live":
        code = network.nft.listing(code=True)
        listing = network.nft.listing(handles=True)
        return [
            Document("code", code, command="nft --debug=netlink list ruleset"),
            Document("rules", listing, command="nft -a list ruleset"),
            Document("capture", f"{_saves(network, case)}\n{rest}"),
        ]
    return [Document("capture", f"{_shown(network, case)}\n{rest}")]


def _saves(network, case):
    tools = {command[0] for command, _ in case.loads} - {NFT[0]}
    saves = [_save(network, case, tool.removesuffix("-restore")) for tool in sorted(tools)]
    return "\n".join([*saves, *([network.ipsets] if saves else [])])


def _save(network, case, program):
    with_counters = program != "ebtables" and len(case.loads) % 2
    return network.ask(f"{program}-save", *(("-c",) if with_counters else ()))


def _shown(network, case):
    if case.form == "written":
        return "\n".join(text for _, text in case.loads)
    if case.form == "commands":
        return f"{network.ipsets}\n{_commands(case)}"
    if case.form == "listed":
        return f"{network.ipsets}\n{_listed(network, case)}"
    listing = network.nft.listing(
        handles=case.form in {"handles", "code"},
        code=case.form == "code",
        json=case.form == "json",
    )
    return f"{listing}\n{_saves(network, case)}"


def _commands(case):
    rng = random.Random(case.text())
    return "\n".join(
        nft_commands(text, rng)
        if command == NFT
        else iptables_commands(command[0].removesuffix("-restore"), text, rng)
        for command, text in case.loads
    )


def _listed(network, case):
    parts = []
    for (tool, *_), text in case.loads:
        program = tool.removesuffix("-restore")
        flag = "-L" if program == "ebtables" else "-S"
        for table in (line[1:] for line in text.split("\n") if line.startswith("*")):
            line = (program, "-t", table, flag)
            parts += [f"root@switch:~# {' '.join(line)}", network.ask(*line)]
    return "\n".join(parts)


def judged(way, probe, smac, dmac):
    """Return the product's word on one packet."""
    obstacle = way.blocked.get(TRAFFIC[probe.kind])
    if obstacle is not None and obstacle.doubt is None:
        return Verdict.DENY
    if way.doubts or obstacle is not None:
        return Verdict.UNDECIDED
    return verdict_of(outcomes(way.stages, bounds(probe, smac, dmac)))


def is_odd(case, probe):
    """Return whether a fragment meets what is not filtering: RoCE itself is never fragmented.

    Tracking holds fragments back until all are there, also that of an earlier case whose rules the
    kernel has not put away yet, and some kernels look for a UDP header in the payload of later
    fragments when an nftables rule asks for a port.
    """
    if probe.fragment == 0:
        return False
    texts = " ".join(text for _, text in case.loads)
    return case.tracked or (
        probe.fragment == 2 and any(word in texts for word in ("port", "length"))
    )


def read(network, case):
    """Return the texts of a loaded case, and the way that the product reads from them."""
    platform = find_platform("linux")
    documents = captured(network, case)
    device = platform.read("switch", documents, {})
    text = "\n".join(document.text for document in documents)
    return text, platform.route(device, case.way.passage)


def compare(network, ends, case, probes, tally, *, rng=None, cells=0, alter=None):
    """Compare one loaded case over packets; disagreements go to ``tally.wrong``.

    Args:
        network: Where it is loaded.
        ends: Of the case's way.
        case: The rule set.
        probes: Packets.
        tally: What was seen.
        rng: Chooses ``cells`` probes more, from the cells of the product's verdict.
        cells: How many.
        alter: A planted misreading.
    """
    text, way = read(network, case)
    way = alter(way) if alter else way
    macs = network.macs_of(case.way.at)
    if cells:
        probes = [*probes, *corners(rng, case.way, way.stages, cells, macs)]
    probes = [probe for probe in probes if not is_odd(case, probe)]
    probes, frames = frames_of(probes, ends.next_salt(), *macs)
    out = ends.arrived(frames)
    verdicts = [judged(way, probe, *macs) for probe in probes]
    missed = [n for n, verdict in enumerate(verdicts) if verdict is Verdict.PERMIT and n not in out]
    out |= came_late(ends, probes, missed, macs)
    tally.repeated += len(missed)
    tally.rulesets += 1
    for place, (probe, verdict) in enumerate(zip(probes, verdicts, strict=True)):
        passed = place in out
        tally.permitted += passed
        _count(tally.ways, (case.way.name, probe.kind, passed), 1)
        tally.undecided += verdict is Verdict.UNDECIDED
        if verdict is (Verdict.DENY if passed else Verdict.PERMIT):
            tally.mistakes += 1
            kernels = "permit" if passed else "deny"
            if not tally.wrong or tally.wrong[-1].case is not case:
                tally.wrong.append(Wrong(case, probe, verdict.value, kernels, text))
    tally.verdicts += len(probes)
    _count(tally.forms, case.form, len(probes))


def came_late(ends, probes, missed, macs):
    """Send again what was missed, with more patience; return the places of what comes now.

    On a busy machine a frame may come late: only one that never comes was dropped.
    """
    if not missed:
        return set()
    again, frames = frames_of([probes[n] for n in missed], ends.next_salt(), *macs)
    assert len(again) == len(missed)
    return {missed[n] for n in ends.arrived(frames, grace=PATIENCE_SECONDS)}


def _count(counts, key, number):
    counts[key] = counts.get(key, 0) + number
