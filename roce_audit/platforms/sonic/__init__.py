"""SONiC: community images; Enterprise images as far as they are alike.

What is known, what is only remembered and what stays open is in ``NOTES.md``.
"""

from roce_audit.platforms.sonic.commands import SESSION
from roce_audit.platforms.sonic.detect import detect
from roce_audit.platforms.sonic.names import full_name
from roce_audit.platforms.sonic.reader import read
from roce_audit.platforms.sonic.route import route
from roce_audit.platforms.sonic.surroundings import SWITCHES
from roce_audit.reading.platform import Platform

PLATFORM = Platform(
    name="sonic",
    title="SONiC",
    aliases=(
        "sonic_ssh",
        "edgecore_sonic",
        "edgecore_sonic_ssh",
        "dell_sonic",
        "dell_sonic_ssh",
        "asterfusion_asternos",
        "asterfusion_asternos_ssh",
        "sonic_linux",
    ),
    session=SESSION,
    read=read,
    detect=detect,
    interface_name=full_name,
    route=route,
    switches=SWITCHES,
)
