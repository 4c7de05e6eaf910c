"""What the script reads around the adapters: kernel, GPUs, bridges, versions, what sets a mode."""

import os
import shutil
import subprocess
from datetime import date

import pytest

from roce_audit.hosts.collector import collector_script
from roce_audit.hosts.read_host import read_host
from roce_audit.hosts.sections import parse
from roce_audit.model.facts import Unknown

NOBODY = 65534
MAPPED = "0000:0000:0000:0000:0000:ffff:ac10:0115"
V2 = "RoCE v2"
SWITCH = "../../devices/pci0000:c0/0000:c0:01.1/0000:c1:00.0"
BRIDGES = """\
cat <<'EOF'
0000:c0:01.1 PCI bridge: A root port (prog-if 00 [Normal decode])
\tControl: I/O+ Mem+ BusMaster+
\tCapabilities: [2a0 v1] Access Control Services
\t\tACSCtl:\tSrcValid+ TransBlk- ReqRedir- CmpltRedir- UpstreamFwd- EgressCtrl- DirectTrans-
0000:c2:00.0 PCI bridge: A switch
\t\tACSCtl:\tSrcValid+ TransBlk- ReqRedir+ CmpltRedir+ UpstreamFwd+ EgressCtrl- DirectTrans-
EOF"""


@pytest.fixture
def one_port(tree):
    tree.device("bnxt_re0", driver="bnxt_en").port("bnxt_re0", {1: (MAPPED, V2, "ens2")})
    tree.write("sys/class/infiniband/bnxt_re0/device/vendor", "0x14e4")
    return tree.netdev("ens2")


@pytest.fixture
def with_gpu(one_port):
    link = f"../../{SWITCH}/0000:c2:00.0/0000:c3:00.0"
    one_port.link("sys/bus/pci/drivers/nvidia/0000:c3:00.0", link)
    return one_port.write("sys/bus/pci/drivers/nvidia/new_id", "")


def test_the_kernel_says_when_it_was_built_and_what_was_patched_since(one_port, shell):
    host = read_host(one_port.collect(*shell))
    assert isinstance(host.kernel_built, Unknown)
    assert host.live_patches == frozenset()
    one_port.write("proc/sys/kernel/version", "#1 SMP Debian 6.1.135-1 (2025-04-25)")
    one_port.write("sys/kernel/livepatch/kpatch_17/enabled", "1")
    host = read_host(one_port.collect(*shell))
    assert host.kernel_built == date(2025, 4, 25)
    assert host.live_patches == {"kpatch_17"}


def test_gpus_are_found_with_the_bridges_above_them(with_gpu, shell):
    with_gpu.write(
        "proc/driver/nvidia/version", "NVRM version: NVIDIA UNIX x86_64 Kernel Module  550.90.07"
    )
    host = read_host(with_gpu.collect(*shell))
    (gpu,) = host.gpus.found
    assert gpu.driver == "nvidia"
    assert gpu.path == (
        "pci0000:c0",
        "0000:c0:01.1",
        "0000:c1:00.0",
        "0000:c2:00.0",
        "0000:c3:00.0",
    )
    assert host.gpus.open_driver is False
    assert read_host(with_gpu.collect(*shell)).complete


def test_a_host_without_gpus_is_asked_nothing_about_bridges(one_port, shell):
    one_port.command("lspci", "echo asked")
    capture = parse(one_port.collect(*shell))
    assert capture.section("gpus").ok
    assert capture.section("pci_bridges").ok
    assert "asked" not in capture.section("pci_bridges").text
    assert read_host(one_port.collect(*shell)).gpus.found == ()


def test_bridges_that_redirect_are_named_for_root(with_gpu, shell):
    if os.getuid() != 0:
        pytest.skip("only root sees the capabilities")
    assert isinstance(read_host(with_gpu.collect(*shell)).gpus.redirecting, Unknown)
    with_gpu.command("lspci", BRIDGES)
    host = read_host(with_gpu.collect(*shell))
    assert list(host.gpus.redirecting) == ["0000:c2:00.0"]
    assert "ReqRedir+" in host.gpus.redirecting["0000:c2:00.0"].text
    with_gpu.command(
        "lspci", 'echo "0000:c2:00.0 PCI bridge"; echo " Capabilities: <access denied>"'
    )
    assert read_host(with_gpu.collect(*shell)).gpus.redirecting == Unknown("not permitted")
    with_gpu.command("lspci", "echo broken >&2; exit 1")
    assert isinstance(read_host(with_gpu.collect(*shell)).gpus.redirecting, Unknown)


def test_an_ordinary_user_does_not_ask_for_what_only_root_sees(with_gpu, shell):
    if os.getuid() != 0:
        pytest.skip("only root can become another user")
    with_gpu.command("lspci", BRIDGES)
    host = read_host(with_gpu.collect(*shell, user=NOBODY))
    assert host.gpus.redirecting == Unknown("for root only")
    with_gpu.command("sudo", 'shift; exec "$@"')
    raised = read_host(with_gpu.collect(*shell, arguments=["-r"], user=NOBODY))
    assert list(raised.gpus.redirecting) == ["0000:c2:00.0"]


def test_versions_of_module_and_library_are_read(one_port, shell):
    one_port.write("sys/module/bnxt_re/version", "234.0.154.0")
    one_port.write("usr/local/lib/libbnxt_re-231.0.162.0.so", "")
    one_port.write("usr/local/lib/libbnxt_re-rdmav34.so", "")
    (device,) = read_host(one_port.collect(*shell)).devices
    assert (device.module_version, device.library_version) == ("234.0.154.0", "231.0.162.0")


