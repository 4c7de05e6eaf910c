"""What ``nft --debug=netlink list ruleset`` says of a rule that the listing leaves out.

A listing prints ``ether type ip ip saddr A`` and ``meta protocol ip ip saddr A`` in the same words,
``ip saddr A``. The first compares the EtherType on the wire, 0x8100 on a tagged frame, the second
the one behind the tag. The bytecode tells them apart; it is keyed by the handle of the rule.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from roce_audit.platforms.linux.patterns import NFT_CODE, NFT_CODE_LINE

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from roce_audit.platforms.linux.chains import Chain, Rule, Table
    from roce_audit.platforms.linux.state import State

_LOAD = re.compile(r"\[ payload load (\d+)b @ link header \+ (\d+) => reg (\d+) \]")
_USE = re.compile(r"\breg (\d+)\b(?! =)")
_EQUAL = re.compile(r"\[ cmp eq reg \d+((?: 0x[0-9a-f]+)+) \]")
_TYPE_AT, _TYPE_BYTES, _WORD_BYTES = 12, 2, 4
_IP_TYPES = frozenset({bytes((0x08, 0x00)), bytes((0x86, 0xDD))})
_DIGITS = len("0x") + 2 * _WORD_BYTES


@dataclass(slots=True)
class TableCode:
    """Bytecode of one table.

    Attributes:
        on_wire: By chain and handle: whether the rule compares the EtherType on the wire with
            that of IP; None if its bytecode is not understood.
        listed: Whether the listing that it belongs to was read: a later one may be of other rules.
    """

    on_wire: dict[tuple[str, str], bool | None] = field(
        default_factory=dict[tuple[str, str], "bool | None"]
    )
    listed: bool = False


def read_code(state: State, lines: Sequence[tuple[int, str]], at: int) -> int:
    """Read the bytecode of a rule or set that begins at ``at``; return the line behind it."""
    head = NFT_CODE.match(lines[at][1])
    stop = at + 1
    while stop < len(lines) and NFT_CODE_LINE.match(lines[stop][1]):
        stop += 1
    if head is None or (stop == at + 1 and not head["set"]):
        return at
    state.ledger.read += 1
    if not head["set"]:
        place = (head["family"], head["table"])
        code = state.bytecode.get(place)
        if code is None or code.listed:
            code = state.bytecode[place] = TableCode()
        body = [line for _, line in lines[at + 1 : stop]]
        code.on_wire[head["chain"], head["handle"]] = asks_on_wire(body)
    return stop


def read_codes(state: State, lines: Sequence[tuple[int, str]]) -> None:
    """Read all bytecode of a text and nothing else of it."""
    at = 0
    while at < len(lines):
        at = max(read_code(state, lines, at), at + 1)


def asks_on_wire(instructions: Sequence[str]) -> bool | None:
    """Return whether a rule compares the EtherType on the wire with that of IPv4 or IPv6.

    None if a comparison is in a form that is not known.
    """
    loaded: dict[str, int] = {}
    for line in instructions:
        load = _LOAD.search(line)
        if load is not None:
            _take(loaded, load)
            continue
        used = _USE.search(line)
        if used is None or used[1] not in loaded:
            continue
        found = _compared(line, loaded.pop(used[1]))
        if found is not False:
            return found
    return False


def _take(loaded: dict[str, int], load: re.Match[str]) -> None:
    """Note where in a register the EtherType is, if it was loaded at all."""
    size, at, register = int(load[1]), int(load[2]), load[3]
    loaded.pop(register, None)
    if at <= _TYPE_AT and at + size >= _TYPE_AT + _TYPE_BYTES:
        loaded[register] = _TYPE_AT - at


def _compared(line: str, at: int) -> bool | None:
    """Return whether an instruction compares for an EtherType of IP; other ones are listed."""
    equal = _EQUAL.search(line)
    if equal is None:
        return False
    words = equal[1].split()
    if any(len(word) != _DIGITS for word in words):
        return None
    # Words are printed as numbers of a little-endian machine.
    value = b"".join(int(word, 16).to_bytes(_WORD_BYTES, "little") for word in words)
    return value[at : at + _TYPE_BYTES] in _IP_TYPES


def code_of(
    bytecode: Mapping[tuple[str, str], TableCode], table: Table, chain: Chain, rule: Rule
) -> bool | None:
    """Return what the bytecode of a rule says; None if there is none or it is not understood."""
    code = bytecode.get((table.family, table.name))
    if code is None or not rule.printed or not rule.handle:
        return None
    return code.on_wire.get((chain.name, rule.handle))
