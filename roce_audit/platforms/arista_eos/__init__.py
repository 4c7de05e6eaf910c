"""Arista EOS: switches and routers of the 7000 series, vEOS, cEOS.

What is known, what is only remembered and what stays open is in ``NOTES.md``.
"""

from roce_audit.platforms.arista_eos.commands import SESSION
from roce_audit.platforms.arista_eos.detect import detect
from roce_audit.platforms.arista_eos.names import full_name
from roce_audit.platforms.arista_eos.reader import read
from roce_audit.platforms.arista_eos.settings import SWITCHES
from roce_audit.reading.platform import Platform

PLATFORM = Platform(
    name="arista_eos",
    title="Arista EOS",
    aliases=("arista", "eos", "arista_eos_ssh", "arista_eos_telnet"),
    session=SESSION,
    read=read,
    detect=detect,
    interface_name=full_name,
    switches=SWITCHES,
)
