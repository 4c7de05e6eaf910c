"""``switchport`` commands of an interface."""

from __future__ import annotations

from typing import TYPE_CHECKING

from roce_audit.errors import ParseError
from roce_audit.model.acl import Direction
from roce_audit.packets.ranges import Ranges, complement, intersect, normalise, without
from roce_audit.platforms.cisco_nxos.port import BOTH_WAYS, Claim, Hazard, Port, Said
from roce_audit.reading.number_list import number_list
from roce_audit.reading.statement import Words

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

TOP_VLAN = 4094
ALL_VLANS: Ranges = ((1, TOP_VLAN),)
NO_VLANS: Ranges = ()


def switchport(port: Port, said: Said) -> Claim:
    """Do what ``switchport ...`` or ``no switchport ...`` says.

    Raises:
        ParseError: It is not understood.
    """
    words = Words(said.statement.words, said.start + 1)
    if not words.peek():
        port.switchport = not said.negated
        return Claim.READ
    word = words.take()
    reader = _READERS.get(word)
    if reader is None:
        if word in _QUIET or (said.negated and word in _OFF):
            return Claim.NO_EFFECT
        raise ParseError(f"unknown word {word!r}")
    port.bridging = port.bridging or not said.negated
    return reader(port, said, words)


def _mode(port: Port, said: Said, words: Words) -> Claim:
    mode = "" if said.negated else words.take("a mode")
    rest = " ".join(words.rest())
    port.mode = mode
    known = mode in ("", "access", "trunk") and not rest
    full = f"{mode} {rest}".strip()
    hazard = Hazard(
        "switchport mode", f"puts the port into mode {full}", said.source, directions=BOTH_WAYS
    )
    port.endanger("switchport mode", None if known else hazard)
    return Claim.READ


def _access(port: Port, said: Said, words: Words) -> Claim:
    words.choice("vlan")
    port.access_vlan = None if said.negated else _vlan(words)
    return Claim.READ


def _trunk(port: Port, said: Said, words: Words) -> Claim:
    what = words.take("native or allowed")
    if what == "native":
        return _native(port, said, words)
    if what != "allowed":
        raise ParseError(f"unknown word {what!r}")
    words.choice("vlan")
    if said.negated:
        port.allowed = None
        return Claim.READ
    port.allowed = _allowed(port.allowed, words)
    return Claim.READ


def _native(port: Port, said: Said, words: Words) -> Claim:
    words.choice("vlan")
    if words.peek() == "tag":
        raise ParseError("native VLAN tagging is not modelled")
    port.native_vlan = None if said.negated else _vlan(words)
    return Claim.READ


def _allowed(before: Ranges | None, words: Words) -> Ranges:
    known = ALL_VLANS if before is None else before
    match words.take("VLANs"):
        case "all":
            vlans = ALL_VLANS
        case "none":
            vlans = NO_VLANS
        case "add":
            vlans = normalise((*known, *_vlans(words)))
        case "remove":
            vlans = without(known, _vlans(words))
        case "except":
            vlans = intersect(ALL_VLANS, complement(_vlans(words), TOP_VLAN))
        case text:
            vlans = number_list(f"{text}{''.join(words.rest())}", TOP_VLAN, 1)
    words.end()
    return vlans


def _vlan(words: Words) -> int:
    number = words.number(TOP_VLAN, 1)
    words.end()
    return number


def _vlans(words: Words) -> Ranges:
    return number_list("".join(words.rest()), TOP_VLAN, 1)


def _block(port: Port, said: Said, words: Words) -> Claim:
    what = words.choice("unicast", "multicast")
    if what == "unicast":
        hazard = Hazard(
            "switchport block unicast",
            "keeps unknown unicast from leaving the port",
            said.source,
            directions=(Direction.OUT,),
        )
        port.endanger("block", None if said.negated else hazard)
        return Claim.READ
    return Claim.NO_EFFECT


def _security(port: Port, said: Said, words: Words) -> Claim:
    if words.peek():
        return Claim.NO_EFFECT
    hazard = Hazard("port security", "drops packets of further source MACs", said.source)
    port.endanger("port-security", None if said.negated else hazard)
    return Claim.READ


def _monitor(port: Port, said: Said, words: Words) -> Claim:
    words.rest()
    hazard = Hazard("switchport monitor", "gives the port away to a mirror", said.source)
    port.endanger("monitor", None if said.negated else hazard)
    return Claim.READ


def _isolated(port: Port, said: Said, words: Words) -> Claim:
    text = " ".join(("switchport", *words.rest()))
    hazard = Hazard(text, "keeps ports apart", said.source, directions=BOTH_WAYS)
    port.endanger("isolated", None if said.negated else hazard)
    return Claim.READ


def _private(port: Port, said: Said, words: Words) -> Claim:
    words.rest()
    hazard = Hazard("private VLAN", "keeps ports apart", said.source, directions=BOTH_WAYS)
    port.endanger("private-vlan", None if said.negated else hazard)
    return Claim.READ


_READERS: Mapping[str, Callable[[Port, Said, Words], Claim]] = {
    "mode": _mode,
    "access": _access,
    "trunk": _trunk,
    "block": _block,
    "port-security": _security,
    "isolated": _isolated,
    "monitor": _monitor,
    "private-vlan": _private,
}
_QUIET = frozenset({"autostate", "host", "priority"})
_OFF = frozenset({"dot1q", "vlan", "voice"})
"""Commands that change nothing where they are negated."""
