"""The same questions for other tools, where they are installed."""

from ipaddress import IPv4Address

from typed_filters import ENDS, PORTS, acl, peak_mb, region, timed

from roce_audit.model.acl import Action
from roce_audit.packets import fields as f
from roce_audit.packets.boxes import clip


def aclcheck(kind, count, _length):
    from aerleon.lib import aclcheck, naming, policy

    names, services, terms = [], [], ["header { target:: cisco BIG extended }"]
    for line in acl(kind, count).lines:
        (box,) = line.matches
        protocol = {6: "tcp", 17: "udp"}[box[f.PROTOCOL][0][0]]
        told = [f"protocol:: {protocol}"]
        for field, word in zip((*ENDS, *PORTS), ("source", "destination") * 2, strict=True):
            for low, high in box.get(field, ()):
                name = f"{field.name.upper()}{line.label}"
                if field in ENDS:
                    length = 33 - (high - low + 1).bit_length()
                    names.append(f"{name} = {IPv4Address(low)}/{length}")
                    told.append(f"{word}-address:: {name}")
                else:
                    services.append(f"{name} = {low}-{high}/{protocol}")
                    told.append(f"{word}-port:: {name}")
        accept = "accept" if line.action is Action.PERMIT else "deny"
        terms.append(f"term t{line.label} {{ {' '.join(told)} action:: {accept} }}")
    definitions = naming.Naming()
    definitions.ParseNetworkList(names)
    definitions.ParseServiceList(services)
    read = policy.ParsePolicy("\n".join(terms), definitions, shade_check=False, optimize=False)
    packet = {"src": "10.3.0.1", "dst": "10.5.0.1", "sport": 49152, "dport": 4791, "proto": "udp"}
    seconds, _ = timed(lambda: aclcheck.AclCheck(read, **packet))
    return f"{seconds:9.4f} s            one packet, the policy already read"


def clipped(kind, count, length):
    asked = region(length)
    for line in acl(kind, count).lines:
        box = clip(line.matches[0], asked)
        if box is not None:
            held = {field: box[field] for field in (*ENDS, f.SOURCE_PORT) if field in box}
            yield held, line.action is Action.PERMIT


def z3(kind, count, length):
    import z3 as solver

    bits = {each: solver.BitVec(each.name, min(each.bits, 32)) for each in (*ENDS, f.SOURCE_PORT)}

    def inside(box):
        return [
            solver.And(solver.UGE(bits[each], low), solver.ULE(bits[each], high))
            for each, ((low, high),) in box.items()
        ]

    lines = list(clipped(kind, count, length))

    def both():
        formula = solver.BoolVal(val=False)
        for box, permit in reversed(lines):
            formula = solver.If(solver.And(inside(box)), solver.BoolVal(permit), formula)
        limits = inside({end: region(length)[end] for end in ENDS})
        found = []
        for goal in (formula, solver.Not(formula)):
            problem = solver.Solver()
            problem.add(*limits, goal)
            found.append(str(problem.check()))
        return found

    seconds, (permit, deny) = timed(both, runs=3)
    return f"{seconds:9.4f} s            permit {permit}, deny {deny}; lines clipped before"


def dd(kind, count, length):
    from dd.cudd import BDD

    lines = list(clipped(kind, count, length))
    bdd = BDD()
    names = {each: [f"{each.name}{n}" for n in range(min(each.bits, 32))] for each in ENDS}
    names[f.SOURCE_PORT] = [f"p{n}" for n in range(16)]
    bdd.declare(*(name for each in names.values() for name in each))

    def at_least(bits, low):
        found = bdd.true
        for n, name in enumerate(reversed(bits)):
            bit = bdd.var(name)
            found = bit & found if low >> n & 1 else bit | found
        return found

    def within(bits, low, high):
        above = bdd.false if high + 1 >> len(bits) else at_least(bits, high + 1)
        return at_least(bits, low) & ~above

    def permitted():
        found = bdd.false
        for box, permit in reversed(lines):
            met = bdd.true
            for each, ((low, high),) in box.items():
                met &= within(names[each], low, high)
            found = found | met if permit else found & ~met
        return found

    seconds, _ = timed(permitted, runs=1)
    return f"{seconds:9.4f} s {peak_mb():5.0f} MB   the permitted set alone; lines clipped before"
