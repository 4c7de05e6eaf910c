"""Readers that are wrong on purpose, and whether the cases notice."""

from __future__ import annotations

import importlib
from dataclasses import dataclass
from typing import TYPE_CHECKING

from roce_audit.errors import NotThere
from roce_audit.packets.fields import DESTINATION_PORT, SOURCE_PORT
from tests.platforms.case_files import NOT_ASKED, loaded

if TYPE_CHECKING:
    from pathlib import Path


@dataclass(frozen=True)
class Reader:
    """The modules of a platform, and the files of cases that must notice what is wrong in them.

    Attributes:
        package: Of the platform.
        folder: Of the cases.
        files: Names without their ending.
    """

    package: str
    folder: Path
    files: tuple[str, ...]

    def module(self, name):
        """Return a module of the platform."""
        return importlib.import_module(f"{self.package}.{name}")

    def patch(self, monkeypatch, where, name, change):
        """Replace ``name`` in a module, or in a class of it (``module:Class``)."""
        place, _, owner = where.partition(":")
        target = getattr(self.module(place), owner) if owner else self.module(place)
        monkeypatch.setattr(target, name, change(getattr(target, name)))

    def wrong_cases(self, read, ask):
        """Yield the titles of cases that are answered otherwise than worked out by hand."""
        for name in self.files:
            for title, case in loaded(self.folder / f"{name}.yml").items():
                device = read(case["config"], *case.get("changes", ()), **case.get("assume", {}))
                for question in case["ask"]:
                    words = {k: v for k, v in question.items() if k not in NOT_ASKED}
                    try:
                        (answer,) = ask(device, words)
                    except NotThere:
                        yield title
                        continue
                    if answer.verdict.value != question["verdict"]:
                        yield title

    def is_right(self, read, ask):
        """Whether every case is answered as worked out by hand."""
        return next(self.wrong_cases(read, ask), None) is None


def plant(monkeypatch, place, name, planted):
    """Put a mistake into a table, a module or a class."""
    if isinstance(place, dict):
        monkeypatch.setitem(place, name, planted)
    else:
        monkeypatch.setattr(place, name, planted, raising=False)


def comparison_as(wrong, right):
    """Read one comparison as another."""
    return lambda compared: lambda word, *rest: compared(right if word == wrong else word, *rest)


def off_by_one(compared):
    """Leave the number next to a ``gt`` out."""
    return lambda word, first, last, top: compared(
        word, first + (word == "gt"), last + (word == "gt"), top
    )


def swapped(ports):
    """Take source ports for destination ports, and the other way round."""
    other = {SOURCE_PORT: DESTINATION_PORT, DESTINATION_PORT: SOURCE_PORT}
    return lambda words, draft, field, names: ports(words, draft, other[field], names)


def masks_as_netmasks(masked):
    """Take the ones of a wildcard mask for what must match."""
    return lambda base, mask, bits: masked(
        base, ".".join(str(255 - int(part)) for part in mask.split(".")), bits
    )
