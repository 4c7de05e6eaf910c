"""Probes: RoCE itself, what is a little beside it, and corners of the cells of a verdict."""

from ipaddress import ip_address, ip_network

from roce_audit.analysis.verdicts import outcomes
from roce_audit.packets.fields import (
    DESTINATION,
    DESTINATION_PORT,
    DMAC,
    DSCP,
    ECN,
    ETHERTYPE,
    FRAGMENT,
    LENGTH,
    PCP,
    PROTOCOL,
    SMAC,
    SOURCE,
    SOURCE_PORT,
    TTL,
    UNTAGGED,
    VLAN,
)
from roce_audit.packets.ranges import holds, intersect, normalise, single, without
from roce_audit.wire.witness import witness_frame
from tests.truth.frames import Probe, frame

ETHERTYPES = {"v1": 0x8915, "v2-ipv4": 0x0800, "v2-ipv6": 0x86DD}
HEADS = {"v2-ipv4": 20, "v2-ipv6": 40}
UDP, BTH, MARK = 8, 12, 4
LONGEST = 1400
CELL_BUDGET = 4000
REAL_SHARE = 0.25
SOURCES = {"v2-ipv4": ("10.0.0.0/8", "172.16.0.0/12"), "v2-ipv6": ("fc00::/7",)}
TARGETS = {"v2-ipv4": ("192.168.0.0/16", "100.64.0.0/10"), "v2-ipv6": ("2001:db8::/32",)}
"""Disjoint, so that no probe is the reply to another one: connection tracking would know."""


def base_probes(way):
    """Return one probe of each kind between the two ends of a way."""
    (four, six), (to_four, to_six) = way.sources, way.targets
    return [Probe("v1"), Probe("v2-ipv4", four, to_four), Probe("v2-ipv6", six, to_six)]


def variants(rng, way, count):
    """Return ``count`` probes around the interesting values: RoCE itself, and one step outside."""
    found = []
    for base in base_probes(way):
        found.append(base)
        if way.name == "bridged":
            found += [base.but(vlan=100), base.but(vlan=rng.choice((1, 200, 4094)), pcp=3)]
    ip = [probe for probe in found if probe.kind != "v1"]
    while len(found) < count:
        found.append(_changed(rng, rng.choice(ip), way))
    return found


def _changed(rng, probe, way):
    whole = {"ecn": 2} if probe.kind == "v2-ipv6" or way.at != "forward" else {}
    change = rng.choice(
        (
            {"sport": rng.choice((0, 1023, 1024, 4791, 49151, 49152, 50000, 65535))},
            {"dport": rng.choice((53, 3999, 4000, 4790, 4792, 5000, 5001, 80))},
            {"dscp": rng.choice((26, 48, 8, 63)), "ecn": rng.randrange(4)},
            {"ttl": rng.choice((2, 10, 11, 63, 255))},
            {"size": rng.choice((0, 4, 16, 200))},
            {"src": _other_source(rng, probe.kind)},
            {"protocol": 6},
            whole or {"fragment": rng.choice((1, 2))},
        )
    )
    probe = probe.but(**change)
    return _changed(rng, probe, way) if rng.random() < 0.3 else probe


def _other_source(rng, kind):
    if kind == "v2-ipv6":
        return rng.choice(("fd77::5", "fd77:1::5", "fd00::9"))
    return rng.choice(("10.77.0.3", "10.77.1.130", "10.0.0.1", "10.77.0.200", "10.77.1.20"))


def region(way, kind, smac, dmac):
    """Return the packets of a kind that the network of a way carries if no filter drops them."""
    tags = ((1, 4094), (UNTAGGED, UNTAGGED)) if way.name == "bridged" else single(UNTAGGED)
    box = {
        ETHERTYPE: single(ETHERTYPES[kind]),
        VLAN: tags,
        SMAC: single(_number(smac)),
        DMAC: single(_number(dmac)),
    }
    if kind == "v1":
        return box
    least = HEADS[kind] + UDP + BTH + MARK
    version = 0 if kind == "v2-ipv4" else 1
    return box | {
        PROTOCOL: single(17),
        FRAGMENT: single(0),
        SOURCE: _hosts(SOURCES[kind], way.sources[version]),
        DESTINATION: (
            _hosts(TARGETS[kind], way.targets[version])
            if way.name == "bridged"
            else single(int(ip_address(way.targets[version])))
        ),
        TTL: ((2, 255),),
        LENGTH: ((least, LONGEST),),
    }


# Neither addresses of the switch nor those of host B: an ICMP error to host B would carry there the
# packet that was rejected.
NOBODY = tuple(
    ip_network(text)
    for text in (
        *(f"10.77.{net}.{last}/32" for net in range(3) for last in (254, 255)),
        *(f"fd77{net}::{last}/128" for net in ("", ":1", ":2") for last in ("fe", "0")),
        *("10.77.0.2/32", "10.77.2.0/24", "fd77::2/128", "fd77:2::/64"),
    )
)


def _hosts(nets, own):
    """Return addresses of ordinary hosts in ``nets``, and ``own``."""
    usable = normalise((int(net[0]) + 1, int(net[-1]) - 1) for net in map(ip_network, nets))
    version = ip_network(nets[0]).version
    for net in NOBODY:
        if net.version == version:
            usable = without(usable, ((int(net[0]), int(net[-1])),))
    return normalise((*usable, *single(int(ip_address(own)))))


