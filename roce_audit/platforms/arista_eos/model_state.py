"""What the device holds while its configuration is read: every statement acts on it in order."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from roce_audit.model.acl import Family, FilterKey
from roce_audit.platforms.arista_eos.port_state import Port
from roce_audit.reading.ledger import LedgerBook

if TYPE_CHECKING:
    from roce_audit.model.device import Gap
    from roce_audit.platforms.arista_eos.draft import Rule
    from roce_audit.platforms.arista_eos.policy_state import TrafficPolicies
    from roce_audit.platforms.arista_eos.settings import Settings
    from roce_audit.reading.statement import Statement


@dataclass(frozen=True, slots=True)
class Entry:
    """One numbered line of a list.

    Attributes:
        statement: As captured.
        start: Index of the word behind the number.
        rules: What it does; empty for a remark.
    """

    statement: Statement
    start: int
    rules: tuple[Rule, ...]

    @property
    def words(self) -> tuple[str, ...]:
        """The line without its number."""
        return self.statement.words[self.start :]


@dataclass(slots=True)
class AccessList:
    """An access list that is being edited.

    Attributes:
        family: IPV4, IPV6 or MAC.
        name: As configured.
        standard: True for a list of sources.
        header: Where it begins.
        dump: Number of the dump that shows it; 0 for a list that was typed.
        shown: True if only show output has it.
        entries: By sequence number, in no particular order.
        last: The highest number in use; -1 if it has to be looked for.
        first: Lower than any key of ``entries``; lines without a place get keys below zero.
        by_words: Numbers of the lines that read so; None until it is needed.
        response: ``permit response traffic nat``, if it stands in the list.
        broken: Why the header is not understood; "" if it is.
        saved: What ``abort`` goes back to.
    """

    family: Family
    name: str
    standard: bool
    header: Statement
    dump: int = 0
    shown: bool = False
    entries: dict[int, Entry] = field(default_factory=dict[int, Entry])
    last: int = 0
    first: int = 0
    by_words: dict[tuple[str, ...], set[int]] | None = None
    response: Statement | None = None
    broken: str = ""
    saved: dict[int, Entry] = field(default_factory=dict[int, Entry])

    @property
    def key(self) -> FilterKey:
        """Key of the finished filter."""
        return (self.family.value, self.name)


@dataclass(slots=True)
class VlanState:
    """A VLAN that is being configured.

    Attributes:
        number: 1 to 4094.
        header: Where it stands.
        active: False once it is suspended.
        groups: Trunk groups.
        isolated: The private VLAN statement that keeps its hosts apart, if there is one.
    """

    number: int
    header: Statement
    active: bool = True
    groups: tuple[str, ...] = ()
    isolated: Statement | None = None


@dataclass(frozen=True, slots=True)
class ServiceClass:
    """A class of a policy map that limits, drops or diverts its packets.

    Attributes:
        name: Of the class map.
        statement: The statement that does it.
    """

    name: str
    statement: Statement


@dataclass(slots=True)
class Eos:
    """The whole device while it is read.

    Attributes:
        routed_by_default: True after ``switchport default mode routed``.
        shut_by_default: True after ``interface defaults`` / ``ethernet`` / ``shutdown``.
        services: By name of a policy map, its classes that limit, drop or divert packets.
        class_lists: By name of a class map, the lists that pick its packets; empty if something
            else picks them.
        no_routing: ``no ip routing`` by family word and VRF ("" for the default one).
        orphans: Blocks of filter lines whose header is not understood.
        nat: True if any ``ip nat`` stands in the configuration.
        complete: True if the text looks like a whole running configuration.
        profiles: Statements of interface profiles.
    """

    settings: Settings
    policies: TrafficPolicies
    book: LedgerBook = field(default_factory=LedgerBook)
    lists: dict[FilterKey, AccessList] = field(default_factory=dict[FilterKey, AccessList])
    ports: dict[str, Port] = field(default_factory=dict[str, Port])
    vlans: dict[int, VlanState] = field(default_factory=dict[int, VlanState])
    services: dict[str, tuple[ServiceClass, ...]] = field(
        default_factory=dict[str, "tuple[ServiceClass, ...]"]
    )
    class_lists: dict[str, tuple[FilterKey, ...]] = field(
        default_factory=dict[str, "tuple[FilterKey, ...]"]
    )
    profiles: dict[str, list[Statement]] = field(default_factory=dict[str, "list[Statement]"])
    routed_by_default: bool = False
    shut_by_default: bool = False
    no_routing: dict[tuple[str, str], Statement] = field(
        default_factory=dict[tuple[str, str], "Statement"]
    )
    orphans: list[Statement] = field(default_factory=list["Statement"])
    nat: bool = False
    complete: bool = False
    gaps: list[Gap] = field(default_factory=list["Gap"])
