"""Host keys that are known, in the format of OpenSSH.

Read as text and compared as text: a file with the keys of a whole fabric is searched once per
device, and making a thousand keys of it each time would take longer than the logins.

Source: ``sshd(8)``, SSH_KNOWN_HOSTS FILE FORMAT.
"""

from __future__ import annotations

import hmac
import re
from base64 import b64decode, b64encode
from binascii import Error
from dataclasses import dataclass
from hashlib import sha1, sha256
from typing import TYPE_CHECKING

from roce_audit.collect.reasons import Ended, Reason

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

_LARGEST_BYTES = 64 << 20
_SSH_PORT = 22
_HASHED = "|1|"
_LEAST_FIELDS = 3


@dataclass(frozen=True, slots=True)
class KnownKeys:
    """What a file says of one host.

    Attributes:
        keys: (type, base64) of the keys it may show.
        revoked: base64 of the keys that nobody may show.
    """

    keys: frozenset[tuple[str, str]]
    revoked: frozenset[str]

    @property
    def types(self) -> frozenset[str]:
        """Types of the known keys, to be asked for first."""
        return frozenset(kind for kind, _ in self.keys)


def known_keys(text: str, address: str, port: int) -> KnownKeys:
    """Return what the text of a known_hosts file says of a host.

    Args:
        text: The file.
        address: As in the inventory.
        port: TCP port; other than 22 it is part of the name.
    """
    name = address if port == _SSH_PORT else f"[{address}]:{port}"
    keys: set[tuple[str, str]] = set()
    revoked: set[str] = set()
    for marker, patterns, kind, key in _entries(text):
        if marker == "@revoked":
            if _matches(patterns, name.lower()):
                revoked.add(key)
        elif not marker and _matches(patterns, name.lower()):
            keys.add((kind, key))
    return KnownKeys(frozenset(keys), frozenset(revoked))


def _entries(text: str) -> Iterator[tuple[str, str, str, str]]:
    for line in text.splitlines():
        fields = line.split()
        marker = fields.pop(0) if fields and fields[0].startswith("@") else ""
        if len(fields) >= _LEAST_FIELDS and not fields[0].startswith("#"):
            yield marker, fields[0], fields[1], fields[2]


def _matches(patterns: str, name: str) -> bool:
    if patterns.startswith(_HASHED):
        return _hash_matches(patterns, name)
    found = False
    for pattern in patterns.lower().split(","):
        if pattern.startswith("!"):
            if _glob_matches(pattern[1:], name):
                return False
        else:
            found = found or _glob_matches(pattern, name)
    return found


def _glob_matches(pattern: str, name: str) -> bool:
    if "*" not in pattern and "?" not in pattern:
        return pattern == name
    # The brackets of "[address]:port" mean themselves here, unlike in a shell.
    expression = re.escape(pattern).replace(r"\*", ".*").replace(r"\?", ".")
    return re.fullmatch(expression, name) is not None


def _hash_matches(pattern: str, name: str) -> bool:
    salt, _, digest = pattern.removeprefix(_HASHED).partition("|")
    try:
        # The format's own hash; it hides names, it protects nothing.
        made = hmac.new(b64decode(salt), name.encode(), sha1).digest()
    except (Error, ValueError):
        return False
    return hmac.compare_digest(b64encode(made).decode(), digest)


def read_known_hosts(path: Path) -> str:
    """Return the text of a known_hosts file; an absent one knows no host.

    Raises:
        Ended: It cannot be read.
    """
    try:
        with path.expanduser().open("rb") as stream:
            data = stream.read(_LARGEST_BYTES)
    except FileNotFoundError:
        return ""
    except (OSError, RuntimeError) as error:
        told = f"{path} cannot be read: {getattr(error, 'strerror', None) or 'no home folder'}"
        raise Ended(Reason.HOST_KEY_UNKNOWN, told) from None
    return data.decode("utf-8", "replace")


def check_host_key(known: KnownKeys, kind: str, key: bytes, *, accept_unknown: bool) -> None:
    """Check the key that a server showed.

    Args:
        known: What is known of it.
        kind: Type of the key.
        key: The key's bytes.
        accept_unknown: Whether a host without a known key is trusted. A key that differs from
            the known one is refused either way.

    Raises:
        Ended: The key is unknown, another one, or revoked.
    """
    shown = b64encode(key).decode()
    told = f"the device shows {kind} {fingerprint(key)}"
    if shown in known.revoked:
        raise Ended(Reason.HOST_KEY_CHANGED, f"{told}, which known_hosts marks as revoked")
    if (kind, shown) in known.keys:
        return
    if known.keys:
        raise Ended(Reason.HOST_KEY_CHANGED, f"{told}, known_hosts has another one")
    if not accept_unknown:
        raise Ended(Reason.HOST_KEY_UNKNOWN, told)


def fingerprint(key: bytes) -> str:
    """Return a key's fingerprint as OpenSSH prints it."""
    return f"SHA256:{b64encode(sha256(key).digest()).decode().rstrip('=')}"
