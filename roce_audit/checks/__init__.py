"""One file per check. A file is found by its place; nothing is registered by hand."""

from __future__ import annotations

import pkgutil
from importlib import import_module

from roce_audit.checks.base import Check


def all_checks() -> tuple[Check, ...]:
    """Return the ``CHECK`` of every module below this package, in the order of their codes."""
    found: list[Check] = []
    for module in pkgutil.walk_packages(__path__, prefix=f"{__name__}."):
        check = getattr(import_module(module.name), "CHECK", None)
        if isinstance(check, Check):
            found.append(check)
    return tuple(sorted(found, key=lambda check: check.code))


def document(check: Check) -> str:
    """Return the text that ``explain`` prints: the docstring of the check's module."""
    return import_module(check.run.__module__).__doc__ or ""
