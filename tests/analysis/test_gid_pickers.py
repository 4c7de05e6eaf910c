"""Real GID tables from public reports, and what each library takes from them."""

from dataclasses import replace
from ipaddress import IPv6Address, ip_address

import pytest

from roce_audit.analysis.gid_cm import pick_rdma_cm
from roce_audit.analysis.gid_fit import fit, fit_of
from roce_audit.analysis.gid_matrix import matrix, odd_ends
from roce_audit.analysis.gid_pairs import Library, end_of
from roce_audit.analysis.gid_pickers import pick_nccl, pick_perftest, pick_ucx
from roce_audit.analysis.library_settings import effective
from roce_audit.model.facts import Unknown
from roce_audit.model.host import Host
from roce_audit.model.rdma import Gid, LinkLayer, RdmaPort, Version
from roce_audit.model.source import SourceRef
from roce_audit.model.surroundings import Setting

SOURCE = SourceRef("host.txt", 1, "")
LL = "fe80::ac0:ebff:feda:1cfb"
LL2 = "fe80::1186:a6b1:3f0b:c441"


def port(*entries, mode=None, netdev="ens1f0"):
    """Make a port of ``(index, address, version)``, or with netdev and VLAN behind."""
    gids = []
    for index, address, version, *rest in entries:
        value = ip_address(address)
        mapped = IPv6Address(f"::ffff:{value}") if value.version == 4 else value
        owner, vlan = rest or (netdev, None)
        gids.append(Gid(index, mapped, Version(f"RoCE {version}"), SOURCE, netdev=owner, vlan=vlan))
    return RdmaPort(
        "mlx5_0",
        1,
        netdev=netdev,
        gids=tuple(gids),
        link_layer=LinkLayer.ETHERNET,
        cm_mode=mode or Version.V2,
    )


def host(*settings, **libraries):
    return Host(
        "h",
        "host.txt",
        complete=True,
        root=True,
        devices=(),
        libraries=libraries,
        settings=tuple(Setting(name, value, file, SOURCE) for name, value, file in settings),
    )


BOND = port((0, LL, "v1"), (1, LL, "v2"), (2, "200.0.209.6", "v1"), (3, "200.0.209.6", "v2"))
EXTRA_LINK_LOCAL = port(
    (0, LL, "v1"),
    (1, LL, "v2"),
    (2, LL2, "v1"),
    (3, LL2, "v2"),
    (4, "172.19.0.60", "v1"),
    (5, "172.19.0.60", "v2"),
)
POD = port((4, LL, "v1"), (5, LL, "v2"), (6, "10.152.0.12", "v1"), (7, "10.152.0.12", "v2"))
V2_ONLY = port((0, LL, "v2"), (1, "10.0.0.1", "v2"))
IPV6_ONLY = port((0, LL, "v1"), (1, LL, "v2"), (2, "fd00::1", "v1"), (3, "fd00::1", "v2"))
VLAN_FIRST = port(
    (0, LL, "v1"),
    (1, LL, "v2"),
    (2, LL, "v1", "ens1f0.7", 7),
    (3, LL, "v2", "ens1f0.7", 7),
    (4, "10.7.0.1", "v1", "ens1f0.7", 7),
    (5, "10.7.0.1", "v2", "ens1f0.7", 7),
    (6, "10.0.0.1", "v1"),
    (7, "10.0.0.1", "v2"),
)


@pytest.mark.parametrize(
    ("table", "nccl", "ucx", "perftest"),
    [
        pytest.param(BOND, 3, 3, 3, id="a bond with one address"),
        pytest.param(EXTRA_LINK_LOCAL, 5, 5, 5, id="a second link-local address"),
        pytest.param(POD, 7, 7, 7, id="a pod that does not see the host's entries"),
        pytest.param(V2_ONLY, 1, 1, 1, id="an adapter with version 2 only"),
        pytest.param(VLAN_FIRST, 5, 5, 5, id="a VLAN address older than the untagged one"),
    ],
)
def test_libraries_take_what_their_rules_say(table, nccl, ucx, perftest):
    assert pick_nccl(host(), table).index == nccl
    assert pick_ucx(host(), table).index == ucx
    assert pick_perftest(host(), table).index == perftest


