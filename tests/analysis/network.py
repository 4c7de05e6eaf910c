"""A small switch made by hand, for tests of paths and crossings."""

from roce_audit.model.acl import Action, Binding, Direction, Family, Filter, Layer, Line
from roce_audit.model.device import Device, Interface, Mode, Vlan
from roce_audit.model.source import SourceRef
from roce_audit.packets.fields import DESTINATION_PORT, ETHERTYPE, PROTOCOL, SOURCE_PORT
from roce_audit.packets.ranges import single

HERE = SourceRef("switch.cfg", 1, "made by hand")
IPV4 = ({ETHERTYPE: single(0x0800)},)
ROCE_V2 = {ETHERTYPE: single(0x0800), PROTOCOL: single(17), DESTINATION_PORT: single(4791)}
REPLY = {ETHERTYPE: single(0x0800), PROTOCOL: single(17), SOURCE_PORT: single(4791)}


def line(action, *boxes, text="a line", number=1):
    return Line(action, boxes, SourceRef("switch.cfg", number, text), str(number))


def acl(name, *lines, default=Action.DENY, family=Family.IPV4):
    return Filter(family, name, lines, default, HERE)


def bound(name, where, layer=Layer.PORT, direction=Direction.IN, **more):
    more = {"sees": IPV4, "vlans": (), "source": HERE, **more}
    return Binding(("ipv4", name), where, direction=direction, layer=layer, **more)


def access(name, vlan, **more):
    return Interface(name, Mode.ACCESS, HERE, access_vlan=vlan, **more)


def trunk(name, *vlans, native=1):
    allowed = tuple((vlan, vlan) for vlan in vlans)
    return Interface(name, Mode.TRUNK, HERE, native_vlan=native, allowed_vlans=allowed)


def svi(vlan, address="10.0.0.1/24"):
    return Interface(f"Vlan{vlan}", Mode.ROUTED, HERE, svi_vlan=vlan, addresses=(address,))


def routed(name, **more):
    return Interface(name, Mode.ROUTED, HERE, **more)


def switch(interfaces, filters=(), bindings=(), name="leaf1", **more):
    return Device(
        name=name,
        platform="by_hand",
        filters={each.key: each for each in filters},
        bindings=tuple(bindings),
        interfaces={each.name: each for each in interfaces},
        vlans={n: Vlan(n, HERE) for n in (1, 10, 20, 30)},
        vlans_listed=True,
        **more,
    )


PERMIT_ROCE = acl("ROCE", line(Action.PERMIT, ROCE_V2))
DENY_ROCE = acl("NO-ROCE", line(Action.DENY, ROCE_V2), line(Action.PERMIT, {}))
