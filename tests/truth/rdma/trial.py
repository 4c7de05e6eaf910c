"""RDMA between the guests, tried for real."""

from ipaddress import ip_address

from roce_audit.packets.traffic import Traffic

CASES = {
    ("v4", False): ("10.88.0.1", "10.88.0.2"),
    ("v6", False): ("fd88::1", "fd88::2"),
    ("v4", True): ("10.88.100.1", "10.88.100.2"),
    ("v6", True): ("fd88:100::1", "fd88:100::2"),
}
"""Addresses of guests a and b by family and whether the frames are tagged."""
TRAFFIC = {"v4": Traffic.V2_IPV4, "v6": Traffic.V2_IPV6}
SECONDS = 8
PATIENT_SECONDS = 25
COUNTER = "/sys/class/infiniband/rxe0/ports/1/hw_counters/rcvd_pkts"


def _name(case):
    family, tagged = case
    return f"{family}{'t' if tagged else ''}"


def _gid(address):
    """Return the GID of an address as sysfs prints it."""
    found = ip_address(address)
    if found.version == 4:
        found = ip_address(f"::ffff:{found}")
    return found.exploded


def rdma(lab, wanted=None):
    """Return whether RDMA works, by case: one pingpong for each, all at once.

    Args:
        lab: The guests.
        wanted: What is expected, by case: a failure where success is expected is tried again with
            more time, alone, because a slow machine is no filter.
    """
    found = _attempt(lab, tuple(CASES), SECONDS)
    for case, works in found.items():
        if not works and (wanted or {}).get(case):
            found |= _attempt(lab, (case,), PATIENT_SECONDS)
    return found


def _attempt(lab, cases, seconds):
    lab.forget_neighbours()
    lab.b.run("pingpong serve " + _arguments(cases, 1))
    said = lab.a.run(f"pingpong try {seconds} " + _arguments(cases, 0), seconds=seconds + 60)
    lab.b.run("pingpong stop")
    rows = dict(line.split(" ", 1) for line in said.splitlines())
    return {case: _worked(rows[_name(case)]) for case in cases}


def _arguments(cases, end):
    return " ".join(f"{_name(case)} {_gid(CASES[case][end])}" for case in cases)


def _worked(row):
    """Return whether a pingpong came to its end.

    Raises:
        RuntimeError: The programs did not even meet, so nothing was learned about RDMA.
    """
    code, met, *said = row.split(" ", 2)
    if met != "met":
        raise RuntimeError(f"the programs did not meet: {row}")
    return code == "0" and "iter" in " ".join(said)


def arrives(lab, case):
    """Return whether RoCE packets of a case arrive, by way: seen by the receiver's own counter."""
    found = {}
    for way, (source, target, start) in {
        "a>b": (lab.a, lab.b, 0),
        "b>a": (lab.b, lab.a, 1),
    }.items():
        lab.forget_neighbours()
        ends = CASES[case]
        target.run(f"pingpong serve {_name(case)} {_gid(ends[1 - start])}")
        before = _received(target)
        source.run(f"pingpong try 3 {_name(case)} {_gid(ends[start])}")
        found[way] = _received(target) > before
        target.run("pingpong stop")
    return found


def _received(guest):
    return int(guest.run(f"cat {COUNTER}"))
