"""The same rules as people write them: commands of nft, iptables and ebtables instead of dumps."""


def nft_commands(script, rng):
    """Return a script of blocks as commands, rules of some chains put in from behind."""
    made = _Commands()
    for line in filter(None, map(str.strip, script.split("\n"))):
        made.take(line)
    return "\n".join([*made.lines, *made.rule_lines(rng)]) + "\n"


class _Commands:
    """Turns lines of blocks into commands: first tables, sets and chains, then rules."""

    def __init__(self):
        self.lines = ["#!/usr/sbin/nft -f", "flush ruleset"]
        self.rules = []
        self.table = ""

    def take(self, line):
        """Take one line of a script."""
        first, _, rest = line.partition(" ")
        handler = {"table": self._table, "chain": self._chain}.get(first)
        if handler:
            handler(rest.split(" {", 1)[0])
        elif first == "flags":
            self.lines[-1] += f" {{ {line}; }}"
        elif first in ("set", "map"):
            name, _, body = rest.partition(" ")
            self.lines.append(f"add {first} {self.table} {name} {body}")
        elif first == "type":
            self.lines[-1] += f" {{ {line} }}"
        elif first != "}":
            self.rules[-1][1].append(line)

    def _table(self, place):
        self.table = place
        self.lines.append(f"add table {place}")

    def _chain(self, name):
        self.lines.append(f"add chain {self.table} {name}")
        self.rules.append((f"{self.table} {name}", []))

    def rule_lines(self, rng):
        """Yield the commands that put rules in."""
        for chain, rules in self.rules:
            if rng.random() < 0.3:
                yield from (f"insert rule {chain} {rule}" for rule in reversed(rules))
            else:
                yield from (f"add rule {chain} {rule}" for rule in rules)


def iptables_commands(program, dump, rng):
    """Return a dump as a shell script of iptables, ip6tables or ebtables."""
    bridge = program == "ebtables"
    lines, made, table = [], [], ""
    for line in dump.split("\n"):
        words = line.split()
        if line.startswith("*"):
            table = f" -t {line[1:]}" if line != "*filter" or rng.random() < 0.5 else ""
            lines += [f"{program}{table} -F", f"{program}{table} -X"]
        elif line.startswith(":"):
            lines += _chain(program, table, words, bridge=bridge)
        elif line.startswith("-A "):
            made.append((table, words[1], line))
        elif line == "COMMIT":
            lines += _rules(program, made, rng)
            made = []
    return "\n".join([*lines, *_rules(program, made, rng)]) + "\n"


BUILT_IN = frozenset({"PREROUTING", "INPUT", "FORWARD", "OUTPUT", "POSTROUTING"})


def _chain(program, table, words, *, bridge):
    name, end = words[0][1:], words[1]
    if name in BUILT_IN:
        return [f"{program}{table} -P {name} {end}"]
    if bridge:
        return [f"{program}{table} -N {name} -P {end}"]
    return [f"{program}{table} -N {name}"]


def _rules(program, made, rng):
    """Return commands that add rules in order, or put those of a chain in from behind."""
    turned = {name for _, name, _ in made if rng.random() < 0.3}
    for table, _, line in [each for each in made if each[1] not in turned]:
        yield f"{program}{table} {line}"
    for table, name, line in reversed(made):
        if name in turned:
            yield f"{program}{table} {line.replace('-A ', '-I ', 1)}"
