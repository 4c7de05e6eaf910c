"""What a job may log in with, resolved from its references before anything is sent."""

from __future__ import annotations

from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING

from paramiko import PKey, SSHException
from paramiko.agent import Agent

from roce_audit.collect.reasons import Ended, Reason
from roce_audit.errors import SecretError
from roce_audit.inventory.secrets import Prompter, Secret, resolve

if TYPE_CHECKING:
    from collections.abc import Generator
    from pathlib import Path

    from roce_audit.collect.jobs import DeviceJob
    from roce_audit.inventory.access import SecretReference

_MOST_AGENT_KEYS = 5
"""Servers hang up after a handful of attempts, and some count each as a refused login."""


@dataclass(frozen=True, slots=True)
class WaysIn:
    """Keys and password of one job, in the order tried; lives as long as its session.

    Attributes:
        keys: What they are called in messages, and the key.
        password: None if there is none.
        enable: Secret of the privileged mode, None if there is none.
    """

    keys: tuple[tuple[str, PKey], ...]
    password: Secret | None
    enable: Secret | None


@contextmanager
def ways_in(job: DeviceJob, prompter: Prompter) -> Generator[WaysIn]:
    """Resolve the credential of a job; a connection to the agent lasts as long as the block.

    Raises:
        Ended: A reference leads to nothing usable.
    """
    credential, place = job.credential, f"credentials.{job.credential_name}"
    password = _secret(credential.password, f"password of {place}", prompter)
    enable = _secret(job.enable, f"secret of {place}", prompter)
    passphrase = _secret(credential.passphrase, f"passphrase of {place}", prompter)
    keys = [("the key file", _key(credential.key_file, passphrase))] if credential.key_file else []
    agent = _agent() if credential.agent else None
    if agent is not None:
        found = agent.get_keys()[:_MOST_AGENT_KEYS]
        keys += [("a key of the agent", key) for key in found]
    try:
        if not keys and password is None:
            raise Ended(Reason.CREDENTIAL, "the agent has no key, and nothing else is named")
        yield WaysIn(tuple(keys), password, enable)
    finally:
        if agent is not None:
            agent.close()


def _secret(reference: SecretReference | None, subject: str, prompter: Prompter) -> Secret | None:
    try:
        return resolve(reference, subject, prompter) if reference is not None else None
    except SecretError as error:
        raise Ended(Reason.CREDENTIAL, str(error)) from None


def _key(path: Path, passphrase: Secret | None) -> PKey:
    phrase = passphrase.reveal().encode() if passphrase else None
    try:
        # The library asks for text here and hands it to one that takes bytes.
        return PKey.from_path(path.expanduser(), phrase)  # type: ignore[arg-type]
    except (OSError, RuntimeError) as error:
        told = getattr(error, "strerror", None) or "no such home folder"
        raise Ended(Reason.CREDENTIAL, f"{path} cannot be read: {told}") from None
    except (SSHException, ValueError, TypeError):
        hint = "" if passphrase else ", or has a passphrase that the inventory does not name"
        raise Ended(Reason.CREDENTIAL, f"{path} holds no private key{hint}") from None
    except Exception as error:  # noqa: BLE001 - whatever the file holds, it is the user's
        told = f"{path} is of a kind that is not supported ({type(error).__name__})"
        raise Ended(Reason.CREDENTIAL, told) from None


def _agent() -> Agent | None:
    try:
        return Agent()
    except (SSHException, OSError):
        return None