def corners(rng, way, stages, count, macs):
    """Return probes from the cells of the verdict: a corner of each, and one step outside."""
    found = []
    for kind in ETHERTYPES:
        whole = region(way, kind, *macs)
        cells = outcomes(stages, whole, CELL_BUDGET)
        rng.shuffle(cells)
        for cell in cells[: max(count // 6, 1)]:
            values = _corner(rng, cell.box, whole)
            found.append(_probe(rng, kind, values))
            stepped = _stepped(rng, values, cell.box, whole)
            if stepped:
                found.append(_probe(rng, kind, stepped))
    return found[:count]


FREE = {
    VLAN: ((0, UNTAGGED),),
    PCP: ((0, 7),),
    DSCP: ((0, 63),),
    ECN: ((0, 3),),
    SOURCE_PORT: ((0, 65535),),
    DESTINATION_PORT: ((0, 65535),),
}


def _ranges(dimension, box, whole):
    """Return the values of a dimension in a box; None if there is nothing to choose."""
    allowed = whole.get(dimension) or FREE.get(dimension)
    if allowed is None or dimension in {SMAC, DMAC, ETHERTYPE, PROTOCOL, FRAGMENT}:
        return None
    return intersect(box.get(dimension, allowed), allowed) or None


def _corner(rng, box, whole):
    values = {}
    for dimension in (*FREE, SOURCE, DESTINATION, TTL, LENGTH):
        ranges = _ranges(dimension, box, whole)
        if ranges:
            values[dimension] = rng.choice(rng.choice(ranges))
    if DESTINATION_PORT in values and holds(
        box.get(DESTINATION_PORT, FREE[DESTINATION_PORT]), 4791
    ):
        values[DESTINATION_PORT] = rng.choice((4791, values[DESTINATION_PORT]))
    return values


def _stepped(rng, values, box, whole):
    """Return values with one moved to just outside of the cell, None if there is no such place."""
    choices = []
    for dimension in values:
        allowed = whole.get(dimension) or FREE.get(dimension)
        mine = _ranges(dimension, box, whole)
        for low, high in mine or ():
            choices += [
                (dimension, value)
                for value in (low - 1, high + 1)
                if holds(allowed, value) and not holds(mine, value)
            ]
    if not choices:
        return None
    dimension, value = rng.choice(choices)
    return {**values, dimension: value}


def _probe(rng, kind, values):
    vlan = values.get(VLAN, UNTAGGED)
    words = {"vlan": None if vlan == UNTAGGED else vlan}
    if vlan != UNTAGGED:
        words["pcp"] = values.get(PCP, 0)
    if kind == "v1":
        return Probe(kind, real=rng.random() < REAL_SHARE, **words)
    return Probe(
        kind,
        str(ip_address(values[SOURCE]) if kind == "v2-ipv4" else _six(values[SOURCE])),
        str(ip_address(values[DESTINATION]) if kind == "v2-ipv4" else _six(values[DESTINATION])),
        sport=values.get(SOURCE_PORT, 49152),
        dport=values.get(DESTINATION_PORT, 4791),
        dscp=values.get(DSCP, 0),
        ecn=values.get(ECN, 0),
        ttl=values[TTL],
        size=values[LENGTH] - HEADS[kind] - UDP - BTH - MARK,
        real=rng.random() < REAL_SHARE,
        **words,
    )


def _six(value):
    return ip_address(value.to_bytes(16, "big"))


def frames_of(probes, salt, smac, dmac):
    """Return the probes that go out together, and their frames, no two of which end alike.

    Args:
        probes: What is wanted; a frame of the product's own builder that ends like another one
            is left out.
        salt: Upper half of the mark of the others, from 1 to 65535.
        smac: Source MAC.
        dmac: Destination MAC.
    """
    kept, frames, ends = [], [], set()
    for number, probe in enumerate(probes, start=1):
        made = (
            _real(probe, smac, dmac)
            if probe.real
            else frame(probe, salt << 16 | number, smac, dmac)
        )
        if made[-4:] not in ends:
            ends.add(made[-4:])
            kept.append(probe)
            frames.append(made)
    return kept, frames


def _real(probe, smac, dmac):
    """Return the frame that the product writes for a finding with these fields, ICRC and all."""
    fields = {"smac": smac, "dmac": dmac}
    if probe.vlan is not None:
        fields |= {"vlan": probe.vlan, "pcp": probe.pcp}
    if probe.kind != "v1":
        fields |= {"src": probe.src, "dst": probe.dst, "sport": probe.sport, "dport": probe.dport}
        fields |= {"dscp": probe.dscp, "ecn": probe.ecn, "ttl": probe.ttl}
        fields["length"] = HEADS[probe.kind] + UDP + BTH + probe.size + MARK
    return witness_frame(probe.kind, fields)


def bounds(probe, smac, dmac):
    """Return the packet as a box of single values."""
    box = {
        ETHERTYPE: single(ETHERTYPES[probe.kind]),
        VLAN: single(UNTAGGED if probe.vlan is None else probe.vlan),
        SMAC: single(_number(smac)),
        DMAC: single(_number(dmac)),
    }
    if probe.vlan is not None:
        box[PCP] = single(probe.pcp)
    if probe.kind == "v1":
        return box
    transport = 20 if probe.protocol == 6 else UDP
    payload = BTH + probe.size + MARK
    if probe.fragment == 2:
        transport, payload = 0, UDP + probe.size + MARK
    box |= {
        PROTOCOL: single(probe.protocol),
        SOURCE: single(int(ip_address(probe.src))),
        DESTINATION: single(int(ip_address(probe.dst))),
        DSCP: single(probe.dscp),
        ECN: single(probe.ecn),
        TTL: single(probe.ttl),
        LENGTH: single(HEADS[probe.kind] + transport + payload),
        FRAGMENT: single(probe.fragment),
    }
    if probe.fragment != 2:
        box |= {SOURCE_PORT: single(probe.sport), DESTINATION_PORT: single(probe.dport)}
    return box


def _number(mac):
    return int(mac.replace(":", ""), 16)
