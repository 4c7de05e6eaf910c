"""Repairs of hosts: what they write, what they undo, and names that must not reach a shell."""

from dataclasses import replace
from ipaddress import ip_network

import pytest

from roce_audit.hosts.repair import rendered
from roce_audit.hosts.repair_facts import with_remedy
from roce_audit.model.host import Host
from roce_audit.model.host_remedy import (
    DropSetting,
    LoadModule,
    RouteBySource,
    SetLinkPause,
    SetPfc,
    SetSysctls,
)
from roce_audit.model.netdev import Netdev
from roce_audit.model.remedy import SetMtu, SetRoceMode
from roce_audit.model.source import SourceRef
from roce_audit.remediation.snippet import snippet_of

SOURCE = SourceRef("host.txt", 1, "")
BAD = "eth0; reboot"
HOST = Host(
    "h1",
    "host.txt",
    complete=True,
    root=True,
    devices=(),
    netdevs={"eth0": Netdev("eth0"), BAD: Netdev(BAD)},
    routes=(),
    rules=(),
)
SUBNET = ip_network("10.0.0.0/24")


def text_of(remedy):
    snippet = snippet_of("linux", remedy, rendered(HOST, remedy))
    return snippet.text, snippet.rollback


@pytest.mark.parametrize(
    "remedy",
    [
        SetLinkPause("h1", BAD, receive=True, send=True),
        SetPfc("h1", BAD, (3,), ()),
        SetMtu("h1", BAD, 9000, 1500, SOURCE),
        SetRoceMode("h1", "mlx5_0 $(reboot)", 1, "v2", "v1", ""),
        RouteBySource("h1", BAD, "10.0.0.1", SUBNET, 1000, 31766),
        SetSysctls("h1", ((f"net/ipv4/conf/{BAD}/rp_filter", "2", "1"),), "x"),
        LoadModule("h1", "nvidia_peermem; reboot"),
        DropSetting("h1", "etc/shadow", "NCCL_IB_GID_INDEX", "3"),
        DropSetting("h1", "home/$(reboot)/.nccl.conf", "NCCL_IB_GID_INDEX", "3"),
    ],
    ids=lambda remedy: remedy.kind,
)
def test_a_name_that_a_shell_would_run_gets_no_repair(remedy):
    assert rendered(HOST, remedy) is None


def test_settings_are_set_now_and_for_good_and_undone():
    path = "net/ipv4/conf/eth0/arp_ignore"
    text, undo = text_of(SetSysctls("h1", ((path, "1", "0"),), "own addresses only"))
    assert "sysctl -w net.ipv4.conf.eth0.arp_ignore=1" in text
    assert "net.ipv4.conf.eth0.arp_ignore = 1" in text
    assert "rm -f /etc/sysctl.d/90-roce-arp_ignore-eth0.conf" in undo
    assert "sysctl -w net.ipv4.conf.eth0.arp_ignore=0" in undo


def test_an_interface_with_a_dot_keeps_it():
    path = "net/ipv4/conf/eth0.10/rp_filter"
    text, undo = text_of(SetSysctls("h1", ((path, "2", ""),), "x"))
    assert f"sysctl -w {path}=2" in text
    assert "is not known" in undo


def test_flow_control_is_set_to_exactly_the_wanted_priorities():
    text, undo = text_of(SetPfc("h1", "eth0", (3,), (0, 5)))
    assert "dcb pfc set dev eth0 prio-pfc all:off 3:on\n" in text
    assert "--pfc 0,0,0,1,0,0,0,0" in text
    assert "dcb pfc set dev eth0 prio-pfc all:off 0:on 5:on\n" in undo


def test_a_setting_becomes_a_comment_and_comes_back(tmp_path):
    import subprocess

    file = tmp_path / "nccl.conf"
    before = "NCCL_DEBUG=INFO\nNCCL_IB_GID_INDEX=3\n export NCCL_IB_GID_INDEX=5\n"
    file.write_text(before)
    remedy = DropSetting("h1", "etc/nccl.conf", "NCCL_IB_GID_INDEX", "3")
    text, undo = text_of(remedy)
    subprocess.run(["sh"], input=text.replace("/etc/nccl.conf", str(file)), text=True, check=True)
    assert "\nNCCL_IB_GID_INDEX" not in file.read_text()
    assert file.read_text().count("# ") == 2
    subprocess.run(["sh"], input=undo.replace("/etc/nccl.conf", str(file)), text=True, check=True)
    assert file.read_text() == before


def test_the_facts_change_as_the_repair_says():
    routed = with_remedy(HOST, RouteBySource("h1", "eth0", "10.0.0.1", SUBNET, 1000, 31766))
    assert routed.rules[0].table == routed.routes[0].table == "1000"
    paused = with_remedy(HOST, SetLinkPause("h1", "eth0", receive=True, send=True))
    assert not paused.netdevs["eth0"].pause.receive
    assert with_remedy(HOST, SetPfc("h1", "eth9", (3,), ())) == HOST


def test_a_module_is_loaded_now_and_at_each_start_and_undone():
    text, undo = text_of(LoadModule("h1", "nvidia_peermem"))
    assert "modprobe nvidia_peermem\n" in text
    assert "echo nvidia_peermem > /etc/modules-load.d/roce-nvidia_peermem.conf" in text
    assert "modprobe -r nvidia_peermem" in undo
    assert "rm -f /etc/modules-load.d/roce-nvidia_peermem.conf" in undo
    loaded = with_remedy(replace(HOST, modules=frozenset({"nvidia"})), LoadModule("h1", "x"))
    assert loaded.modules == {"nvidia", "x"}
    assert with_remedy(HOST, LoadModule("h1", "x")) == HOST
