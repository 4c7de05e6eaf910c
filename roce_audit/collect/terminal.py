"""netmiko's drivers behind a gate: they speak, and only what is allowed gets out.

Whatever a driver writes ends in ``GatedChannel.write_channel``: its own commands at login, an
answer to a question that the device asks, a way out of a mode. Nothing passes but empty lines,
the manners that the platform lists for its terminal, and the command that is being asked.
"""

from __future__ import annotations

import logging
from codecs import getincrementaldecoder
from functools import lru_cache
from typing import TYPE_CHECKING

from netmiko import ReadException, ReadTimeout
from netmiko.base_connection import BaseConnection
from netmiko.channel import SSHChannel
from netmiko.ssh_dispatcher import ssh_dispatcher

from roce_audit.collect.allow import check, is_manner
from roce_audit.collect.printable import printable
from roce_audit.collect.reasons import Ended, Reason

if TYPE_CHECKING:
    from paramiko import Channel, Transport

    from roce_audit.collect.jobs import DeviceJob
    from roce_audit.collect.leash import Leash
    from roce_audit.inventory.secrets import Secret
    from roce_audit.reading.platform import Session

_WIDTH, _HEIGHT = 511, 1000
_ENABLE = "enable"
# At DEBUG it logs all that it reads and writes, secrets among it, whoever turned that on.
logging.getLogger("netmiko").setLevel(logging.WARNING)
_PIECE = 65535
_BLOCK_SECONDS = 20.0


class GatedChannel(SSHChannel):
    """A channel that lets out what is allowed and takes in what is bounded."""

    def __init__(self, channel: Channel, session: Session, leash: Leash, most_bytes: int) -> None:
        """Take the shell of a session; nothing but manners may be written yet."""
        super().__init__(channel, "utf-8")
        self._shell = channel
        self._session = session
        self._leash = leash
        self._most = most_bytes
        self._left = most_bytes
        self._decoder = getincrementaldecoder("utf-8")("replace")
        self._open_for = ""

    def open_for(self, line: str) -> None:
        """Let exactly this line out from now on, besides manners; count its reply anew."""
        self._open_for = line
        self._left = self._most

    def write_channel(self, out_data: str) -> None:
        """Send a line if it may be sent.

        Raises:
            Ended: It may not.
        """
        line = out_data.rstrip("\r\n")
        if line and line != self._open_for and not is_manner(self._session, line):
            raise Ended(Reason.NOT_ALLOWED, f"the driver wanted to send {printable(line)!r}")
        self._leash.check()
        super().write_channel(out_data)

    def read_buffer(self) -> str:
        """Return what has arrived, "" if nothing has.

        Raises:
            Ended: The session was cut, or the device printed too much.
            ReadException: The device hung up.
        """
        self._leash.check()
        if not self._shell.recv_ready():
            if self._shell.closed or self._shell.eof_received:
                raise ReadException("closed by the device")
            return ""
        data = self._shell.recv(_PIECE)
        self._left -= len(data)
        if self._left < 0:
            raise Ended(Reason.FLOODED, f"more than {self._most >> 20} MiB for one command")
        return self._decoder.decode(data)


class GatedTerminal(BaseConnection):
    """What takes the place of netmiko's own login, and of all in a driver that could write."""

    gate: GatedChannel
    leash: Leash
    job: DeviceJob
    transport: Transport | None = None
    prompt: str = ""

    def take(self, job: DeviceJob, leash: Leash, transport: Transport) -> None:
        """Take the session that this terminal belongs to, logged in already."""
        self.job, self.leash, self.transport = job, leash, transport

    def prepare(self) -> None:
        """Open the shell and set it up as netmiko's driver does."""
        self.establish_connection()
        # Some devices show their first prompt only when asked.
        self.write_channel(self.RETURN)
        self.session_preparation()

    def rise(self, secret: Secret | None) -> None:
        """Become privileged where this login is not and the platform has ``enable``.

        Args:
            secret: What the device may ask for, None if the inventory has none.

        Raises:
            Ended: The device did not let us.
        """
        session = self.job.session
        if session is None or not self.prompt.endswith(">") or not is_manner(session, _ENABLE):
            return
        self.secret = secret.reveal() if secret else ""
        self.gate.open_for(self.secret)
        try:
            self.enable()
        except ReadTimeout:
            raise Ended(Reason.NO_PRIVILEGE) from None
        finally:
            self.secret = ""
            self.gate.open_for("")
        self.find_prompt()

    def establish_connection(self, width: int = _WIDTH, height: int = _HEIGHT) -> None:
        """Open a shell on the transport that is logged in already."""
        session = self.job.session
        if session is None or self.transport is None:
            raise Ended(Reason.INTERNAL, "a terminal without a session")
        shell = self.transport.open_session(timeout=self.job.limits.connect_seconds)
        shell.get_pty(term="vt100", width=width, height=height)
        shell.invoke_shell()
        shell.settimeout(_BLOCK_SECONDS)
        self.remote_conn = shell
        self.gate = GatedChannel(shell, session, self.leash, self.job.limits.command_bytes)
        self.channel = self.gate
        self.special_login_handler()

    def find_prompt(self, delay_factor: float = 1.0, pattern: str | None = None) -> str:
        """Return the prompt and remember it whole."""
        self.prompt = super().find_prompt(delay_factor, pattern)
        return self.prompt

    def cleanup(self, command: str = "") -> None:
        """Write nothing on the way out: the connection is closed, whatever mode it is in."""

    def paramiko_cleanup(self) -> None:
        """Close the transport, which is ours."""
        if self.transport is not None:
            self.transport.close()

    def ask(self, command: str, expect: str, seconds: float) -> str:
        """Return the reply to a command that the session allows, echo and prompt removed."""
        if self.job.session is not None:
            check(self.job.session, command)
        self.gate.open_for(command)
        reply = self.send_command(command, expect_string=expect, read_timeout=seconds)
        return str(reply)


@lru_cache(maxsize=64)
def driver(netmiko_type: str) -> type[GatedTerminal]:
    """Return netmiko's driver for a platform, behind the gate.

    Raises:
        Ended: netmiko has no such driver.
    """
    try:
        base = ssh_dispatcher(netmiko_type)
    except KeyError:
        raise Ended(Reason.INTERNAL, f"netmiko has no driver {netmiko_type!r}") from None
    made: type[GatedTerminal] = type("Gated", (GatedTerminal, base), {})
    return made
