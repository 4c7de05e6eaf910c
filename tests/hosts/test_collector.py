"""The script that a host runs: three shells, any user, and what it must never do."""

import os
import re
import shutil
import subprocess

import pytest

from roce_audit.hosts.collector import collector_script
from roce_audit.hosts.read_host import read_host
from roce_audit.hosts.report import host_json
from roce_audit.hosts.sections import parse

NOBODY = 65534
LINK_LOCAL = "fe80:0000:0000:0000:0e42:a1ff:fe00:0001"
MAPPED = "0000:0000:0000:0000:0000:ffff:ac10:0115"
V1, V2 = "IB/RoCE v1", "RoCE v2"
PAIRS = {
    0: (LINK_LOCAL, V1, "ens1f0"),
    1: (LINK_LOCAL, V2, "ens1f0"),
    2: (MAPPED, V1, "ens1f0"),
    3: (MAPPED, V2, "ens1f0"),
}


@pytest.fixture(params=[None, NOBODY], ids=["root", "ordinary-user"])
def user(request):
    if request.param is not None and os.getuid() != 0:
        pytest.skip("only root can become another user")
    return request.param


@pytest.fixture
def two_ports(tree):
    tree.device("mlx5_0").port("mlx5_0", PAIRS).netdev("ens1f0", address="0c:42:a1:00:00:01")
    tree.device("rocep65s0", driver="bnxt_en").port("rocep65s0", {1: (MAPPED, V2, "ens2")})
    return tree.netdev("ens2")


def test_every_shell_and_user_tells_the_same_of_the_gid_tables(two_ports, shell, user):
    host = read_host(two_ports.collect(*shell, user=user))
    assert host.complete
    first, second = host_json(host)["devices"]
    assert first["rdma"] == "mlx5_0"
    assert first["usable"] == {"v1": [2], "v2-ipv4": [3], "v2-ipv6": []}
    assert first["recommended"] == {"traffic": "v2-ipv4", "index": 3}
    assert first["gids"][3] == {
        "index": 3,
        "gid": MAPPED,
        "type": V2,
        "address": "172.16.1.21",
        "scope": "global",
        "vlan": None,
        "netdev": "ens1f0",
        "usable": True,
        "why_not": None,
    }
    assert first["driver"] == "mlx5_core"
    assert first["active_mtu"] == 4096
    assert second["usable"] == {"v1": [], "v2-ipv4": [1], "v2-ipv6": []}


def test_a_tool_that_is_not_installed_is_named_and_nothing_breaks(two_ports, shell):
    host = read_host(two_ports.collect(*shell))
    missing = {what for what, reason in host.not_collected if reason == "the tool is not installed"}
    assert {"rdma_link", "ibv_devinfo", "addresses", "lldp", "firewall nft"} <= missing


def test_a_command_that_hangs_is_cut_off(two_ports, shell):
    two_ports.command("rdma", "exec sleep 30")
    (two_ports.commands / "sleep").symlink_to(shutil.which("sleep"))
    two_ports.command("timeout", f'shift; exec {shutil.which("timeout")} 0.2 "$@"')
    capture = parse(two_ports.collect(*shell))
    assert capture.complete
    assert capture.section("rdma_link").state == "timed out"


def test_a_host_that_hangs_everywhere_is_given_up_in_time(two_ports, shell):
    two_ports.command("date", 'echo $((1700000000 + 61 * $(wc -l <"$0.calls"))); echo >>"$0.calls"')
    two_ports.command("rdma", "echo []")
    (two_ports.commands / "wc").symlink_to(shutil.which("wc"))
    (two_ports.commands / "date.calls").write_text("")
    capture = parse(two_ports.collect(*shell))
    assert capture.complete
    assert capture.section("rdma_link").state == "skipped"
    assert "slowly" in capture.section("rdma_link").reason


def test_an_endless_answer_is_cut_and_said_to_be(two_ports, shell):
    two_ports.command("ibv_devinfo", "while :; do echo hca_id: mlx5_0; done")
    capture = parse(two_ports.collect(*shell))
    assert capture.complete
    section = capture.section("ibv_devinfo")
    assert section.state == "cut short"
    assert len(section.text) <= 131072


def test_a_refusal_is_told_from_an_empty_firewall(two_ports, shell):
    two_ports.command("nft", 'echo "Operation not permitted (you must be root)" >&2; exit 1')
    two_ports.command("iptables-save", "exit 0")
    host = read_host(two_ports.collect(*shell))
    assert host.firewall["nft"].state == "unknown"
    assert (host.firewall["iptables"].state, host.firewall["iptables"].text) == ("read", "")


def test_a_dump_never_loads_the_firewall(two_ports, shell):
    two_ports.command("nft", "echo loaded")
    two_ports.write("proc/modules", "mlx5_ib 1 0 - Live 0x0")
    host = read_host(two_ports.collect(*shell))
    assert host.firewall["nft"].state == "unknown"
    assert "might load nf_tables" in host.firewall["nft"].reason
    release = os.uname().release
    two_ports.write(f"lib/modules/{release}/modules.builtin", "kernel/fs/ext4/ext4.ko")
    host = read_host(two_ports.collect(*shell))
    assert host.firewall["nft"].state == "none"
    two_ports.write("proc/modules", "nf_tables 1 0 - Live 0x0")
    assert read_host(two_ports.collect(*shell)).firewall["nft"].text == "loaded"


def test_sudo_is_used_only_when_asked_for(two_ports, shell):
    if os.getuid() != 0:
        pytest.skip("only root can become another user")
    two_ports.command("sudo", 'shift; exec "$@"')
    two_ports.command("nft", 'echo "as $1"')
    two_ports.command("sudo", 'echo "sudo $*"')
    plain = read_host(two_ports.collect(*shell, user=NOBODY))
    assert plain.firewall["nft"].text == "as list"
    raised = read_host(two_ports.collect(*shell, arguments=["-r"], user=NOBODY))
    assert raised.firewall["nft"].text == "sudo -n nft list ruleset"


