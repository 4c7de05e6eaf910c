"""Starts the lab, hands out its inventory, and ends it."""

from __future__ import annotations

import secrets
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

from paramiko import ECDSAKey

from roce_audit.lab.fabric import (
    KNOWN_HOSTS_FILE,
    PASSWORD_FILE,
    USERNAME,
    fabric,
    inventory_text,
)
from roce_audit.lab.server import LOOPBACK, Servers

if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Sequence

    from paramiko import PKey

    from roce_audit.lab.device import LabDevice


@dataclass(frozen=True, slots=True)
class Lab:
    """A running lab.

    Attributes:
        folder: Holds the inventory, the password it refers to and the host keys.
        inventory_path: The inventory of the fabric, with the ports that the servers got.
        ports: TCP port on 127.0.0.1 by device name.
        devices: What is played.
        refused: (device, command) of everything asked that is not read-only; grows while the lab
            runs, and stays empty if nothing but an audit talks to it.
    """

    folder: Path
    inventory_path: Path
    ports: dict[str, int]
    devices: tuple[LabDevice, ...]
    refused: list[tuple[str, str]]


@contextmanager
def running_lab(
    devices: Sequence[LabDevice] | None = None,
    inventory: Callable[[dict[str, int]], str] = inventory_text,
) -> Generator[Lab]:
    """Run the lab until the block ends, however it ends.

    Args:
        devices: Whom to play; the demo's fabric if left out. Devices of the fabric whose names
            the inventory knows may be replaced by others, with a fault for instance.
        inventory: Makes the inventory of the devices from their ports.

    Raises:
        OSError: No port or no temporary folder could be had.
    """
    chosen = fabric() if devices is None else tuple(devices)
    password = secrets.token_urlsafe(12)
    played = tuple(_with_password(device, password) for device in chosen)
    refused: list[tuple[str, str]] = []
    key = ECDSAKey.generate()
    with TemporaryDirectory(prefix="roce-audit-lab-") as folder:
        servers = Servers(played, USERNAME, key, lambda name, told: refused.append((name, told)))
        try:
            path = _write(Path(folder), password, inventory(servers.ports), servers.ports, key)
            yield Lab(Path(folder), path, servers.ports, played, refused)
        finally:
            servers.close()


def _with_password(device: LabDevice, password: str) -> LabDevice:
    return device if device.password else replace(device, password=password)


def _write(folder: Path, password: str, inventory: str, ports: dict[str, int], key: PKey) -> Path:
    secret = folder / PASSWORD_FILE
    secret.touch(mode=0o600)
    secret.write_text(f"{password}\n", encoding="utf-8")
    lines = (
        f"[{LOOPBACK}]:{port} {key.get_name()} {key.get_base64()}\n" for port in ports.values()
    )
    (folder / KNOWN_HOSTS_FILE).write_text("".join(lines), encoding="utf-8")
    path = folder / "inventory.yaml"
    path.write_text(inventory, encoding="utf-8")
    return path
