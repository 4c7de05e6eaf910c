"""Host names chosen by globs, as flows do."""

import re
from collections.abc import Collection, Iterable, Iterator
from fnmatch import fnmatchcase

_WILDCARD = re.compile(r"[*?\[]")


def matching(globs: Iterable[str], names: Collection[str]) -> tuple[str, ...]:
    """Return the names that at least one glob matches, each once, in the order of ``names``.

    Args:
        globs: Patterns of ``*``, ``?`` and ``[...]``; letter case counts.
        names: Names to choose from; a set or a dict makes globs without wildcards cheap.
    """
    chosen = {name for glob in globs for name in matched(glob, names)}
    return tuple(name for name in names if name in chosen)


def matched(glob: str, names: Collection[str]) -> Iterator[str]:
    """Yield the names that one glob matches."""
    if not has_wildcard(glob):
        if glob in names:
            yield glob
        return
    yield from (name for name in names if fnmatchcase(name, glob))


def has_wildcard(glob: str) -> bool:
    """Return whether a glob is more than one name."""
    return bool(_WILDCARD.search(glob))


def glob_fault(glob: str) -> str:
    """Return what is wrong with a glob's form, or empty."""
    rest = re.sub(r"\[!?\]?[^]]*\]", "", glob)
    return "has a '[' that nothing closes" if "[" in rest else ""
