"""Numbers of bridge-domains, and what else the model must remember of attachment circuits."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from roce_audit.model.acl import Action, Family, Filter
from roce_audit.model.device import Vlan
from roce_audit.model.source import SourceRef
from roce_audit.packets.fields import UNTAGGED
from roce_audit.platforms.cisco_xr.encapsulation import inside

if TYPE_CHECKING:
    from collections.abc import Mapping

    from roce_audit.model.acl import FilterKey
    from roce_audit.platforms.cisco_xr.state import Domain, Port, Xr

FIRST = UNTAGGED + 1
"""Number of the first bridge-domain: above every VLAN, so that no condition can mean it."""
REWRITE = "rewrite"
"""Last word of the name of a remembered fact: the tags of a circuit's frames inside its domain."""
SPLIT_HORIZON = "split-horizon"
"""Last word of the name of a remembered fact: the circuit is in the split horizon group."""


@dataclass(slots=True)
class Numbered:
    """Bridge-domains by the numbers that stand for them.

    Attributes:
        domains: By number.
        of_circuit: Number by interface.
        of_bvi: Number by routed interface.
    """

    domains: dict[int, Domain] = field(default_factory=dict[int, "Domain"])
    of_circuit: dict[str, int] = field(default_factory=dict[str, int])
    of_bvi: dict[str, int] = field(default_factory=dict[str, int])

    def vlans(self) -> dict[int, Vlan]:
        """Return the domains as the model keeps them; the source's text is the title."""
        return {
            number: Vlan(
                number,
                SourceRef(domain.header.file, domain.header.line, domain.title),
                active=not domain.shutdown,
            )
            for number, domain in self.domains.items()
        }


def numbered(xr: Xr) -> Numbered:
    """Return a number for each bridge-domain."""
    found = Numbered()
    for number, domain in enumerate(xr.domains.values(), start=FIRST):
        found.domains[number] = domain
        for name in domain.circuits:
            found.of_circuit.setdefault(name, number)
        if domain.bvi:
            found.of_bvi.setdefault(domain.bvi, number)
    return found


def remembered(xr: Xr, ports: Mapping[str, Port]) -> dict[FilterKey, Filter]:
    """Return facts about circuits as filters that are bound nowhere and let everything pass."""
    found: dict[FilterKey, Filter] = {}
    for name, port in ports.items():
        tags = inside(port.encapsulation, port.rewrite) if port.circuit else None
        if tags is not None:
            _remember(found, name, REWRITE, port, " ".join(str(tag) for tag in tags))
    for domain in xr.domains.values():
        for name, apart in domain.circuits.items():
            if apart and name in ports:
                _remember(found, name, SPLIT_HORIZON, ports[name], SPLIT_HORIZON)
    return found


def _remember(found: dict[FilterKey, Filter], name: str, what: str, port: Port, tag: str) -> None:
    made = Filter(
        Family.MIXED,
        f"{name} {what}",
        (),
        Action.PERMIT,
        port.header.source,
        kind="fact",
        tag=tag,
    )
    found[made.key] = made
