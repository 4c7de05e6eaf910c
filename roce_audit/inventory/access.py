"""How devices are reached: credentials by reference, and the limits of collecting."""

from typing import Annotated, Self

from pydantic import Field, WrapValidator, model_validator
from pydantic_core.core_schema import ValidatorFunctionWrapHandler

from roce_audit.inventory.fields import (
    EnvironmentName,
    FilePath,
    Flag,
    HostKeyPolicy,
    Rate,
    Seconds,
    Strict,
    Text,
    Threads,
)
from roce_audit.inventory.values import Contradiction, Unfit

_HOW = "write {env: NAME}, {file: PATH} or {prompt: true}"


class SecretReference(Strict):
    """Where a secret is found when it is needed; exactly one of the three is set."""

    env: EnvironmentName | None = Field(
        default=None, description="Name of the environment variable that holds the secret."
    )
    file: FilePath | None = Field(
        default=None,
        description="File whose only line is the secret; relative to the inventory's folder.",
    )
    prompt: Flag = Field(default=False, description="Ask on the terminal, once in a run.")

    @model_validator(mode="after")
    def _only_one(self) -> Self:
        if sum((self.env is not None, self.file is not None, self.prompt)) != 1:
            raise Contradiction("does not name exactly one source", _HOW)
        return self


def _reference(value: object, handler: ValidatorFunctionWrapHandler) -> object:
    """Refuse a literal secret with the way to write it instead."""
    if isinstance(value, str):
        raise Unfit("is a secret written into the file", _HOW)
    return handler(value)


Secretive = Annotated[SecretReference, WrapValidator(_reference)]


class Credential(Strict):
    """One way to log in, shared by the devices that name it."""

    username: Text = Field(description="Login name.")
    password: Secretive | None = Field(default=None, description="Password, by reference.")
    key_file: FilePath | None = Field(
        default=None, description="Private SSH key; ~ is the home of the user who runs the audit."
    )
    passphrase: Secretive | None = Field(
        default=None, description="Passphrase of key_file, by reference."
    )
    agent: Flag = Field(default=False, description="Try the keys of the running SSH agent.")
    secret: Secretive | None = Field(
        default=None,
        description="Enable (privileged mode) secret of the switches, by reference.",
    )

    @model_validator(mode="after")
    def _has_a_way_in(self) -> Self:
        if self.password is None and self.key_file is None and not self.agent:
            raise Contradiction("has no way to log in", "set password, key_file or agent")
        if self.passphrase is not None and self.key_file is None:
            raise Contradiction("has a passphrase without a key_file", "set key_file")
        return self


class CollectOptions(Strict):
    """Limits of collecting; each wait is bounded by one of them."""

    threads: Threads = Field(default=64, description="Devices collected at the same time.")
    connect_timeout_seconds: Seconds = Field(
        default=15.0, description="Longest wait for a connection and its login."
    )
    command_timeout_seconds: Seconds = Field(
        default=60.0, description="Longest wait for the end of one command's reply."
    )
    device_timeout_seconds: Seconds = Field(
        default=300.0, description="Longest time spent on one device."
    )
    logins_per_second: Rate = Field(
        default=10.0, description="Logins begun in a second, to spare the AAA servers."
    )
    host_key: HostKeyPolicy = Field(
        default="check",
        description="check: only hosts in known_hosts; accept: unknown host keys too."
        " A changed key is always refused.",
    )
    known_hosts: FilePath | None = Field(
        default=None, description="Host keys; the user's own ~/.ssh/known_hosts if absent."
    )