def test_nccl_stays_at_link_local_v1_on_a_host_with_ipv6_only():
    assert pick_nccl(host(), IPV6_ONLY).index == 0
    family = ("NCCL_IB_ADDR_FAMILY", "AF_INET6", "etc/nccl.conf")
    assert pick_nccl(host(family), IPV6_ONLY).index == 3


def test_nccl_before_2_21_takes_index_0():
    old = pick_nccl(host(nccl="2.19.3"), BOND)
    assert (old.index, old.gid.scope) == (0, "link-local")
    assert pick_nccl(host(nccl="2.19.3"), POD).gid is None
    assert pick_nccl(host(nccl="2.21.5"), BOND).index == 3


def test_a_pinned_index_wins_and_the_environment_beats_the_file():
    file = ("NCCL_IB_GID_INDEX", "3", "etc/nccl.conf")
    own = ("NCCL_IB_GID_INDEX", "1", "environment")
    assert pick_nccl(host(file), EXTRA_LINK_LOCAL).gid.address == ip_address(LL2)
    assert pick_nccl(host(file, own), EXTRA_LINK_LOCAL).index == 1
    assert pick_nccl(host(file), V2_ONLY).gid is None
    assert pick_ucx(host(("UCX_IB_GID_INDEX", "0", "etc/environment")), BOND).index == 0
    assert pick_ucx(host(("UCX_IB_GID_INDEX", "auto", "etc/environment")), BOND).index == 3


def test_an_address_range_keeps_nccl_off_the_vlan():
    within = ("NCCL_IB_ADDR_RANGE", "10.0.0.0/24", "etc/nccl.conf")
    assert pick_nccl(host(within), VLAN_FIRST).index == 7
    wrong = ("NCCL_IB_ADDR_RANGE", "somewhere", "etc/nccl.conf")
    assert isinstance(pick_nccl(host(wrong), VLAN_FIRST).index, Unknown)


def test_older_and_newer_ucx_differ_where_there_is_no_ipv4():
    assert isinstance(pick_ucx(host(), IPV6_ONLY).index, Unknown)


def test_perftest_prefers_ipv4_v1_to_global_ipv6_v2():
    mixed = port((0, "fd00::1", "v2"), (1, "10.0.0.1", "v1"))
    assert pick_perftest(host(), mixed).index == 1
    assert isinstance(pick_perftest(host(), IPV6_ONLY).index, Unknown)
    assert pick_perftest(host(perftest="26.04.17"), IPV6_ONLY).index == 3


def test_an_unknown_version_leaves_every_choice_open():
    (first, *rest) = BOND.gids
    doubtful = port()
    object.__setattr__(doubtful, "gids", (*rest, Gid(0, first.value, Unknown("not told"), SOURCE)))
    for pick in (pick_nccl, pick_ucx, pick_perftest):
        assert isinstance(pick(host(), doubtful).index, Unknown)


def test_rdma_cm_follows_its_mode_and_a_router_overrides_it():
    address = ip_address("200.0.209.6")
    in_v1 = port(*[(g.index, str(g.address), g.version[-2:]) for g in BOND.gids], mode=Version.V1)
    assert pick_rdma_cm(in_v1, address).index == 2
    assert pick_rdma_cm(in_v1, address, gateway=True).index == 3
    assert isinstance(pick_rdma_cm(in_v1, ip_address("192.0.2.1")).index, Unknown)


def test_an_invisible_mode_is_no_guess_but_the_only_version_is_certain():
    hidden = Unknown("configfs does not show it")
    both, only = port(*_entries(BOND), mode=hidden), port(*_entries(V2_ONLY), mode=hidden)
    assert isinstance(pick_rdma_cm(both, ip_address("200.0.209.6")).index, Unknown)
    assert pick_rdma_cm(only, ip_address("10.0.0.1")).index == 1


def _entries(table):
    return [(gid.index, str(gid.address), gid.version[-2:]) for gid in table.gids]


