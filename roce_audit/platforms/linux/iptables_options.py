"""Modules, targets and what cannot be known: the rest of iptables' options."""

from __future__ import annotations

from typing import TYPE_CHECKING

from roce_audit.errors import ParseError
from roce_audit.platforms.linux.chains import Compiled, Verdict
from roce_audit.platforms.linux.ipset import in_ipset
from roce_audit.platforms.linux.iptables_matches import MATCHES
from roce_audit.platforms.linux.iptables_modules import (
    CLEAR,
    HARMLESS,
    OPEN,
    OPEN_ENDS,
    PLAIN,
    STATES,
    TCP_ONLY,
    TWO_WORDS,
    UNKNOWN_HERE,
)
from roce_audit.platforms.linux.questions import End, Track, asks_name, asks_track
from roce_audit.platforms.linux.unions import YES, Union

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from roce_audit.platforms.linux.iptables_rule import OptionReader


def _module(reader: OptionReader) -> None:
    name = reader.take("a module")
    reader.modules.append(name)
    if OPEN.get(name):
        reader.maybe(OPEN[name])
    elif name not in CLEAR and name not in OPEN:
        raise ParseError(f"uses module {name}, which is not known")


def _state(reader: OptionReader) -> None:
    words, turned = reader.value("states")
    wanted = set(words.upper().split(","))
    if wanted - STATES:
        raise ParseError(f"unknown state in {words!r}")
    if wanted & {"SNAT", "DNAT"} and reader.translates:
        reader.maybe("whether the connection's addresses are rewritten")
        return
    union: Union = tuple(
        {asks_track(state): YES} for state in Track if (state.upper() in wanted) != turned
    )
    reader.narrow(union)


def _direction(reader: OptionReader) -> None:
    words, turned = reader.value("a direction")
    reader.narrow(({asks_track(Track.NEW): YES},) if (words == "ORIGINAL") != turned else ())


def _is_port(*ends: End) -> Callable[[OptionReader], None]:
    def read(reader: OptionReader) -> None:
        reader.narrow(
            (dict.fromkeys([asks_name(end, "*") for end in ends], YES),), inverted=reader.inverted
        )

    return read


def _match_set(reader: OptionReader) -> None:
    name, turned = reader.value("a set")
    flags = reader.take("directions")
    found = reader.ipsets.get(name)
    if found is None:
        reader.maybe(f"set {name} of ipset, which is not in the capture")
        return
    union, why = in_ipset(found, flags.split(","), reader)
    if why:
        reader.maybe(f"set {name} of ipset, {why}")
    else:
        reader.narrow(union, inverted=turned)


def _jump(verdict: Verdict) -> Callable[[OptionReader], None]:
    def read(reader: OptionReader) -> None:
        reader.target = target = reader.take("a target")
        if target in reader.chains:
            reader.verdict = verdict
        elif target in PLAIN:
            reader.verdict = PLAIN[target]
        elif target in OPEN_ENDS:
            reader.verdict = Verdict.ACCEPT
            reader.open_end = OPEN_ENDS[target]
        elif target == "NOTRACK":
            reader.untracks = True
        elif target not in HARMLESS and target != "CT":
            reader.verdict = verdict

    return read


def _nothing(reader: OptionReader) -> None:
    reader.arguments()


def _notrack(reader: OptionReader) -> None:
    reader.untracks = True


def _comment(reader: OptionReader) -> None:
    reader.take("a comment")


def _counters(reader: OptionReader) -> None:
    reader.take("a number")
    reader.take("a number")


OPTIONS: Mapping[str, Callable[[OptionReader], None]] = {
    **MATCHES,
    **dict.fromkeys(("-m", "--match"), _module),
    **dict.fromkeys(("-j", "--jump"), _jump(Verdict.JUMP)),
    **dict.fromkeys(("-g", "--goto"), _jump(Verdict.GOTO)),
    **dict.fromkeys(("-c", "--set-counters"), _counters),
    **dict.fromkeys(("--ctstate", "--state"), _state),
    "--ctdir": _direction,
    "--comment": _comment,
    "--match-set": _match_set,
    "--physdev-is-in": _is_port(End.IN_PORT),
    "--physdev-is-out": _is_port(End.OUT_PORT),
    "--physdev-is-bridged": _is_port(End.IN_PORT, End.OUT_PORT),
    "--notrack": _notrack,
    **dict.fromkeys(("-4", "--ipv4", "-6", "--ipv6"), _nothing),
}


def unlisted(reader: OptionReader, word: str) -> None:
    """Read an option of a target, or of a module that asks what is not known."""
    if word in TCP_ONLY or word in TWO_WORDS:
        reader.arguments()
        reader.maybe("details of TCP or SCTP")
    elif word.startswith("--") and (reader.target or _open_module(reader)):
        reader.arguments()
    elif word.startswith(UNKNOWN_HERE):
        reader.arguments()
        reader.maybe(f"the connection or its addresses ({word})")
    elif word in {"--return-nomatch", "--update-counters", "--update-subcounters"}:
        reader.arguments()
    else:
        raise ParseError(f"unknown option {word!r}")


def _open_module(reader: OptionReader) -> bool:
    return any(module in OPEN for module in reader.modules)


def compile_iptables(reader: OptionReader) -> Compiled:
    """Return what the rule at hand does."""
    return reader.read(OPTIONS, unlisted)
