"""An inventory file, YAML or JSON, as a checked ``Inventory``; all problems of a file at once."""

from __future__ import annotations

from itertools import chain
from typing import TYPE_CHECKING

from pydantic import ValidationError

from roce_audit.errors import InventoryError, Problem
from roce_audit.inventory.duplicates import duplicate_faults
from roce_audit.inventory.explain import explain
from roce_audit.inventory.fault import Fault, problem
from roce_audit.inventory.file_text import file_text
from roce_audit.inventory.models import Inventory
from roce_audit.inventory.node import Node, Plain, plain
from roce_audit.inventory.references import reference_faults
from roce_audit.inventory.tree import read_tree

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence
    from pathlib import Path

MAX_PROBLEMS = 1000


def load_inventory(path: Path, platforms: Collection[str] = ()) -> Inventory:
    """Load an inventory.

    Args:
        path: YAML file, or JSON where its name ends in ``.json``; UTF-8, at most 8 MiB.
            Relative paths inside are meant from its folder.
        platforms: Known names of platforms, aliases included; empty: any word will do.

    Raises:
        InventoryError: The file cannot be used; holds every problem, by line, at most 1,000.
    """
    file, text = str(path), file_text(path)
    if path.suffix.lower() == ".json":
        # JSON allows tabs between its tokens (and nowhere else), YAML does not.
        text = text.replace("\t", " ")
    root, problems = read_tree(text, file)
    data = plain(root) if root else None
    if root is None or not isinstance(data, dict):
        raise InventoryError([*problems, _not_a_mapping(file, root)])
    inventory, faults = _validated(data, path.parent.absolute())
    others = chain(reference_faults(data, platforms), duplicate_faults(data))
    problems += [problem(file, root, fault) for fault in [*faults, *others][: MAX_PROBLEMS + 1]]
    if problems or inventory is None:
        raise InventoryError(_by_line(file, problems))
    return inventory


def _validated(data: dict[str, Plain], folder: Path) -> tuple[Inventory | None, list[Fault]]:
    try:
        return Inventory.model_validate(data, context={"folder": folder}), []
    except ValidationError as error:
        return None, explain(error, MAX_PROBLEMS + 1)


def _not_a_mapping(file: str, root: Node | None) -> Problem:
    hint = "'roce-audit init' writes a commented starter"
    if root is None or root.value is None:
        return Problem(file, None, None, "", "", "is empty", hint)
    return Problem(file, *root.mark, "", "", "is not a mapping of sections", hint)


def _by_line(file: str, problems: Sequence[Problem]) -> list[Problem]:
    known = sorted(dict.fromkeys(problems), key=lambda told: (told.line or 0, told.column or 0))
    if len(known) <= MAX_PROBLEMS:
        return known
    reason = f"has more problems; these are the first {MAX_PROBLEMS}"
    return [*known[:MAX_PROBLEMS], Problem(file, None, None, "", "", reason)]
