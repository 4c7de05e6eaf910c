"""Virtual machines that speak RDMA in software; each belongs to this process and ends with it."""

import subprocess
import time
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

BOOT_SECONDS = 120
SSH_SECONDS = 60
FIRST_PORT = 2200
CLOCK = "tsc=unstable clocksource=acpi_pm no_timer_check"
"""On a busy machine the counter of an emulated processor does not run evenly, and its timer may
miss the kernel's test of it, which would be a panic."""


@dataclass
class Guest:
    """One guest.

    Attributes:
        image: What it boots.
        namespace: Where it runs; its SSH is on that namespace's loopback.
        name: Host name.
        number: 1 for the first, 2 for the second: last part of its addresses.
        work: Folder for logs.
        rdma: ``rxe`` (software RoCE) or ``siw`` (software iWARP).
        wires: Options of qemu, one list per interface behind the management's.
    """

    image: object
    namespace: str
    name: str
    number: int
    work: Path
    rdma: str = "rxe"
    wires: tuple = ()
    process: subprocess.Popen = field(default=None, init=False)

    @property
    def port(self):
        """TCP port of its SSH."""
        return FIRST_PORT + self.number

    @property
    def _log(self):
        return self.work / f"{self.name}.log"

    def start(self):
        """Boot; ``wait`` waits for it."""
        forward = f"hostfwd=tcp:127.0.0.1:{self.port}-10.0.2.1{self.number}:22"
        words = [
            *("ip", "netns", "exec", self.namespace, "setpriv", "--pdeathsig", "KILL"),
            *("qemu-system-x86_64", "-name", self.name, "-M", "q35,graphics=off"),
            *("-nodefaults", "-no-user-config", "-display", "none", "-no-reboot"),
            *("-accel", "tcg,thread=multi", "-cpu", "qemu64", "-smp", "1", "-m", "384"),
            *("-kernel", self.image.kernel, "-initrd", self.image.initrd),
            *("-append", self._parameters()),
            *("-drive", f"file={self.image.disk},if=virtio,format=raw,snapshot=on"),
            *("-device", "virtio-rng-pci", "-serial", f"file:{self._log}"),
            *self._card("m", f"user,restrict=on,{forward}", "0"),
        ]
        for number, wire in enumerate(self.wires, start=1):
            words += self._card(f"w{number}", wire, str(number))
        with (self.work / f"{self.name}.qemu").open("w") as complaints:
            self.process = subprocess.Popen(
                words, stdin=subprocess.DEVNULL, stdout=complaints, stderr=complaints
            )

    def _parameters(self):
        oracle = f"oracle.name={self.name} oracle.number={self.number} oracle.rdma={self.rdma}"
        return f"console=ttyS0 quiet panic=1 mitigations=off {CLOCK} {oracle}"

    def _card(self, name, wire, place):
        kind, _, options = wire.partition(",")
        backend = f"{kind},id={name}" + (f",{options}" if options else "")
        mac = f"52:54:00:88:0{place}:0{self.number}"
        card = f"virtio-net-pci,netdev={name},mac={mac},romfile="
        return ["-netdev", backend, "-device", card]

    def wait(self):
        """Wait until it is up.

        Raises:
            RuntimeError: It is not up in time, or gone.
        """
        end = time.monotonic() + BOOT_SECONDS
        while time.monotonic() < end:
            if self._log.exists() and b"ORACLE READY" in self._log.read_bytes():
                return
            if self.process.poll() is not None:
                break
            time.sleep(0.2)
        files = [self.work / f"{self.name}.qemu", self._log]
        said = " ".join(each.read_text(errors="replace")[-800:] for each in files if each.exists())
        raise RuntimeError(f"guest {self.name} is not up: {said}")

    def run(self, script, seconds=SSH_SECONDS, *, check=True):
        """Run a shell script in the guest, as root; return what it printed.

        Raises:
            RuntimeError: It failed, or took too long.
        """
        try:
            done = subprocess.run(
                [*self._ssh(), "sh -s"],
                input=script,
                capture_output=True,
                text=True,
                timeout=seconds,
                check=False,
            )
        except subprocess.TimeoutExpired as late:
            raise RuntimeError(f"guest {self.name} did not end in time: {script[:200]}") from late
        if check and done.returncode:
            told = (done.stdout + done.stderr).strip()
            raise RuntimeError(f"guest {self.name}: {script[:200]}: {told}")
        return done.stdout

    def _ssh(self, *more):
        """Return the command; its connection is kept, because a login takes a guest a second."""
        options = {
            "StrictHostKeyChecking": "yes",
            "UserKnownHostsFile": self.work / "known_hosts",
            "ConnectTimeout": 20,
            "ServerAliveInterval": 10,
            "BatchMode": "yes",
            "IdentitiesOnly": "yes",
            "ControlMaster": "auto",
            "ControlPath": self.work / f"{self.name}.ssh",
            "ControlPersist": 600,
        }
        words = ["ip", "netns", "exec", self.namespace, "ssh", "-q", "-F", "none"]
        words += [part for key, value in options.items() for part in ("-o", f"{key}={value}")]
        return [*words, "-i", self.image.key, "-p", str(self.port), *more, "root@127.0.0.1"]

    def stop(self):
        """End it, by the id of the process that ``start`` made, and what is logged in to it."""
        if self.process is None:
            return
        if (self.work / f"{self.name}.ssh").exists():
            with suppress(subprocess.TimeoutExpired):
                subprocess.run(
                    self._ssh("-O", "exit"), capture_output=True, timeout=10, check=False
                )
        self.process.terminate()
        try:
            self.process.wait(10)
        except subprocess.TimeoutExpired:
            self.process.kill()
            with suppress(subprocess.TimeoutExpired):
                self.process.wait(10)
