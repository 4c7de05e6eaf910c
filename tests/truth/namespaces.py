"""A host, a switch and a host in network namespaces that this process makes and removes itself.

Frames go in raw at host A and are looked for at host B (or at the switch itself, for packets to
it, or come from it). Nothing leaves the namespaces.
"""

import ctypes
import os
import select
import socket
import struct
import subprocess
import time
from contextlib import contextmanager
from pathlib import Path

CLONE_NEWNET = 0x40000000
ETH_P_ALL = 3
SO_RCVBUFFORCE = 33
GRACE_SECONDS = 0.01
RETRY_ERRNOS = (11, 105)
LIBC = ctypes.CDLL("libc.so.6", use_errno=True)


def available():
    """Return why namespaces cannot be used here, or an empty string."""
    if os.geteuid() != 0:
        return "network namespaces need root"
    for tool in ("ip", "nft", "iptables-restore", "ip6tables-restore", "ebtables-restore"):
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
        self.macs = {
            (name, port): self._mac(name, port)
            for name, port in (
                (self.a, "eth0"),
                (self.b, "eth0"),
                (self.switch, "p1"),
                (self.switch, "p2"),
            )
        }
        if self.kind == "routed":
            self._neighbours()
        self.into = self._raw(self.a, "eth0", 0)
        self.out = self._raw(self.b, "eth0", ETH_P_ALL)
        self.out.setsockopt(socket.SOL_SOCKET, SO_RCVBUFFORCE, 64 << 20)

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
        lines = []
        for net, name in ((1, self.a), (2, self.b)):
            mac = self.macs[name, "eth0"]
            lines += [
                f"neigh replace {address} lladdr {mac} dev p{net} nud permanent"
                for address in (f"10.77.{net}.{net}", f"fd77:{net}::{net}")
            ]
        self._batch(self.switch, *lines)

    def _mac(self, name, port):
        words = run("ip", "-n", name, "-br", "link", "show", "dev", port).split()
        return words[2]

    def _raw(self, name, port, protocol):
        with inside(name):
            raw = socket.socket(socket.AF_PACKET, socket.SOCK_RAW, socket.htons(protocol))
            raw.bind((port, protocol))
            raw.setblocking(False)  # noqa: FBT003 - the socket's own signature
            return raw

    @property
    def next_hop(self):
        """The destination MAC of a frame from host A to host B."""
        there = (self.b, "eth0") if self.kind == "bridged" else (self.switch, "p1")
        return self.macs[there]

    def arrived(self, frames, grace=GRACE_SECONDS):
        """Send frames whose last four bytes number them; return the numbers that came out."""
        self._drain()
        wanted = {struct.unpack("!I", frame[-4:])[0] for frame in frames}
        seen = set()
        for number, frame in enumerate(frames):
            self._send(frame)
            if number % 64 == 63:
                seen |= self._drain()
        end = time.monotonic() + grace
        while not wanted <= seen and (left := end - time.monotonic()) > 0:
            if select.select([self.out], [], [], left)[0]:
                seen |= self._drain()
        return seen & wanted

    def _send(self, frame):
        for _ in range(2000):
            try:
                self.into.send(frame)
            except OSError as problem:
                if problem.errno not in RETRY_ERRNOS:
                    raise
                time.sleep(0.0005)
            else:
                return
        raise TimeoutError("the socket took no frame for a second")

    def _drain(self):
        seen = set()
        try:
            while True:
                seen.add(struct.unpack("!I", self.out.recv(65535)[-4:])[0])
        except BlockingIOError:
            return seen

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
        self.into.close()
        self.out.close()
        self._remove()

    def _remove(self):
        for name in self.names:
            run("ip", "netns", "del", name, check=False)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()
