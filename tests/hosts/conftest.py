"""Hosts to test with: generated trees, collector text made by hand, and captures of real hosts."""

from __future__ import annotations

import os
import shutil
import stat
import subprocess
import tempfile
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from roce_audit.hosts.collector import collector_script

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

SHARED = Path(__file__).parents[3] / "shared"
CAPTURES = SHARED / "lab" / "captures"
NONCE = "0123456789abcdef"
ZEROS = ":".join(["0000"] * 8)
V1, V2 = "IB/RoCE v1", "RoCE v2"


@dataclass
class Text:
    """Collector output written by hand."""

    nonce: str = NONCE
    uid: str = "0"
    parts: list[str] = field(default_factory=list)
    ended: bool = True

    def section(self, name: str, lines: str | Sequence[str] = "", end: str = "listed") -> Text:
        body = lines if isinstance(lines, str) else "\n".join(lines)
        self.parts.append(f"\n@@RA-{self.nonce} + {name}\n{body}\n\n@@RA-{self.nonce} - {end}\n")
        return self

    def command(self, name: str, out: str, code: int = 0, complaint: str = "") -> Text:
        told = "".join(f"@@RA-{self.nonce} ! {line}\n" for line in complaint.splitlines())
        return self.section(name, f"{out}\n@@RA-{self.nonce} rc {code}\n{told}", "ran")

    def files(self, name: str, lines: str | Sequence[str]) -> Text:
        body = lines if isinstance(lines, str) else "\n".join(lines)
        return self.section(name, f"{body}\n@@RA-{self.nonce} rc 0", "read")

    def __str__(self) -> str:
        begin = f"begin protocol=1 uid={self.uid} sudo= time=1 limited=yes"
        head = f"\n@@RA-{self.nonce} + {begin}\n\n@@RA-{self.nonce} - listed\n"
        tail = f"\n@@RA-{self.nonce} + end\n\n@@RA-{self.nonce} - listed\n"
        return head + "".join(self.parts) + (tail if self.ended else "")


@pytest.fixture
def text() -> Callable[..., Text]:
    return Text


def _without_prefix(path: str) -> str:
    return path.removeprefix("/sys/class/infiniband/")


def _sysctl_path(line: str) -> str:
    key, _, value = line.partition(" = ")
    swapped = "".join({".": "/", "/": "."}.get(letter, letter) for letter in key)
    return f"proc/sys/{swapped}:{value}"


