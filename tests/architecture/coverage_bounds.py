"""Check branch coverage per folder: full where a gap could mean a wrong verdict."""

import json
import sys
from pathlib import Path

FULL = ("roce_audit/packets/", "roce_audit/analysis/", "roce_audit/reaudit/")
ELSEWHERE = 92.0


def _percent(files):
    covered = sum(f["covered_lines"] + f.get("covered_branches", 0) for f in files)
    total = sum(f["num_statements"] + f.get("num_branches", 0) for f in files)
    return 100.0 * covered / total if total else 0.0


def main(report):
    """Print what falls short; return the exit code."""
    files = json.loads(Path(report).read_text(encoding="utf-8"))["files"]
    short = []
    for folder in FULL:
        for name, data in files.items():
            if name.startswith(folder) and data["summary"]["percent_covered"] < 100.0:
                lines = data["missing_lines"], data.get("missing_branches", [])
                short.append(f"{name}: {data['summary']['percent_covered']:.1f} % {lines}")
    rest = [d["summary"] for n, d in files.items() if not n.startswith(FULL)]
    elsewhere = _percent(rest)
    if elsewhere < ELSEWHERE:
        short.append(f"outside {', '.join(FULL)}: {elsewhere:.1f} %, at least {ELSEWHERE} %")
    print(*short, sep="\n")
    print(f"coverage: {len(files)} files, {elsewhere:.1f} % outside the fully covered folders")
    return 1 if short or not files else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
