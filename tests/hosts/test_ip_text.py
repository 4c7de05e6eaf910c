"""``ip`` without JSON: routes, rules and neighbours in the shape that JSON has."""

import pytest

from roce_audit.hosts.ip_text import neighbour_objects, route_objects, rule_objects
from roce_audit.hosts.section import Section, State


def section(text):
    return Section("x", State.OK, tuple(text.splitlines()), 1)


@pytest.mark.parametrize(
    ("line", "item"),
    [
        (
            "default via 10.0.2.2 dev eth0 proto dhcp metric 100",
            {
                "type": "unicast",
                "dst": "default",
                "gateway": "10.0.2.2",
                "dev": "eth0",
                "metric": 100,
            },
        ),
        (
            "10.88.0.0/24 dev eth1 table 101 proto kernel scope link src 10.88.0.2",
            {
                "type": "unicast",
                "dst": "10.88.0.0/24",
                "dev": "eth1",
                "table": "101",
                "prefsrc": "10.88.0.2",
            },
        ),
        (
            "unreachable default dev lo metric 4294967295",
            {"type": "unreachable", "dst": "default", "dev": "lo", "metric": 4294967295},
        ),
        (
            "10.1.0.0/16 via inet6 fe80::1 dev eth1",
            {"type": "unicast", "dst": "10.1.0.0/16", "gateway": "other family", "dev": "eth1"},
        ),
        (
            "broadcast 10.88.0.255 dev eth1 table local",
            {"type": "broadcast", "dst": "10.88.0.255", "dev": "eth1", "table": "local"},
        ),
    ],
)
def test_a_route(line, item):
    assert route_objects(section(line)) == [item]


def test_next_hops_on_lines_of_their_own():
    (route,) = route_objects(
        section("default\n\tnexthop via 10.0.0.1 dev a weight 1\n\tnexthop via 10.0.1.1 dev b")
    )
    assert [hop["dev"] for hop in route["nexthops"]] == ["a", "b"]


def test_rules():
    first, second, third = rule_objects(
        section(
            "0:\tfrom all lookup local\n100:\tfrom 10.0.0.0/24 fwmark 0x1 lookup 101\n"
            "1000:\tfrom all lookup [l3mdev-table]\nnonsense"
        )
    )
    assert first == {"priority": 0, "src": "all", "table": "local"}
    assert second == {
        "priority": 100,
        "src": "10.0.0.0",
        "srclen": 24,
        "fwmark": "0x1",
        "table": "101",
    }
    assert third["table"] == "[l3mdev-table]"


def test_neighbours():
    (failed,) = neighbour_objects(section("10.0.0.9 dev eth1 FAILED"))
    assert failed == {"dst": "10.0.0.9", "state": ["FAILED"], "dev": "eth1"}