class Captured:
    """One folder of outputs of single commands, in the collector's format."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        root = "uid=0" in self.out("id")
        self.text = Text(uid="0" if root else "1000")
        self._write()

    def out(self, name: str) -> str:
        return (self.folder / f"{name}.out").read_text(errors="replace")

    def command(self, section: str, name: str) -> None:
        code = int((self.folder / f"{name}.rc").read_text().split()[0])
        complaint = (self.folder / f"{name}.err").read_text(errors="replace")
        if code == 127:
            self.text.section(section, "", "missing")
        else:
            self.text.command(section, self.out(name).rstrip("\n"), code, complaint.rstrip())

    def _write(self) -> None:
        uname, *release = self.out("uname").splitlines()
        words = uname.split()
        os_lines = [f"etc/os-release:{line}" for line in release]
        os_lines += [
            f"proc/sys/kernel/hostname:{words[1]}",
            f"proc/sys/kernel/osrelease:{words[2]}",
        ]
        self.text.files("os", os_lines)
        self.text.section("memlock", f"session:{self.out('limits').split()[0]}")
        modules = [line.split()[0] for line in self.out("lsmod").splitlines()[1:]]
        self.text.files("modules", [f"proc/modules:{name} 1 0" for name in modules])
        self.text.section("module_names", [])
        self._devices()
        for section, name in (
            ("rdma_link", "rdma_link_j"),
            ("rdma_dev", "rdma_dev_dj"),
            ("rdma_system", "rdma_system_j"),
            ("ibv_devinfo", "ibv_devinfo"),
        ):
            self.command(section, name)
        # The captures made the configfs directory, which a collector does not do.
        self.text.files("roce_mode", [])
        self._netdevs()
        for section, name in (
            ("addresses", "ip_addr_dj"),
            ("routes4", "ip_route_j"),
            ("routes6", "ip6_route_j"),
            ("rules4", "ip_rule_j"),
            ("neighbours", "ip_neigh_j"),
            ("firewall nft", "nft"),
            ("firewall nft_json", "nft_j"),
            ("firewall iptables", "iptables-save"),
            ("firewall ip6tables", "ip6tables-save"),
            ("firewall iptables_legacy", "iptables-legacy-save"),
            ("firewall ebtables", "ebtables-save"),
            ("lldp", "lldpctl_json0"),
        ):
            self.command(section, name)
        sysctls = [_sysctl_path(line) for line in self.out("sysctl").splitlines()]
        self.text.files("sysctl", sysctls)
        sockets = [line for line in self.out("ss_udp").splitlines() if ":4791 " in line]
        self.text.files("sockets", [f"proc/net/udp:{line}" for line in sockets])

    def _devices(self) -> None:
        once = [_without_prefix(line) for line in self.out("sys_infiniband_grep_once").splitlines()]
        tree = self.out("sys_infiniband_tree").splitlines()
        names = sorted({line.partition("/")[0] for line in tree if line})
        self.text.section("devices", names)
        for name in names:
            own = [line.removeprefix(f"{name}/") for line in tree if line.startswith(f"{name}/")]
            self.text.files(f"device {name}", [line.replace(": ", ":", 1).rstrip() for line in own])
            self._port(name, [line for line in once if line.startswith(f"{name}/ports/1/")])

    def _port(self, name: str, lines: list[str]) -> None:
        port = [line for line in lines if "/gid" not in line]
        self.text.files(f"port {name} 1", [f"sys/class/infiniband/{line}" for line in port])
        table = self.out("sys_infiniband_gids_all").splitlines()
        mine = [line for line in table if line.startswith(f"{name}/ports/1/gids/")]
        shown = [f"slots:{len(mine)}", "attributes:yes"]
        for line in lines:
            rest = line.removeprefix(f"{name}/ports/1/")
            if rest.startswith("gids/") and not rest.endswith(ZEROS):
                shown.append(rest.replace("gids/", "gid/"))
            elif rest.startswith("gid_attrs/"):
                shown.append(
                    rest.replace("gid_attrs/types/", "type/").replace("gid_attrs/ndevs/", "ndev/")
                )
        self.text.section(f"gids {name} 1", shown)

    def _netdevs(self) -> None:
        found: dict[str, list[str]] = {}
        name = ""
        for line in self.out("sys_net").splitlines():
            if line.startswith("== "):
                name = line.split()[1].removeprefix("/sys/class/net/")
                found[name] = []
            elif "=" in line and "cat:" not in line:
                found[name].append(line.replace("=", ":", 1))
        found.pop("bonding_masters", None)
        self.text.section("netdevs", sorted(found))
        for netdev, lines in found.items():
            self.text.files(f"net {netdev}", lines)


@pytest.fixture
def captured() -> Callable[[str], str]:
    """Return the real capture of a host, in the collector's format."""

    def text_of(name: str) -> str:
        folder = CAPTURES / name
        if not folder.is_dir():
            if os.environ.get("CI") and SHARED.is_dir():
                pytest.fail(f"the real capture {name} is missing")
            pytest.skip(f"the real capture {name} is not on this machine")
        return str(Captured(folder).text)

    return text_of


