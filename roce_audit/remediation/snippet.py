"""A repair as text for one device."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from roce_audit.remediation.templates import fill

if TYPE_CHECKING:
    from roce_audit.model.device import Device
    from roce_audit.model.remedy import Remedy
    from roce_audit.packets.boxes import Box
    from roce_audit.reading.platform import Platform, Rendered


@dataclass(frozen=True, slots=True)
class Snippet:
    """Commands that repair one thing on one device.

    Attributes:
        device: Inventory name.
        remedy: What they are to do.
        text: The commands, in order, one a line.
        rollback: Commands that undo them.
        verify: Read-only commands that show the result.
        impact: What to know before applying them, as sentences.
        extension: File name extension.
        widens: Packets let through beyond the remedy's own; see ``Rendered``.
    """

    device: str
    remedy: Remedy
    text: str
    rollback: str
    verify: tuple[str, ...]
    impact: tuple[str, ...]
    extension: str
    widens: tuple[Box, ...] = ()


def render(platform: Platform, device: Device, remedy: Remedy) -> Snippet | None:
    """Return the snippet for ``remedy``, or None if the platform has no safe one.

    Raises:
        RenderError: A template and its values do not fit.
    """
    repair = platform.remedies.get(remedy.kind)
    rendered = repair(device, remedy) if repair else None
    return None if rendered is None else snippet_of(platform.name, remedy, rendered)


def snippet_of(platform: str, remedy: Remedy, rendered: Rendered) -> Snippet:
    """Fill the template pair of a rendered remedy."""
    return Snippet(
        device=remedy.device,
        remedy=remedy,
        text=fill(platform, rendered.template, rendered.values),
        rollback=fill(platform, f"{rendered.template}.rollback", rendered.values),
        verify=rendered.verify,
        impact=rendered.impact,
        extension=rendered.extension,
        widens=rendered.widens,
    )
