"""Text of nft as words: strings whole, sets and separators apart, comments gone."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from roce_audit.platforms.linux.patterns import NOT_NFT

_WORD = re.compile(
    r'"[^"]*"?|@(?:ll|nh|th|ih),\d+,\d+|[{};,()]|[=!<>]=|<<|>>|[=<>&|^!]|#.*|[^\s{};,()"=!<>&|^#]+'
)
_HANDLE = re.compile(r"#\s*handle\s+(\d+)")
END = ";"
"""The word for the end of a statement: a semicolon or the end of a line."""

_RULE_DEPTH = 2
"""Open braces around a rule: those of its table and chain."""

MOST_DEFINED = 200_000
"""Words that variables may unfold to before the rest is left as it stands."""


@dataclass(slots=True)
class Script:
    """Words of a text, side by side with their places.

    Attributes:
        words: Every word; ``END`` for the end of each line too.
        lines: 1-based line of every word.
        handles: Handle printed behind the statement that ends at a place.
        texts: Lines as captured, by number.
    """

    words: list[str] = field(default_factory=list[str])
    lines: list[int] = field(default_factory=list[int])
    handles: dict[int, str] = field(default_factory=dict[int, str])
    texts: dict[int, str] = field(default_factory=dict[int, str])


def script_of(numbered: list[tuple[int, str]]) -> Script:
    """Return the words of numbered lines, variables put in."""
    script = Script()
    for number, line in numbered:
        found = _WORD.findall(line)
        comment = found.pop() if found and found[-1].startswith("#") else ""
        if not found:
            continue
        script.texts[number] = line.strip()
        continued = found[-1] == "\\"
        if continued:
            found.pop()
        else:
            found.append(END)
        script.words += found
        script.lines += [number] * len(found)
        handle = _HANDLE.match(comment) if comment else None
        if handle and not continued:
            script.handles[len(script.words) - 1] = handle[1]
    return _unfolded(script) if any(word[0] == "$" for word in script.words) else script


def _unfolded(script: Script) -> Script:
    """Return the script with every ``$NAME`` replaced by what ``define`` says."""
    defined: dict[str, list[str]] = {}
    result = Script(texts=script.texts)
    at, budget = 0, MOST_DEFINED
    while at < len(script.words):
        word = script.words[at]
        if word in {"define", "redefine"} and at + 3 < len(script.words):
            stop = statement_end(script.words, at)
            value = [w for w in script.words[at + 3 : stop] if w != END]
            defined[f"${script.words[at + 1]}"] = _replaced(value, defined)
        put = defined.get(word, [word]) if budget > 0 else [word]
        budget -= len(put) if word[0] == "$" else 0
        result.words += put
        result.lines += [script.lines[at]] * len(put)
        if at in script.handles:
            result.handles[len(result.words) - 1] = script.handles[at]
        at += 1
    return result


def _replaced(words: list[str], defined: dict[str, list[str]]) -> list[str]:
    put = [each for word in words for each in defined.get(word, [word])]
    return put[:MOST_DEFINED]


def statement_end(words: list[str], at: int) -> int:
    """Return the place of the end of the statement at ``at``: ``END`` or a closing brace."""
    depth = 0
    for place in range(at, len(words)):
        word = words[place]
        if word == "{":
            depth += 1
        elif word == "}":
            if not depth:
                return place
            depth -= 1
        elif word == END and not depth:
            return place
    return len(words)


def is_printed(numbered: list[tuple[int, str]]) -> bool:
    """Whether blocks look as nft prints them: handles, or one tab for each open brace.

    A person's file may look so too; then more is left open than needs be.
    """
    if any("# handle " in line for _, line in numbered):
        return True
    depth = 0
    for _, line in numbered:
        bare = NOT_NFT.sub("", line).strip()
        inner = depth - bare.startswith("}")
        indent = line[: len(line) - len(line.lstrip())]
        # Elements of a set are aligned by spaces.
        if bare and inner <= _RULE_DEPTH and indent != "\t" * inner:
            return False
        depth = max(depth + bare.count("{") - bare.count("}"), 0)
    return True