def test_configfs_is_read_where_it_shows_a_mode_and_never_made(two_ports, shell):
    two_ports.write("sys/kernel/config/rdma_cm/mlx5_0/ports/1/default_roce_mode", V1)
    two_ports.write("sys/kernel/config/rdma_cm/mlx5_0/ports/1/default_roce_tos", "106")
    host = read_host(two_ports.collect(*shell))
    first, second = (device.ports[0] for device in host.devices)
    assert (first.cm_mode, first.cm_tos) == ("RoCE v1", 106)
    assert "would be a write" in second.cm_mode.reason
    assert not (two_ports.root / "sys/kernel/config/rdma_cm/rocep65s0").exists()


def test_the_tree_is_left_as_it_was(two_ports, shell):
    def listing():
        return sorted((str(path), path.lstat().st_mtime_ns) for path in two_ports.root.rglob("*"))

    before = listing()
    two_ports.collect(*shell)
    assert listing() == before


READING = {
    "uname -a",
    "ls -ln",
    "ethtool -i",
    "ethtool -a",
    "ethtool --show-priv-flags",
    "rdma -j",
    "rdma system",
    "ibv_devinfo",
    "dcb -j",
    "dcb -N",
    "mlnx_qos -i",
    "ip $json",
    "nft -j",
    "nft list",
    "iptables-save",
    "ip6tables-save",
    "iptables-legacy-save",
    "ip6tables-legacy-save",
    "ebtables-save",
    "ebtables-legacy-save",
    "arptables-save",
    "tc -j",
    "lldpcli -f",
    "devlink -j",
    "ucx_info -v",
    "ib_write_bw --version",
}
CHANGING = (
    r"mkdir|rmdir|rm|mv|cp|touch|tee|modprobe|insmod|mount|kill|iptables|sysctl|dd|chmod|eval"
)


def test_the_script_runs_only_commands_that_read():
    code = "\n".join(
        line for line in collector_script().splitlines() if not line.lstrip().startswith("#")
    )
    ran = re.findall(r"\brun(?:_root)? (?:\"[^\"]*\"|\w+) \d+ ([^ \n]+(?: [^ \n;]+)?)", code)
    ran += re.findall(r"\bdump \w+ \d+ \S+ ([^ \n]+(?: [^ \n]+)?)", code)
    assert len(ran) > 20
    assert set(ran) <= READING
    assert re.findall(rf"(?:^|[;&|({{]|then|do) *({CHANGING}) ", code, re.MULTILINE) == []
    targets = re.findall(r"(?<![<&])>\s*(\S+)", code)
    assert {each.rstrip(";)") for each in targets} <= {"/dev/null", "&2", "&3", "&1"}


def test_a_nonce_can_be_given_and_a_bad_one_is_replaced(two_ports, shell):
    assert "@@RA-00aa11bb22cc33dd + end" in two_ports.collect(
        *shell, arguments=["-n", "00aa11bb22cc33dd"]
    )
    text = two_ports.collect(*shell, arguments=["-n", "x; y"])
    assert "x; y" not in text
    assert parse(text).complete


def test_a_wrong_option_ends_with_its_usage(shell):
    done = subprocess.run(
        [*shell, "-s", "--", "-q"],
        input=collector_script(),
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert done.returncode == 2
    assert "usage:" in done.stderr


def test_two_runs_have_different_marks(two_ports, shell):
    first, second = (two_ports.collect(*shell).split(" + begin")[0] for _ in range(2))
    assert first != second


def test_an_ip_without_json_is_read_as_text(two_ports, shell):
    two_ports.command(
        "ip",
        'case "$*" in -j*) exit 255 ;; *"addr show"*) cat <<EOF\n'
        "2: ens1f0: <BROADCAST,MULTICAST,UP,LOWER_UP> mtu 9000 qdisc mq state UP qlen 1000\n"
        "    link/ether 0c:42:a1:00:00:01 brd ff:ff:ff:ff:ff:ff\n"
        "    inet 172.16.1.21/24 brd 172.16.1.255 scope global ens1f0\n"
        "3: ens1f0.7@ens1f0: <BROADCAST,UP> mtu 1500 qdisc noqueue state UP\n"
        "    link/ether 0c:42:a1:00:00:01 brd ff:ff:ff:ff:ff:ff\n"
        "    vlan protocol 802.1Q id 7 <REORDER_HDR>\n"
        "EOF\n;; *route*) echo 'default via 172.16.1.1 dev ens1f0' ;;\n"
        "*rule*) echo '0:\tfrom all lookup main' ;; esac",
    )
    host = read_host(two_ports.collect(*shell))
    assert [str(each.value) for each in host.netdevs["ens1f0"].addresses] == ["172.16.1.21/24"]
    assert host.netdevs["ens1f0.7"].vlan == 7
    assert host.netdevs["ens1f0"].vlan is None
    assert host.routes[0].gateway
    assert host.rules[0].table == "main"


def test_the_files_of_an_ordinary_user_that_are_not_his_are_named(two_ports, shell):
    if os.getuid() != 0:
        pytest.skip("root's files are needed")
    two_ports.write("etc/nccl.conf", "NCCL_IB_HCA=mlx5_0")
    (two_ports.root / "etc/nccl.conf").chmod(0o600)
    host = read_host(two_ports.collect(*shell, user=NOBODY))
    assert ("settings: etc/nccl.conf", "not permitted") in host.not_collected
    assert host.settings == ()
    assert read_host(two_ports.collect(*shell)).settings[0].value == "mlx5_0"
