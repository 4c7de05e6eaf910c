"""The manifest of a snapshot: ``manifest.json``."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field, StringConstraints

from roce_audit.reading.document import Role
from roce_audit.snapshot.status import CommandStatus, DeviceRole, DeviceStatus

VERSION: Literal[1] = 1
MANIFEST_FILE = "manifest.json"
_LONGEST = 100_000

# Both name a file of the snapshot: neither may lead out of it. "$" is the very end here.
DeviceName = Annotated[str, StringConstraints(pattern=r"^\w[\w.-]{0,62}$")]
Slug = Annotated[str, StringConstraints(pattern=r"^[a-z0-9][a-z0-9_-]{0,99}$")]
Digest = Annotated[str, StringConstraints(pattern=r"^[0-9a-f]{64}$")]
Words = Annotated[str, StringConstraints(max_length=2000)]


class _Entry(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class CommandEntry(_Entry):
    """One command of one device.

    Attributes:
        text: As sent.
        slug: Name of the file without its ending.
        role: What the reply is to a reader.
        required: Whether a verdict without it would be a guess.
        status: How it ended.
        reason: Why it did not end well, a sentence without its full stop; "" if it did.
        seconds: From sending to the end of the reply.
        bytes: Size of the file; 0 if there is none.
        sha256: Digest of the file; None if there is none.
    """

    text: Words
    slug: Slug
    role: Role
    required: bool = True
    status: CommandStatus
    reason: Words = ""
    seconds: float = Field(default=0.0, ge=0)
    bytes: int = Field(default=0, ge=0)
    sha256: Digest | None = None


class DeviceEntry(_Entry):
    """One device.

    Attributes:
        address: Where it was asked.
        port: TCP port of SSH.
        platform: Of a switch; ``linux`` for a host.
        role: Switch or host.
        status: How it ended.
        reason: Why it did not end well, a sentence without its full stop; "" if it did.
        seconds: From the connection to its end.
        commands: In the order sent.
    """

    address: Words
    port: int = Field(default=22, ge=1, le=65535)
    platform: Words
    role: DeviceRole
    status: DeviceStatus
    reason: Words = ""
    seconds: float = Field(default=0.0, ge=0)
    commands: tuple[CommandEntry, ...] = Field(default=(), max_length=1000)


class Manifest(_Entry):
    """The whole snapshot.

    Attributes:
        version: Of this format.
        tool_version: Of roce-audit.
        started: When the collection began.
        finished: When it ended; None while it runs, or if it never did.
        partial: Whether it was stopped before its end.
        devices: By name.
    """

    version: Literal[1] = VERSION
    tool_version: Words
    started: datetime
    finished: datetime | None = None
    partial: bool = True
    devices: dict[DeviceName, DeviceEntry] = Field(default={}, max_length=_LONGEST)
