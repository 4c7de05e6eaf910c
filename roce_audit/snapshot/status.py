"""How the capture of a device, and of one command, ended."""

from enum import StrEnum

COLLECTOR_SLUG = "collector"


class DeviceRole(StrEnum):
    """Where a device stands in an inventory."""

    SWITCH = "switch"
    HOST = "host"


class DeviceStatus(StrEnum):
    """How the capture of a device ended."""

    CAPTURED = "captured"
    """Everything required is there."""
    INCOMPLETE = "incomplete"
    """It answered, and something required is not there."""
    UNREACHABLE = "unreachable"
    """Nothing was captured: nobody got in, or not as far as a command."""
    NOT_TRIED = "not tried"
    """The collection was stopped before its turn, or while it ran."""


class CommandStatus(StrEnum):
    """How one command ended."""

    OK = "ok"
    REFUSED = "refused"
    """The device says that this login may not use it."""
    UNKNOWN = "unknown command"
    """The device says that there is no such command."""
    TRUNCATED = "truncated"
    """The reply is not whole."""
    TIMED_OUT = "timed out"
    FLOODED = "too much output"
    EMPTY = "empty"
    LOST = "connection lost"
    NOT_SENT = "not sent"

    @property
    def has_text(self) -> bool:
        """Whether the reply is evidence: what the device printed, whole or not."""
        return self in {CommandStatus.OK, CommandStatus.TRUNCATED}


def command_words(slug: str, command: str) -> str:
    """Return how a command is called to the user; a script on standard input has no own name.

    Args:
        slug: Name of its file without the ending.
        command: As sent.
    """
    return "the collector script" if slug == COLLECTOR_SLUG else command
