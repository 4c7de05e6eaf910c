"""Which value of a library setting wins, among those that were found.

Source: NVIDIA NCCL documentation, "Environment variables": the environment comes before the user's
file, that before ``/etc/nccl.conf``. ``/etc/environment`` and ``/etc/profile.d`` fill the
environment of logins; a job need not be one.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from roce_audit.model.host import Host
    from roce_audit.model.surroundings import Setting


def found_settings(host: Host, name: str) -> tuple[Setting, ...]:
    """Return every place that sets ``name``, the winning one first."""
    settings = [setting for setting in host.settings if setting.name == name]
    return tuple(sorted(settings, key=_place))


def effective(host: Host, name: str) -> Setting | None:
    """Return the setting that wins, None if none was found (a job may still set it)."""
    return next(iter(found_settings(host, name)), None)


def _place(setting: Setting) -> int:
    if setting.file == "environment":
        return 0
    if setting.file.endswith("/.nccl.conf"):
        return 1
    return 3 if setting.file == "etc/nccl.conf" else 2


def number(setting: Setting | None) -> int | None:
    """Return a setting that is a decimal number, else None."""
    if setting is None:
        return None
    digits = setting.value.strip().removeprefix("-")
    small = digits.isascii() and digits.isdigit() and len(digits) < 10  # noqa: PLR2004 - 32 bits
    return int(setting.value) if small else None
