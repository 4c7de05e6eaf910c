"""The switches that an inventory may set for this platform."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

SWITCHES: Mapping[str, tuple[str, ...]] = {
    "empty_filter": ("discard", "accept"),
    "empty_prefix_list": ("nothing",),
    "prefix_list_except": ("others", "nothing"),
    "ethernet_ip_conditions": ("ipv4", "both"),
}
"""Name to values; what each settles is told in NOTES.md."""


@dataclass(frozen=True, slots=True)
class Settings:
    """Their values; "" leaves the question open.

    Attributes:
        empty_filter: What a filter without terms does.
        empty_prefix_list: What a prefix list without prefixes matches.
        prefix_list_except: What ``prefix-list P except`` alone matches.
        ethernet_ip_conditions: Which IP versions IP conditions of ethernet-switching filters see.
    """

    empty_filter: str = ""
    empty_prefix_list: str = ""
    prefix_list_except: str = ""
    ethernet_ip_conditions: str = ""


def settings_of(assume: Mapping[str, str]) -> Settings:
    """Return the settings of ``assume``; names that are none of ours are left to others."""
    return Settings(**{name: value for name, value in assume.items() if name in SWITCHES})
