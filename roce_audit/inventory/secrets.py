"""Where a credential is found; its value never enters a model, a log or a message.

A job carries the reference; the worker resolves it when it logs in.  The value lives in a
``Secret``, which shows itself to nobody and refuses to travel.
"""

from __future__ import annotations

import os
import sys
from getpass import getpass
from stat import S_IRWXO, S_ISREG
from threading import Lock
from typing import TYPE_CHECKING, NoReturn

from roce_audit.errors import SecretError
from roce_audit.inventory.keypath import HIDDEN

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from roce_audit.inventory.access import SecretReference

_MAX_BYTES = 64 * 1024


class Secret:
    """A resolved secret.

    Attributes:
        note: A warning about where it was found, or empty.
    """

    __slots__ = ("_value", "note")

    def __init__(self, value: str, note: str = "") -> None:
        self._value = value
        self.note = note

    def reveal(self) -> str:
        """Return the value, for the login call and nothing else."""
        return self._value

    def __repr__(self) -> str:
        return HIDDEN

    def __reduce__(self) -> NoReturn:
        raise TypeError("a secret does not travel: send its reference")


class Prompter:
    """Asks on the terminal, once for each subject, also when many workers ask at once."""

    def __init__(self, ask: Callable[[str], str] | None = None) -> None:
        """Take the way to ask; the terminal without echo by default."""
        self._ask = ask or _on_terminal
        self._lock = Lock()
        self._answers: dict[str, Secret] = {}

    def answer(self, subject: str) -> Secret:
        """Return the answer for a subject such as ``password of credentials.switches``.

        Raises:
            SecretError: There is no terminal, or nothing was typed.
        """
        with self._lock:
            if subject not in self._answers:
                self._answers[subject] = Secret(_filled(self._ask(subject), subject))
            return self._answers[subject]


def resolve(reference: SecretReference, subject: str, prompter: Prompter) -> Secret:
    """Return the secret that a reference leads to.

    Args:
        reference: Where to look.
        subject: What the secret is, for questions and messages.
        prompter: The run's one prompter.

    Raises:
        SecretError: The variable, file or answer is absent, empty or unusable.
    """
    if reference.env is not None:
        return _from_environment(reference.env, subject)
    if reference.file is not None:
        return _from_file(reference.file, subject)
    return prompter.answer(subject)


def exposure(path: Path) -> str:
    """Return a note where other users of the machine can open a file, else empty."""
    try:
        mode = path.expanduser().stat().st_mode
    except (OSError, RuntimeError):
        return ""
    return f"{path} is open to every user of this machine: chmod 600" if mode & S_IRWXO else ""


def _from_environment(variable: str, subject: str) -> Secret:
    value = os.environ.get(variable)
    if value is None:
        raise SecretError(f"{subject}: the environment variable {variable} is not set")
    return Secret(_filled(value, f"{subject}: the environment variable {variable}"))


def _from_file(path: Path, subject: str) -> Secret:
    where = f"{subject}: the file {path}"
    try:
        text = _content(path.expanduser(), where).decode().removesuffix("\n").removesuffix("\r")
    except UnicodeDecodeError:
        raise SecretError(f"{where} is not UTF-8") from None
    except OSError as error:
        raise SecretError(f"{where} cannot be read: {error.strerror}") from None
    except RuntimeError:
        raise SecretError(f"{where} cannot be read: no such home folder") from None
    if len(text.splitlines()) > 1:
        raise SecretError(f"{where} has more than one line")
    return Secret(_filled(text, where), exposure(path))


def _content(path: Path, where: str) -> bytes:
    # A pipe or a terminal could keep the worker waiting without end.
    if not S_ISREG(path.stat().st_mode):
        raise SecretError(f"{where} is not a regular file")
    with path.open("rb") as stream:
        data = stream.read(_MAX_BYTES + 1)
    if len(data) > _MAX_BYTES:
        raise SecretError(f"{where} is too large for a secret")
    return data


def _filled(value: str, where: str) -> str:
    if not value:
        raise SecretError(f"{where} is empty")
    return value


def _on_terminal(subject: str) -> str:
    if not sys.stdin.isatty():
        raise SecretError(f"{subject}: no terminal to ask on; use env or file")
    try:
        return getpass(f"{subject}: ")
    except EOFError:
        return ""
