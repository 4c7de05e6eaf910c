"""What the device holds while its configuration is read: every statement acts on it in order."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from roce_audit.reading.guard import Guard
from roce_audit.reading.ledger import LedgerBook

if TYPE_CHECKING:
    from roce_audit.model.acl import FilterKey
    from roce_audit.platforms.cisco_xr.encapsulation import Encapsulation, Rewrite
    from roce_audit.platforms.cisco_xr.extents import Group
    from roce_audit.platforms.cisco_xr.lists import AccessList
    from roce_audit.platforms.cisco_xr.settings import Settings
    from roce_audit.reading.statement import Statement


@dataclass(frozen=True, slots=True)
class Bound:
    """A filter or policy bound to an interface.

    Attributes:
        name: Of the interface's own list; "" if there is a common one only.
        statement: The statement that binds.
        common: Of the list tried first; "" if none.
    """

    name: str
    statement: Statement
    common: str = ""


@dataclass(slots=True)
class Port:
    """An interface that is being configured; None stands for what is not said.

    Attributes:
        name: Full name.
        header: Where it first stands.
        dump: Number of the dump that shows it.
        circuit: Whether it is an attachment circuit (``l2transport``).
        bundle: Number of the bundle that it is a member of; "" for none.
        shutdown: As configured.
        encapsulation: Frames that a subinterface takes.
        rewrite: What happens to their tags.
        mtu: In bytes, Ethernet header included.
        ip_mtu: In bytes, for routed packets.
        addresses: With prefix lengths.
        vrf: Name, "" for the default.
        bound: Filters by kind and direction.
        guards: By name.
        policies: Policy maps by direction.
        groups: Groups applied here, in order.
        excluded: Groups that do not hold here.
    """

    name: str
    header: Statement
    dump: int = 0
    circuit: bool = False
    bundle: str = ""
    shutdown: bool | None = None
    encapsulation: Encapsulation | None = None
    rewrite: Rewrite | None = None
    mtu: int | None = None
    ip_mtu: int | None = None
    addresses: dict[str, None] = field(default_factory=dict[str, None])
    vrf: str = ""
    bound: dict[tuple[str, str], Bound] = field(default_factory=dict[tuple[str, str], Bound])
    guards: dict[str, Guard] = field(default_factory=dict[str, Guard])
    policies: dict[str, Bound] = field(default_factory=dict[str, Bound])
    groups: dict[str, None] = field(default_factory=dict[str, None])
    excluded: dict[str, None] = field(default_factory=dict[str, None])


@dataclass(slots=True)
class Domain:
    """Attachment circuits that are bridged together: a bridge-domain or a p2p cross-connect.

    Attributes:
        title: How it is called in answers.
        header: Where it begins.
        dump: Number of the dump that shows it.
        circuits: Interface names; whether they are in the split horizon group.
        bvi: Name of the routed interface; "" if none.
        shutdown: As configured.
        guards: By interface ("" for all of them) and name.
    """

    title: str
    header: Statement
    dump: int = 0
    circuits: dict[str, bool] = field(default_factory=dict[str, bool])
    bvi: str = ""
    shutdown: bool = False
    guards: dict[tuple[str, str], Guard] = field(default_factory=dict[tuple[str, str], Guard])


@dataclass(slots=True)
class Policy:
    """A class map or policy map: statements under it, in order; for policies those of each class.

    Attributes:
        header: Where it begins.
        dump: Number of the dump that shows it.
        statements: Words of a class map's statements.
        classes: Of a policy map, by name, in the order tried.
    """

    header: Statement
    dump: int = 0
    statements: list[tuple[str, ...]] = field(default_factory=list[tuple[str, ...]])
    classes: dict[str, list[tuple[tuple[str, ...], Statement]]] = field(
        default_factory=dict[str, "list[tuple[tuple[str, ...], Statement]]"]
    )


@dataclass(frozen=True, slots=True)
class Inherited:
    """A statement of a group, with its whole path.

    Attributes:
        statement: As captured.
        words: Its path inside the group.
        negated: Whether it begins with ``no``.
    """

    statement: Statement
    words: tuple[str, ...]
    negated: bool


@dataclass(slots=True)
class Xr:
    """The whole device while it is read.

    Attributes:
        settings: The platform's switches.
        book: The account of statements.
        applied: Groups applied to the whole configuration, in order.
        dump: Number of the dump being read.
        typed: Whether commands are being typed, which edit what is there; a dump replaces it.
        hostname: Whether a host name was seen.
        ended: Whether the last configuration read ended with ``end``.
        bridging: Whether an ``l2vpn`` section was seen.
    """

    settings: Settings
    book: LedgerBook = field(default_factory=LedgerBook)
    lists: dict[FilterKey, AccessList] = field(default_factory=dict["FilterKey", "AccessList"])
    objects: dict[tuple[str, str], Group] = field(default_factory=dict[tuple[str, str], "Group"])
    ports: dict[str, Port] = field(default_factory=dict[str, Port])
    domains: dict[tuple[str, ...], Domain] = field(default_factory=dict[tuple[str, ...], Domain])
    classes: dict[str, Policy] = field(default_factory=dict[str, Policy])
    policies: dict[str, Policy] = field(default_factory=dict[str, Policy])
    groups: dict[str, list[Inherited]] = field(default_factory=dict[str, list[Inherited]])
    applied: dict[str, None] = field(default_factory=dict[str, None])
    dump: int = 0
    typed: bool = False
    hostname: bool = False
    ended: bool = False
    bridging: bool = False

    def replaces(self, dump: int) -> bool:
        """Whether what stood in ``dump`` is replaced if it is met now."""
        return not self.typed and dump != self.dump
