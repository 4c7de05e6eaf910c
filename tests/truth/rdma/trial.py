"""RDMA between the guests, tried for real."""

from roce_audit.packets.traffic import Traffic

CASES = (("v4", False), ("v6", False), ("v4", True), ("v6", True))
"""Family, and whether the frames are tagged."""
TRAFFIC = {"v4": Traffic.V2_IPV4, "v6": Traffic.V2_IPV6}
SECONDS = 8
PATIENT_SECONDS = 25
COUNTER = "/sys/class/infiniband/rxe0/ports/1/hw_counters/rcvd_pkts"


def _name(case):
    family, tagged = case
    return f"{family}{'t' if tagged else ''}"


def rdma(lab, audits, wanted):
    """Return whether RDMA works, by case: one pingpong for each, all at once.

    Args:
        lab: The guests.
        audits: By whether tagged; the product says which GIDs to use.
        wanted: What is expected, by case: a failure where success is expected is tried again with
            more time, alone, because a slow machine is no filter.
    """
    found = _attempt(lab, audits, CASES, SECONDS)
    for case, works in found.items():
        if not works and wanted[case]:
            found |= _attempt(lab, audits, (case,), PATIENT_SECONDS)
    return found


def _attempt(lab, audits, cases, seconds):
    lab.b.run("pingpong serve " + _arguments(audits, cases, "b"))
    said = lab.a.run(
        f"pingpong try {seconds} " + _arguments(audits, cases, "a"), seconds=seconds + 60
    )
    lab.b.run("pingpong stop")
    rows = dict(line.split(" ", 1) for line in said.splitlines())
    return {case: _worked(rows[_name(case)]) for case in cases}


def _arguments(audits, cases, host):
    return " ".join(f"{_name(case)} {_index(audits, case, host)}" for case in cases)


def _index(audits, case, host):
    family, tagged = case
    return audits[tagged].indices[host, TRAFFIC[family]]


def _worked(row):
    """Return whether a pingpong came to its end.

    Raises:
        RuntimeError: The programs did not even meet, so nothing was learned about RDMA.
    """
    code, met, *said = row.split(" ", 2)
    if met != "met":
        raise RuntimeError(f"the programs did not meet: {row}")
    return code == "0" and "iter" in " ".join(said)


def arrives(lab, audits, case):
    """Return whether RoCE packets of a case arrive, by way: seen by the receiver's own counter."""
    found = {}
    for way, (source, target) in {"a>b": (lab.a, lab.b), "b>a": (lab.b, lab.a)}.items():
        target.run(f"pingpong serve {_arguments(audits, (case,), target.name)}")
        before = _received(target)
        source.run(f"pingpong try 3 {_arguments(audits, (case,), source.name)}")
        found[way] = _received(target) > before
        target.run("pingpong stop")
    return found


def _received(guest):
    return int(guest.run(f"cat {COUNTER}"))
