"""The SSH servers: one thread accepts for all devices, each connection has its own."""

from __future__ import annotations

import logging
import selectors
import socket
from contextlib import suppress
from threading import Event, Lock, Thread
from typing import TYPE_CHECKING

from paramiko import Channel, ServerInterface, SSHException, Transport
from paramiko.common import (
    AUTH_FAILED,
    AUTH_SUCCESSFUL,
    OPEN_FAILED_ADMINISTRATIVELY_PROHIBITED,
    OPEN_SUCCEEDED,
)

from roce_audit.lab.device import Fault, Kind, LabDevice
from roce_audit.lab.host import run
from roce_audit.lab.terminal import Terminal

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from paramiko import PKey

LOOPBACK = "127.0.0.1"
_BACKLOG = 128
_END_SECONDS = 5.0
# The one that costs the client least; the lab is not about cryptography.
_KEX = "curve25519-sha256@libssh.org"
_LOG = "roce_audit.lab.ssh"
# Without a handler Python prints that a client has hung up, which each one does.
logging.getLogger(_LOG).addHandler(logging.NullHandler())


class Login(ServerInterface):
    """What one connection may do: log in by password, open one shell or run one command."""

    def __init__(self, device: LabDevice, username: str, refuse: Callable[[str], None]) -> None:
        """Take the device that answers, and who may log in."""
        self._device = device
        self._username = username
        self._refuse = refuse

    def get_allowed_auths(self, username: str) -> str:
        """Allow passwords only."""
        del username
        return "password"

    def check_auth_password(self, username: str, password: str) -> int:
        """Accept the one user with the device's password."""
        right = username == self._username and password == self._device.password
        return AUTH_SUCCESSFUL if right else AUTH_FAILED

    def check_channel_request(self, kind: str, chanid: int) -> int:
        """Open sessions, and nothing that forwards."""
        del chanid
        return OPEN_SUCCEEDED if kind == "session" else OPEN_FAILED_ADMINISTRATIVELY_PROHIBITED

    def check_channel_pty_request(  # noqa: PLR0913, PLR0917 - as the library calls it
        self,
        channel: Channel,
        term: bytes,
        width: int,
        height: int,
        pixelwidth: int,
        pixelheight: int,
        modes: bytes,
    ) -> bool:
        """Give switches a terminal."""
        del channel, term, width, height, pixelwidth, pixelheight, modes
        return self._device.kind is Kind.SWITCH

    def check_channel_shell_request(self, channel: Channel) -> bool:
        """Start a switch's terminal."""
        if self._device.manners is None:
            return False
        terminal = Terminal(channel, self._device, self._device.manners, self._refuse)
        Thread(target=_closing, args=(channel, terminal.serve), daemon=True).start()
        return True

    def check_channel_exec_request(self, channel: Channel, command: bytes) -> bool:
        """Run a host's command."""
        text = command.decode("utf-8", "replace")
        if self._device.kind is not Kind.HOST:
            self._refuse(text)
            return False
        Thread(target=run, args=(channel, self._device, text, self._refuse), daemon=True).start()
        return True


def _closing(channel: Channel, serve: Callable[[], None]) -> None:
    serve()
    with suppress(OSError, EOFError, SSHException):
        channel.get_transport().close()


class Servers:
    """The running servers of some devices; ``close`` ends all of them."""

    def __init__(
        self,
        devices: Sequence[LabDevice],
        username: str,
        key: PKey,
        refuse: Callable[[str, str], None],
    ) -> None:
        """Listen for every device, on a free port each.

        Args:
            devices: Whom to play.
            username: Who may log in.
            key: The host key of all of them.
            refuse: Is told device and command of everything that is not read-only.
        """
        self._username = username
        self._key = key
        self._refuse = refuse
        self._lock = Lock()
        self._open: list[socket.socket | Transport] = []
        self._selector = selectors.DefaultSelector()
        self._ends, self._end = socket.socketpair()
        self._selector.register(self._ends, selectors.EVENT_READ, None)
        self.ports = {device.name: self._listen(device) for device in devices}
        self._thread = Thread(target=self._accept, name="lab", daemon=True)
        self._thread.start()

    def _listen(self, device: LabDevice) -> int:
        listener = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
        listener.bind((LOOPBACK, 0))
        port: int = listener.getsockname()[1]
        if device.fault is not Fault.CLOSED:
            listener.listen(_BACKLOG)
            self._selector.register(listener, selectors.EVENT_READ, device)
        # A closed port stays bound, so that nobody else listens there.
        self._open.append(listener)
        return port

    def _accept(self) -> None:
        while True:
            for key, _ in self._selector.select():
                if key.data is None or not isinstance(key.fileobj, socket.socket):
                    return
                with suppress(OSError):
                    connection, _ = key.fileobj.accept()
                    self._serve(connection, key.data)

    def _serve(self, connection: socket.socket, device: LabDevice) -> None:
        if device.fault in {Fault.SILENT, Fault.NOT_SSH}:
            self._keep(connection)
            if device.fault is Fault.NOT_SSH:
                connection.sendall(b"220 mail.example.net ESMTP\r\n" * 400)
            return
        transport = Transport(connection)
        transport.set_log_channel(_LOG)
        transport.get_security_options().kex = (_KEX,)
        transport.add_server_key(self._key)
        self._keep(transport)
        name = device.name
        login = Login(device, self._username, lambda command: self._refuse(name, command))
        # Its own thread does the handshake; this one goes back to accepting.
        transport.start_server(event=Event(), server=login)

    def _keep(self, opened: socket.socket | Transport) -> None:
        with self._lock:
            self._open = [
                each for each in self._open if isinstance(each, socket.socket) or each.is_active()
            ]
            self._open.append(opened)

    def close(self) -> None:
        """End every server and every connection; returns when no thread accepts any more."""
        self._end.sendall(b"x")
        self._thread.join(_END_SECONDS)
        with self._lock:
            for opened in self._open:
                with suppress(OSError, EOFError):
                    opened.close()
            self._open.clear()
        self._selector.close()
        self._ends.close()
        self._end.close()
