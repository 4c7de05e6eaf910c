"""Generated GID tables against a plain reading of the rules."""

from ipaddress import IPv6Address, ip_address

from hypothesis import given
from hypothesis import strategies as st

from roce_audit.analysis.gid_nccl import NcclRule
from roce_audit.analysis.gid_pickers import pick_perftest, pick_ucx
from roce_audit.analysis.gid_selection import Wanted, is_roce, recommend, usable
from roce_audit.model.facts import Unknown
from roce_audit.model.host import Host
from roce_audit.model.netdev import Netdev
from roce_audit.model.rdma import Gid, LinkLayer, NodeType, RdmaDevice, RdmaPort, Version
from roce_audit.model.source import SourceRef
from roce_audit.packets.traffic import Traffic

SOURCE = SourceRef("host.txt", 1, "")
HOST = Host("h", "host.txt", complete=True, root=True, devices=())
ADDRESSES = ("fe80::1", "fe80::2", "10.0.0.1", "10.0.0.2", "fd00::1", "fd00::2", "169.254.1.1")


def gid_of(index, address, version, netdev="eth0"):
    value = ip_address(address)
    mapped = IPv6Address(f"::ffff:{value}") if value.version == 4 else value
    return Gid(index, mapped, version, SOURCE, netdev=netdev, vlan=None)


tables = st.dictionaries(
    st.integers(0, 12), st.tuples(st.sampled_from(ADDRESSES), st.sampled_from(list(Version)))
)


def port_of(table):
    gids = tuple(gid_of(index, *table[index]) for index in sorted(table))
    return RdmaPort("mlx5_0", 1, netdev="eth0", gids=gids)


def is_local(address):
    return address.startswith(("fe80", "169.254"))


def is_fe80(address):
    return address.startswith("fe80")


def nccl_by_the_book(table, family, wanted):
    """Say the rule in its own words, on plain strings."""
    current = 0
    for candidate in range(1, max(table, default=0) + 1):
        now, new = table.get(current), table.get(candidate)
        family_of = lambda entry: 4 if entry and ":" not in entry[0] else 6  # noqa: E731
        valid = lambda entry: bool(entry) and not is_fe80(entry[0])  # noqa: E731
        version_of = lambda entry: entry[1] if entry else None  # noqa: E731
        if (family_of(new) != family_of(now) and family_of(new) == family) or (
            family_of(new) == family
            and valid(new)
            and (version_of(now) != version_of(new) or not valid(now))
            and version_of(new) is wanted
        ):
            current = candidate
    return current


@given(tables, st.sampled_from([4, 6]), st.sampled_from(list(Version)))
def test_nccl_walks_the_table_as_its_rule_says(table, family, version):
    chosen = NcclRule(family, version).choose({gid.index: gid for gid in port_of(table).gids})
    assert chosen == nccl_by_the_book(table, family, version)


@given(tables)
def test_every_entry_is_usable_for_exactly_what_its_fields_say(table):
    found = usable(port_of(table))
    for index, (address, version) in table.items():
        kinds = [kind for kind, indices in found.items() if index in indices]
        if is_local(address):
            assert kinds == []
        elif version is Version.V1:
            assert kinds == [Traffic.V1]
        else:
            assert kinds == [Traffic.V2_IPV6 if ":" in address else Traffic.V2_IPV4]


@given(tables)
def test_the_recommended_entry_is_the_first_of_the_best_kind(table):
    best = recommend(port_of(table), {})
    fit = {index: entry for index, entry in table.items() if not is_local(entry[0])}

    def plain_rank(index):
        address, version = fit[index]
        return (version is Version.V1, version is Version.V2 and ":" in address, index)

    expected = min(fit, key=plain_rank, default=None)
    assert (best.gid.index if best.gid else None) == expected
    assert set(best.worse) == set(table) - {expected}
    assert all(best.worse.values())


@given(tables)
def test_perftest_takes_the_first_entry_of_the_highest_score(table):
    pick = pick_perftest(HOST, port_of(table))
    if all(":" in address for address, _ in table.values()):
        assert isinstance(pick.index, Unknown)
        return
    score = {
        index: (":" not in address, not is_fe80(address), version is Version.V2)
        for index, (address, version) in table.items()
    }
    assert pick.index == min(i for i in score if score[i] == max(score.values()))


@given(tables)
def test_ucx_takes_version_2_and_ipv4_first(table):
    pick = pick_ucx(HOST, port_of(table))
    best = [i for i, (a, v) in sorted(table.items()) if v is Version.V2 and ":" not in a]
    if best:
        assert pick.index == best[0]
    elif not table:
        assert pick.index == 0


def test_the_intended_address_beats_every_other_entry():
    table = port_of({1: ("10.0.0.1", Version.V2), 3: ("10.0.0.2", Version.V2)})
    wanted = Wanted(addresses=frozenset({ip_address("10.0.0.2")}))
    best = recommend(table, {}, wanted)
    assert best.gid.index == 3
    assert best.worse == {1: "not the intended address"}


def test_a_v1_fabric_gets_the_v1_entry():
    table = port_of({2: ("10.0.0.1", Version.V1), 3: ("10.0.0.1", Version.V2)})
    best = recommend(table, {}, Wanted(traffic=(Traffic.V1,)))
    assert (best.gid.index, best.traffic) == (2, Traffic.V1)
    assert best.worse == {3: "carries v2-ipv4, which is not wanted"}


def test_the_entry_of_the_port_itself_beats_that_of_a_vlan():
    gids = (
        gid_of(5, "10.7.0.1", Version.V2, "eth0.7"),
        gid_of(7, "10.0.0.1", Version.V2, "eth0"),
    )
    port = RdmaPort("mlx5_0", 1, netdev="eth0", gids=gids)
    best = recommend(port, {"eth0": Netdev("eth0")})
    assert best.gid.index == 7
    assert "eth0.7" in best.worse[5]


def test_only_a_channel_adapter_on_ethernet_is_roce():
    def decide(node_type, link_layer, excluded=""):
        device = RdmaDevice("d", (), SOURCE, node_type=node_type, excluded=excluded)
        return is_roce(device, RdmaPort("d", 1, link_layer=link_layer))

    assert decide(NodeType.CA, LinkLayer.ETHERNET) is True
    assert decide(NodeType.RNIC, LinkLayer.ETHERNET) is False
    assert decide(NodeType.CA, LinkLayer.INFINIBAND) is False
    assert decide(NodeType.CA, LinkLayer.ETHERNET, excluded="EFA") is False
    assert decide(NodeType.RNIC, Unknown("refused")) is False
    assert isinstance(decide(Unknown("refused"), LinkLayer.ETHERNET), Unknown)
    assert isinstance(decide(NodeType.CA, Unknown("refused")), Unknown)