def test_the_tag_setting_of_a_driver_is_read_where_it_shows_and_never_made(one_port, shell):
    one_port.write("sys/module/bnxt_re/version", "234.0.154.0")
    place = "sys/kernel/config/bnxt_re/bnxt_re0/ports/1/cc/disable_prio_vlan_tx"
    (device,) = read_host(one_port.collect(*shell)).devices
    assert isinstance(device.ports[0].priority_tagged, Unknown)
    assert not (one_port.root / "sys/kernel/config").exists()
    one_port.write(place, "1")
    (device,) = read_host(one_port.collect(*shell)).devices
    assert device.ports[0].priority_tagged is False
    one_port.write(place, "0")
    one_port.command("dcb", """echo '[{"dgram_port_prio":[[4791,3," "]]}]'""")
    (device,) = read_host(one_port.collect(*shell)).devices
    assert device.ports[0].priority_tagged is True


def test_what_sets_a_mode_at_each_start_is_found_or_unknown_where_a_file_is_closed(one_port, shell):
    assert read_host(one_port.collect(*shell)).mode_setters == ()
    unit = "etc/systemd/system/roce-mode@.service"
    one_port.write(unit, "ExecStart=/bin/sh -c 'echo RoCE v2 > $p/default_roce_mode'")
    (line,) = read_host(one_port.collect(*shell)).mode_setters
    assert line.text.startswith(unit)
    if os.getuid() == 0:
        (one_port.root / unit).chmod(0o600)
        hidden = read_host(one_port.collect(*shell, user=NOBODY))
        assert hidden.mode_setters == Unknown("not permitted")


def test_receive_buffers_are_read_by_priority(one_port, shell):
    sizes = '{"prio_buffer":[0,0,0,1,0,0,0,0],"buffer_size":[20480,81920,0,0,0,0,0,0]}'
    one_port.command("dcb", f"""case "$*" in *buffer*) echo '[{sizes}]' ;; *) echo '[]' ;; esac""")
    one_port.link("sys/class/net/ens2/device", "../../../0000:c1:00.0")
    host = read_host(one_port.collect(*shell))
    assert host.netdevs["ens2"].qos.receive_buffers[3] == 81920
    assert host.netdevs["ens2"].qos.receive_buffers[0] == 20480


def test_counters_are_read_twice_only_if_asked(one_port, shell):
    (one_port.commands / "sleep").symlink_to(shutil.which("sleep"))
    place = "sys/class/infiniband/bnxt_re0/ports/1/hw_counters/out_of_sequence"
    one_port.write(place, "5")
    one_port.command("ethtool", "echo '     rx_prio3_pause: 7'")
    assert isinstance(read_host(one_port.collect(*shell)).counters, Unknown)
    host = read_host(one_port.collect(*shell, arguments=["-c", "1"]))
    assert host.complete
    assert host.counters.seconds in {1, 2}
    assert host.counters.ports == {"bnxt_re0/1": {"out_of_sequence": 0}}
    assert host.counters.netdevs == {"ens2": {"rx_prio3_pause": 0}}


def test_counters_that_were_cut_short_tell_nothing(text):
    name = "sys/class/infiniband/mlx5_0/ports/1/hw_counters/out_of_sequence"
    whole = [(number, [f"time:{number * 20}", f"{name}:{number}"]) for number in (1, 2)]
    made, cut, apart = text(), text(), text()
    for number, lines in whole:
        made.files(f"counters {number}", lines)
        cut.section(f"counters {number}", lines, "read")
        apart.files(f"counters {number}", lines)
        apart.section(f"net_counters {number} eth0", "rx_discards_phy: 1", "ran")
    assert read_host(str(made)).counters.ports == {"mlx5_0/1": {"out_of_sequence": 1}}
    assert isinstance(read_host(str(cut)).counters, Unknown)
    assert read_host(str(apart)).counters.netdevs == {"eth0": {}}


@pytest.mark.parametrize("seconds", ["0", "31", "x", "-1", "100"])
def test_a_wait_that_is_no_short_time_ends_with_the_usage(shell, seconds):
    done = subprocess.run(
        [*shell, "-s", "--", "-c", seconds],
        input=collector_script(),
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert (done.returncode, "usage:" in done.stderr) == (2, True)


@pytest.mark.parametrize(
    ("words", "built"),
    [
        ("#45-Ubuntu SMP PREEMPT_DYNAMIC Fri Aug 30 12:02:04 UTC 2024", date(2024, 8, 30)),
        ("#1 SMP PREEMPT_DYNAMIC Thu, 22 Aug 2024 16:09:08 +0000", date(2024, 8, 22)),
        ("#1 SMP PREEMPT_DYNAMIC Debian 6.12.57-1 (2025-11-05)", date(2025, 11, 5)),
        ("#1-NixOS SMP PREEMPT_DYNAMIC Tue Jan  1 00:00:00 UTC 1980", None),
        ("#1 SMP PREEMPT_DYNAMIC @0", None),
        ("#1 SMP Debian (2025-02-31)", None),
        ("#1 SMP Foo Feb 31 00:00:00 UTC 2025", None),
        ("", None),
    ],
)
def test_dates_of_builds_as_distributions_write_them(words, built, text):
    capture = str(text().files("os", [f"proc/sys/kernel/version:{words}"]).section("devices"))
    found = read_host(capture).kernel_built
    assert (None if isinstance(found, Unknown) else found) == built
