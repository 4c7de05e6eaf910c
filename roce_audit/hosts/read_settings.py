"""Settings of communication libraries, and their versions.

Only the variables of those libraries are collected, from files that every job may read and from the
environment of the login. What a job sets for itself is not seen, so "not set" is never known.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from roce_audit.hosts.entries import each_line
from roce_audit.model.surroundings import Setting

if TYPE_CHECKING:
    from roce_audit.hosts.section import Section
    from roce_audit.hosts.sections import Capture

ENVIRONMENT = "environment"
_ASSIGNMENT = re.compile(r"^\s*(?:export\s+)?(?P<name>[A-Z][A-Z0-9_]*)\s*=\s*(?P<value>.*)$")
_VERSIONED = re.compile(r"/lib(?P<name>nccl|rccl|ibverbs)\.so\.(?P<version>\d+(?:\.\d+)+)$")
_VENDORS = re.compile(r"/lib(?P<name>bnxt_re)-(?P<version>\d+(?:\.\d+)+)\.so$")
_UCX = re.compile(r"version[ =:]*(?P<version>\d+\.\d+(?:\.\d+)?)", re.IGNORECASE)
_PERFTEST = re.compile(r"(?P<version>\d+\.\d+(?:[.-]\d+)*)")


def read_settings(capture: Capture) -> tuple[Setting, ...]:
    """Return the settings found, the environment of the login first."""
    found = [*_assignments(capture.section("environment"), in_files=False)]
    return (*found, *_assignments(capture.section("settings"), in_files=True))


def _assignments(section: Section, *, in_files: bool) -> list[Setting]:
    settings: list[Setting] = []
    for offset, line in each_line(section):
        file, text = ENVIRONMENT, line
        if in_files:
            file, _, text = line.partition(":")
        match = _ASSIGNMENT.match(text)
        if match is not None:
            value = match["value"].strip().strip("\"'")
            settings.append(Setting(match["name"], value, file, section.source(offset)))
    return settings


def read_libraries(capture: Capture) -> dict[str, str]:
    """Return the version of each library found: ``nccl``, ``rccl``, ``ibverbs``, ``ucx`` ….

    A library of which several versions lie about is left out: which one a job takes is not known.
    """
    versions: dict[str, set[str]] = {}
    for _, line in each_line(capture.section("libraries")):
        match = _VERSIONED.search(line) or _VENDORS.search(line)
        if match is not None:
            versions.setdefault(match["name"], set()).add(match["version"])
    for name, kind, pattern in (
        ("ucx", "ucx_version", _UCX),
        ("perftest", "perftest_version", _PERFTEST),
    ):
        section = capture.section(kind)
        match = pattern.search(section.text) if section.ok else None
        if match is not None:
            versions[name] = {match["version"]}
    return {name: found.pop() for name, found in versions.items() if len(found) == 1}
