"""Proves a snippet on a copy of the captured configuration.

A snippet is proven if the reader, fed the configuration and then the snippet, shows that exactly
the intended packets changed, that the snippet applied twice equals once, and that the rollback
gives back the model; and if the checks, run again, no longer find what it repairs and find
nothing new (``pipeline.repair`` does that part).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from roce_audit.reading.document import Document, Role
from roce_audit.reaudit.bare import bare
from roce_audit.reaudit.intended import intended
from roce_audit.reaudit.proof import Proof, Step

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from roce_audit.model.device import Device
    from roce_audit.remediation.snippet import Snippet


@dataclass(frozen=True, slots=True)
class Trial:
    """A device, and how to read it again with more documents.

    Attributes:
        device: As captured.
        documents: What it was read from.
        reread: Reads documents in order, changes included.
    """

    device: Device
    documents: tuple[Document, ...]
    reread: Callable[[Sequence[Document]], Device]

    def after(self, *texts: str) -> Device:
        """Return the device after changes, each text applied in turn."""
        applied = [
            Document(f"change {number}", text, Role.CHANGE)
            for number, text in enumerate(texts, start=1)
        ]
        return self.reread([*self.documents, *applied])


def prove(trial: Trial, snippet: Snippet) -> Proof:
    """Return what the reader says about ``snippet`` on a copy of the device."""
    once = trial.after(snippet.text)
    return Proof(
        (
            _understood(trial.device, once),
            intended(trial.device, once, snippet),
            _same(
                "applied twice it does what it does once",
                once,
                trial.after(snippet.text, snippet.text),
            ),
            _same(
                "the rollback gives back the configuration",
                trial.device,
                trial.after(snippet.text, snippet.rollback),
            ),
        )
    )


def _understood(before: Device, after: Device) -> Step:
    new = after.ledger.uncertain[len(before.ledger.uncertain) :]
    detail = "; ".join(f"{each.source.text}: {each.reason}" for each in new[:3])
    return Step("the reader understands every line of it", not new, detail)


def _same(claim: str, one: Device, other: Device) -> Step:
    left, right = bare(one), bare(other)
    if left == right:
        return Step(claim, holds=True)
    parts = [
        part
        for part in ("filters", "bindings", "interfaces", "vlans")
        if getattr(left, part) != getattr(right, part)
    ]
    return Step(claim, holds=False, detail=f"{', '.join(parts) or 'settings'} differ")
