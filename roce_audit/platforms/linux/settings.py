"""Reads kernel settings as ``sysctl`` and ``/proc/sys`` show them."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from roce_audit.platforms.linux.world import World

_SETTING = re.compile(r"^\s*(?:/proc/sys/)?(net[./][\w./*-]+)\s*[=:]\s*(\S+)\s*$")
_ABSENT = re.compile(r"/proc/sys/(net/bridge/bridge-nf-[\w-]+)\S*: No such file")
_ABSENT_NAME = re.compile(r'unknown key|"?(net\.bridge\.bridge-nf-[\w-]+)"? is an unknown key')


def read_setting(world: World, line: str) -> bool:
    """Take one line of settings; return whether it was one."""
    if "net" not in line:
        return False
    found = _SETTING.match(line)
    if found is not None:
        world.settings[dotted(found[1])] = found[2]
        return True
    absent = _ABSENT.search(line) or _ABSENT_NAME.search(line)
    if absent is not None and absent[1]:
        # Without the module there is no such setting, and bridged packets meet no IP filter.
        world.settings[dotted(absent[1])] = "0"
        return True
    return False


def dotted(name: str) -> str:
    """Return the name with dots; a slash in a dotted name is a dot of an interface."""
    if "/" in name and "." not in name.partition("/")[0]:
        return name.replace(".", "\0").replace("/", ".").replace("\0", "/")
    return name
