"""What a device of the lab is: its manners, its answers and what is wrong with it."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import Enum, StrEnum, auto
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping


class Fault(Enum):
    """What goes wrong with a device when it is asked."""

    NONE = auto()
    HANG_AT_LOGIN = auto()
    """Lets the user in and says nothing, not even a prompt."""
    HANG = auto()
    """Takes the first command and never answers."""
    FLOOD = auto()
    """Answers the first command without end."""
    DROP = auto()
    """Closes the connection on the first command."""
    CUT = auto()
    """Sends half of each answer, then its prompt."""
    CLOSED = auto()
    """Does not listen on its port."""
    NOT_SSH = auto()
    """Listens, and speaks something else than SSH."""
    SILENT = auto()
    """Accepts the connection and never speaks."""


class Kind(StrEnum):
    """Where a device stands in an inventory."""

    SWITCH = "switch"
    HOST = "host"


@dataclass(frozen=True, slots=True)
class Manners:
    """How a switch behaves on a terminal; every text may hold several lines.

    Attributes:
        prompt: With ``{name}``; shown to a privileged user.
        user_prompt: Shown before ``enable``; "" where login is privileged at once.
        banner: Sent before the first prompt.
        terminal: Replies to commands that set up the terminal.
        paging_off: Which of them ends paging; "" where nothing is paged.
        invalid: Reply to a command that does not exist.
        denied: Reply to one that needs more privilege.
        open_to_users: Commands that need no privilege.
        reads: How commands begin that only show; others are recorded.
        more: What stands at the end of a page.
        start_seconds: How long the first prompt takes.
    """

    prompt: str
    user_prompt: str
    banner: str
    terminal: Mapping[str, str]
    paging_off: str
    invalid: str
    denied: str
    open_to_users: frozenset[str] = frozenset()
    reads: tuple[str, ...] = ("show ",)
    more: str = "--More--"
    start_seconds: float = 0.05


@dataclass(frozen=True, slots=True)
class LabDevice:
    """One device of the lab.

    Attributes:
        name: As in the inventory.
        kind: Switch or host.
        platform: Of a switch, as in the inventory; "" for a host.
        manners: Of a switch; None for a host.
        outputs: Of a switch: text by command, to the letter.
        collected: Of a host: what the collector prints, with ``{mark}`` for its mark.
        fault: See ``Fault``.
        password: What this device accepts; "" for the one that the lab makes up.
        secret: What ``enable`` asks for; "" if it asks for nothing.
    """

    name: str
    kind: Kind
    platform: str = ""
    manners: Manners | None = None
    outputs: Mapping[str, str] = field(default_factory=dict[str, str])
    collected: str = ""
    fault: Fault = Fault.NONE
    password: str = ""
    secret: str = ""
