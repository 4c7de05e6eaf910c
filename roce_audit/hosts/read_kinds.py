"""What an interface is, where ``ip`` does not tell: from sysfs and the list of VLANs.

Source: Linux ``Documentation/ABI/testing/sysfs-class-net`` (the uevent file names the type of a
virtual interface); ``net/8021q/vlanproc.c`` (the list of VLANs, for root).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from roce_audit.hosts.entries import Entries, as_number, entries
from roce_audit.model.facts import Fact, Unknown

if TYPE_CHECKING:
    from roce_audit.hosts.sections import Capture

_TYPE = "DEVTYPE="
_COLUMNS = 3


def kind_in(found: Entries) -> Fact[str]:
    """Return ``vlan``, ``bond`` …, "" for a port, from the interface's sysfs files."""
    lines = found.lines("uevent")
    for line in lines:
        if line.startswith(_TYPE):
            return line.removeprefix(_TYPE).strip()
    if lines or "link/device" in found.at:
        return ""
    return found.section.unknown


def vlan_in(capture: Capture, found: Entries, name: str) -> Fact[int | None]:
    """Return the VLAN number of an interface, None if it is no VLAN."""
    kind = kind_in(found)
    if isinstance(kind, Unknown):
        return kind
    if kind != "vlan":
        return None
    for line in entries(capture.section("vlans")).lines("proc/net/vlan/config"):
        columns = [column.strip() for column in line.split("|")]
        if len(columns) == _COLUMNS and columns[0] == name:
            return as_number(columns[1])
    return Unknown("the list of VLANs is for root")
