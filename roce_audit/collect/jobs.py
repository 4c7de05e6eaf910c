"""What a worker is given and what it hands back: frozen plain data that may cross processes."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    from pathlib import Path

    from roce_audit.inventory.access import Credential, SecretReference
    from roce_audit.reading.document import Role
    from roce_audit.reading.platform import Session
    from roce_audit.snapshot.status import CommandStatus, DeviceRole, DeviceStatus

MOST_BYTES = 64 << 20
"""Of one command's output: many times the largest configuration that is known."""


@dataclass(frozen=True, slots=True)
class Limits:
    """Bounds of one session; none of its waits is longer.

    Attributes:
        connect_seconds: From the first packet to the end of the login.
        command_seconds: For one command's reply; None: what the platform says of the command.
        device_seconds: For the whole session.
        command_bytes: Of one command's output.
    """

    connect_seconds: float = 15.0
    command_seconds: float | None = None
    device_seconds: float = 300.0
    command_bytes: int = MOST_BYTES


@dataclass(frozen=True, slots=True)
class DeviceJob:
    """One device to be collected.

    Attributes:
        name: In the inventory.
        role: Switch or host.
        platform: Folder name of a switch's platform; ``linux`` for a host.
        address: IP address or DNS name.
        port: TCP port of SSH.
        credential_name: Of the entry under credentials, for messages.
        credential: That entry; it holds references, no secret.
        enable: Where the secret of the privileged mode is found, if there is one.
        host_key: ``check``: only keys in known_hosts; ``accept``: unknown keys too.
        known_hosts: File with host keys; None: the user's own.
        limits: See ``Limits``.
        session: Manners of a switch's platform; None for a host.
        sudo: Whether a host's collector may use ``sudo -n``.
    """

    name: str
    role: DeviceRole
    platform: str
    address: str
    port: int
    credential_name: str
    credential: Credential
    enable: SecretReference | None = None
    host_key: Literal["check", "accept"] = "check"
    known_hosts: Path | None = None
    limits: Limits = Limits()
    session: Session | None = None
    sudo: bool = False


@dataclass(frozen=True, slots=True)
class CommandReply:
    """What came of one command.

    Attributes:
        text: As sent.
        slug: For file names.
        role: What the reply is to a reader.
        required: Whether a verdict without it would be a guess.
        status: How it ended.
        reason: Why it did not end well, a sentence without its full stop.
        seconds: From sending to the end of the reply.
        output: What the device printed, redacted; "" unless the status has text.
    """

    text: str
    slug: str
    role: Role
    required: bool
    status: CommandStatus
    reason: str = ""
    seconds: float = 0.0
    output: str = ""


@dataclass(frozen=True, slots=True)
class DeviceReply:
    """What came of one job.

    Attributes:
        job: The job.
        status: How it ended.
        reason: Why it did not end well, a sentence without its full stop.
        seconds: From the connection to its end.
        commands: In the order sent.
    """

    job: DeviceJob
    status: DeviceStatus
    reason: str = ""
    seconds: float = 0.0
    commands: tuple[CommandReply, ...] = ()
