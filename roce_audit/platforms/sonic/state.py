"""What a reader keeps while documents are read."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from roce_audit.platforms.sonic.database import Database

if TYPE_CHECKING:
    from roce_audit.model.device import Gap
    from roce_audit.model.ledger import Uncertain
    from roce_audit.model.source import SourceRef
    from roce_audit.platforms.sonic.database import Entry
    from roce_audit.platforms.sonic.dump import Place
    from roce_audit.reading.json_values import JsonObject


@dataclass(slots=True)
class State:
    """The state so far.

    Attributes:
        database: What was read.
        doubts: Statements that are not understood.
        gaps: What is missing from a live capture.
        broken: Where a text is broken, so that anything may be missing behind it.
        shown_tables: Tables of ``show acl table``.
        shown_rules: Rules of ``show acl rule``.
        asic_line: What ``show version`` says of the ASIC.
        waiting: Input for acl-loader, read once the tables are known.
        unsure: Keys of rules of which it is not certain that they exist, and why.
        implied_types: Type of tables that only input for acl-loader names.
        order: Number of each document by its name.
    """

    database: Database = field(default_factory=Database)
    doubts: list[Uncertain] = field(default_factory=list["Uncertain"])
    gaps: list[Gap] = field(default_factory=list["Gap"])
    broken: SourceRef | None = None
    shown_tables: dict[str, Entry] = field(default_factory=dict[str, "Entry"])
    shown_rules: dict[str, Entry] = field(default_factory=dict[str, "Entry"])
    asic_line: str = ""
    waiting: list[tuple[JsonObject, Place]] = field(
        default_factory=list[tuple["JsonObject", "Place"]]
    )
    unsure: dict[str, str] = field(default_factory=dict[str, str])
    implied_types: dict[str, str] = field(default_factory=dict[str, str])
    order: dict[str, int] = field(default_factory=dict[str, int])
