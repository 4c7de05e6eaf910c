"""What has been read of one machine so far: tables, sets, settings, links, and the account."""

from __future__ import annotations

from dataclasses import dataclass, field

from roce_audit.model.device import Gap
from roce_audit.model.source import SourceRef
from roce_audit.platforms.linux.chains import Chain, Front, Rule, Table
from roce_audit.platforms.linux.nft_bytecode import TableCode
from roce_audit.platforms.linux.world import World
from roce_audit.reading.ledger import LedgerBook

TableKey = tuple[str, bool, str, str]
"""Front end, whether it is of the legacy back end, family and name."""


@dataclass(slots=True)
class NamedSet:
    """A set or map of nft.

    Attributes:
        kind: ``set`` or ``map``.
        source: Where it is written.
        elements: Words of each element.
        changing: Whether elements come and go by themselves or by rules.
        known: Whether the elements are in the capture.
    """

    kind: str
    source: SourceRef
    elements: list[tuple[str, ...]] = field(default_factory=list[tuple[str, ...]])
    changing: bool = False
    known: bool = True


@dataclass(slots=True)
class IpSet:
    """A set of ``ipset``.

    Attributes:
        kind: Its type, ``hash:ip,port`` for instance.
        options: Words behind the type.
        source: Where it is made.
        elements: Words of each element.
    """

    kind: str
    options: tuple[str, ...]
    source: SourceRef
    elements: list[tuple[str, ...]] = field(default_factory=list[tuple[str, ...]])


@dataclass(frozen=True, slots=True)
class Loss:
    """A statement that may have changed filters, nobody can say how.

    Attributes:
        reason: Why, as a sentence.
        source: The statement.
        table: The table that it can touch; None if it can touch any.
    """

    reason: str
    source: SourceRef
    table: Table | None


@dataclass(slots=True)
class State:
    """Everything read so far; statements change it in order.

    Attributes:
        tables: In the order first met.
        sets: nft sets and maps by family, table and name.
        ipsets: By name.
        world: Links, addresses, settings.
        ledger: The account.
        gaps: What is missing from the evidence.
        losses: Statements that may have changed filters, nobody can say how.
        hidden: Families (``ip``, ``ip6``, ``bridge``) whose filters were refused, and why.
        legacy_remarks: Families whose legacy tables are said to exist.
        legacy_dumps: Families whose legacy tables were captured, perhaps empty.
        bytecode: nft's bytecode by family and table.
        spaces: Network namespaces that commands of filter programs ran in.
        dump: Number of the dump being read.
        seen: Whether any dump or command of a filter program was met.
    """

    tables: dict[TableKey, Table] = field(default_factory=dict[TableKey, Table])
    sets: dict[tuple[str, str, str], NamedSet] = field(
        default_factory=dict[tuple[str, str, str], NamedSet]
    )
    ipsets: dict[str, IpSet] = field(default_factory=dict[str, IpSet])
    world: World = field(default_factory=World)
    ledger: LedgerBook = field(default_factory=LedgerBook)
    gaps: list[Gap] = field(default_factory=list[Gap])
    losses: list[Loss] = field(default_factory=list[Loss])
    hidden: dict[str, SourceRef] = field(default_factory=dict[str, SourceRef])
    legacy_remarks: dict[str, SourceRef] = field(default_factory=dict[str, SourceRef])
    legacy_dumps: set[str] = field(default_factory=set[str])
    bytecode: dict[tuple[str, str], TableCode] = field(
        default_factory=dict[tuple[str, str], TableCode]
    )
    spaces: set[str] = field(default_factory=set[str])
    dump: int = 0
    seen: bool = False
    keys: dict[tuple[str, int], int] = field(default_factory=dict[tuple[str, int], int])

    def rule(
        self, words: tuple[str, ...], source: SourceRef, handle: str = "", comment: str = ""
    ) -> Rule:
        """Return a rule whose open questions are told from those of every other rule."""
        place = (source.file, source.line or 0)
        count = self.keys.get(place, 0)
        self.keys[place] = count + 1
        key = f"{source.file} line {source.line}" + (f" rule {count + 1}" if count else "")
        return Rule(words, source, key, handle, comment)

    def enter(self, space: str, source: SourceRef) -> None:
        """Note the network namespace of a command; a second one is not this machine's."""
        self.spaces.add(space)
        if len(self.spaces) > 1:
            self.lost(source, "is of another network namespace than a command before it")

    def lost(self, source: SourceRef, reason: str, table: Table | None = None) -> None:
        """Enter a statement that may change filters in a way that is not understood.

        Args:
            source: The statement.
            reason: Why, as a phrase.
            table: The table that it can touch; None if it can touch any.
        """
        self.ledger.doubt(source, reason)
        text = f"line {source.line} of {source.file} is not understood ({reason}): {source.text}"
        self.gaps.append(Gap(text, source))
        self.losses.append(Loss(text, source, table))

    def lacks(self, source: SourceRef, reason: str) -> None:
        """Enter a statement whose filters hang on something that is not in the capture."""
        text = f"line {source.line} of {source.file} {reason}: {source.text}"
        self.gaps.append(Gap(text, source))

    def table(
        self,
        front: Front,
        family: str,
        name: str,
        source: SourceRef,
        *,
        legacy: bool = False,
    ) -> Table:
        """Return a table, made if it is new."""
        key = (front.value, legacy, family, name)
        known = self.tables.get(key)
        if known is None:
            known = Table(front, family, name, source, legacy=legacy, dump=self.dump)
            self.tables[key] = known
        return known

    def chain(self, table: Table, name: str, source: SourceRef) -> Chain:
        """Return a chain of ``table``, made if it is new."""
        known = table.chains.get(name)
        if known is None:
            known = table.chains[name] = Chain(name, source)
        return known

    def calls(self, table: Table, name: str, source: SourceRef, *, built_in: bool) -> None:
        """Check that the chain of a rule is known; made by nobody, it may be a damaged name.

        A text of nothing but rules says nothing of chains: then the chain is only not complete.
        """
        if built_in or name in table.chains:
            return
        if table.chains:
            self.lost(source, f"names chain {name}, which is not in the capture", table)
        else:
            self.lacks(source, f"names chain {name}, which the capture does not define")

    def forget(self, table: Table) -> None:
        """Remove a table with everything in it."""
        self.tables.pop((table.front.value, table.legacy, table.family, table.name), None)
        if table.front is Front.NFT:
            place = (table.family, table.name)
            for key in [key for key in self.sets if key[:2] == place]:
                del self.sets[key]


def at_line(file: str, line: int, text: str) -> SourceRef:
    """Return where a statement was captured."""
    return SourceRef(file, line, text.strip())
