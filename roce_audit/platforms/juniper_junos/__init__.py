"""Juniper Junos: QFX and EX switches first; see NOTES.md."""

from __future__ import annotations

from roce_audit.platforms.juniper_junos.commands import SESSION
from roce_audit.platforms.juniper_junos.detect import detect
from roce_audit.platforms.juniper_junos.port_names import interface_name
from roce_audit.platforms.juniper_junos.reader import NAME, read
from roce_audit.platforms.juniper_junos.routes import route
from roce_audit.platforms.juniper_junos.settings import SWITCHES
from roce_audit.reading.platform import Platform

PLATFORM = Platform(
    name=NAME,
    title="Juniper Junos",
    aliases=("juniper", "junos", "juniper_screenos_junos"),
    session=SESSION,
    read=read,
    detect=detect,
    interface_name=interface_name,
    route=route,
    switches=SWITCHES,
)
