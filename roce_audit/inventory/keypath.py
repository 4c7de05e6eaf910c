"""The path of a key as the user reads it, and which parts of it must stay hidden."""

import re
from collections.abc import Sequence

SECRET_KEYS = frozenset({"password", "passphrase", "secret"})
REFERENCE_KEYS = ("env", "file", "prompt")
HIDDEN = "(hidden)"
_OPEN_LOGIN_KEYS = frozenset({"username", "key_file", "agent", "file", "prompt"})
_WORD = re.compile(r"[A-Za-z_][\w-]*", re.ASCII)
_LONGEST_SHOWN = 60

Loc = tuple[str | int, ...]


def shown(value: str) -> str:
    """Return a value in quotes, shortened, with nothing in it that a terminal would obey."""
    short = value if len(value) <= _LONGEST_SHOWN else f"{value[:_LONGEST_SHOWN]}…"
    return repr(short)


def key_path(loc: Sequence[str | int]) -> str:
    """Return a path such as ``hosts.gpu01.ports[0].vlan``.

    A key below a secret's own is hidden unless it is one of a reference's: people write a
    password where the word ``env`` belongs.
    """
    path = ""
    hide = False
    for step in loc:
        known = isinstance(step, str) and step in REFERENCE_KEYS
        path += f".{HIDDEN}" if hide and not known else _step(step)
        hide = hide or step in SECRET_KEYS
    return path.removeprefix(".")


def _step(step: str | int) -> str:
    if isinstance(step, int):
        return f"[{step}]"
    return f".{step}" if _WORD.fullmatch(step) else f"[{shown(step)}]"


def is_hidden(loc: Sequence[str | int]) -> bool:
    """Return whether the value at a path may be a secret and must not be shown."""
    if SECRET_KEYS.intersection(loc):
        return loc[-1] not in ("file", "prompt")
    return loc[:1] == ("credentials",) and loc[-1] not in _OPEN_LOGIN_KEYS
