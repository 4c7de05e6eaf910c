"""Where the lists of NVUE are bound."""

from __future__ import annotations

from typing import TYPE_CHECKING

from roce_audit.model.acl import Action, Binding, Direction, Layer
from roce_audit.model.device import Gap
from roce_audit.packets.boxes import EVERYTHING
from roce_audit.packets.fields import ETHERTYPE, Doubt
from roce_audit.packets.ranges import single
from roce_audit.packets.traffic import ETHERTYPE_IPV4, ETHERTYPE_IPV6
from roce_audit.platforms.cumulus_linux.names import is_management

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from roce_audit.model.device import Interface
    from roce_audit.packets.boxes import Box
    from roce_audit.platforms.cumulus_linux.acl import NvueList
    from roce_audit.platforms.cumulus_linux.node import Node
    from roce_audit.platforms.cumulus_linux.state import State
    from roce_audit.reading.platform import Assume

_SEES: Mapping[str, tuple[Box, ...]] = {
    "ipv4": ({ETHERTYPE: single(ETHERTYPE_IPV4)},),
    "ipv6": ({ETHERTYPE: single(ETHERTYPE_IPV6)},),
}
_DIRECTIONS = {"inbound": Direction.IN, "outbound": Direction.OUT}


def bindings_of(
    state: State,
    lists: Mapping[str, NvueList],
    interfaces: Mapping[str, Interface],
    assume: Assume,
) -> Iterator[Binding]:
    """Yield every binding that acts on packets which the switch forwards."""
    ports = state.tree.at("interface")
    for port, node in ports.children.items() if ports is not None else ():
        acls = node.at("acl")
        if acls is None or is_management(port):
            continue
        for name, bound in acls.children.items():
            for word, where in bound.children.items():
                direction = _DIRECTIONS.get(word)
                if direction is None:
                    reason = f"{word!r} is no direction of a list"
                    state.claims.doubt_below(where, reason)
                    state.gaps.append(Gap(f"line {where.line}: {reason}", where.source))
                elif "control-plane" not in where.children:
                    yield _binding(interfaces[port], name, direction, where, lists, assume)


def _binding(  # noqa: PLR0913, PLR0917 - the parts of a binding
    port: Interface,
    name: str,
    direction: Direction,
    node: Node,
    lists: Mapping[str, NvueList],
    assume: Assume,
) -> Binding:
    known = lists.get(name)
    family = known.filter.family.value if known is not None else "mixed"
    doubt = None
    if known is None and assume.get("undefined_acl") is None:
        reason = f"acl {name} is not in the capture (line {node.line} binds it)"
        doubt = Doubt(f"acl {name} undefined", reason)
    return Binding(
        (family, name),
        port.name,
        (),
        direction,
        Layer.PORT if port.svi_vlan is None else Layer.ROUTED,
        _SEES.get(family, (EVERYTHING,)),
        node.source,
        undefined=Action.DENY if assume.get("undefined_acl") == "deny" else Action.PERMIT,
        undefined_doubt=doubt,
    )
