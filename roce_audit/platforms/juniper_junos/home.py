"""Where a filter is edited: its path in commands, and the terms that stand there."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from roce_audit.model.acl import Filter

_PLAIN_NAME = re.compile(r"[A-Za-z0-9_.:/-]+")


@dataclass(frozen=True, slots=True)
class Tag:
    """What a repair must know of a filter's place, as ``Filter.tag`` carries it.

    Attributes:
        group: The group that the filter stands in, "" for none.
        elsewhere: Terms that come from other places: inherited from groups.
        included: Terms of other filters that it includes.
        redirecting: Terms that forward their packets elsewhere.
    """

    group: str = ""
    elsewhere: tuple[str, ...] = ()
    included: tuple[str, ...] = ()
    redirecting: tuple[str, ...] = ()

    def text(self) -> str:
        """Return it as one word for ``Filter.tag``; "" if there is nothing to know."""
        if self == Tag():
            return ""
        return json.dumps([[self.group], self.elsewhere, self.included, self.redirecting])

    @classmethod
    def read(cls, text: str) -> Tag:
        """Return the tag that ``text`` carries."""
        if not text:
            return cls()
        (group,), *lists = json.loads(text)
        return cls(group, *(tuple(each) for each in lists))


@dataclass(frozen=True, slots=True)
class Home:
    """Where a filter is edited.

    Attributes:
        path: Of the filter: ``firewall family inet filter F``, in a group if it stands there.
        family: ``inet``, ``inet6`` ...
        terms: Names of the terms that stand at that path.
        included: Names of terms that belong to other filters.
    """

    path: str
    family: str
    terms: tuple[str, ...]
    included: tuple[str, ...]


def quoted(name: str) -> str:
    """Return a name as a command takes it: in quotes where it has blanks or odd signs."""
    if _PLAIN_NAME.fullmatch(name):
        return name
    escaped = name.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'


def home_of(acl: Filter) -> Home | None:
    """Return where a filter is edited, or None if it is none that commands define."""
    words = acl.kind.split()
    if words[:1] != ["firewall"] or words[-1:] != ["filter"]:
        return None
    family = words[2] if words[1] == "family" else "inet"
    tag = Tag.read(acl.tag)
    path = f"{acl.kind} {quoted(acl.name)}"
    labels = dict.fromkeys(line.label for line in acl.lines)
    return Home(
        path=f"groups {quoted(tag.group)} {path}" if tag.group else path,
        family=family,
        terms=tuple(label for label in labels if label not in tag.elsewhere + tag.included),
        included=tag.included,
    )
