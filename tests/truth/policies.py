"""Random policies, compiled to many syntaxes by aerleon, and its own checker's answers."""

import logging
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from pathlib import Path

NETS4 = (
    "10.77.1.0/24",
    "10.77.1.1/32",
    "10.77.2.0/24",
    "10.77.2.2/32",
    "10.77.0.0/16",
    "10.77.1.128/25",
    "10.0.0.0/8",
)
NETS6 = ("fd77:1::/64", "fd77:1::1/128", "fd77:2::/64", "fd77:2::2/128", "fd77::/16", "fd00::/8")
PORTS = ("4791", "4790-4792", "53", "1-1024", "4700-4799", "49152-65535", "1-65535")
WEEKS = 52


@dataclass(frozen=True)
class Target:
    """One syntax.

    Attributes:
        platform: Of the product.
        module: Generator of aerleon.
        generator: Its class.
        header: Target line of the policy, with ``ROCE`` as the filter's name.
        version: 4 or 6.
    """

    platform: str
    module: str
    generator: str
    header: str
    version: int = 4


TARGETS = (
    Target("cisco_nxos", "cisconx", "CiscoNX", "cisconx ROCE extended"),
    Target("cisco_nxos", "cisconx", "CiscoNX", "cisconx ROCE inet6", 6),
    Target("arista_eos", "arista", "Arista", "arista ROCE extended"),
    Target("arista_eos", "arista", "Arista", "arista ROCE inet6", 6),
    Target("arista_eos", "arista_tp", "AristaTrafficPolicy", "arista_tp ROCE inet"),
    Target("cisco_xe", "cisco", "Cisco", "cisco ROCE extended"),
    Target("cisco_xe", "cisco", "Cisco", "cisco ROCE inet6", 6),
    Target("cisco_xr", "ciscoxr", "CiscoXR", "ciscoxr ROCE extended"),
    Target("cisco_xr", "ciscoxr", "CiscoXR", "ciscoxr ROCE inet6", 6),
    Target("juniper_junos", "juniper", "Juniper", "juniper ROCE inet"),
    Target("juniper_junos", "juniper", "Juniper", "juniper ROCE inet6", 6),
    Target("cumulus_linux", "nvueapi", "NvueApi", "nvueapi ROCE inet"),
    Target("linux", "nftables", "Nftables", "nftables inet forward"),
    Target("linux", "nftables", "Nftables", "nftables inet6 forward", 6),
)


def _library(name):
    # Its remarks go through absl's logger: that one alone is quiet, other tests read their logs.
    logging.getLogger("absl").setLevel(logging.CRITICAL)
    return import_module(f"aerleon.lib.{name}")


@cache
def _names(folder, version):
    nets = NETS4 if version == 4 else NETS6
    place = Path(folder)
    place.mkdir(parents=True, exist_ok=True)
    networks = "".join(f"N{number} = {net}\n" for number, net in enumerate(nets))
    services = "".join(f"S{number} = {port}/udp\n" for number, port in enumerate(PORTS))
    (place / "names.net").write_text(networks, encoding="utf-8")
    (place / "names.svc").write_text(services, encoding="utf-8")
    return _library("naming").Naming(folder)


@dataclass(frozen=True)
class Policy:
    """A policy without a target.

    Attributes:
        terms: Its terms, in aerleon's language.
        folder: Where the names of networks and services lie.
        version: 4 or 6.
    """

    terms: str
    folder: str
    version: int

    def parsed(self, header):
        """Return the policy for one target."""
        names = _names(self.folder, self.version)
        text = f"header {{\n  target:: {header}\n}}\n{self.terms}"
        return _library("policy").ParsePolicy(text, names, shade_check=False)

    def compiled(self, target):
        """Return the text that aerleon makes of the policy for ``target``."""
        generator = getattr(_library(target.module), target.generator)
        return str(generator(self.parsed(target.header), WEEKS))

    def permits(self, src, dst, sport, dport):
        """Return what aerleon's own checker says of a UDP packet."""
        checker = _library("aclcheck").AclCheck(
            self.parsed("cisconx ROCE extended" if self.version == 4 else "cisconx ROCE inet6"),
            src=src,
            dst=dst,
            sport=str(sport),
            dport=str(dport),
            proto="udp",
        )
        found = checker.ExactMatches()
        return bool(found) and found[0].action == "accept"


def random_policy(rng, folder, version):
    """Return a policy of a few terms and a last one for everything."""
    terms = [_term(rng, number, version) for number in range(rng.randrange(1, 7))]
    last = f"term last {{\n  action:: {rng.choice(('accept', 'deny'))}\n}}\n"
    return Policy("".join(terms) + last, f"{folder}/v{version}", version)


def _term(rng, number, version):
    nets = len(NETS4 if version == 4 else NETS6)
    lines = ["protocol:: udp", f"action:: {rng.choice(('accept', 'deny'))}"]
    for key, chance in (("source-address", 0.5), ("destination-address", 0.5)):
        if rng.random() < chance:
            count = rng.choice((1, 1, 2))
            words = " ".join(f"N{each}" for each in rng.sample(range(nets), count))
            lines.insert(0, f"{key}:: {words}")
    for key, chance in (("destination-port", 0.7), ("source-port", 0.3)):
        if rng.random() < chance:
            count = rng.choice((1, 1, 2))
            words = " ".join(f"S{each}" for each in rng.sample(range(len(PORTS)), count))
            lines.insert(0, f"{key}:: {words}")
    body = "\n  ".join(lines)
    return f"term t{number} {{\n  {body}\n}}\n"


def random_packet(rng, version):
    """Return (source, destination, source port, destination port)."""
    if version == 4:
        src = f"10.77.1.{rng.choice((1, 5, 129, 200))}"
        dst = rng.choice(("10.77.2.2", "10.77.2.9", "10.77.3.1"))
    else:
        src = rng.choice(("fd77:1::1", "fd77:1::5", "fd77:9::1"))
        dst = rng.choice(("fd77:2::2", "fd77:2::9"))
    dport = rng.choice((4791, 4791, 4791, 4790, 4793, 53, 80, 65535))
    return src, dst, rng.choice((1, 1000, 1024, 1025, 50000, 4791)), dport
