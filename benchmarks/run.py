"""Run every benchmark of this folder, one after the other, and keep the last table.

Seconds are of one machine: what counts is the ratio to the others in the same run.
"""

import platform
import subprocess
import sys
import time
from datetime import UTC, datetime
from pathlib import Path

HERE = Path(__file__).parent
LIMIT_SECONDS = 900
HEAD = """# Benchmarks

Made by `make bench`; each table is one run, with the others beside it where there are any.
"""


def processor():
    """Return the processor's name and how many of it there are."""
    lines = Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines()
    names = [line.partition(":")[2].strip() for line in lines if line.startswith("model name")]
    return f"{len(names) or 1} x {names[0] if names else platform.machine()}"


def main(wanted):
    """Run the benchmarks whose names contain one of ``wanted`` (all if empty)."""
    stamp = f"{datetime.now(UTC):%Y-%m-%d}, {processor()}, Python {platform.python_version()}"
    parts = [HEAD, f"Last run: {stamp}.\n"]
    failed = 0
    for path in sorted(HERE.glob("bench_*.py")):
        if wanted and not any(word in path.stem for word in wanted):
            continue
        print(f"== {path.stem}", flush=True)
        begun = time.monotonic()
        done = subprocess.run(
            [sys.executable, path],
            capture_output=True,
            text=True,
            timeout=LIMIT_SECONDS,
            check=False,
        )
        print(done.stdout, done.stderr if done.returncode else "", sep="", flush=True)
        failed += done.returncode != 0
        seconds = time.monotonic() - begun
        parts.append(
            f"## {path.stem}\n\n```\n{done.stdout.strip()}\n```\n\n{seconds:.0f} s in all.\n"
        )
    if not wanted and not failed:
        (HERE / "README.md").write_text("\n".join(parts), encoding="utf-8")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
