"""Tables, chains and rules as netfilter knows them, whoever wrote them down."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import IntEnum, StrEnum
from typing import TYPE_CHECKING

from roce_audit.model.acl import Action

if TYPE_CHECKING:
    from roce_audit.model.source import SourceRef
    from roce_audit.platforms.linux.unions import Union


class Front(StrEnum):
    """The program in whose words a table is written."""

    NFT = "nft"
    IPTABLES = "iptables"
    IP6TABLES = "ip6tables"
    EBTABLES = "ebtables"


class Hook(IntEnum):
    """Places where base chains are called, in the order a packet may meet them."""

    INGRESS = 0
    PREROUTING = 1
    INPUT = 2
    FORWARD = 3
    OUTPUT = 4
    POSTROUTING = 5
    EGRESS = 6


HOOKS = {hook.name.lower(): hook for hook in Hook}


class Verdict(StrEnum):
    """What a rule does with packets that meet it."""

    ACCEPT = "accept"
    DROP = "drop"
    RETURN = "return"
    JUMP = "jump"
    GOTO = "goto"
    PASS = "pass"  # noqa: S105 - what a packet does, no secret
    """Nothing: the next rule is tried."""


@dataclass(frozen=True, slots=True)
class Branch:
    """One of the things that a rule may do.

    Attributes:
        matches: The packets.
        verdict: What happens to them.
        target: The chain of a jump or goto, "" otherwise.
    """

    matches: Union
    verdict: Verdict
    target: str = ""


@dataclass(frozen=True, slots=True)
class Compiled:
    """A rule, understood as far as possible.

    Attributes:
        branches: Tried in order; a packet in none of them goes on to the next rule.
        uncertain: Why its effect is not known; "" if it is.
        effective: Whether it can do anything but count and log.
        untracks: Packets that it takes out of connection tracking.
    """

    branches: tuple[Branch, ...]
    uncertain: str = ""
    effective: bool = True
    untracks: Union = ()


@dataclass(frozen=True, slots=True)
class Rule:
    """One rule as written.

    Attributes:
        words: Everything behind the name of the chain.
        source: Where it is written.
        key: What makes its open questions its own: file and line.
        handle: nft's number of it; "" if not printed.
        comment: The text of its comment.
        printed: Whether nft printed it: a listing leaves out conditions that a person may have
            written.
    """

    words: tuple[str, ...]
    source: SourceRef
    key: str
    handle: str = ""
    comment: str = ""
    printed: bool = False


@dataclass(frozen=True, slots=True)
class Base:
    """Where a chain is called by the kernel.

    Attributes:
        hook: The place.
        priority: Lower ones first.
        policy: What happens at its end.
        devices: Interfaces of an ingress or egress chain; a ``*`` at the end as in questions.
        policy_doubt: Why the policy is not known; "" if it is.
    """

    hook: Hook
    priority: int
    policy: Action = Action.PERMIT
    devices: tuple[str, ...] = ()
    policy_doubt: str = ""


@dataclass(slots=True)
class Chain:
    """A list of rules.

    Attributes:
        name: As written.
        source: Where it begins.
        base: None for a chain that only rules call.
        rules: In the order tried.
        end: What happens to packets at its end if it is no base chain.
        end_doubt: Why ``end`` is not known; "" if it is.
    """

    name: str
    source: SourceRef
    base: Base | None = None
    rules: list[Rule] = field(default_factory=list[Rule])
    end: Verdict = Verdict.RETURN
    end_doubt: str = ""


@dataclass(slots=True)
class Table:
    """Chains that can call each other.

    Attributes:
        front: Who wrote it.
        family: ``ip``, ``ip6``, ``inet``, ``bridge``, ``netdev`` or ``arp``.
        name: As written.
        source: Where it begins.
        chains: By name.
        dormant: Whether it is switched off.
        legacy: Whether it is one of the old back end, beside all tables of nftables.
        dump: Number of the dump it was read from.
        beside: Whether a table of the same name is in the new back end.
    """

    front: Front
    family: str
    name: str
    source: SourceRef
    chains: dict[str, Chain] = field(default_factory=dict[str, Chain])
    dormant: bool = False
    legacy: bool = False
    dump: int = 0
    beside: bool = False

    @property
    def title(self) -> str:
        """Family and name, told apart from a table of the same name in the other back end."""
        return f"{'legacy ' if self.beside else ''}{self.family} {self.name}"
