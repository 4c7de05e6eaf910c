"""Two guests, the bridge between them in a namespace, and the inventory that describes them."""

import os
import shutil
import socket
import subprocess
import time
from pathlib import Path
from tempfile import mkdtemp

from tests.truth.namespaces import inside, run
from tests.truth.rdma.guests import FIRST_PORT, Guest

SWITCH_PORT = FIRST_PORT
BRIDGE_SETTINGS = {
    "net.bridge.bridge-nf-call-iptables": "1",
    "net.bridge.bridge-nf-call-ip6tables": "1",
    "net.bridge.bridge-nf-filter-vlan-tagged": "0",
}
STEP_SECONDS = 30
PINGPONG = Path(__file__).parent / "guest" / "pingpong.sh"
PROGRAM = "/usr/local/bin/pingpong"


class Lab:
    """Guest a (eth1) - p1 bridge p2 - (eth1) guest b, and an SSH server on the bridge's loopback.

    A second cable joins the guests' eth2 past the bridge. Guest c has soft iWARP and no peer.
    """

    def __init__(self, image):
        self.image = image
        self.namespace = f"rdma{os.getpid()}"
        self.work = Path(mkdtemp(prefix="roce-audit-rdma-"))
        cable = f"addr.type=unix,addr.path={self.work / 'cable'}"
        self.a = self._guest("a", 1, "rxe", _tap("p1"), f"stream,server=on,{cable}")
        self.b = self._guest("b", 2, "rxe", _tap("p2"), f"stream,server=off,{cable}")
        self.c = self._guest("c", 3, "siw", "hubport,hubid=0")
        self.sshd = None

    def _guest(self, name, number, rdma, *wires):
        return Guest(self.image, self.namespace, name, number, self.work, rdma, wires)

    def __enter__(self):
        try:
            self._build()
        except BaseException:
            self.close()
            raise
        return self

    def __exit__(self, *_):
        self.close()

    def _build(self):
        run("ip", "netns", "add", self.namespace)
        lines = ["link set lo up", "link add br0 type bridge"]
        for port in ("p1", "p2"):
            run("ip", "-n", self.namespace, "tuntap", "add", port, "mode", "tap")
            lines += [f"link set {port} master br0", f"link set {port} up"]
        lines += ["link set br0 up"]
        run("ip", "-n", self.namespace, "-batch", "-", text="\n".join(lines) + "\n")
        self._serve()
        for guest in (self.a, self.c):
            guest.start()
        # The second guest calls the first one's end of the cable.
        self._appears(self.work / "cable")
        self.b.start()
        for guest in (self.a, self.b, self.c):
            guest.wait()
        for guest in (self.a, self.b):
            guest.run(f"cat >{PROGRAM} <<'END'\n{PINGPONG.read_text()}END\nchmod 755 {PROGRAM}")

    def _appears(self, path):
        end = time.monotonic() + STEP_SECONDS
        while not path.exists():
            if time.monotonic() > end:
                raise RuntimeError(f"{path} does not appear")
            time.sleep(0.1)

    def _serve(self):
        """Let root in to the bridge's namespace, with the same key as into the guests."""
        run("ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", str(self.work / "switch"))
        kind, key, *_ = (self.work / "switch.pub").read_text().split()
        known = [f"[127.0.0.1]:{SWITCH_PORT} {kind} {key}"]
        known += [f"[127.0.0.1]:{g.port} {self.image.host_key}" for g in (self.a, self.b, self.c)]
        (self.work / "known_hosts").write_text("\n".join(known) + "\n")
        shutil.copy(self.image.folder / "user.pub", self.work / "authorized_keys")
        config = self.work / "sshd.conf"
        config.write_text(
            f"Port {SWITCH_PORT}\nListenAddress 127.0.0.1\nHostKey {self.work / 'switch'}\n"
            f"AuthorizedKeysFile {self.work / 'authorized_keys'}\nPidFile none\n"
            "PermitRootLogin prohibit-password\nPasswordAuthentication no\nStrictModes no\n"
            "KbdInteractiveAuthentication no\nUsePAM no\nUseDNS no\n"
        )
        Path("/run/sshd").mkdir(exist_ok=True)
        words = ["ip", "netns", "exec", self.namespace, "setpriv", "--pdeathsig", "KILL"]
        with (self.work / "sshd.log").open("w") as log:
            self.sshd = subprocess.Popen(
                [*words, "/usr/sbin/sshd", "-D", "-e", "-f", config],
                stdin=subprocess.DEVNULL,
                stderr=log,
            )
        self._answers(SWITCH_PORT)

    def _answers(self, port):
        end = time.monotonic() + STEP_SECONDS
        with inside(self.namespace):
            while True:
                try:
                    socket.create_connection(("127.0.0.1", port), 1).close()
                except OSError:
                    if time.monotonic() > end:
                        raise
                    time.sleep(0.1)
                else:
                    return

    def switch(self, script):
        """Run a shell script in the bridge's namespace.

        Raises:
            RuntimeError: It failed.
        """
        run("ip", "netns", "exec", self.namespace, "sh", "-e", "-s", text=script)

    def reset(self):
        """Take every filter away."""
        self.switch(
            "nft flush ruleset\n"
            + "".join(f"sysctl -qw {key}={value}\n" for key, value in BRIDGE_SETTINGS.items())
        )
        for guest in (self.a, self.b):
            guest.run("nft flush ruleset")

    def inventory(self, *, tagged):
        """Return an inventory of the bridge and its two hosts."""
        return _INVENTORY.format(
            key=self.image.key,
            known_hosts=self.work / "known_hosts",
            switch=SWITCH_PORT,
            a=_host(self.a, "p1", tagged=tagged),
            b=_host(self.b, "p2", tagged=tagged),
        )

    def close(self):
        """End what was started and remove what was made."""
        for guest in (self.a, self.b, self.c):
            guest.stop()
        if self.sshd is not None:
            self.sshd.terminate()
            try:
                self.sshd.wait(10)
            except subprocess.TimeoutExpired:
                self.sshd.kill()
        run("ip", "netns", "del", self.namespace, check=False)
        shutil.rmtree(self.work, ignore_errors=True)


def _tap(name):
    return f"tap,ifname={name},script=no,downscript=no"


def _host(guest, interface, *, tagged):
    n = guest.number
    netdev, ip, vlan = (
        ("eth1.100", f'[10.88.100.{n}/24, "fd88:100::{n}/64"]', "100")
        if tagged
        else ("eth1", f'[10.88.0.{n}/24, "fd88::{n}/64"]', "untagged")
    )
    return (
        f"{{address: 127.0.0.1, port: {guest.port}, credentials: lab, ports: [{{netdev: {netdev}, "
        f"rdma: rxe0, ip: {ip}, switch: bridge, interface: {interface}, vlan: {vlan}}}]}}"
    )


_INVENTORY = """\
fabric: {{name: oracle, roce: v2, family: dual}}
credentials: {{lab: {{username: root, key_file: {key}}}}}
switches:
  bridge: {{address: 127.0.0.1, port: {switch}, platform: linux, credentials: lab}}
hosts:
  a: {a}
  b: {b}
flows: [{{from: [a], to: [b]}}]
options: {{collect: {{known_hosts: {known_hosts}, logins_per_second: 100}}}}
"""
