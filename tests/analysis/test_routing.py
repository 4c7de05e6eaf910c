"""Which route a host takes, and where it can go at all out of one interface."""

from dataclasses import replace
from ipaddress import ip_address, ip_network

import pytest
from hypothesis import given
from hypothesis import strategies as st

from roce_audit.analysis.coverage import reached_from
from roce_audit.analysis.eui64 import link_local_of
from roce_audit.analysis.routing import route_to
from roce_audit.model.facts import Unknown
from roce_audit.model.host import Host
from roce_audit.model.netdev import Route, Rule
from roce_audit.model.source import SourceRef
from roce_audit.packets.ranges import holds

SOURCE = SourceRef("host.txt", 1, "")
ANY = ip_network("0.0.0.0/0")


def route(destination, device, *, table="main", kind="unicast", metric=0):
    devices = (device,) if device else ()
    return Route(
        ip_network(destination),
        devices,
        gateway=False,
        table=table,
        source=SOURCE,
        kind=kind,
        metric=metric,
    )


def host(*routes, rules=()):
    main = (Rule(4, 32766, ANY, "main", SOURCE),)
    return Host(
        "h",
        "host.txt",
        complete=True,
        root=True,
        devices=(),
        routes=routes,
        rules=(*rules, *main),
    )


def way(machine, destination, source="10.0.0.1", out=""):
    found = route_to(machine, ip_address(destination), ip_address(source), out)
    return found.devices if isinstance(found, Route) else found


def test_the_longest_prefix_wins_then_the_metric():
    machine = host(
        route("0.0.0.0/0", "eth0"), route("10.0.0.0/24", "a", metric=5), route("10.0.0.0/24", "b")
    )
    assert way(machine, "10.0.0.9") == ("b",)
    assert way(machine, "192.0.2.1") == ("eth0",)


def test_a_rule_for_the_source_comes_first():
    rule = Rule(4, 100, ip_network("10.0.0.2/32"), "101", SOURCE)
    machine = host(route("10.0.0.0/24", "a"), route("10.0.0.0/24", "b", table="101"), rules=(rule,))
    assert way(machine, "10.0.0.9", source="10.0.0.2") == ("b",)
    assert way(machine, "10.0.0.9", source="10.0.0.1") == ("a",)
    assert way(machine, "192.0.2.1", source="10.0.0.2") is None


def test_throw_goes_on_to_the_next_table_and_a_refusal_ends():
    rule = Rule(4, 100, ANY, "101", SOURCE)
    passing = route("10.0.0.0/24", "", table="101", kind="throw")
    refusing = route("10.1.0.0/24", "", table="101", kind="unreachable")
    machine = host(passing, refusing, route("10.0.0.0/8", "a"), rules=(rule,))
    assert way(machine, "10.0.0.9") == ("a",)
    assert way(machine, "10.1.0.9") is None


def test_a_rule_with_other_conditions_leaves_the_answer_open():
    doubt = Rule(4, 100, ANY, "101", SOURCE, certain=False)
    machine = host(route("10.0.0.0/8", "a"), rules=(doubt,))
    assert isinstance(way(machine, "10.0.0.9"), Unknown)
    assert isinstance(reached_from(machine, ip_address("10.0.0.1"), "a"), Unknown)


def test_asked_for_an_interface_only_its_routes_count():
    machine = host(route("10.0.0.0/24", "a"), route("10.0.0.0/16", "b"))
    assert way(machine, "10.0.0.9", out="b") == ("b",)
    assert way(machine, "10.0.0.9", out="c") is None


prefixes = st.builds(
    lambda value, length: ip_network((value >> (32 - length) << (32 - length), length)),
    st.integers(0x0A000000, 0x0A0000FF),
    st.integers(26, 32),
)
routes = st.lists(
    st.builds(
        lambda network, device, kind: route(str(network), device, kind=kind),
        prefixes,
        st.sampled_from(["a", "b"]),
        st.sampled_from(["unicast", "unicast", "unreachable"]),
    ),
    max_size=6,
    unique_by=lambda each: each.destination,
)


@given(routes, st.integers(0x0A000000, 0x0A0000FF))
def test_what_is_reached_is_what_the_longest_usable_prefix_says(listed, value):
    machine = host(*listed)
    reached = reached_from(machine, ip_address("10.9.9.9"), "a")
    usable = [
        each
        for each in listed
        if ip_address(value) in each.destination
        and (each.kind == "unreachable" or "a" in each.devices)
    ]
    best = max(usable, key=lambda each: each.destination.prefixlen, default=None)
    assert holds(reached, value) == (best is not None and best.kind == "unicast")


@pytest.mark.parametrize(
    ("mac", "address"),
    [
        ("0c:42:a1:5d:4d:b8", "fe80::e42:a1ff:fe5d:4db8"),
        ("52:54:00:12:34:56", "fe80::5054:ff:fe12:3456"),
        ("not a mac", None),
        ("00:00:00:00:fe:80:00:00", None),
    ],
)
def test_a_mac_makes_its_link_local_address(mac, address):
    assert link_local_of(mac) == (ip_address(address) if address else None)


def test_routes_or_rules_that_were_not_read_are_unknown_not_absent():
    unread = Unknown("not permitted")
    for lost in (replace(host(), routes=unread), replace(host(), rules=unread)):
        assert isinstance(way(lost, "192.0.2.1"), Unknown)
        assert isinstance(reached_from(lost, ip_address("10.0.0.1"), "eth0"), Unknown)
