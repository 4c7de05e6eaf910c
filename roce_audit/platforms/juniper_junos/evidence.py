"""Whether the text is all that is needed: hidden parts, cut dumps, missing groups."""

from __future__ import annotations

from typing import TYPE_CHECKING

from roce_audit.model.device import Gap
from roce_audit.model.source import SourceRef
from roce_audit.platforms.juniper_junos.text import Loader
from roce_audit.platforms.juniper_junos.tree import Tree
from roce_audit.reading.document import Role
from roce_audit.reading.ledger import LedgerBook

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from roce_audit.platforms.juniper_junos.node import Node
    from roce_audit.reading.document import Document

_HIDDEN = ("ACCESS-DENIED", "/* OMITTED */")
"""What a device prints in place of statements that this login may not see, or that are omitted."""
EXPANDED = "display inheritance"
"""In the command whose output shows the configuration with groups merged by the device."""
_COMPARED = ("firewall", "interfaces", "vlans", "bridge-domains", "forwarding-options")
_DECIDING = frozenset({"filter", "interface-mode", "l3-interface", "members", "vlan-id"})
"""Words of statements that change which packets meet which filter."""


def gaps_of(
    loader: Loader, documents: Sequence[Document], missing: Sequence[tuple[str, Node]]
) -> list[Gap]:
    """Return what is missing from the evidence.

    Args:
        loader: Has read the documents; groups are merged, interface ranges are not yet.
        documents: All of them.
        missing: Groups that are applied and not defined, and where.
    """
    gaps = [Gap(f"group {group} is applied but not shown here", n.source) for group, n in missing]
    gaps += [
        Gap("a change cannot be followed from its text", SourceRef(file, line, text))
        for (file, line, text), _ in loader.editor.troubles
    ]
    if loader.blocks.cut:
        gaps.append(Gap("the text ends inside a block", SourceRef("", None, "")))
    unchanged = all(document.role is not Role.CHANGE for document in documents)
    for document in documents:
        if unchanged or document.role is not Role.STATE:
            gaps += _in_document(document, loader)
    return gaps


def _in_document(document: Document, loader: Loader) -> Iterator[Gap]:
    source = SourceRef(document.name, None, "")
    if document.role is Role.CONFIGURATION:
        if any(word in document.text for word in _HIDDEN):
            yield Gap("the device hid a part of the configuration from this login", source)
        if document.command and loader.tree.root.get("interfaces") is None:
            yield Gap("the configuration shows no interfaces", source)
    elif document.role is Role.STATE and EXPANDED in document.command:
        difference = _difference(document, loader.tree.root)
        if difference:
            yield Gap(f"the device merges its groups otherwise: {difference}", source)


def _difference(document: Document, root: Node) -> str:
    """Return a statement that only one of the two readings has; "" if they agree."""
    other = Tree()
    Loader(other, LedgerBook()).load(document)
    # The device writes out ranges of interfaces as well; how is not known well enough to compare.
    ranges = root.get("interfaces", "interface-range") is not None
    sections = tuple(each for each in _COMPARED if not (ranges and each == "interfaces"))
    ours, theirs = set(_leaves(root, sections)), set(_leaves(other.root, sections))
    if not theirs:
        return ""
    return min((" ".join(path) for path in ours ^ theirs), default="")


def _leaves(root: Node, sections: tuple[str, ...]) -> Iterator[tuple[str, ...]]:
    for word in sections:
        section = root.get(word)
        todo: list[tuple[Node, tuple[str, ...]]] = []
        if section is not None:
            todo.append((section, (word,)))
        while todo:
            node, path = todo.pop()
            if node.inactive:
                continue
            below = [
                (child, (*path, child.word))
                for child in node.children.values()
                if not child.word.startswith("apply-")
            ]
            todo += below
            if not below and (word == "firewall" or _DECIDING.intersection(path)):
                yield path
