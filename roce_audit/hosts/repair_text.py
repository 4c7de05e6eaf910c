"""Templates and values of a host's own kinds of repair."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from roce_audit.model.host_remedy import (
    DropSetting,
    LoadModule,
    RouteBySource,
    SetLinkPause,
    SetPfc,
    SetSysctls,
)
from roce_audit.reading.platform import Rendered

if TYPE_CHECKING:
    from roce_audit.model.remedy import Remedy

_PLAIN = re.compile(r"[A-Za-z0-9._:@/+-]{1,200}")
_MODULE = re.compile(r"[A-Za-z0-9_]{1,64}")
_FILES = frozenset({"etc/nccl.conf", "etc/environment", "etc/ucx/ucx.conf"})
_PRIORITIES = range(8)


def is_plain(text: str) -> bool:
    """Tell whether a name may stand in a command as it is; names of hosts are not ours."""
    return _PLAIN.fullmatch(text) is not None


def rendered_remedy(remedy: Remedy) -> Rendered | None:
    """Return template and values, None if the kind or a name in it has no safe form."""
    match remedy:
        case SetSysctls() if all(is_plain(key) for key, _, _ in remedy.values):
            return _sysctls(remedy)
        case SetLinkPause() if is_plain(remedy.interface):
            return _pause(remedy)
        case RouteBySource() if is_plain(remedy.interface):
            return _route(remedy)
        case DropSetting() if remedy.file in _FILES or remedy.file.endswith("/.nccl.conf"):
            return _setting(remedy) if is_plain(remedy.file) else None
        case SetPfc() if is_plain(remedy.interface):
            return _pfc(remedy)
        case _:
            return _module(remedy) if isinstance(remedy, LoadModule) else None


def _sysctl_name(path: str) -> str:
    """Return the dotted name, or the path where an interface name has a dot of its own."""
    return path if "." in path else path.replace("/", ".")


def _sysctls(remedy: SetSysctls) -> Rendered:
    names = [(_sysctl_name(path), value, before) for path, value, before in remedy.values]
    first = remedy.values[0][0].split("/")
    return Rendered(
        template="set_sysctls",
        values={"settings": names, "reason": remedy.reason, "file": f"{first[-1]}-{first[-2]}"},
        impact=("New ARP, neighbour and routing decisions follow the settings at once.",),
        verify=tuple(f"sysctl {name}" for name, _, _ in names),
        extension="sh",
    )


def _pause(remedy: SetLinkPause) -> Rendered:
    word = {True: "on", False: "off"}
    return Rendered(
        template="set_link_pause",
        values={
            "netdev": remedy.interface,
            "receive": word[remedy.receive],
            "send": word[remedy.send],
        },
        impact=(f"{remedy.interface} may lose its link for a moment.",),
        verify=(f"ethtool -a {remedy.interface}",),
        extension="sh",
    )


def _route(remedy: RouteBySource) -> Rendered:
    return Rendered(
        template="route_by_source",
        values={
            "netdev": remedy.interface,
            "address": remedy.address,
            "subnet": str(remedy.subnet),
            "table": remedy.table,
            "priority": remedy.priority,
        },
        impact=("Connections from the address leave through its own interface from now on.",),
        verify=(f"ip rule show from {remedy.address}", f"ip route show table {remedy.table}"),
        extension="sh",
    )


def _setting(remedy: DropSetting) -> Rendered:
    return Rendered(
        template="drop_setting",
        values={"file": f"/{remedy.file}", "name": remedy.name},
        impact=("Jobs started from now on no longer see the setting of this file.",),
        verify=(f"grep {remedy.name} /{remedy.file}",),
        extension="sh",
    )


def _pfc(remedy: SetPfc) -> Rendered:
    return Rendered(
        template="set_pfc",
        values={
            "netdev": remedy.interface,
            "wanted": remedy.priorities,
            "before": remedy.current,
            "wanted_bits": ",".join(str(int(each in remedy.priorities)) for each in _PRIORITIES),
            "before_bits": ",".join(str(int(each in remedy.current)) for each in _PRIORITIES),
        },
        impact=("The switch port must have flow control on the same priorities.",),
        verify=(f"dcb pfc show dev {remedy.interface}",),
        extension="sh",
    )


def _module(remedy: LoadModule) -> Rendered | None:
    if _MODULE.fullmatch(remedy.module) is None:
        return None
    return Rendered(
        template="load_module",
        values={"module": remedy.module},
        impact=("Running jobs go on as they are; those started from now on use the module.",),
        verify=(f"grep {remedy.module} /proc/modules",),
        extension="sh",
    )
