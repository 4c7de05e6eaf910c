"""What ``nft --debug=netlink list ruleset`` says of a rule that the listing leaves out.

A listing prints ``ether type ip ip saddr A`` and ``meta protocol ip ip saddr A`` in the same words,
``ip saddr A``. The first compares the EtherType on the wire, 0x8100 on a tagged frame, the second
the one behind the tag. It leaves out ``ether type 8021q`` before ``ether saddr != M`` or ``meta
protocol ip``, too, and nft 1.0.6 lists ``udp length < 100 udp dport > 4790`` as ``udp dport !=
100-4790``. The bytecode has it all; it is keyed by the handle of the rule.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from itertools import pairwise
from typing import TYPE_CHECKING

from roce_audit.platforms.linux.patterns import NFT_CODE, NFT_CODE_LINE

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from roce_audit.platforms.linux.chains import Chain, Rule, Table
    from roce_audit.platforms.linux.state import State

_LOAD = re.compile(r"\[ payload load (\d+)b @ link header \+ (\d+) => reg (\d+) \]")
_KNOWN = re.compile(
    r"\s*(?:\[ (?:payload load \d+b @ (?:link|network|transport|inner) header \+ \d+ => reg \d+ \]|"
    r"(?:meta|ct|exthdr|rt|socket|fib|osf|xfrm|numgen|jhash|symhash|payload write|cmp|range|lookup|"
    r"bitwise|byteorder|immediate|counter|limit|quota|reject|log|dynset|objref|match|target|queue|"
    r"notrack|masq|nat|redir|tproxy|synproxy|dup|fwd|flow_offload|connlimit|last)\b)|userdata = )"
)
_USED_TOO = re.compile(r"\breg (\d+) = \(")
_FILLED = re.compile(r"(?:=> reg |\breg )(\d+)(?= \]| =)")
_USE = re.compile(r"\breg (\d+)\b(?! =)")
_EQUAL = re.compile(r"\[ cmp eq reg \d+((?: 0x[0-9a-f]+)+) \]")
_SIGN = re.compile(r"\[ (?:cmp|range|lookup) (\w+) reg")
_TYPE_AT, _TYPE_BYTES, _WORD_BYTES = 12, 2, 4
_DIGITS = len("0x") + 2 * _WORD_BYTES


@dataclass(frozen=True, slots=True)
class RuleCode:
    """What the bytecode of a rule says beside its listing.

    Attributes:
        on_wire: The EtherTypes that the one on the wire must equal for the rule to act; None if a
            comparison is in a form that is not known.
        merged: Whether nft lists two comparisons of it as one.
    """

    on_wire: frozenset[int] | None
    merged: bool


@dataclass(slots=True)
class TableCode:
    """Bytecode of one table.

    Attributes:
        rules: By chain and handle.
        listed: Whether the listing that it belongs to was read: a later one may be of other rules.
    """

    rules: dict[tuple[str, str], RuleCode] = field(default_factory=dict[tuple[str, str], RuleCode])
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
        # A rule ends with an empty line, the next head or the listing: anything else is damage.
        whole = stop == len(lines) or not lines[stop][1][:1].isspace()
        told = RuleCode(asks_on_wire(body) if whole else None, is_merged(body))
        code.rules[head["chain"], head["handle"]] = told
    return stop


def read_codes(state: State, lines: Sequence[tuple[int, str]]) -> None:
    """Read all bytecode of a text and nothing else of it."""
    at = 0
    while at < len(lines):
        at = max(read_code(state, lines, at), at + 1)


def asks_on_wire(instructions: Sequence[str]) -> frozenset[int] | None:
    """Return the EtherTypes that the one on the wire must equal for a rule to act.

    None if the bytecode is damaged or in a form that is not known: a load or comparison that
    cannot be read, a comparison of what nothing loaded, a loaded EtherType that nothing uses.
    """
    filled: set[str] = set()
    loaded: dict[str, int] = {}
    found: set[int] = set()
    for line in instructions:
        load = _LOAD.search(line)
        fills = set(_FILLED.findall(line)) - set(_USED_TOO.findall(line))
        if not _KNOWN.match(line) or fills & loaded.keys():
            return None
        filled |= fills
        if load is not None:
            _take(loaded, load)
        elif not _compare(line, filled, loaded, found):
            return None
    return None if loaded else frozenset(found)


def _compare(line: str, filled: set[str], loaded: dict[str, int], found: set[int]) -> bool:
    """Take account of an instruction that uses a register; return whether it is understood."""
    used = _USE.search(line)
    if used is None:
        return "[ cmp " not in line
    if "[ cmp " in line and used[1] not in filled:
        return False
    at = loaded.pop(used[1], None)
    equal = _EQUAL.search(line)
    # Other comparisons than this one are listed.
    if at is None or equal is None:
        return True
    value = _value(equal[1].split())
    if value is not None:
        found.add(int.from_bytes(value[at : at + _TYPE_BYTES], "big"))
    return value is not None


def is_merged(instructions: Sequence[str]) -> bool:
    """Return whether a comparison "less" is followed by one "greater", which nft lists as one."""
    signs = [found[1] for line in instructions if (found := _SIGN.search(line))]
    return any(one == "lt" and other == "gt" for one, other in pairwise(signs))


def _take(loaded: dict[str, int], load: re.Match[str]) -> None:
    """Note where in a register the EtherType is, if it was loaded at all."""
    size, at, register = int(load[1]), int(load[2]), load[3]
    loaded.pop(register, None)
    if at <= _TYPE_AT and at + size >= _TYPE_AT + _TYPE_BYTES:
        loaded[register] = _TYPE_AT - at


def _value(words: Sequence[str]) -> bytes | None:
    """Return the bytes of a value, printed as numbers of a little-endian machine."""
    if any(len(word) != _DIGITS for word in words):
        return None
    return b"".join(int(word, 16).to_bytes(_WORD_BYTES, "little") for word in words)


def code_of(
    bytecode: Mapping[tuple[str, str], TableCode], table: Table, chain: Chain, rule: Rule
) -> RuleCode | None:
    """Return the bytecode of a rule; None if there is none."""
    code = bytecode.get((table.family, table.name))
    if code is None or not rule.printed or not rule.handle:
        return None
    return code.rules.get((chain.name, rule.handle))
