"""One session on the terminal of a switch: echo, prompts, paging, answers to the letter."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

from paramiko import SSHException

from roce_audit.lab.device import Fault, LabDevice, Manners

if TYPE_CHECKING:
    from collections.abc import Callable

    from paramiko import Channel

_LONGEST_LINE = 4096
_PAGE_LINES = 24
_FLOOD_LINE = b"flood " * 200 + b"\r\n"
_LEAVING = frozenset({"exit", "quit", "logout"})


class Closed(Exception):  # noqa: N818 - the end of a session, not a failure
    """The other side has gone."""


class Terminal:
    """Serves one shell channel until it closes."""

    def __init__(
        self, channel: Channel, device: LabDevice, manners: Manners, refuse: Callable[[str], None]
    ) -> None:
        """Take the channel; ``refuse`` is told every command that is not read-only."""
        self._channel = channel
        self._device = device
        self._manners = manners
        self._refuse = refuse
        self._typed = bytearray()
        self._privileged = not manners.user_prompt
        self._paging = bool(manners.paging_off)

    def serve(self) -> None:
        """Answer until the user leaves or the channel closes."""
        try:
            self._greet()
            while self._answer(self._line()):
                pass
        except (Closed, OSError, EOFError, SSHException):
            # The audit hung up, as it may at any time.
            return

    def _greet(self) -> None:
        if self._device.fault is Fault.HANG_AT_LOGIN:
            self._wait_for_the_end()
        self._send(f"{self._manners.banner}\n\n")
        time.sleep(self._manners.start_seconds)
        self._prompt()

    def _answer(self, command: str) -> bool:
        """Answer one line; False when the user leaves."""
        if command in _LEAVING:
            return False
        if command == "enable" and not self._privileged:
            self._privileged = self._knows_the_secret()
        elif command in self._manners.terminal:
            self._set_up(command)
        elif command:
            self._show(command)
        self._prompt()
        return True

    def _knows_the_secret(self) -> bool:
        if not self._device.secret:
            return True
        self._send("Password: ")
        right = self._line(echo=False) == self._device.secret
        self._send("\n" if right else "\n% Bad secret\n\n")
        return right

    def _set_up(self, command: str) -> None:
        self._paging = self._paging and command != self._manners.paging_off
        reply = self._manners.terminal[command]
        self._send(f"{reply}\n" if reply else "")

    def _show(self, command: str) -> None:
        output = self._device.outputs.get(command)
        if output is None:
            if not command.startswith(self._manners.reads):
                self._refuse(command)
            output = self._manners.invalid
        elif not (self._privileged or command in self._manners.open_to_users):
            output = self._manners.denied
        self._misbehave()
        lines = output.split("\n")
        self._print(lines[: len(lines) // 2] if self._device.fault is Fault.CUT else lines)

    def _misbehave(self) -> None:
        match self._device.fault:
            case Fault.HANG:
                self._wait_for_the_end()
            case Fault.DROP:
                transport = self._channel.get_transport()
                transport.close()
                raise Closed
            case Fault.FLOOD:
                while True:
                    self._channel.sendall(_FLOOD_LINE)
            case _:
                pass

    def _print(self, lines: list[str]) -> None:
        page = _PAGE_LINES if self._paging else max(len(lines), 1)
        for start in range(0, len(lines), page):
            self._send("\n".join(lines[start : start + page]) + "\n")
            if start + page < len(lines) and not self._more():
                return

    def _more(self) -> bool:
        """Wait at the end of a page; False if the user has seen enough."""
        self._send(self._manners.more)
        key = self._byte()
        self._send("\r" + " " * len(self._manners.more) + "\r")
        return key not in b"qQ"

    def _prompt(self) -> None:
        form = self._manners.prompt if self._privileged else self._manners.user_prompt
        self._send(form.format(name=self._device.name))

    def _line(self, *, echo: bool = True) -> str:
        """Return the next line that was typed, without blanks around it."""
        line = bytearray()
        while (key := self._byte()) not in b"\r\n":
            line += key
            if len(line) > _LONGEST_LINE:
                raise Closed
        if echo:
            self._channel.sendall(bytes(line) + b"\r\n")
        return line.decode("utf-8", "replace").strip()

    def _byte(self) -> bytes:
        while not self._typed:
            data = self._channel.recv(_LONGEST_LINE)
            if not data:
                raise Closed
            self._typed += data.replace(b"\r\n", b"\n")
        return bytes([self._typed.pop(0)])

    def _wait_for_the_end(self) -> None:
        while self._channel.recv(_LONGEST_LINE):
            pass
        raise Closed

    def _send(self, text: str) -> None:
        self._channel.sendall(text.replace("\n", "\r\n").encode())
