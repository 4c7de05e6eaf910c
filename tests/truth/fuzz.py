"""Coverage-guided fuzzing of everything that reads what others wrote.

``python -m tests.truth.fuzz [TARGET [SECONDS]]``; without a target each gets its share, in a
process of its own. A crash, a hang or a blow-up ends with the input that caused it.
"""

import subprocess
import sys
import tempfile
import time
from pathlib import Path

HERE = Path(__file__).parent.parent
SECONDS = 30
LONGEST = 16_384
MEGABYTES = 2_048
SLOWEST = 10


def _reader(name):
    from roce_audit.reading.document import Document, Role
    from roce_audit.reading.find import load

    platform = load(name)

    def read(data):
        text = data.decode("utf-8", errors="replace")
        first, _, second = text.partition("\x00")
        documents = [Document("config", first), Document("change", second, Role.CHANGE)]
        device = platform.read("sw1", documents, {})
        for acl in device.filters.values():
            assert acl.name is not None
        platform.detect(first)

    return read


def _inventory(data):
    from roce_audit.errors import InventoryError
    from roce_audit.inventory.load import load_inventory

    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "inventory.yaml"
        path.write_bytes(data)
        try:
            load_inventory(path)
        except InventoryError as problem:
            if not problem.problems:
                raise AssertionError("an inventory error without a problem") from problem


def _decode(data):
    from roce_audit.errors import CaptureError
    from roce_audit.wire.summary import summarise

    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "x.pcap"
        path.write_bytes(data)
        try:
            summarise(path).to_json()
        except CaptureError:
            pass


def _host(data):
    from roce_audit.errors import CaptureError
    from roce_audit.hosts.read_host import read_host

    try:
        read_host(data.decode("utf-8", errors="replace"))
    except CaptureError:
        pass


def _snapshot(data):
    from roce_audit.errors import RoceAuditError
    from roce_audit.snapshot.store import load_snapshot

    with tempfile.TemporaryDirectory() as folder:
        place = Path(folder)
        (place / "manifest.json").write_bytes(data)
        (place / "leaf1").mkdir()
        (place / "leaf1" / "running-config.txt").write_bytes(data[::-1])
        try:
            load_snapshot(place)
        except RoceAuditError:
            pass


def targets():
    """Return every fuzz target by name."""
    from roce_audit.reading.find import platform_names

    found = {name: lambda name=name: _reader(name) for name in platform_names()}
    found["inventory"] = lambda: _inventory
    found["decode"] = lambda: _decode
    found["host"] = lambda: _host
    found["snapshot"] = lambda: _snapshot
    return found


def seeds(name, folder):
    """Write starting inputs of a target into ``folder``: texts of its own tests."""
    places = [HERE / "platforms" / name, HERE / name, HERE.parent / "inventories"]
    number = 0
    for place in places:
        for path in sorted(place.rglob("*")):
            if path.is_file() and path.suffix in {
                ".cfg",
                ".conf",
                ".txt",
                ".yml",
                ".json",
                ".pcap",
            }:
                (folder / str(number)).write_bytes(path.read_bytes()[:LONGEST])
                number += 1
    return number


def fuzz_one(name, seconds):
    """Fuzz one target in this process until the time is up."""
    import atheris

    with atheris.instrument_imports(include=["roce_audit"], enable_loader_override=False):
        target = targets()[name]()
    folder = tempfile.mkdtemp(prefix="roce-audit-fuzz-")
    seeds(name, Path(folder))
    limits = [
        f"-max_total_time={seconds}",
        f"-max_len={LONGEST}",
        f"-rss_limit_mb={MEGABYTES}",
        f"-timeout={SLOWEST}",
        "-print_final_stats=1",
    ]
    atheris.Setup([sys.argv[0], *limits, folder], target)
    atheris.Fuzz()


def main(words):
    """Fuzz one target, or each in turn; return the exit code."""
    if words:
        fuzz_one(words[0], int(words[1]) if len(words) > 1 else SECONDS)
        return 0
    failed = []
    for name in targets():
        begun = time.monotonic()
        done = subprocess.run(
            [sys.executable, "-m", "tests.truth.fuzz", name, str(SECONDS)],
            capture_output=True,
            text=True,
            timeout=SECONDS * 4 + 60,
            check=False,
        )
        runs = [line for line in done.stderr.splitlines() if "number_of_executed_units" in line]
        count = runs[0].split()[-1] if runs else "no"
        word = "ok" if done.returncode == 0 else "FAILED"
        print(f"{name:16} {count:>9} inputs {time.monotonic() - begun:5.0f} s  {word}", flush=True)
        if done.returncode:
            failed.append(name)
            print(done.stderr[-3000:])
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
