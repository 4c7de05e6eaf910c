"""Modules, targets and what cannot be known: the rest of iptables' options."""

from __future__ import annotations

from typing import TYPE_CHECKING

from roce_audit.errors import ParseError
from roce_audit.platforms.linux.chains import Compiled, Verdict
from roce_audit.platforms.linux.ipset import in_ipset
from roce_audit.platforms.linux.iptables_matches import MATCHES
from roce_audit.platforms.linux.questions import End, Track, asks_name, asks_track
from roce_audit.platforms.linux.unions import YES, Union

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from roce_audit.platforms.linux.iptables_rule import OptionReader

_CLEAR = frozenset(
    "tcp udp icmp icmp6 icmpv6 sctp dccp udplite multiport iprange set conntrack state comment dscp "
    "tos ttl hl length mac addrtype pkttype physdev ecn".split()
)
"""Modules whose options are read one by one."""

_OPEN: Mapping[str, str] = {
    "limit": "a limited rate",
    "hashlimit": "a limited rate",
    "connlimit": "the number of connections",
    "connbytes": "what a connection has carried",
    "quota": "a used-up amount of data",
    "recent": "what was seen recently",
    "statistic": "chance (statistic)",
    "u32": "bytes of the packet (u32)",
    "string": "the payload of the packet (string)",
    "bpf": "a program (bpf)",
    "time": "the time of day",
    "owner": "who sends the packet (owner)",
    "mark": "the packet's mark",
    "connmark": "the connection's mark",
    "connlabel": "the connection's label",
    "helper": "a helper of connection tracking",
    "realm": "the routing table (realm)",
    "rpfilter": "the routing table (rpfilter)",
    "policy": "IPsec (policy)",
    "socket": "the socket of the packet",
    "cgroup": "the control group of the sender",
    "cpu": "the processor at work",
    "cluster": "other machines (cluster)",
    "devgroup": "the group of an interface",
    "rateest": "an estimated rate",
    "ipvs": "the load balancer (ipvs)",
    "osf": "the sender's system (osf)",
    "nfacct": "",
    "ipv6header": "extension headers",
    "frag": "extension headers",
    "hbh": "extension headers",
    "dst": "extension headers",
    "rt": "extension headers",
    "mh": "extension headers",
    "ah": "",
    "esp": "",
    "ipcomp": "",
    "eui64": "the sender's MAC address (eui64)",
    "l2tp": "the payload of the packet (l2tp)",
}
"""Modules that ask what the capture does not tell, and what that is."""

_PLAIN = {"ACCEPT": Verdict.ACCEPT, "DROP": Verdict.DROP, "RETURN": Verdict.RETURN}
_PLAIN |= {"REJECT": Verdict.DROP}
_CHANGED = "a rule that rewrites addresses: the check value of RoCE v2 no longer fits"
_OPEN_ENDS: Mapping[str, str] = {
    **dict.fromkeys(("DNAT", "SNAT", "MASQUERADE", "REDIRECT", "NETMAP", "FULLCONENAT"), _CHANGED),
    "NFQUEUE": "a program that judges the packets (NFQUEUE)",
    "QUEUE": "a program that judges the packets (QUEUE)",
    "TPROXY": "a local proxy that takes the packets (TPROXY)",
    "SYNPROXY": "a proxy for connections (SYNPROXY)",
    "CLUSTERIP": "other machines (CLUSTERIP)",
    "TARPIT": "a trap for connections (TARPIT)",
}
HARMLESS = frozenset(
    "LOG NFLOG ULOG MARK CONNMARK DSCP TOS TTL HL ECN TCPMSS TCPOPTSTRIP CHECKSUM CLASSIFY TRACE "
    "AUDIT SET SECMARK CONNSECMARK IDLETIMER LED RATEEST TEE HMARK DNPT SNPT".split()
)
"""Targets behind which the next rule is tried."""

_TCP_ONLY = frozenset({"--tcp-option", "--ecn-tcp-cwr", "--ecn-tcp-ece", "--dccp-types"})
_TCP_ONLY |= {"--dccp-option", "--syn"}
_TWO_WORDS = frozenset({"--tcp-flags", "--chunk-types"})
_UNKNOWN_HERE = ("--ct", "--src-type", "--limit-iface", "--packets-", "--bytes-")
_STATES = frozenset({"NEW", "ESTABLISHED", "RELATED", "INVALID", "UNTRACKED", "SNAT", "DNAT"})


