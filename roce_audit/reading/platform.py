"""What a platform folder offers: one frozen value, found by its place."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, TypeAlias

from roce_audit.analysis.path import route

if TYPE_CHECKING:
    from roce_audit.model.device import Device
    from roce_audit.model.path import Passage, Route
    from roce_audit.model.remedy import Remedy
    from roce_audit.packets.boxes import Box
    from roce_audit.reading.document import Document


@dataclass(frozen=True, slots=True)
class Command:
    """One read-only command of a platform.

    Attributes:
        text: Exactly what is sent.
        feeds: What it is for, as a phrase.
        role: ``configuration`` or ``state``; see ``Role``.
        required: Whether a verdict without its output would be a guess.
        seconds: Longest wait for its output.
        may_be_empty: Whether nothing printed is an answer: there is nothing of the kind.
        may_be_missing: Whether a device that does not know the command has nothing of the kind.
    """

    text: str
    feeds: str
    role: str = "configuration"
    required: bool = True
    seconds: float = 120.0
    may_be_empty: bool = False
    may_be_missing: bool = False


@dataclass(frozen=True, slots=True)
class Session:
    """The manners of a platform on a terminal.

    Attributes:
        netmiko_type: ``device_type`` for netmiko.
        commands: What is collected, in order.
        allowed: Regular expressions; a command is sent only if one matches it whole.
        refusals: Regular expressions of replies that mean "not permitted".
        unknown: Regular expressions of replies that mean "no such command".
        end_marker: Regular expression that the complete required output must contain ("" if
            the platform prints none).
        terminal: Regular expressions of what netmiko's driver sends to set up the terminal, and
            ``enable`` where a user may need it; such lines change this session, nothing else.
        interfaces: Regular expression that some configuration must contain, or it was cut ("" if
            interfaces are told elsewhere).
    """

    netmiko_type: str
    commands: tuple[Command, ...]
    allowed: tuple[str, ...]
    refusals: tuple[str, ...] = ()
    unknown: tuple[str, ...] = ()
    end_marker: str = ""
    terminal: tuple[str, ...] = ("terminal (?:length|width) [0-9]{1,3}", "enable")
    interfaces: str = "(?i)interface"


@dataclass(frozen=True, slots=True)
class Rendered:
    """What a platform hands to a template.

    Attributes:
        template: ``<remedy_kind>`` of the file under ``templates/<platform>/``.
        values: Names for the template; plain strings, numbers, lists and mappings only.
        impact: What a person must know before applying it, as sentences.
        verify: Read-only commands that show the result.
        extension: File name extension of the snippet.
        widens: Packets that the snippet lets through beyond the remedy's own, because the
            platform cannot say it more narrowly; each must be explained in ``impact``.
    """

    template: str
    values: Mapping[str, object]
    impact: tuple[str, ...]
    verify: tuple[str, ...]
    extension: str = "cfg"
    widens: tuple[Box, ...] = ()


Assume: TypeAlias = Mapping[str, str]
"""The platform's switches as the inventory sets them, by name."""

Read: TypeAlias = "Callable[[str, Sequence[Document], Assume], Device]"
"""(device name, documents in order, switches) to the device; never raises on device text."""

Repair: TypeAlias = "Callable[[Device, Remedy], Rendered | None]"
"""Makes the values for the template of one remedy kind; None where it cannot be repaired."""

Remedies: TypeAlias = "Mapping[str, Callable[[Device, Remedy], Rendered | None]]"
"""Remedy kind to the function that makes template values; None where it cannot be repaired."""


@dataclass(frozen=True, slots=True)
class Platform:
    """A network operating system.

    Attributes:
        name: Folder name; netmiko's ``device_type`` where netmiko has one.
        title: For people: ``Cisco NX-OS``.
        aliases: Other names an inventory may use.
        session: How it is collected.
        read: See ``Read``. Documents of role CHANGE are applied as the device would.
        detect: How sure it is, 0.0 to 1.0, that a text is of this platform, and why (a phrase
            naming the tell-tale line), from the text alone.
        interface_name: An interface name as people write it to the platform's full spelling.
        route: The filters of a passage; the default is that of a switch which bridges and routes.
        whole_passages: Whether filters depend on where a packet enters and leaves together, so that
            one end alone asks about packets for the machine itself.
        remedies: See ``Remedies``.
        switches: Names that ``assume:`` may set, each with its allowed values.
        capabilities: Rows of the capability table: name to a phrase.
        undecided: What stays undecided on this platform and why, as sentences.
    """

    name: str
    title: str
    aliases: tuple[str, ...]
    session: Session
    read: Read
    detect: Callable[[str], tuple[float, str]]
    interface_name: Callable[[str], str]
    route: Callable[[Device, Passage], Route] = route
    whole_passages: bool = False
    remedies: Remedies = field(
        default_factory=dict[str, "Callable[[Device, Remedy], Rendered | None]"]
    )
    switches: Mapping[str, tuple[str, ...]] = field(default_factory=dict[str, tuple[str, ...]])
    capabilities: Mapping[str, str] = field(default_factory=dict[str, str])
    undecided: tuple[str, ...] = ()
