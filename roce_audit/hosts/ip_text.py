"""``ip`` with and without JSON: the text of an old or small ``ip`` in the shape of the JSON.

Source: ``ip(8)``; BusyBox 1.35 prints the same text and knows neither ``-j`` nor the details.
"""

from __future__ import annotations

import itertools
import re
from typing import TYPE_CHECKING, TypeAlias, cast

from roce_audit.hosts.entries import Json, each_line, objects

if TYPE_CHECKING:
    from collections.abc import Callable

    from roce_audit.hosts.section import Section
    from roce_audit.hosts.sections import Capture
    from roce_audit.model.facts import Fact

_Item: TypeAlias = "dict[str, object]"
_HEAD = re.compile(
    r"^\d+: (?P<name>[^:@\s]+)(?:@(?P<link>[^:\s]+))?: <(?P<flags>[^>]*)>(?P<rest>.*)$"
)
_KINDS = ("vlan", "bond", "bridge", "macvlan", "ipvlan", "vrf", "veth", "vxlan", "dummy")
_ROUTE_KINDS = frozenset(
    {
        "unicast",
        "local",
        "broadcast",
        "multicast",
        "anycast",
        "blackhole",
        "unreachable",
        "prohibit",
        "throw",
    }
)


def listed(
    capture: Capture, name: str, read: Callable[[Section], list[Json]]
) -> tuple[Section, Fact[list[Json]]]:
    """Return a section of ``ip`` and its objects; ``read`` makes them of plain text."""
    section = capture.section(name)
    if f"{name}_text" in capture.sections:
        section = capture.section(f"{name}_text")
    if section.ok and section.text.strip() and not section.text.lstrip().startswith(("[", "{")):
        return section, read(section)
    return section, objects(section)


def listed_links(capture: Capture) -> tuple[Section, Fact[list[Json]]]:
    """Return the interfaces with their addresses."""
    return listed(capture, "addresses", _links)


def _links(section: Section) -> list[Json]:
    found: list[_Item] = []
    for _, line in each_line(section):
        match = _HEAD.match(line)
        if match is not None:
            found.append(_head(match))
        elif found:
            _detail(found[-1], line.split())
    return list(found)


def _head(match: re.Match[str]) -> _Item:
    words: list[str] = match["rest"].split()
    item: _Item = {"ifname": match["name"], "flags": match["flags"].split(",")}
    if match["link"]:
        item["link"] = match["link"]
    after = dict(itertools.pairwise(words))
    if after.get("mtu", "").isdecimal():
        item["mtu"] = int(after["mtu"][:9])
    item |= {key: after[word] for key, word in _HEAD_WORDS.items() if word in after}
    return item


_HEAD_WORDS = {"operstate": "state", "master": "master"}


def _detail(item: _Item, words: list[str]) -> None:
    """Take an indented line of an interface."""
    match words:
        case [("inet" | "inet6") as family, address, *rest]:
            _append(item, "addr_info", _address(family, address, rest))
        case [link, mac, *_] if link.startswith("link/"):
            item["address"] = mac
        case [kind, *rest] if kind in _KINDS and "linkinfo" not in item:
            item["linkinfo"] = {"info_kind": kind, "info_data": _data(kind, rest)}
        case _:
            pass


def _address(family: str, text: str, rest: list[str]) -> _Item:
    local, _, length = text.partition("/")
    full = 32 if family == "inet" else 128
    after = dict(itertools.pairwise(rest))
    item: _Item = {"family": family, "local": local, "scope": after.get("scope", "")}
    item["prefixlen"] = int(length[:3]) if length.isdecimal() else full
    item.update({flag: True for flag in ("secondary", "tentative", "dadfailed") if flag in rest})
    return item


def _append(item: _Item, key: str, value: _Item) -> None:
    cast("list[object]", item.setdefault(key, [])).append(value)


def _data(kind: str, rest: list[str]) -> _Item:
    after = dict(itertools.pairwise(rest))
    if kind == "vlan" and after.get("id", "").isdecimal():
        return {"id": int(after["id"][:4])}
    return {key: after[key] for key in ("mode", "xmit_hash_policy") if key in after}


def route_objects(section: Section) -> list[Json]:
    """Read ``[kind] DESTINATION [via GATEWAY] dev NAME …``, next hops on lines of their own."""
    found: list[_Item] = []
    for _, line in each_line(section):
        words = line.split()
        if words[0] == "nexthop" and found:
            _append(found[-1], "nexthops", _pairs(words[1:]))
            continue
        kind = words.pop(0) if words[0] in _ROUTE_KINDS and len(words) > 1 else "unicast"
        found.append({"type": kind, "dst": words[0]} | _pairs(words[1:]))
    return list(found)


_ROUTE_WORDS = {"via": "gateway", "dev": "dev", "table": "table", "src": "prefsrc"}


def _pairs(words: list[str]) -> _Item:
    after = dict(itertools.pairwise(words))
    item: _Item = {key: after[word] for word, key in _ROUTE_WORDS.items() if word in after}
    if after.get("via") in {"inet", "inet6"}:
        item["gateway"] = "other family"
    if after.get("metric", "").isdecimal():
        item["metric"] = int(after["metric"][:10])
    return item


def rule_objects(section: Section) -> list[Json]:
    """Read ``PRIORITY: from SOURCE … lookup TABLE``."""
    found: list[Json] = []
    for _, line in each_line(section):
        priority, _, rest = line.partition(":")
        words = rest.split()
        if not priority.strip().isdecimal() or not words:
            continue
        item: _Item = {"priority": int(priority.strip()[:10])}
        item |= _rule_words(words)
        found.append(item)
    return found


def _rule_words(words: list[str]) -> _Item:
    item: _Item = {}
    at = 0
    while at < len(words):
        word, value = words[at], words[at + 1] if at + 1 < len(words) else ""
        key = {"from": "src", "lookup": "table"}.get(word, word)
        item[key] = value
        at += 2
    source = str(item.get("src", "all"))
    item["src"], _, length = source.partition("/")
    if length.isdecimal():
        item["srclen"] = int(length[:3])
    return item


def neighbour_objects(section: Section) -> list[Json]:
    """Read ``ADDRESS dev NAME … STATE``."""
    found: list[Json] = []
    for _, line in each_line(section):
        words = line.split()
        found.append({"dst": words[0], "state": [words[-1]]} | _pairs(words[1:]))
    return found
