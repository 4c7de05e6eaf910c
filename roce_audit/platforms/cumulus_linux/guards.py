"""Features of ports that may drop packets without being filters."""

from __future__ import annotations

from typing import TYPE_CHECKING

from roce_audit.model.acl import Action, Binding, Direction, Family, Filter, Layer
from roce_audit.packets.boxes import EVERYTHING
from roce_audit.packets.fields import Doubt

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from roce_audit.model.device import Interface
    from roce_audit.platforms.cumulus_linux.state import State

_FEATURES: Mapping[str, str] = {
    "port-security": "lets only known addresses in",
    "dot1x": "lets only authenticated stations in",
    "storm-control": "drops what exceeds a rate",
}
_OFF = frozenset({"off", "false", "disabled", "no"})


def guards_of(
    state: State, interfaces: Mapping[str, Interface]
) -> Iterator[tuple[Filter, Binding]]:
    """Yield what may drop at ports, as filters that pass unless the question says otherwise."""
    ports = state.tree.at("interface")
    for name, node in ports.children.items() if ports is not None else ():
        for feature, what in _FEATURES.items():
            found = node.at(feature)
            if found is None or name not in interfaces:
                continue
            if _OFF & {*found.values("enable"), *found.values("state"), *found.children}:
                continue
            reason = f"{feature} on {name} (line {found.line}) {what}"
            acl = Filter(
                family=Family.MIXED,
                name=f"{name} {feature}",
                lines=(),
                default=Action.PERMIT,
                source=found.source,
                default_doubt=Doubt(f"{feature} on {name}", reason),
                kind=feature,
            )
            yield (
                acl,
                Binding(acl.key, name, (), Direction.IN, Layer.PORT, (EVERYTHING,), found.source),
            )
