"""Reads EOS configurations: an interpreter of commands on the state of a device."""

from __future__ import annotations

from typing import TYPE_CHECKING

from roce_audit.model.device import Gap
from roce_audit.model.source import SourceRef
from roce_audit.platforms.arista_eos.blocks import fold
from roce_audit.platforms.arista_eos.commands import END, FAILURES
from roce_audit.platforms.arista_eos.finish import device_of
from roce_audit.platforms.arista_eos.model_state import Eos
from roce_audit.platforms.arista_eos.policy_state import TrafficPolicies
from roce_audit.platforms.arista_eos.roots import apply_root, is_show_header
from roce_audit.platforms.arista_eos.settings import settings_of
from roce_audit.platforms.arista_eos.text import read_text
from roce_audit.reading.document import Document, Role

if TYPE_CHECKING:
    from collections.abc import Sequence

    from roce_audit.model.device import Device
    from roce_audit.reading.platform import Assume


def read(name: str, documents: Sequence[Document], assume: Assume) -> Device:
    """Return the device that ``documents`` describe, read in order.

    Args:
        name: Inventory name, or the file's.
        documents: Configurations, then changes; of other command output only access lists count.
        assume: Switches as set, checked before.
    """
    eos = Eos(settings_of(assume), TrafficPolicies())
    dumps = 0
    for document in documents:
        dumps = _read_document(eos, document, dumps)
    return device_of(name, eos)


def _read_document(eos: Eos, document: Document, dumps: int) -> int:
    """Apply one document; return how many dumps there are so far."""
    text = read_text(document)
    fold(text.root)
    typed = document.role is Role.CHANGE
    for statement in text.root.children:
        if document.role is Role.STATE and not is_show_header(statement):
            continue
        number = text.dump(statement)
        apply_root(eos, statement, 0 if typed or not number else dumps + number)
    if document.role is Role.CONFIGURATION:
        if document.command:
            eos.gaps += _gaps(eos, document)
        eos.complete = eos.complete or ("\nhostname " in document.text and bool(eos.ports))
    return dumps + 1 + len(text.starts)


def _gaps(eos: Eos, document: Document) -> list[Gap]:
    """Return what is missing from a live capture of the running configuration."""
    reasons: list[str] = []
    refused = next((line for line in document.text.splitlines() if FAILURES.match(line)), "")
    if refused:
        reasons.append(f"the device answered {document.command!r} with {refused.strip()!r}")
    if not END.search(document.text):
        reasons.append("the running configuration has no end: it was cut short")
    if not eos.ports:
        reasons.append("the running configuration shows no interface")
    return [Gap(f"{reason}.", SourceRef(document.name, None, "")) for reason in reasons]
