"""Random rule sets that reach what the reader of Linux filters claims, several tables mixed.

A rule set is a list of (restore command, text): nftables scripts, iptables and ebtables dumps.
"""

from dataclasses import dataclass, field

from tests.truth.grammar_ebtables import ebtables_dump
from tests.truth.grammar_iptables import iptables_dump
from tests.truth.grammar_nft import nft_script

NFT = ("nft", "-f", "-")
IPTABLES = ("iptables-restore",)
IP6TABLES = ("ip6tables-restore",)
EBTABLES = ("ebtables-restore",)
FLUSH = "flush ruleset\n"
FORMS = (
    "plain",
    "handles",
    "json",
    "code",
    "code",
    "live",
    "live",
    "written",
    "commands",
    "listed",
)
"""How a case is shown to the product: see ``oracle.captured``."""


@dataclass
class Case:
    """One rule set for one way through the switch.

    Attributes:
        way: The way.
        form: How the rules are shown to the product.
        loads: What is loaded, in order.
        sysctls: bridge-nf-call settings of the case.
        tracked: Whether the kernel may be tracking connections.
    """

    way: object
    form: str
    loads: list = field(default_factory=list)
    sysctls: dict = field(default_factory=dict)
    tracked: bool = False

    @property
    def bridged(self):
        """Whether there are bridge filters."""
        return self.way.network == "bridged"

    @property
    def chain(self):
        """The chain of iptables and ebtables on the way."""
        return {"forward": "FORWARD", "input": "INPUT", "output": "OUTPUT"}[self.way.at]

    @property
    def exact(self):
        """Whether the product is shown all that nft knows of its rules."""
        return self.form in {"code", "live", "written", "commands"}

    def text(self):
        """Return the case for a report."""
        return "\n".join(f"# {' '.join(command)}\n{text}" for command, text in self.loads)


def random_case(rng, way):
    """Return a case for a way."""
    case = Case(way, rng.choice(FORMS))
    makers = (_nft_case, _nft_case, _iptables_case, _mixed_case)
    if case.bridged:
        makers = (*makers, _ebtables_case)
    rng.choice(makers)(rng, case)
    tools = {command == NFT for command, _ in case.loads}
    fitting = {
        "written": {True},
        "commands": tools if len(tools) == 1 else set(),
        "listed": {False},
    }
    if tools != fitting.get(case.form, tools):
        case.form = "code"
    if case.bridged:
        case.sysctls = {
            "net/bridge/bridge-nf-call-iptables": rng.choice("01"),
            "net/bridge/bridge-nf-call-ip6tables": rng.choice("01"),
            "net/bridge/bridge-nf-filter-vlan-tagged": rng.choice("001"),
        }
    return case


def _mixed_case(rng, case):
    _nft_case(rng, case)
    _iptables_case(rng, case)
    if case.bridged and rng.random() < 0.5:
        _ebtables_case(rng, case)


def _nft_case(rng, case):
    case.loads.append((NFT, nft_script(rng, case)))


def _iptables_case(rng, case):
    both = [(IPTABLES, False), (IP6TABLES, True)]
    for command, six in rng.sample(both, rng.choice((1, 2, 2))):
        case.loads.append((command, iptables_dump(rng, case, six=six)))


def _ebtables_case(rng, case):
    case.loads.append((EBTABLES, ebtables_dump(rng, case)))
