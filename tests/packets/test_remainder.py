"""A box without other boxes is cut into disjoint boxes that hold the rest."""

import sys
from pathlib import Path

from hypothesis import given, settings
from hypothesis import strategies as st

from roce_audit.packets.fields import ETHERTYPE, SOURCE
from roce_audit.packets.ranges import single
from roce_audit.packets.remainder import bounded, remainder
from roce_audit.packets.traffic import IPV4_TOP

sys.path.insert(0, str(Path(__file__).parent))
from worlds import BOXES, inside, packets


@settings(deadline=None)
@given(BOXES, st.lists(BOXES, max_size=4))
def test_the_rest_is_what_lies_in_no_hole(box, holes):
    rest = remainder(box, holes)
    for packet in packets():
        left = inside(packet, {}, box) and not any(inside(packet, {}, hole) for hole in holes)
        assert sum(inside(packet, {}, piece) for piece in rest) == left


def test_ipv4_packets_have_addresses_of_32_bits():
    ipv4 = {ETHERTYPE: single(0x0800)}
    assert bounded(ipv4)[SOURCE] == ((0, IPV4_TOP),)
    (rest,) = remainder(ipv4, [{SOURCE: ((0, IPV4_TOP - 1),)}])
    assert rest[SOURCE] == single(IPV4_TOP)
    assert remainder(ipv4, [{SOURCE: ((0, IPV4_TOP),)}]) == []
    beyond = {**ipv4, SOURCE: single(1 << 40)}
    assert bounded(beyond) == beyond
