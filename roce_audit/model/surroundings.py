"""What stands around a host's adapters: limits, settings, neighbours, firewall dumps."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Literal

from roce_audit.model.facts import Fact, Unknown

if TYPE_CHECKING:
    from roce_audit.model.source import SourceRef


@dataclass(frozen=True, slots=True)
class Memlock:
    """How much memory may be pinned, each limit with its scope.

    Attributes:
        session_kib: Limit of the login that ran the collector, which need not be the job's;
            None for no limit.
        configured: Lines of the limit files that set one.
    """

    session_kib: Fact[int | None] = field(default_factory=lambda: Unknown("not in the capture"))
    configured: tuple[SourceRef, ...] = ()


@dataclass(frozen=True, slots=True)
class Setting:
    """One library setting, found in a file or in the environment.

    Attributes:
        name: ``NCCL_IB_GID_INDEX`` and the like.
        value: As written, quotes removed.
        file: Path without the leading slash, or ``environment`` for that of the login.
        source: The line of the capture.
    """

    name: str
    value: str
    file: str
    source: SourceRef


@dataclass(frozen=True, slots=True)
class Neighbour:
    """What the other end of a cable says about itself; nothing of it is to be trusted.

    Attributes:
        netdev: Interface that heard it.
        system: Name of the other device, "" if it gave none.
        port: Name of its port: the port number if it is a name, else the description.
        description: What the other device says it is.
        source: The section of the capture.
    """

    netdev: str
    system: str
    port: str
    description: str
    source: SourceRef


@dataclass(frozen=True, slots=True)
class Dump:
    """The output of a firewall tool, kept for its own reader.

    Attributes:
        state: ``read``: ``text`` is all there is. ``none``: the kernel part is not loaded, so
            there are no rules. ``unknown``: rules may exist that nobody could see.
        text: The output; part of it, or "", unless the state is ``read``.
        reason: Why the state is not ``read``.
        first_line: 1-based line of the capture where the text begins.
    """

    state: Literal["read", "none", "unknown"]
    text: str = ""
    reason: str = ""
    first_line: int = 0
