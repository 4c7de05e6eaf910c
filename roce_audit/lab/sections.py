"""The collector's sections: ``{mark}`` stands where each run puts its own mark."""

from __future__ import annotations

import json


def listed(name: str, *lines: str) -> str:
    """Return a section that the collector itself wrote."""
    return section(name, lines, "listed")


def read(name: str, *lines: str) -> str:
    """Return a section of files, all of which could be read."""
    return section(name, (*lines, "", "{mark} rc 0"), "read")


def ran(name: str, *lines: str) -> str:
    """Return the output of a command that succeeded."""
    return section(name, (*lines, "", "{mark} rc 0"), "ran")


def as_json(name: str, value: object) -> str:
    """Return the JSON output of a command that succeeded."""
    return ran(name, json.dumps(value, separators=(",", ":")))


def section(name: str, lines: tuple[str, ...], end: str) -> str:
    """Return a section with any ending."""
    body = "".join(f"{line}\n" for line in lines)
    return f"\n{{mark}} + {name}\n{body}\n{{mark}} - {end}\n"