@dataclass
class Tree:
    """A generated tree of ``/sys``, ``/proc`` and ``/etc``, and commands that answer."""

    root: Path
    commands: Path

    def write(self, path: str, value: str) -> Tree:
        target = self.root / path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(value + "\n")
        return self

    def link(self, path: str, target: str) -> Tree:
        place = self.root / path
        place.parent.mkdir(parents=True, exist_ok=True)
        place.symlink_to(target)
        return self

    def command(self, name: str, script: str) -> Tree:
        place = self.commands / name
        place.unlink(missing_ok=True)
        place.write_text(f"#!/bin/sh\n{script}\n")
        place.chmod(place.stat().st_mode | stat.S_IEXEC | stat.S_IXGRP | stat.S_IXOTH)
        return self

    def device(self, name: str, *, node: str = "1: CA", driver: str = "mlx5_core") -> Tree:
        base = f"sys/class/infiniband/{name}"
        self.write(f"{base}/node_type", node).write(f"{base}/fw_ver", "20.31.1014")
        self.write(f"{base}/device/vendor", "0x15b3")
        return self.link(f"{base}/device/driver", f"../../bus/pci/drivers/{driver}")

    def port(
        self,
        name: str,
        gids: Mapping[int, tuple[str, str, str]],
        *,
        slots: int = 16,
        link_layer: str = "Ethernet",
        state: str = "4: ACTIVE",
    ) -> Tree:
        base = f"sys/class/infiniband/{name}/ports/1"
        self.write(f"{base}/state", state).write(f"{base}/phys_state", "5: LinkUp")
        self.write(f"{base}/link_layer", link_layer)
        for index in range(slots):
            gid, type_text, netdev = gids.get(index, (ZEROS, "", ""))
            self.write(f"{base}/gids/{index}", gid)
            for kind, value in (("types", type_text), ("ndevs", netdev)):
                if value:
                    self.write(f"{base}/gid_attrs/{kind}/{index}", value)
                else:
                    # Reading an empty slot's attribute is an error in sysfs; so is a directory.
                    (self.root / base / "gid_attrs" / kind / str(index)).mkdir(parents=True)
        return self

    def netdev(self, name: str, **facts: str) -> Tree:
        base = f"sys/class/net/{name}"
        for key, value in ({"mtu": "9000", "operstate": "up"} | facts).items():
            self.write(f"{base}/{key}", value)
        return self

    def collect(self, *shell: str, arguments: Sequence[str] = (), user: int | None = None) -> str:
        """Run the collector on the tree; only the tree's commands are on its path."""
        done = subprocess.run(
            [*shell, "-s", "--", *arguments],
            input=collector_script(),
            capture_output=True,
            text=True,
            timeout=60,
            check=False,
            user=user,
            cwd="/",
            env={"PATH": str(self.commands), "ROCE_AUDIT_ROOT": str(self.root), "HOME": "/root"},
        )
        assert done.returncode == 0, done.stderr
        assert done.stderr == ""
        return done.stdout


_NEEDED = (
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


@pytest.fixture
def tree() -> Iterator[Tree]:
    """Return an empty tree with the plain tools and nothing else on the path."""
    # Not below pytest's own folder, which other users may not enter.
    with tempfile.TemporaryDirectory() as name:
        place = Path(name)
        place.chmod(0o755)
        made = Tree(place / "root", place / "commands")
        made.root.mkdir()
        made.commands.mkdir()
        for tool in _NEEDED:
            found = shutil.which(tool)
            assert found is not None, tool
            (made.commands / tool).symlink_to(found)
        yield made


SHELLS = [("dash",), ("bash",), ("busybox", "sh")]


@pytest.fixture(params=SHELLS, ids=lambda shell: shell[0])
def shell(request: pytest.FixtureRequest) -> tuple[str, ...]:
    """Return the command of each shell that the collector must run under."""
    found = shutil.which(request.param[0])
    if found is None:
        if os.environ.get("CI"):
            pytest.fail(f"{request.param[0]} is missing")
        pytest.skip(f"{request.param[0]} is not installed")
    return (found, *request.param[1:])
