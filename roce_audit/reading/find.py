"""Finds platform folders by place; a folder is imported when it is first asked for."""

from __future__ import annotations

from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING

from roce_audit.errors import UsageError

if TYPE_CHECKING:
    from roce_audit.reading.platform import Platform

_FOLDERS = Path(__file__).parent.parent / "platforms"


def platform_names() -> tuple[str, ...]:
    """Return the names of all folders that say how their platform is collected, sorted."""
    return tuple(sorted(path.parent.name for path in _FOLDERS.glob("*/commands.py")))


def load(name: str) -> Platform:
    """Return the platform of folder ``name``."""
    platform: Platform = import_module(f"roce_audit.platforms.{name}").PLATFORM
    return platform


def all_platforms() -> tuple[Platform, ...]:
    """Return every platform, in the order of their names."""
    return tuple(load(name) for name in platform_names())


def find_platform(name: str) -> Platform:
    """Return the platform that a user calls ``name``; aliases are understood.

    Raises:
        UsageError: No platform goes by that name; the text lists those that exist.
    """
    names = platform_names()
    wanted = name.strip().lower().replace("-", "_")
    if wanted in names:
        return load(wanted)
    for platform in all_platforms():
        if wanted in platform.aliases:
            return platform
    raise UsageError(f"unknown platform {name!r}; known are {', '.join(names)}")
