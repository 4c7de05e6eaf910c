"""Rules of ebtables: options from left to right."""

from __future__ import annotations

from typing import TYPE_CHECKING

from roce_audit.errors import ParseError
from roce_audit.packets.fields import DESTINATION, DESTINATION_PORT, DMAC, SMAC, SOURCE, SOURCE_PORT
from roce_audit.platforms.linux import icmp_names
from roce_audit.platforms.linux.chains import Compiled, Verdict
from roce_audit.platforms.linux.ebtables_fields import (
    address_option,
    frame_ports,
    frame_type,
    icmp_option,
    ip_protocol,
    mac_option,
    service_byte,
    vlan_number,
    vlan_priority,
    vlan_type,
)
from roce_audit.platforms.linux.iptables_matches import packet_type
from roce_audit.platforms.linux.option_fields import name_option
from roce_audit.platforms.linux.questions import End

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from roce_audit.platforms.linux.iptables_rule import OptionReader

_TARGETS = {
    "ACCEPT": Verdict.ACCEPT,
    "DROP": Verdict.DROP,
    "RETURN": Verdict.RETURN,
    "CONTINUE": Verdict.PASS,
}
_CHANGING = frozenset({"mark", "snat", "dnat", "redirect"})
_MOVING = frozenset({"dnat", "redirect"})
_FOREIGN = ("--arp-", "--stp-", "--802_3-", "--ip-igmp-", "--string-")


def _jump(reader: OptionReader) -> None:
    word = reader.take("a target")
    reader.target = word
    reader.verdict = _TARGETS.get(word, Verdict.JUMP)
    if word in _CHANGING:
        reader.verdict = Verdict.ACCEPT
    if word in _MOVING:
        reader.open_end = "where the frames go with their new destination"
    if word == "arpreply":
        reader.verdict = Verdict.DROP


def _afterwards(reader: OptionReader) -> None:
    """Read what a target that changes the frame does when it is done."""
    word = reader.take("what follows")
    if word not in _TARGETS:
        raise ParseError(f"unknown target {word!r}")
    reader.verdict = _TARGETS[word]
    if reader.verdict is Verdict.DROP:
        reader.open_end = ""


def _open(why: str) -> Callable[[OptionReader], None]:
    def read(reader: OptionReader) -> None:
        reader.arguments()
        reader.maybe(why)

    return read


def _nothing(reader: OptionReader) -> None:
    reader.arguments()


_SOURCE_PORTS = ("--ip-source-port", "--ip-sport", "--ip6-source-port", "--ip6-sport")
_DESTINATION_PORTS = (
    "--ip-destination-port",
    "--ip-dport",
    "--ip6-destination-port",
    "--ip6-dport",
)
_PROTOCOLS = ("--ip-protocol", "--ip-proto", "--ip6-protocol", "--ip6-proto")

OPTIONS: Mapping[str, Callable[[OptionReader], None]] = {
    **dict.fromkeys(("-p", "--protocol", "--proto"), frame_type),
    **dict.fromkeys(("-s", "--source", "--src"), mac_option(SMAC)),
    **dict.fromkeys(("-d", "--destination", "--dst"), mac_option(DMAC)),
    **dict.fromkeys(("-i", "--in-interface", "--in-if"), name_option(End.IN)),
    **dict.fromkeys(("-o", "--out-interface", "--out-if"), name_option(End.OUT)),
    "--logical-in": name_option(End.IN_BRIDGE),
    "--logical-out": name_option(End.OUT_BRIDGE),
    **dict.fromkeys(("-j", "--jump"), _jump),
    **dict.fromkeys(("--ip-source", "--ip-src"), address_option(SOURCE, "ip")),
    **dict.fromkeys(("--ip-destination", "--ip-dst"), address_option(DESTINATION, "ip")),
    **dict.fromkeys(("--ip6-source", "--ip6-src"), address_option(SOURCE, "ip6")),
    **dict.fromkeys(("--ip6-destination", "--ip6-dst"), address_option(DESTINATION, "ip6")),
    **dict.fromkeys(_PROTOCOLS, ip_protocol),
    **dict.fromkeys(_SOURCE_PORTS, frame_ports(SOURCE_PORT)),
    **dict.fromkeys(_DESTINATION_PORTS, frame_ports(DESTINATION_PORT)),
    **dict.fromkeys(("--ip-tos", "--ip6-tclass"), service_byte),
    "--ip-icmp-type": icmp_option(icmp_names.ICMP_TYPES),
    "--ip6-icmp-type": icmp_option(icmp_names.ICMPV6_TYPES),
    "--vlan-id": vlan_number,
    "--vlan-prio": vlan_priority,
    "--vlan-encap": vlan_type,
    "--pkttype-type": packet_type,
    "--mark": _open("the packet's mark"),
    "--limit": _open("a limited rate"),
    **dict.fromkeys(
        ("--among-src", "--among-dst", "--among-src-file"), _open("a list of addresses")
    ),
    "--string": _open("the payload of the frame"),
    **dict.fromkeys(("--limit-burst", "--mark-set", "--mark-or", "--mark-and"), _nothing),
    **dict.fromkeys(("--mark-xor", "--to-source", "--to-src", "--to-destination"), _nothing),
    **dict.fromkeys(("--to-dst", "--snat-arp", "--arpreply-mac"), _nothing),
    **dict.fromkeys(("--mark-target", "--snat-target", "--dnat-target"), _afterwards),
    **dict.fromkeys(("--redirect-target", "--arpreply-target"), _afterwards),
}


def _unlisted(reader: OptionReader, word: str) -> None:
    """Read options of logging, and of protocols that RoCE is not."""
    if word.startswith(("--log", "--nflog", "--ulog")) or word == "-c":
        reader.arguments()
    elif word.startswith(_FOREIGN):
        reader.arguments()
        reader.maybe(f"details of another protocol ({word})")
    else:
        raise ParseError(f"unknown option {word!r}")


def compile_ebtables(reader: OptionReader) -> Compiled:
    """Return what the rule at hand does."""
    return reader.read(OPTIONS, _unlisted)
