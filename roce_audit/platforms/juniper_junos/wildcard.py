"""Patterns in the style of a Unix shell: ``*``, ``?``, ``[0-3]``, ``[!0]``."""

from __future__ import annotations

import re
from functools import lru_cache

APPLYING = frozenset({"apply-groups", "apply-groups-except"})
"""Words that apply groups; they are not inherited themselves."""
KEYWORDS = APPLYING | frozenset(
    {
        "apply-macro",
        "apply-path",
        "interface-range",
        "interface-set",
        "traceoptions",
    }
)
"""Words beside which names stand, and which a pattern for names never means."""


def is_wild(word: str) -> bool:
    """Return whether ``word`` is a pattern of a group: ``<et-*>``."""
    return word.startswith("<") and word.endswith(">") and len(word) > 2  # noqa: PLR2004 - <x>


def matches(pattern: str, word: str) -> bool:
    """Return whether ``word`` is what a pattern (without angle brackets) means."""
    return word not in KEYWORDS and _compiled(pattern).fullmatch(word) is not None


@lru_cache(maxsize=4096)
def _compiled(pattern: str) -> re.Pattern[str]:
    parts: list[str] = []
    at = 0
    while at < len(pattern):
        sign = pattern[at]
        # A bracket may be the first member of a class: []0-9].
        end = pattern.find("]", at + 2) if sign == "[" else -1
        if sign == "*":
            parts.append(".*")
        elif sign == "?":
            parts.append(".")
        elif end > 0:
            parts.append(_class(pattern[at + 1 : end]))
            at = end
        else:
            parts.append(re.escape(sign))
        at += 1
    try:
        return re.compile("".join(parts), re.DOTALL)
    except re.error:
        # A range written backwards matches nothing.
        return re.compile(r"(?!)")


def _class(inner: str) -> str:
    negated = inner[:1] in ("!", "^")
    signs = inner[1:] if negated else inner
    safe = re.sub(r"([\\\[\]^&~|])", r"\\\1", signs)
    return f"[{'^' if negated else ''}{safe}]"
