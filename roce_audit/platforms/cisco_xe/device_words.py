"""Statements of the global mode that say something about the device as a whole."""

from __future__ import annotations

from typing import TYPE_CHECKING

from roce_audit.platforms.cisco_xe.vlan_sections import listed_vlans

if TYPE_CHECKING:
    from roce_audit.platforms.cisco_xe.list_headers import Taken
    from roce_audit.platforms.cisco_xe.state import Xe
    from roce_audit.reading.said import Said

_DIGITS = 5
"""Of the largest size of a frame."""


def system_mtu(xe: Xe, said: Said) -> Taken:
    """Take ``system mtu [jumbo] N``."""
    numbers = [word for word in said.words[2:] if word.isdecimal() and len(word) <= _DIGITS]
    if said.words[1:2] != ("mtu",) or said.words[2:3] == ("routing",):
        return False
    if not (numbers or said.negated):
        xe.book.doubt(said.statement.source, "no number follows")
        return True
    xe.system_mtu = None if said.negated else int(numbers[-1])
    xe.book.read += 1
    return True


def role_based(xe: Xe, said: Said) -> Taken:
    """Take ``cts role-based enforcement [vlan-list LIST]``."""
    if said.words[:3] != ("cts", "role-based", "enforcement"):
        return False
    listed = listed_vlans(said.words[4:]) if said.words[3:4] == ("vlan-list",) else ()
    where = "VLANs" if said.words[3:4] == ("vlan-list",) else "routed interfaces"
    if said.negated or listed is None:
        xe.role_based.pop(where, None)
        xe.book.read += 1
    else:
        xe.role_based[where] = (listed, said.statement)
        xe.book.doubt(said.statement.source, "security group tags decide")
    return True


def hostname(xe: Xe, _said: Said) -> Taken:
    """Note that the device says its name."""
    xe.hostname = True
    return False


def the_end(xe: Xe, said: Said) -> Taken:
    """Note that a configuration is complete."""
    xe.ended = xe.ended or len(said.words) == 1
    return True


def tells_model(xe: Xe, said: Said) -> Taken:
    """Note words that tell the model: ``switch 1 provision``, ``license udi pid``."""
    xe.models.append(" ".join(said.words).lower())
    return False


def vtp(xe: Xe, said: Said) -> Taken:
    """Note whether VLANs are part of the configuration: ``vtp mode transparent|off``."""
    if said.begins("vtp", "mode"):
        xe.vlans_kept = said.words[2:3] in (("transparent",), ("off",)) and not said.negated
        xe.book.read += 1
        return True
    return False
