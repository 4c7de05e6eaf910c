"""The jobs that an inventory means."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from roce_audit.collect.jobs import DeviceJob, Limits
from roce_audit.reading.find import find_platform
from roce_audit.snapshot.status import DeviceRole

if TYPE_CHECKING:
    from roce_audit.inventory.access import CollectOptions
    from roce_audit.inventory.models import Device, Host, Inventory, Switch

HOST_PLATFORM = "linux"


def jobs_of(inventory: Inventory) -> tuple[DeviceJob, ...]:
    """Return one job per device, switches first, in the order of the inventory.

    Raises:
        UsageError: The platform of a switch is unknown.
    """
    switches = [_switch(inventory, name, each) for name, each in inventory.switches.items()]
    hosts = [_host(inventory, name, each) for name, each in inventory.hosts.items()]
    return (*switches, *hosts)


def _switch(inventory: Inventory, name: str, switch: Switch) -> DeviceJob:
    platform = find_platform(switch.platform)
    job = _job(inventory, name, switch, DeviceRole.SWITCH, platform.name)
    secret = switch.secret or job.credential.secret
    return replace(job, enable=secret, session=platform.session)


def _host(inventory: Inventory, name: str, host: Host) -> DeviceJob:
    return replace(_job(inventory, name, host, DeviceRole.HOST, HOST_PLATFORM), sudo=host.sudo)


def _job(
    inventory: Inventory, name: str, device: Device, role: DeviceRole, platform: str
) -> DeviceJob:
    options = inventory.options.collect
    return DeviceJob(
        name,
        role,
        platform,
        device.address,
        device.port,
        device.credentials,
        inventory.credentials[device.credentials],
        host_key=device.host_key or options.host_key,
        known_hosts=device.known_hosts or options.known_hosts,
        limits=_limits(options),
    )


def _limits(options: CollectOptions) -> Limits:
    # What nobody set is the platform's to say: it knows its slow commands.
    own = "command_timeout_seconds" in options.model_fields_set
    return Limits(
        options.connect_timeout_seconds,
        options.command_timeout_seconds if own else None,
        options.device_timeout_seconds,
    )
