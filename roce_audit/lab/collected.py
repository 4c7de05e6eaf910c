"""What the collector prints on a host of the lab.

The shape of each tool's output is that of the real tool on Debian 12 with an adapter; the values
are ours.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from roce_audit.lab.collected_network import network_sections
from roce_audit.lab.collected_rdma import rdma_sections
from roce_audit.lab.sections import listed, ran, read, section

if TYPE_CHECKING:
    from roce_audit.lab.host_state import HostState

_TIME = 1793607300
_KERNEL = "6.1.0-28-amd64"


def collected(host: HostState) -> str:
    """Return the collector's output with ``{mark}`` where its mark stands."""
    sections = [
        listed(f"begin protocol=1 uid=1000 sudo= time={_TIME} limited=yes"),
        *_system(host),
        *rdma_sections(host),
        *network_sections(host),
        *_unloaded_firewall(),
        listed("environment"),
        listed("end"),
    ]
    return "".join(sections)


def _system(host: HostState) -> list[str]:
    return [
        ran("uname", f"Linux {host.name} {_KERNEL} #1 SMP PREEMPT_DYNAMIC x86_64 GNU/Linux"),
        read(
            "os",
            'etc/os-release:PRETTY_NAME="Debian GNU/Linux 12 (bookworm)"',
            f"proc/sys/kernel/hostname:{host.name}",
            f"proc/sys/kernel/osrelease:{_KERNEL}",
        ),
        listed("memlock", "session:unlimited"),
        listed("container", "netns:net:[4026531840]", "netns_init:net:[4026531840]"),
        read(
            "modules",
            "proc/modules:mlx5_ib 471040 0 - Live 0x0000000000000000",
            "proc/modules:rdma_cm 147456 1 rdma_ucm, Live 0x0000000000000000",
        ),
        listed("module_names", "mlx5_ib", "ib_core", "ib_uverbs", "rdma_cm", "rdma_ucm"),
    ]


def _unloaded_firewall() -> list[str]:
    tools = {
        "nft_json": "nf_tables",
        "nft": "nf_tables",
        "iptables": "nf_tables",
        "ip6tables": "nf_tables",
        "ebtables": "nf_tables",
    }
    unloaded = [section(f"firewall {tool}", (), f"unloaded {m}") for tool, m in tools.items()]
    missing = ("iptables_legacy", "ip6tables_legacy", "ebtables_legacy", "arptables")
    return [
        *unloaded,
        *(section(f"firewall {tool}", (), "missing") for tool in missing),
        section("lldp", (), "missing"),
    ]
