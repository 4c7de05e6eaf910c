"""A network namespace of the test's own, for commands that need a kernel and its rules."""

from __future__ import annotations

import os
import shutil
import subprocess
from contextlib import contextmanager

import pytest


def need_a_kernel(*programs):
    """Skip where rules cannot be loaded; fail where the machine is meant to be able to."""
    lacking = [program for program in ("ip", *programs) if shutil.which(program) is None]
    reason = "not root" if os.geteuid() else f"no {', '.join(lacking)}" if lacking else ""
    if reason and os.environ.get("CI"):
        pytest.fail(f"rules must be loaded into a kernel here, but: {reason}")
    if reason:
        pytest.skip(f"needs root and {', '.join(programs)}: {reason}")


@contextmanager
def namespace():
    """Yield what runs a shell line in a fresh namespace; it is removed behind the test."""
    name = f"roce-linux-{os.getpid()}"
    subprocess.run(["ip", "netns", "add", name], check=True, timeout=20)
    inside = ["ip", "netns", "exec", name, "sh", "-c"]

    def run(line, text=None):
        done = subprocess.run(
            [*inside, line], input=text, capture_output=True, text=True, check=False, timeout=60
        )
        return done.stdout if not done.returncode else f"FAILED {done.stderr}"

    try:
        yield run
    finally:
        subprocess.run(["ip", "netns", "del", name], check=False, timeout=20)
