"""Signs of which program printed a text: headers, prompts, file names, contents."""

from __future__ import annotations

import re
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

_PROGRAM = re.compile(
    r"\b(ip6tables|iptables|ebtables|nft|ipset)(-legacy|-nft)?(-save|-restore)?\b"
)
_PROMPT = re.compile(
    r"^\s*(?:\[?[\w.-]+@[\w.-]+[^#$>%]{0,80}[#$>%]\s*|\[[^\]]{1,80}\]\s*[#$]\s*|[$+]\s+|"
    r"[\w.-]{1,60}[#>]\s+|#\s+(?=(?:sudo\s+)?(?:\S*/)?(?:nft\s+(?:-\S+\s+)*list|\w+-save)\b))"
)
_COMMAND = re.compile(
    r"^\s*(?:sudo\s+(?:-\S+\s+)*)?(?:/\S*/)?"
    r"(nft|ip6?tables(?:-legacy|-nft)?(?:-save|-restore)?|ebtables(?:-legacy|-nft)?(?:-save)?|"
    r"ipset|sysctl|ip|bridge|tc|cat|ethtool)(?=\s|$)(.*)$"
)
_COMMON_WORDS = frozenset({"ip", "bridge", "tc", "cat", "ethtool", "sysctl"})
_LEGACY = re.compile(r"\blegacy\b")
REFUSED = re.compile(r"operation not permitted|permission denied|you must be root", re.IGNORECASE)
REMARK = re.compile(r"(ip6?tables)-legacy tables present", re.IGNORECASE)
_SIX = frozenset({"ipv6-icmp", "icmpv6", "icmp6", "--icmpv6-type", "hl", "--hl-eq", "--hl-lt"})
_FOUR = frozenset({"icmp", "--icmp-type", "igmp", "--ttl-eq", "--ttl-lt", "--ttl-gt"})
_BRIDGE = frozenset(
    {"--logical-in", "--logical-out", "--vlan-id", "--vlan-encap", "--vlan-prio"}
    | {"--ip-proto", "--ip-src", "--ip-dst", "--ip-dport", "--ip-sport", "--ip6-proto"}
    | {"--mark-target", "--among-src", "--among-dst", "--pkttype-type"}
)
_MACS = frozenset({"Unicast", "Multicast", "Broadcast", "BGA"})
_BRIDGE_VALUES = {
    "-p": frozenset({"ROCE", "IPv4", "IPv6", "ARP", "802_1Q", "Length"}),
    "-s": _MACS,
    "-d": _MACS,
    "-j": frozenset({"CONTINUE"}),
}


AROUND = frozenset({"ip", "bridge", "sysctl", "tc", "cat", "ethtool"})
"""Programs that show what is around the filters."""
_CHANGES = frozenset({"set", "add", "del", "delete", "change"})
_LISTS = frozenset({"list", "save", "-L", "-S", "--list", "--list-rules", "-f", "-V", "--version"})


@dataclass(frozen=True, slots=True)
class Hint:
    """What is known of the program that printed what follows.

    Attributes:
        program: ``nft``, ``iptables``, ``ip6tables``, ``ebtables``, ``ipset``; "" if unknown.
        legacy: Whether it is of the old back end.
        terse: Whether elements of sets are left out.
        table: Table asked for by ``-t``.
    """

    program: str = ""
    legacy: bool = False
    terse: bool = False
    table: str = "filter"

    @property
    def family(self) -> str:
        """``ip``, ``ip6`` or ``bridge``; "" if unknown."""
        return {"iptables": "ip", "ip6tables": "ip6", "ebtables": "bridge"}.get(self.program, "")


def hint_in(text: str) -> Hint | None:
    """Return what a header, file name or command line says, None if nothing."""
    found = _PROGRAM.search(text)
    if found is None:
        return None
    legacy = found[2] == "-legacy" or bool(_LEGACY.search(text))
    words = text.split()
    terse = found[1] == "nft" and any(word in {"-t", "--terse"} for word in words)
    table = "filter"
    if "-t" in words[:-1] and found[1] != "nft":
        table = words[words.index("-t") + 1]
    return Hint(found[1], legacy, terse, table)


def without_prompt(line: str) -> str:
    """Return a line without the prompt before a command."""
    return _PROMPT.sub("", line, count=1)


def command_in(line: str) -> tuple[str, str] | None:
    """Return program and arguments; None if the line is no command."""
    bare = without_prompt(line)
    prompted = bare != line
    found = _COMMAND.match(bare)
    if found is None or (not prompted and line[:1].isspace() and found[1] in _COMMON_WORDS):
        return None
    return found[1], found[2].strip()


def family_in(lines: Iterable[str]) -> str:
    """Return the family that rules speak of by themselves; "" if they do not."""
    for line in lines:
        words = line.split()
        known = set(words)
        if known & _BRIDGE:
            return "bridge"
        if known & _SIX or "icmp6-" in line:
            return "ip6"
        if known & _FOUR or " icmp-" in line:
            return "ip"
        for flag, value in pairwise(words):
            found = _by_option(flag, value)
            if found:
                return found
    return ""


def _by_option(flag: str, value: str) -> str:
    if value in _BRIDGE_VALUES.get(flag, ()) or (flag == "-p" and value[:2] == "0x"):
        return "bridge"
    if flag in {"-s", "-d", "--to-destination", "--to-source"}:
        return _by_address(value)
    return ""


def _by_address(value: str) -> str:
    base = value.split("/", 1)[0]
    if base.count(":") == _MAC_COLONS and "::" not in base and len(base) <= _MAC_LETTERS:
        return "bridge"
    return "ip6" if ":" in value and "." not in value.split(":", 1)[0] else "ip"


_MAC_COLONS, _MAC_LETTERS = 5, 17


def shows(program: str, arguments: str) -> bool:
    """Whether a command prints something and changes nothing."""
    words = set(arguments.split())
    if program.endswith(("-save", "-restore")) or program in AROUND - {"ip", "sysctl"}:
        return True
    if program == "ip":
        return not words & _CHANGES
    if program == "sysctl":
        return "=" not in arguments
    if "grep -q" in arguments or "xargs" in arguments:
        return False
    return bool(words & _LISTS) and "delete" not in words
