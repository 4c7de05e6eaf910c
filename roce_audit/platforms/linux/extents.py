"""Where rules begin and end in a text that holds more."""

from __future__ import annotations

from typing import TYPE_CHECKING

from roce_audit.platforms.linux.hints import hint_in
from roce_audit.platforms.linux.patterns import JSON, NFT_BLOCK, NFT_START, NOT_NFT, SAVE_TABLE

if TYPE_CHECKING:
    from collections.abc import Sequence

    from roce_audit.platforms.linux.dump_family import Numbered


def nft_text(lines: Sequence[tuple[int, str]], start: int) -> tuple[Numbered, bool]:
    """Return the lines from ``start`` on that are nft's, and whether they are a listing.

    They go on as long as braces are open or commands follow; a listing has no commands.
    """
    at, depth, listing, continued = start, 0, True, False
    while at < len(lines):
        line = lines[at][1]
        bare = NOT_NFT.sub("", line).strip()
        if depth <= 0 and not continued and at > start and _is_foreign(line, bare):
            break
        continued = bare.endswith("\\")
        listing &= depth > 0 or not NFT_START.match(line)
        depth = max(depth + bare.count("{") - bare.count("}"), 0)
        at += 1
    return list(lines[start:at]), listing


def _is_foreign(line: str, bare: str) -> bool:
    """Whether a line outside of braces, ``bare`` without its remarks, is no more of nft."""
    if not bare:
        return line.lstrip()[:1] == "#" and hint_in(line) is not None
    return not (NFT_BLOCK.match(line) or NFT_START.match(line) or bare[0] in "{}")


def rules_follow(lines: Sequence[tuple[int, str]], at: int) -> bool:
    """Whether the next line that is not blank begins a dump or a script."""
    line = next((line for _, line in lines[at:] if line.strip()), "")
    return any(each.match(line) for each in (SAVE_TABLE, NFT_BLOCK, NFT_START, JSON))
