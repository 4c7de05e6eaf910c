"""Statements of interfaces that change no verdict on filters."""

from __future__ import annotations

import re

_PHYSICAL_WORDS = (
    "accounting-profile aggregated-ether-options apply-macro auto-10m-power auto-negotiation "
    "clock-mode damping description enable encapsulation esi ether-options fabric-options "
    "fastether-options flexible-vlan-tagging framing gigether-options gratuitous-arp-reply "
    "hold-time interface-transmit-statistics link-degrade-monitor link-mode "
    "link-protection logical-tunnel-options mac mtu native-vlan-id no-auto-negotiation "
    "no-gratuitous-arp-reply no-gratuitous-arp-request no-per-unit-scheduler no-traps "
    "number-of-sub-ports optics-options otn-options passive-monitor-mode per-unit-scheduler "
    "port-speed proxy-macip-advertisement redundant-ether-options serial-options "
    "shared-scheduler speed stacked-vlan-tagging starting-point statistics traps unused "
    "vlan-offload vlan-tagging wavelength"
)
PHYSICAL = frozenset(_PHYSICAL_WORDS.split())
"""Of a physical interface."""

_UNIT_WORDS = (
    "accounting-profile alias apply-macro arp-resp bandwidth description disable "
    "encapsulation esi family interface-shared-with mac no-dhcp-flood no-traps proxy-arp "
    "proxy-macip-advertisement traps virtual-gateway-accept-data virtual-gateway-v4-mac "
    "virtual-gateway-v6-mac vlan-id vlan-id-list vlan-id-range vlan-tags"
)
UNIT = frozenset(_UNIT_WORDS.split())
"""Of a logical interface."""

_IP_WORDS = (
    "accounting address apply-macro dad-disable destination-udp-port dhcp dhcp-client "
    "dhcpv6-client filter mtu nd6-stale-time no-dad-disable no-neighbor-learn "
    "no-redirects no-redirects-ip policer primary preferred sampling targeted-broadcast tcp-mss "
    "undo-multicast unnumbered-address unreachables"
)
IP = frozenset(_IP_WORDS.split())
"""Of ``family inet`` and ``family inet6``."""

_SWITCHING_WORDS = (
    "apply-macro bridge-domain-type filter inner-vlan-id-list interface-mode isid-list "
    "native-vlan-id no-mac-learning policer port-mode recovery-timeout reflective-relay "
    "storm-control vlan vlan-id vlan-id-list"
)
SWITCHING = frozenset(_SWITCHING_WORDS.split())
"""Of ``family ethernet-switching`` and ``family bridge``."""

_EFFECT_WORDS = (
    "accept-source-mac address disable encapsulation ether-options family fastether-options "
    "filter gigether-options interface-mode layer2-policer mtu native-vlan-id policer port-mode "
    "rpf-check unit unnumbered-address vlan vlan-id vlan-id-list vlan-tags"
)
EFFECT = frozenset(_EFFECT_WORDS.split())
"""Those of all these words whose effect is in the model."""

IGNORED = frozenset({"apply-flags", "apply-groups", "apply-groups-except"})
_OUT_OF_BAND = re.compile(r"(?:em|fxp|jmgmt|lo|me|mgmt|vme|re[01]:mgmt-?)\d*(?:\.\d+)?")


def in_transit(interface: str) -> bool:
    """Return whether packets cross the device at an interface: not a loopback or management one."""
    return _OUT_OF_BAND.fullmatch(interface) is None
