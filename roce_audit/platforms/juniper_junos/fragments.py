"""Filters that stand alone in a text: their words tell which family they are of."""

from __future__ import annotations

from typing import TYPE_CHECKING

from roce_audit.platforms.juniper_junos.clause import INET, INET6

if TYPE_CHECKING:
    from roce_audit.platforms.juniper_junos.node import Node

UNPLACED = "?"
"""Stands for the family of such filters until all of the text is read."""
SWITCHING = "ethernet-switching"
_FRAME_WORDS = (
    "destination-mac-address ether-type ip-destination-address ip-protocol ip-source-address "
    "ip-version learn-vlan-1p-priority learn-vlan-id source-mac-address user-vlan-1p-priority "
    "user-vlan-id vlan"
)
_IPV6_WORDS = "extension-header hop-limit next-header payload-protocol traffic-class"
_IPV4_WORDS = "dscp ip-options precedence protocol ttl"
_WORDS = {
    SWITCHING: frozenset(_FRAME_WORDS.split()),
    INET6: frozenset(_IPV6_WORDS.split()),
    INET: frozenset(_IPV4_WORDS.split()),
}
"""Conditions by family; the first family of which a filter uses a word is its own."""
UNSURE = "the text does not show which family the filter is of"


def place_fragments(root: Node) -> frozenset[str]:
    """Move filters without a known family where their words say; return the names moved.

    A filter whose words fit several families stays where it is: it cannot be judged.
    """
    families = root.get("firewall", "family")
    filters = families.get(UNPLACED, "filter") if families is not None else None
    if families is None or filters is None:
        return frozenset()
    families.remove(UNPLACED)
    moved: set[str] = set()
    for name, node in filters.children.items():
        family = _family_of(node)
        if family:
            home = families
            for word in (family, "filter"):
                home = home.child(word, node)
            if name not in home.children:
                home.add(node)
            moved.add(name)
        else:
            node.doubt(UNSURE)
    return frozenset(moved)


def _family_of(node: Node) -> str:
    used = {
        condition.word.removesuffix("-except")
        for term in node.at("term")
        for condition in term.at("from")
    }
    addresses = {each.word for each in node.walk() if ":" in each.word}
    for family, words in _WORDS.items():
        if used & words:
            return INET6 if family == INET and addresses else family
    return ""
