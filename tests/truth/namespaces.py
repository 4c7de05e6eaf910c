"""A host, a switch and a host in network namespaces that this process makes and removes itself.

Nothing leaves the namespaces.
"""

import ctypes
import os
import socket
import subprocess
from contextlib import contextmanager
from pathlib import Path

from tests.truth.libnft import LibNft
from tests.truth.libnft import available as library_is_there
from tests.truth.values import IPSETS

CLONE_NEWNET = 0x40000000
LIBC = ctypes.CDLL("libc.so.6", use_errno=True)


def available():
    """Return why namespaces cannot be used here, or an empty string."""
    if os.geteuid() != 0:
        return "network namespaces need root"
    if not library_is_there():
        return "libnftables is not installed"
    for tool in ("ip", "nft", "iptables-restore", "ip6tables-restore", "ebtables-restore", "ipset"):
        if not any((Path(p) / tool).exists() for p in ("/usr/sbin", "/sbin", "/usr/bin")):
            return f"{tool} is not installed"
    return ""


def run(*words, text=None, check=True):
    """Run a command, bounded in time; return its output."""
    done = subprocess.run(
        words, input=text, capture_output=True, text=True, timeout=30, check=False
    )
    if check and done.returncode:
        raise RuntimeError(f"{' '.join(words)}: {done.stderr.strip()}")
    return done.stdout


@contextmanager
def inside(name):
    """Run this thread in namespace ``name`` until the block ends."""
    old = os.open("/proc/thread-self/ns/net", os.O_RDONLY)
    new = os.open(f"/run/netns/{name}", os.O_RDONLY)
    try:
        if LIBC.setns(new, CLONE_NEWNET):
            raise OSError(ctypes.get_errno(), "setns")
        yield
    finally:
        LIBC.setns(old, CLONE_NEWNET)
        os.close(old)
        os.close(new)


def _write(path, value):
    Path(path).write_text(value, encoding="ascii")


