"""The path of a key as the user reads it, and which parts of it must stay hidden."""

import re
from collections.abc import Sequence
from difflib import get_close_matches

SECRET_KEYS = frozenset({"password", "passphrase", "secret"})
REFERENCE_KEYS = ("env", "file", "prompt")
HIDDEN = "(hidden)"
_LOGIN_KEYS = ("username", "password", "key_file", "passphrase", "agent", "secret")
_OPEN_VALUES = frozenset({"username", "key_file", "agent", "file", "prompt"})
_LOGIN_DEPTH = 2
_WORD = re.compile(r"[A-Za-z_][\w-]*", re.ASCII)
_LONGEST_SHOWN = 60

Loc = tuple[str | int, ...]


def shown(value: str) -> str:
    """Return a value in quotes, shortened, with nothing in it that a terminal would obey."""
    short = value if len(value) <= _LONGEST_SHOWN else f"{value[:_LONGEST_SHOWN]}…"
    return repr(short)


def key_path(loc: Sequence[str | int]) -> str:
    """Return a path such as ``hosts.gpu01.ports[0].vlan``.

    Among login data a key is hidden unless it is known or like a known one: people write a
    password where the word ``env`` belongs, or one with a comma that ends it.
    """
    steps = (_step(step) if _may_show(loc, at) else f".{HIDDEN}" for at, step in enumerate(loc))
    return "".join(steps).removeprefix(".")


def _may_show(loc: Sequence[str | int], at: int) -> bool:
    step = str(loc[at])[:_LONGEST_SHOWN]
    if SECRET_KEYS.intersection(loc[:at]):
        return bool(get_close_matches(step, REFERENCE_KEYS, 1))
    if loc[0] == "credentials" and at >= _LOGIN_DEPTH:
        return bool(get_close_matches(step, _LOGIN_KEYS, 1))
    return True


def _step(step: str | int) -> str:
    if isinstance(step, int):
        return f"[{step}]"
    return f".{step}" if _WORD.fullmatch(step) else f"[{shown(step)}]"


def is_hidden(loc: Sequence[str | int]) -> bool:
    """Return whether the value at a path may be a secret and must not be shown."""
    if SECRET_KEYS.intersection(loc):
        return loc[-1] not in ("file", "prompt")
    return loc[:1] == ("credentials",) and loc[-1] not in _OPEN_VALUES
