"""One state after the other: filters set, audit, RDMA, and the two compared."""

import time
from dataclasses import dataclass, field
from traceback import print_exc

from tests.truth.namespaces import run
from tests.truth.rdma.foretell import told
from tests.truth.rdma.trial import CASES, TRAFFIC, arrives, rdma

ALLOWED_UNDECIDED = {
    ("nft bridge: neighbour discovery dropped", ("v6", True)): (
        "nft lists a rule that misses tagged frames and one that does not with the same words"
    ),
}
"""Undecided predictions that the facts do not decide either: (state, case) to the reason."""


@dataclass
class Row:
    """One state, as foretold and as it was."""

    name: str
    foretold: dict
    words: dict
    real: dict


@dataclass
class Bench:
    """The comparison so far.

    Attributes:
        lab: The guests.
        folder: For audits.
        rows: One per state tried.
        faults: Disagreements, in words.
        compared: Predictions compared.
        undecided: Predictions left open.
    """

    lab: object
    folder: object
    rows: list = field(default_factory=list)
    faults: list = field(default_factory=list)
    compared: int = 0
    undecided: int = 0

    def state(self, state):
        """Try a state; what breaks is a fault, and the next states are tried all the same."""
        try:
            self._try(state)
        except Exception as problem:  # noqa: BLE001 - a crash of the product is a finding too
            print_exc()
            self.faults.append(f"{state.name}: {type(problem).__name__}: {problem}")

    def _try(self, state):
        """Set a state's filters, and compare; repair it with the product's snippet if it asks."""
        self.lab.reset()
        self.lab.switch(state.switch)
        for guest, script in ((self.lab.a, state.a), (self.lab.b, state.b)):
            if script:
                guest.run(script)
        audits = self._compare(state.name)
        if state.one_way:
            self._ways(state.name, audits)
        if state.repair:
            self._repaired(state.name, audits)

    def _compare(self, name, *, all_work=None):
        """Compare what is foretold with RDMA; ``all_work`` is what must be the case besides."""
        started = time.monotonic()
        audits = told(self.lab, self.folder / f"{len(self.rows):02}")
        middle = time.monotonic()
        foretold = {case: audits[case[1]].works(TRAFFIC[case[0]]) for case in CASES}
        words = {case: audits[case[1]].words(TRAFFIC[case[0]]) for case in CASES}
        real = rdma(self.lab, audits, foretold)
        row = Row(name, foretold, words, real)
        self.rows.append(row)
        for case in CASES:
            self._settle(row, case)
        if all_work is not None and all(real.values()) is not all_work:
            self.faults.append(f"{name}: RDMA {'fails' if all_work else 'works'}: {real}")
        spent = f"audit {middle - started:.1f} s, RDMA {time.monotonic() - middle:.1f} s"
        print(f"{line(row)}  ({spent})", flush=True)
        return audits

    def _settle(self, row, case):
        foretold, real = row.foretold[case], row.real[case]
        self.compared += 1
        if foretold is None:
            self.undecided += 1
            if (row.name, case) not in ALLOWED_UNDECIDED:
                self.faults.append(f"{row.name}: {case} is left open ({row.words[case]})")
        elif foretold is not real:
            word = "works" if real else "fails"
            self.faults.append(f"{row.name}: {case} foretold {row.words[case]}, RDMA {word}")

    def _ways(self, name, audits):
        """Compare each direction of untagged traffic on its own."""
        for family, traffic in TRAFFIC.items():
            seen = arrives(self.lab, audits, (family, False))
            for way, arrived in seen.items():
                self.compared += 1
                word = audits[False].ways[traffic, way]
                if (word == "pass") is not arrived:
                    there = "arrives" if arrived else "does not arrive"
                    self.faults.append(f"{name}: {family} {way} foretold {word}, {there}")

    def _repaired(self, name, audits):
        """Apply what the product renders, which must work, and take it back, which must not."""
        places = [each.folder / "remediation" / "bridge" for each in audits.values()]
        before = tuple(self.rows[-1].real.values())
        if not all((place / "fix.sh").exists() for place in places if place.exists()):
            self.faults.append(f"{name}: the repair is not proven")
            return
        places = [place for place in places if (place / "fix.sh").exists()]
        for place in places:
            self._run(place / "fix.sh")
        self._compare(f"{name}, repaired", all_work=True)
        for place in reversed(places):
            self._run(place / "rollback.sh")
        self._compare(f"{name}, rolled back")
        if tuple(self.rows[-1].real.values()) != before:
            self.faults.append(f"{name}: rolled back is not as before")

    def _run(self, script):
        run("ip", "netns", "exec", self.lab.namespace, "sh", str(script))


def cell(row, case):
    """Return one comparison as a cell."""
    real = "works" if row.real[case] else "fails"
    return real if row.foretold[case] is row.real[case] else f"{real} (foretold {row.words[case]})"


def line(row):
    """Return a row for the screen."""
    cells = " ".join(
        f"{family}{'t' if tagged else ' '}={cell(row, (family, tagged)):6}"
        for family, tagged in CASES
    )
    return f"{row.name:64} {cells}"


def markdown(rows):
    """Return the table."""
    head = "| filter | foretold v4 / v6 | RDMA v4 | RDMA v6 | tagged v4 | tagged v6 |"
    lines = [head, "|---|---|---|---|---|---|"]
    for row in rows:
        words = " / ".join(dict.fromkeys(row.words[family, False] for family in TRAFFIC))
        cells = " | ".join(cell(row, case) for case in CASES)
        lines.append(f"| {row.name} | {words} | {cells} |")
    return "\n".join(lines)