class Network:
    """Host A (eth0) - p1 switch p2 - host B (eth0).

    Args:
        kind: ``bridged`` or ``routed``; the switch's own addresses are on br0 or on its ports.
        tag: Start of the namespaces' names.
    """

    def __init__(self, kind, tag=""):
        self.kind = kind
        self.tracked_until = 0.0
        tag = tag or f"ra{os.getpid()}{kind[0]}"
        self.a, self.switch, self.b = f"{tag}a", f"{tag}s", f"{tag}b"
        self.names = (self.a, self.switch, self.b)
        try:
            self._build()
        except BaseException:
            self._remove()
            raise

    def _build(self):
        for name in self.names:
            run("ip", "netns", "add", name)
        for port, host in (("p1", self.a), ("p2", self.b)):
            pair = ("netns", self.switch, "type", "veth", "peer", "name", "eth0", "netns", host)
            run("ip", "link", "add", port, *pair)
        for name in self.names:
            with inside(name):
                for scope in ("all", "default"):
                    _write(f"/proc/sys/net/ipv6/conf/{scope}/accept_dad", "0")
                    _write(f"/proc/sys/net/ipv6/conf/{scope}/router_solicitations", "0")
                    _write(f"/proc/sys/net/ipv4/conf/{scope}/rp_filter", "0")
        if self.kind == "bridged":
            self._bridge()
        else:
            self._route()
        ports = ["p1", "p2", *(["br0"] if self.kind == "bridged" else ())]
        places = [(self.a, "eth0"), (self.b, "eth0"), *((self.switch, port) for port in ports)]
        self.macs = {place: self._mac(*place) for place in places}
        self._neighbours()
        with inside(self.switch):
            self.nft = LibNft()
        run("ip", "netns", "exec", self.switch, "ipset", "restore", text=IPSETS)
        self.ipsets = self.ask("ipset", "save")
        links = (self.ask("ip", "-j", "-d", "link"), self.ask("ip", "-j", "addr"))
        self.links = "\n".join(links)

    def _batch(self, name, *lines):
        run("ip", "-n", name, "-batch", "-", text="\n".join(lines) + "\n")

    def _bridge(self):
        self._batch(
            self.switch,
            "link add br0 type bridge",
            *(f"link set {port} master br0" for port in ("p1", "p2")),
            *(f"link set {port} up" for port in ("p1", "p2", "br0", "lo")),
            "addr add 10.77.0.254/24 dev br0",
            "addr add fd77::fe/64 dev br0 nodad",
        )
        for name, last in ((self.a, 1), (self.b, 2)):
            self._host(name, f"10.77.0.{last}/24", f"fd77::{last}/64")

    def _route(self):
        self._batch(
            self.switch,
            *(f"link set {port} up" for port in ("lo", "p1", "p2")),
            "addr add 10.77.1.254/24 dev p1",
            "addr add 10.77.2.254/24 dev p2",
            "addr add fd77:1::fe/64 dev p1 nodad",
            "addr add fd77:2::fe/64 dev p2 nodad",
        )
        with inside(self.switch):
            _write("/proc/sys/net/ipv4/ip_forward", "1")
            _write("/proc/sys/net/ipv6/conf/all/forwarding", "1")
            for scope in ("all", "p1", "p2"):
                _write(f"/proc/sys/net/ipv4/conf/{scope}/rp_filter", "0")
        for name, net in ((self.a, 1), (self.b, 2)):
            self._host(name, f"10.77.{net}.{net}/24", f"fd77:{net}::{net}/64")

    def _host(self, name, four, six):
        up = ("link set eth0 up", "link set lo up")
        self._batch(name, f"addr add {four} dev eth0", f"addr add {six} dev eth0 nodad", *up)

    def _neighbours(self):
        """Make neighbours permanent: a verdict must not depend on ARP or discovery."""
        bridged = self.kind == "bridged"
        lines = []
        for net, name in ((1, self.a), (2, self.b)):
            mac = self.macs[name, "eth0"]
            port = "br0" if bridged else f"p{net}"
            ends = (f"10.77.0.{net}", f"fd77::{net}") if bridged else ()
            lines += [
                f"neigh replace {address} lladdr {mac} dev {port} nud permanent"
                for address in ends or (f"10.77.{net}.{net}", f"fd77:{net}::{net}")
            ]
        self._batch(self.switch, *lines)

    def _mac(self, name, port):
        words = run("ip", "-n", name, "-br", "link", "show", "dev", port).split()
        return words[2]

    def socket(self, name, *words):
        """Return a socket of one of the namespaces."""
        with inside(name):
            return socket.socket(*words)

    def macs_of(self, at):
        """Return source and destination MAC of the frames of a way.

        Args:
            at: ``forward``, ``input`` (to the switch) or ``output`` (from the switch).
        """
        bridged = self.kind == "bridged"
        host_a, host_b = self.macs[self.a, "eth0"], self.macs[self.b, "eth0"]
        if at == "output":
            return self.macs[self.switch, "br0" if bridged else "p2"], host_b
        if at == "input":
            return host_a, self.macs[self.switch, "br0" if bridged else "p1"]
        return host_a, (host_b if bridged else self.macs[self.switch, "p1"])

    def settings(self, keys):
        """Return settings as ``sysctl`` prints them; those that the kernel lacks are left out."""
        with inside(self.switch):
            paths = {key: Path("/proc/sys") / key.replace(".", "/") for key in keys}
            return "\n".join(
                f"{key} = {path.read_text(encoding='ascii').strip()}"
                for key, path in paths.items()
                if path.exists()
            )

    def load(self, command, text):
        """Load a dump in the switch with a restore command."""
        run("ip", "netns", "exec", self.switch, *command, text=text)

    def ask(self, *words):
        """Return the output of a command in the switch."""
        return run("ip", "netns", "exec", self.switch, *words, check=False)

    def set(self, key, value):
        """Set a sysctl of the switch, where the kernel has it."""
        with inside(self.switch):
            path = Path("/proc/sys") / key
            if path.exists():
                path.write_text(value, encoding="ascii")

    def close(self):
        """Remove everything."""
        self.nft.close()
        self._remove()

    def _remove(self):
        for name in self.names:
            run("ip", "netns", "del", name, check=False)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()
