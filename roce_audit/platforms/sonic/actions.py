"""What rules do with the packets they take."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum, auto

from roce_audit.platforms.sonic.values import Inactive


class Does(Enum):
    """What happens to a packet."""

    PASS = auto()
    DROP = auto()
    LIMIT = auto()
    """A policer drops what exceeds its rate."""


@dataclass(frozen=True, slots=True)
class Deed:
    """An action.

    Attributes:
        does: See ``Does``.
        kind: Name of the action as table types list it.
        target: Where packets are redirected to; "" if they are not.
    """

    does: Does = Does.PASS
    kind: str = "PACKET_ACTION"
    target: str = ""


_REDIRECT = "REDIRECT"
_PACKET: dict[str, Deed] = {
    "FORWARD": Deed(),
    "COPY": Deed(),
    "DROP": Deed(Does.DROP),
    "DO_NOT_NAT": Deed(kind="DO_NOT_NAT_ACTION"),
    "DISABLE_TRIM": Deed(kind="DISABLE_TRIM_ACTION"),
}
ACTIONS: dict[str, str] = {
    "PACKET_ACTION": "PACKET_ACTION",
    "REDIRECT_ACTION": "REDIRECT_ACTION",
    "MIRROR_ACTION": "MIRROR_INGRESS_ACTION",
    "MIRROR_INGRESS_ACTION": "MIRROR_INGRESS_ACTION",
    "MIRROR_EGRESS_ACTION": "MIRROR_EGRESS_ACTION",
    "POLICER_ACTION": "POLICER_ACTION",
    "DO_NOT_NAT_ACTION": "DO_NOT_NAT_ACTION",
    "DISABLE_TRIM_ACTION": "DISABLE_TRIM_ACTION",
    "META_DATA_ACTION": "META_DATA_ACTION",
    "DSCP_ACTION": "DSCP_ACTION",
    "INNER_SRC_MAC_REWRITE_ACTION": "INNER_SRC_MAC_REWRITE_ACTION",
    "DTEL_FLOW_OP": "DTEL_FLOW_OP",
    "DTEL_INT_SESSION": "DTEL_INT_SESSION",
    "DTEL_DROP_REPORT_ENABLE": "DTEL_DROP_REPORT_ENABLE",
    "DTEL_TAIL_DROP_REPORT_ENABLE": "DTEL_TAIL_DROP_REPORT_ENABLE",
    "DTEL_FLOW_SAMPLE_PERCENT": "DTEL_FLOW_SAMPLE_PERCENT",
    "DTEL_REPORT_ALL_PACKETS": "DTEL_REPORT_ALL_PACKETS",
}
"""Fields that are actions, and what table types call them."""


def deed_of(name: str, value: str) -> Deed:
    """Return what an action field does.

    Raises:
        Inactive: The switch's code does not take the value.
    """
    if name == "PACKET_ACTION":
        return _packet_action(value)
    if name == "POLICER_ACTION":
        return Deed(Does.LIMIT, name)
    target = value if name == "REDIRECT_ACTION" else ""
    return Deed(kind=ACTIONS[name], target=target)


def _packet_action(value: str) -> Deed:
    word = value.strip().upper()
    known = _PACKET.get(word)
    if known is not None:
        return known
    if word.startswith(f"{_REDIRECT}:") and word != f"{_REDIRECT}:":
        return Deed(kind="REDIRECT_ACTION", target=value.strip()[len(_REDIRECT) + 1 :].strip())
    if word == _REDIRECT:
        raise Inactive("REDIRECT does not say where to")
    raise Inactive(f"{value[:40]} is no action of the data plane")
