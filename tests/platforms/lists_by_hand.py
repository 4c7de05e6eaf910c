"""Entries of lists as a person evaluates them, and lists of devices asked packet by packet."""

from __future__ import annotations

from dataclasses import dataclass

from hypothesis import strategies as st

from roce_audit.analysis.verdicts import outcomes
from roce_audit.model.acl import Action
from roce_audit.model.path import Stage
from roce_audit.packets import fields
from roce_audit.packets.ranges import single

ANY = "any"
PROTOCOLS = {ANY: None, "tcp": 6, "udp": 17, "icmp": 1, "47": 47, "17": 17}
DSCP_NAMES = {0: "default", 26: "af31", 48: "cs6", 46: "ef"}
PORT_NAMES = {53: "domain", 49: "tacacs"}
PORTS = (0, 1, 49, 53, 4790, 4791, 4792, 65535)
DSCPS = (0, 26, 27, 46, 48)
FIELDS = {
    "protocol": fields.PROTOCOL,
    "src": fields.SOURCE,
    "dst": fields.DESTINATION,
    "sport": fields.SOURCE_PORT,
    "dport": fields.DESTINATION_PORT,
    "dscp": fields.DSCP,
    "fragment": fields.FRAGMENT,
}
FRAGMENT_LATER = 2


@dataclass(frozen=True)
class EntryByHand:
    """One permit or deny with ports and a DSCP; what it takes is evaluated word by word.

    ``source`` and ``destination`` say of an address, the ports of a port, whether they take it.
    A platform's own entry says how it is spelled.
    """

    permit: bool
    protocol: str
    source: object
    source_port: object
    destination: object
    destination_port: object
    dscp: int | None
    fragments: bool
    spelling: int

    @property
    def number(self):
        """Number of the protocol; None for all."""
        return PROTOCOLS[self.protocol]

    def action(self):
        """Return the platform's word for what happens."""
        return "permit" if self.permit else "deny"

    def every(self):
        """Return the platform's word for every protocol."""
        raise AssertionError("a platform's own word")

    def dscp_words(self, value):
        """Return the platform's words for a DSCP."""
        return f"dscp {value}"

    def ported(self):
        words = (self.source_port.word, self.destination_port.word)
        return self.protocol in ("tcp", "udp") and any(words)

    def takes(self, packet):
        layer_3 = (
            self.number in (None, packet["protocol"])
            and self.source.takes(packet["src"])
            and self.destination.takes(packet["dst"])
            and self.dscp in (None, packet["dscp"])
        )
        if not layer_3 or (self.fragments and packet["fragment"] != FRAGMENT_LATER):
            return False
        if not self.ported() or self.fragments:
            return True
        if packet["fragment"] == FRAGMENT_LATER:
            return self.permit
        ends = (self.source_port, packet["sport"]), (self.destination_port, packet["dport"])
        return all(ports.takes(port) for ports, port in ends)

    def text(self):
        ported = self.ported() and not self.fragments
        parts = [
            self.action(),
            self.every() if self.protocol == ANY else self.protocol,
            self.source.text(self.spelling),
            self.source_port.text(self.spelling) if ported else "",
            self.destination.text(self.spelling // 2),
            self.destination_port.text(self.spelling // 2) if ported else "",
        ]
        if self.dscp is not None:
            named = DSCP_NAMES.get(self.dscp, self.dscp) if self.spelling % 2 else self.dscp
            parts.append(self.dscp_words(named))
        if self.fragments:
            parts.append("fragments")
        if self.spelling % 5 == 0:
            parts.append("log")
        return " ".join(part for part in parts if part)


def entries_of(kind, sides, ports):
    """Return a strategy of entries of a platform's kind."""
    return st.builds(
        kind,
        st.booleans(),
        st.sampled_from(tuple(PROTOCOLS)),
        sides,
        ports,
        sides,
        ports,
        st.sampled_from((None, None, None, *DSCPS)),
        st.sampled_from((False, False, False, True)),
        st.integers(0, 29),
    )


def packets_of(addresses, protocols):
    """Return a strategy of packets between some addresses."""
    return st.fixed_dictionaries(
        {
            "protocol": st.sampled_from(protocols),
            "src": st.sampled_from(addresses),
            "dst": st.sampled_from(addresses),
            "sport": st.sampled_from(PORTS),
            "dport": st.sampled_from(PORTS),
            "dscp": st.sampled_from(DSCPS),
            "fragment": st.sampled_from((0, 0, 1, FRAGMENT_LATER)),
        }
    )


def decided(acl, packet, ethertype=0x0800):
    """Whether a list, as it was read, permits a packet."""
    region = {fields.ETHERTYPE: single(ethertype)}
    region |= {FIELDS[name]: single(value) for name, value in packet.items()}
    (outcome,) = outcomes((Stage(acl),), region)
    (action,) = outcome.actions
    return action is Action.PERMIT


def expected(listed, packet):
    """Whether the first entry that takes a packet permits it; a list without entries does."""
    return next((entry.permit for entry in listed if entry.takes(packet)), not listed)
