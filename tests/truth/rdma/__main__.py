"""Foretold and real RDMA: ``python -m tests.truth.rdma [WORD ...]``.

With words, only the states whose name contains one of them. With ``RDMA_ORACLE_KEEP`` in the
environment the inventories, snapshots and reports of every state are kept, and where is printed.
"""

import os
import shutil
import signal
import sys
import time
from pathlib import Path
from tempfile import mkdtemp

from tests.truth.namespaces import available
from tests.truth.rdma.bench import Bench, markdown
from tests.truth.rdma.image import image
from tests.truth.rdma.iwarp import iwarp_faults
from tests.truth.rdma.lab import Lab
from tests.truth.rdma.states import STATES

TOOLS = ("mmdebstrap", "mke2fs", "cpio", "ssh", "ssh-keygen", "setpriv", "qemu-system-x86_64")


def lacking():
    """Return why nothing can be tried here, or an empty string."""
    absent = [name for name in TOOLS if shutil.which(name) is None]
    return available() or (f"missing: {', '.join(absent)}" if absent else "")


def main(words):
    """Try every state; return the exit code."""
    reason = lacking()
    if reason:
        print(f"RDMA cannot be tried: {reason}")
        return 1
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))
    started = time.monotonic()
    built = image()
    print(f"image {built.folder.name}: {time.monotonic() - started:.0f} s", flush=True)
    folder = Path(mkdtemp(prefix="roce-audit-oracle-"))
    started = time.monotonic()
    try:
        with Lab(built) as lab:
            print(f"three guests up: {time.monotonic() - started:.0f} s", flush=True)
            faults = iwarp_faults(lab, folder / "iwarp")
            lab.c.stop()
            bench = Bench(lab, folder)
            for state in _chosen(words):
                bench.state(state)
    finally:
        if "RDMA_ORACLE_KEEP" in os.environ:
            print(f"kept in {folder}")
        else:
            shutil.rmtree(folder, ignore_errors=True)
    return _report(bench, faults, time.monotonic() - started)


def _chosen(words):
    return [each for each in STATES if not words or any(word in each.name for word in words)]


def _report(bench, faults, seconds):
    print("\n" + markdown(bench.rows))
    wrong = [*faults, *bench.faults]
    print(
        f"\n{len(bench.rows)} states, {bench.compared} verdicts compared with RDMA, "
        f"{bench.undecided} undecided, {len(wrong)} wrong, {seconds:.0f} s"
    )
    for fault in wrong:
        print(f"WRONG {fault}")
    return 1 if wrong or not bench.compared else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
