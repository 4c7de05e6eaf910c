"""Time and size of the collector and of its reading, on 8 adapters with 256 used GIDs each.

The tree is made of plain files, so the time of a driver's answers is not in it.
"""

import os
import shutil
import subprocess
import tempfile
import time
from pathlib import Path

from roce_audit.hosts.collector import collector_script
from roce_audit.hosts.read_host import read_host
from roce_audit.hosts.report import host_json

ADAPTERS, SLOTS = 8, 256
TOOLS = (
    "cat",
    "date",
    "env",
    "grep",
    "head",
    "id",
    "ls",
    "od",
    "readlink",
    "sed",
    "tail",
    "timeout",
    "tr",
    "true",
    "uname",
)
# What a tool without adapters answers; it costs the start of a process all the same.
ANSWERING = (
    "ethtool",
    "dcb",
    "ip",
    "rdma",
    "ibv_devinfo",
    "nft",
    "iptables-save",
    "lldpcli",
    "devlink",
    "dmesg",
    "systemctl",
)


def write(place: Path, value: str) -> None:
    place.parent.mkdir(parents=True, exist_ok=True)
    place.write_text(value + "\n")


def make(root: Path) -> None:
    for adapter in range(ADAPTERS):
        base = root / f"sys/class/infiniband/mlx5_{adapter}"
        port = base / "ports/1"
        write(base / "node_type", "1: CA")
        write(base / "device/vendor", "0x15b3")
        write(port / "link_layer", "Ethernet")
        write(port / "state", "4: ACTIVE")
        write(root / f"sys/class/net/eth{adapter}/mtu", "9000")
        for index in range(SLOTS):
            address = f"0000:0000:0000:0000:0000:ffff:0a{adapter:02x}:{index // 2 + 1:04x}"
            write(port / f"gids/{index}", address)
            write(port / f"gid_attrs/types/{index}", "RoCE v2" if index % 2 else "IB/RoCE v1")
            write(port / f"gid_attrs/ndevs/{index}", f"eth{adapter}")


def commands(place: Path) -> None:
    place.mkdir()
    for tool in TOOLS:
        found = shutil.which(tool)
        assert found is not None, tool
        (place / tool).symlink_to(found)
    for tool in ANSWERING:
        (place / tool).write_text("#!/bin/sh\necho '[]'\n")
        (place / tool).chmod(0o755)


def measure(shell: list[str], root: Path, tools: Path) -> tuple[float, str]:
    start = time.perf_counter()
    done = subprocess.run(
        [*shell, "-s"],
        input=collector_script(),
        capture_output=True,
        text=True,
        check=True,
        timeout=60,
        env={**os.environ, "PATH": str(tools), "ROCE_AUDIT_ROOT": str(root)},
    )
    return time.perf_counter() - start, done.stdout


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        root, tools = Path(folder) / "root", Path(folder) / "commands"
        make(root)
        commands(tools)
        for shell in (["dash"], ["bash"], ["busybox", "sh"]):
            found = shutil.which(shell[0])
            if found is None:
                print(f"{shell[0]:8} not installed")
                continue
            runs = [measure([found, *shell[1:]], root, tools) for _ in range(3)]
            seconds, output = min(runs, key=lambda run: run[0])
            start = time.perf_counter()
            devices = host_json(read_host(output))["devices"]
            reading = time.perf_counter() - start
            assert isinstance(devices, list)
            assert len(devices) == ADAPTERS
            print(
                f"{shell[0]:8} collect {seconds:.2f} s, {len(output) / 1024:.0f} KiB; "
                f"read and judge {reading:.2f} s"
            )


if __name__ == "__main__":
    main()
