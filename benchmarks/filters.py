"""Synthetic filters of two kinds: structured as in a data centre, and heavily overlapping."""

import random


def structured(lines, seed=1):
    """Return NX-OS entries as a site would have them: /16 to /24 prefixes, few ports each."""
    rng = random.Random(seed)
    text = []
    for number in range(lines):
        source = f"10.{rng.randrange(256)}.{rng.randrange(256)}.0/24"
        destination = f"10.{rng.randrange(256)}.{rng.randrange(256)}.0/24"
        port = rng.choice(("eq 4791", "eq 4791", "eq 53", "eq 443", "range 4000 5000", ""))
        protocol = rng.choice(("udp", "udp", "tcp")) if port else "ip"
        action = rng.choice(("permit", "deny"))
        text.append(
            f"  {10 * (number + 1)} {action} {protocol} {source} {destination} {port}".rstrip()
        )
    return text


def overlapping(lines, seed=1):
    """Return NX-OS entries with prefixes of all lengths and wide port ranges."""
    rng = random.Random(seed)
    text = []
    for number in range(lines):
        ends = []
        for _ in range(2):
            length = rng.randrange(9, 29)
            ends.append(
                f"10.{rng.randrange(256)}.{rng.randrange(256)}.{rng.randrange(256)}/{length}"
            )
        low = rng.randrange(60000)
        sport = f" range {low} {low + rng.randrange(5000)}" if rng.random() < 0.3 else ""
        dport = rng.choice(
            (" eq 4791", " range 4000 5000", " gt 1023", f" eq {rng.randrange(1, 65535)}")
        )
        action = rng.choice(("permit", "deny"))
        text.append(f"  {10 * (number + 1)} {action} udp {ends[0]}{sport} {ends[1]}{dport}")
    return text


def access_list(entries, name="BIG"):
    """Return entries as an NX-OS configuration."""
    return "\n".join([f"ip access-list {name}", *entries, ""])