def test_the_same_index_on_two_pods_is_another_entry():
    pins = host(("NCCL_IB_GID_INDEX", "5", "etc/environment"))
    first = port((4, "10.0.0.1", "v1"), (5, "10.0.0.1", "v2"))
    second = port((4, LL, "v1"), (5, LL, "v1"), (6, "10.0.0.2", "v1"), (7, "10.0.0.2", "v2"))
    verdict = fit(end_of(pins, first), end_of(pins, second), Library.NCCL)
    assert verdict.fits is False
    assert "error 12" in verdict.reason
    assert "Remove NCCL_IB_GID_INDEX" in verdict.advice
    free = host()
    assert fit(end_of(free, first), end_of(free, second), Library.NCCL).fits is True


def test_an_empty_slot_never_fits():
    pins = host(("NCCL_IB_GID_INDEX", "3", "etc/nccl.conf"))
    verdict = fit(end_of(pins, BOND), end_of(pins, V2_ONLY), Library.NCCL)
    assert (verdict.fits, "which is empty" in verdict.reason) == (False, True)


def test_different_vlans_do_not_fit():
    plain = port((1, "10.7.0.2", "v2"))
    tagged = port((1, "10.7.0.1", "v2", "ens1f0.7", 7))
    verdict = fit(end_of(host(), plain), end_of(host(), tagged), Library.UCX)
    assert verdict.fits is False
    assert "tagged" in verdict.reason


def test_the_matrix_shows_which_index_means_the_same_everywhere():
    ends = [end_of(host(), table) for table in (BOND, BOND, EXTRA_LINK_LOCAL)]
    rows = matrix(ends)
    assert [str(meaning) for meaning in rows[3]] == ["RoCE v2 IPv4", "RoCE v2 link-local IPv6"]
    assert [str(meaning) for meaning in rows[0]] == ["RoCE v1 link-local IPv6"]
    assert None in rows[5]
    odd = odd_ends([*ends, end_of(host(), IPV6_ONLY)], Library.NCCL)
    assert [str(meaning) for meaning in odd] == ["RoCE v1 link-local IPv6"]


def test_what_to_set_is_said_for_each_library():
    pins = host(("UCX_IB_GID_INDEX", "1", "etc/environment"))
    verdict = fit(end_of(pins, BOND), end_of(pins, V2_ONLY), Library.UCX)
    assert "UCX_IB_ROCE_SUBNETS" in verdict.advice
    both = port((0, "fd00::1", "v2"), (1, "10.0.0.1", "v1"))
    two = port((3, "fd00::2", "v2"), (4, "10.0.0.2", "v2"))
    perftest = fit(end_of(host(), both), end_of(host(), two), Library.PERFTEST)
    assert perftest.advice == "Pass -x 0 on h mlx5_0/1, -x 3 on h mlx5_0/1."
    apart = fit(end_of(host(), both), end_of(host(), V2_ONLY), Library.PERFTEST)
    assert apart.advice.startswith("No kind of entry is usable on both")
    in_v1 = port(*_entries(BOND), mode=Version.V1)
    mixed = fit(end_of(host(), in_v1), end_of(host(), BOND), Library.RDMA_CM)
    assert "the side that opens it" in mixed.fits.reason
    assert "default_roce_mode" in mixed.advice
    only = ("NCCL_IB_GID_INDEX", "0", "etc/nccl.conf")
    ipv6 = fit(end_of(host(only), IPV6_ONLY), end_of(host(), IPV6_ONLY), Library.NCCL)
    assert ipv6.fits is True


def test_rdma_cm_does_not_bridge_two_families():
    six = port((1, "fd00::1", "v2"))
    verdict = fit(end_of(host(), six), end_of(host(), V2_ONLY), Library.RDMA_CM)
    assert (verdict.fits, verdict.difference) == (False, "IPv4 and IPv6 are different packets")
    one, other = port((1, "10.0.0.1", "v1"), mode=Version.V1), port((1, "fd00::1", "v2"))
    assert fit(end_of(host(), one), end_of(host(), other), Library.RDMA_CM).fits is False


