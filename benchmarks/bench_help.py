"""``roce-audit --help`` beside a bare typer program with as many commands."""

import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

RUNS = 9
COMMANDS = 14


def bare_program():
    """Return the text of a typer program that does nothing."""
    commands = "\n".join(
        f'@app.command("c{n}")\ndef c{n}(x: str, y: int = 1) -> None:\n    "Do {n}."\n'
        for n in range(COMMANDS)
    )
    return f"import typer\napp = typer.Typer(rich_markup_mode=None)\n{commands}\napp()\n"


def seconds(words):
    """Return the median time of a command."""
    taken = []
    for _ in range(RUNS):
        begun = time.perf_counter()
        subprocess.run(words, check=True, capture_output=True, timeout=60)
        taken.append(time.perf_counter() - begun)
    return statistics.median(taken)


def main():
    """Print both times."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "bare.py"
        path.write_text(bare_program(), encoding="utf-8")
        bare = seconds([sys.executable, str(path), "--help"])
    ours = seconds([sys.executable, "-m", "roce_audit", "--help"])
    print(f"bare typer program, {COMMANDS} commands: {bare * 1000:.0f} ms")
    print(
        f"roce-audit --help:              {ours * 1000:.0f} ms, {ours / bare:.2f} x (at most 1.5 x)"
    )


if __name__ == "__main__":
    main()