def _module(reader: OptionReader, _inverted: bool) -> None:  # noqa: FBT001 - all options alike
    name = reader.take("a module")
    reader.modules.append(name)
    if name in _OPEN and _OPEN[name]:
        reader.maybe(_OPEN[name])
    elif name not in _CLEAR and name not in _OPEN:
        raise ParseError(f"uses module {name}, which is not known")


def _state(reader: OptionReader, inverted: bool) -> None:  # noqa: FBT001 - all options alike
    words, turned = reader.value("states", inverted=inverted)
    wanted = set(words.upper().split(","))
    if wanted - _STATES:
        raise ParseError(f"unknown state in {words!r}")
    if wanted & {"SNAT", "DNAT"} and reader.translates:
        reader.maybe("whether the connection's addresses are rewritten")
        return
    union: Union = tuple(
        {asks_track(state): YES} for state in Track if (state.upper() in wanted) != turned
    )
    reader.narrow(union)


def _direction(reader: OptionReader, inverted: bool) -> None:  # noqa: FBT001 - all options alike
    words, turned = reader.value("a direction", inverted=inverted)
    reader.narrow(({asks_track(Track.NEW): YES},) if (words == "ORIGINAL") != turned else ())


def _is_port(*ends: End) -> Callable[[OptionReader, bool], None]:
    def read(reader: OptionReader, inverted: bool) -> None:  # noqa: FBT001 - all options alike
        reader.narrow(
            (dict.fromkeys([asks_name(end, "*") for end in ends], YES),), inverted=inverted
        )

    return read


def _match_set(reader: OptionReader, inverted: bool) -> None:  # noqa: FBT001 - all options alike
    name, turned = reader.value("a set", inverted=inverted)
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


def _jump(verdict: Verdict) -> Callable[[OptionReader, bool], None]:
    def read(reader: OptionReader, _inverted: bool) -> None:  # noqa: FBT001 - all options alike
        reader.target = target = reader.take("a target")
        if target in reader.chains:
            reader.verdict = verdict
        elif target in _PLAIN:
            reader.verdict = _PLAIN[target]
        elif target in _OPEN_ENDS:
            reader.verdict = Verdict.ACCEPT
            reader.open_end = _OPEN_ENDS[target]
        elif target == "NOTRACK":
            reader.untracks = True
        elif target not in HARMLESS and target != "CT":
            reader.verdict = verdict

    return read


def _nothing(reader: OptionReader, _inverted: bool) -> None:  # noqa: FBT001 - all options alike
    reader.arguments()


def _notrack(reader: OptionReader, _inverted: bool) -> None:  # noqa: FBT001 - all options alike
    reader.untracks = True


def _comment(reader: OptionReader, _inverted: bool) -> None:  # noqa: FBT001 - all options alike
    reader.take("a comment")


def _counters(reader: OptionReader, _inverted: bool) -> None:  # noqa: FBT001 - all options alike
    reader.take("a number")
    reader.take("a number")


OPTIONS: Mapping[str, Callable[[OptionReader, bool], None]] = {
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


def unlisted(reader: OptionReader, word: str, _inverted: bool) -> None:  # noqa: FBT001 - see OPTIONS
    """Read an option of a target, or of a module that asks what is not known."""
    if word in _TCP_ONLY or word in _TWO_WORDS:
        reader.arguments()
        reader.maybe("details of TCP or SCTP")
    elif word.startswith("--") and (reader.target or _open_module(reader)):
        reader.arguments()
    elif word.startswith(_UNKNOWN_HERE):
        reader.arguments()
        reader.maybe(f"the connection or its addresses ({word})")
    elif word in {"--return-nomatch", "--update-counters", "--update-subcounters"}:
        reader.arguments()
    else:
        raise ParseError(f"unknown option {word!r}")


def _open_module(reader: OptionReader) -> bool:
    return any(module in _OPEN for module in reader.modules)


def compile_iptables(reader: OptionReader) -> Compiled:
    """Return what the rule at hand does."""
    return reader.read(OPTIONS, unlisted)