def test_a_setting_is_removed_only_where_it_is_set():
    only_v1 = port((0, LL, "v1"), (1, "10.0.0.2", "v1"))
    by_nccl = fit(end_of(host(), BOND), end_of(host(), only_v1), Library.NCCL)
    assert by_nccl.advice.startswith("Set NCCL_IB_ROCE_VERSION_NUM=1 on both")
    by_ucx = fit(end_of(host(), BOND), end_of(host(), only_v1), Library.UCX)
    assert by_ucx.advice.startswith(
        "Set UCX_IB_GID_INDEX=2 on h mlx5_0/1, UCX_IB_GID_INDEX=1 on h mlx5_0/1, or give"
    )
    old = host(nccl="2.18.3")
    before = fit(end_of(old, BOND), end_of(host(), BOND), Library.NCCL)
    assert before.advice == "Use NCCL 2.21 or later, or set NCCL_IB_GID_INDEX=3 on both."
    six = port((0, LL, "v2"), (1, "fd00::1", "v2"), (2, "10.0.0.1", "v1"))
    by_family = fit(end_of(host(), six), end_of(host(), IPV6_ONLY), Library.NCCL)
    assert "NCCL_IB_ADDR_FAMILY=AF_INET6" in by_family.advice
    six = port((1, "fd00::1", "v2"), (2, "10.0.0.1", "v1"))
    mixed = port((0, "fd00::2", "v2"), (1, "10.0.0.3", "v2"))
    apart = fit(end_of(host(), six), end_of(host(), mixed), Library.UCX)
    assert apart.advice == "Restrict UCX_IB_ROCE_SUBNETS to the RDMA subnets."


def test_what_is_not_known_never_fits_nor_fails():
    empty = port()
    verdict = fit(end_of(host(), empty), end_of(host(), BOND), Library.RDMA_CM)
    assert isinstance(verdict.fits, Unknown)
    verdict = fit(end_of(host(), IPV6_ONLY), end_of(host(), BOND), Library.UCX)
    assert isinstance(verdict.fits, Unknown)


def test_families_and_unknown_tags():
    six = port((1, "fd00::1", "v2"))
    verdict = fit(end_of(host(), six), end_of(host(), V2_ONLY), Library.UCX)
    assert "IPv4 and IPv6 are different packets" in verdict.reason
    hidden = port((1, "10.0.0.2", "v2", "x", Unknown("for root")))
    for pair in ((hidden, V2_ONLY), (V2_ONLY, hidden)):
        answer = fit(end_of(host(), pair[0]), end_of(host(), pair[1]), Library.UCX)
        assert "VLAN" in answer.fits.reason


def test_rdma_cm_cannot_follow_a_version_that_a_side_does_not_have():
    in_v1 = port(*_entries(BOND), mode=Version.V1)
    verdict = fit(end_of(host(), in_v1), end_of(host(), V2_ONLY), Library.RDMA_CM)
    assert verdict.fits is False
    assert verdict.difference.startswith("the versions are different packets")


def test_an_entry_of_unknown_version_leaves_it_open_whether_two_ends_fit():
    odd = replace(BOND.gids[3], version=Unknown("not permitted"))
    unsure = replace(BOND, gids=(*BOND.gids[:3], odd))
    ends = (
        end_of(host(("NCCL_IB_GID_INDEX", "3", "environment")), BOND),
        end_of(host(("NCCL_IB_GID_INDEX", "3", "environment")), unsure),
    )
    for pair in (ends, ends[::-1]):
        answer = fit(*pair, Library.NCCL).fits
        assert isinstance(answer, Unknown)


def test_the_users_own_file_wins_over_the_systems():
    both = host(
        ("NCCL_IB_GID_INDEX", "1", "etc/nccl.conf"),
        ("NCCL_IB_GID_INDEX", "3", "home/user/.nccl.conf"),
    )
    found = effective(both, "NCCL_IB_GID_INDEX")
    assert found is not None
    assert found.value == "3"


def test_nothing_but_version_2_is_advised_through_a_router():
    one, other = end_of(host(), BOND), end_of(host(), port((1, "10.0.0.2", "v1")))
    picks = (one.picks.get(Library.UCX), other.picks.get(Library.UCX))
    answer = fit_of((one, other), picks, Library.UCX, routed=True)
    assert (answer.fits, answer.difference) == (False, "RoCE v1 is not routed")
    assert answer.advice.startswith("Give both an entry of RoCE v2 of one IP version")
