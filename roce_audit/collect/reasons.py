"""Why a device was not collected: one word each, what it means, and what to do."""

from __future__ import annotations

from enum import StrEnum

from roce_audit.errors import CollectError


class Reason(StrEnum):
    """Why a session ended before its work was done."""

    NAME_UNKNOWN = "the name does not resolve"
    UNREACHABLE = "unreachable"
    PORT_CLOSED = "the port is closed"
    NOT_SSH = "no SSH server answers"
    NO_ALGORITHMS = "no common SSH algorithms"
    HOST_KEY_UNKNOWN = "the host key is not known"
    HOST_KEY_CHANGED = "the host key has changed"
    CREDENTIAL = "the credential cannot be used"
    LOGIN_REFUSED = "the login was refused"
    LOGIN_TIMED_OUT = "the login did not end in time"
    NO_SESSION = "the device opens no session"
    NO_PROMPT = "no prompt was recognised"
    NO_PRIVILEGE = "enable was refused"
    NOT_ALLOWED = "a command is not on the list of read-only commands"
    TIMED_OUT = "the device did not answer in time"
    FLOODED = "the device printed too much"
    LOST = "the connection was lost"
    STOPPED = "the collection was stopped"
    INTERNAL = "roce-audit failed"


ADVICE = {
    Reason.NAME_UNKNOWN: "check the address in the inventory",
    Reason.UNREACHABLE: "check the address, the route and firewalls on the way",
    Reason.PORT_CLOSED: "check the port in the inventory and that SSH is enabled on the device",
    Reason.NOT_SSH: "check the port in the inventory",
    Reason.NO_ALGORITHMS: "the device's SSH is too old for this machine; enable newer algorithms",
    Reason.HOST_KEY_UNKNOWN: "compare the fingerprint, then add the key to known_hosts",
    Reason.HOST_KEY_CHANGED: "find out why before removing the old key from known_hosts",
    Reason.CREDENTIAL: "correct the entry under credentials",
    Reason.LOGIN_REFUSED: "check user and password or key; it is not tried again",
    Reason.LOGIN_TIMED_OUT: "see whether the AAA servers answer; raise connect_timeout_seconds",
    Reason.NO_SESSION: "check what this user may do on the device",
    Reason.NO_PROMPT: "log in by hand and see what the device shows",
    Reason.NO_PRIVILEGE: "set secret in the inventory, or give the user the privilege",
    Reason.NOT_ALLOWED: "report this",
    Reason.TIMED_OUT: "raise command_timeout_seconds if the device is only slow",
    Reason.FLOODED: "log in by hand and see what it prints",
    Reason.LOST: "try again",
    Reason.STOPPED: "run it again for the rest",
    Reason.INTERNAL: "run with --debug and report this",
}
"""Reason to the next step, a phrase."""


class Ended(CollectError):  # noqa: N818 - reads as the sentence that it is
    """A session ended before its work was done; never leaves this package.

    Attributes:
        reason: Why.
        detail: More about it, a phrase without device text; "" if there is none.
    """

    def __init__(self, reason: Reason, detail: str = "") -> None:
        super().__init__(f"{reason}: {detail}" if detail else str(reason))
        self.reason = reason
        self.detail = detail


def sentence(reason: Reason, detail: str = "") -> str:
    """Return what happened and what to do, without a full stop at the end."""
    told = f"{reason}: {detail}" if detail else str(reason)
    return f"{told}; {ADVICE[reason]}"
