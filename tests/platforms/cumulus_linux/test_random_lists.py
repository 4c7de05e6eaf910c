"""Random lists in the three forms of NVUE and in policy.d, against a plain reading of them."""

from __future__ import annotations

import json
from dataclasses import dataclass
from ipaddress import ip_network

from hypothesis import given, settings
from hypothesis import strategies as st

from roce_audit.analysis.query import Question, ask
from roce_audit.analysis.verdicts import outcomes
from roce_audit.model.acl import Action
from roce_audit.model.path import Passage, Stage
from roce_audit.packets.boxes import clip
from roce_audit.packets.fields import DESTINATION, DESTINATION_PORT, DSCP, SOURCE, SOURCE_PORT
from roce_audit.packets.ranges import single
from roce_audit.packets.traffic import REGIONS, Traffic
from roce_audit.platforms.cumulus_linux import PLATFORM
from roce_audit.reading.document import Document
from roce_audit.reaudit.bare import bare

quick = settings(max_examples=60, deadline=None)
PREFIXES = ("10.0.0.0/8", "10.1.0.0/16", "10.1.2.0/24", "192.168.0.0/16", "10.1.2.3/32")
PACKETS = st.tuples(
    st.sampled_from(["10.1.2.3", "10.1.9.9", "10.9.9.9", "192.168.1.1", "172.16.0.1"]),
    st.sampled_from(["10.1.2.3", "10.9.9.9", "192.168.1.1"]),
    st.sampled_from([1, 4791, 49152, 65535]),
    st.sampled_from([0, 26, 46]),
)


@dataclass(frozen=True)
class Rule:
    """One rule; None is no condition."""

    number: int
    permits: bool
    protocol: str | None
    source: str | None
    destination: str | None
    sport: tuple[int, int] | None
    dport: tuple[int, int] | None
    dscp: int | None

    def takes(self, packet) -> bool:
        source, destination, sport, dscp = packet
        return (
            self.protocol in {None, "udp"}
            and _inside(source, self.source)
            and _inside(destination, self.destination)
            and _between(sport, self.sport)
            and _between(4791, self.dport)
            and self.dscp in {None, dscp}
        )


def _inside(address, prefix):
    return prefix is None or ip_network(address).subnet_of(ip_network(prefix))


def _between(port, bounds):
    return bounds is None or bounds[0] <= port <= bounds[1]


@st.composite
def rules(draw):
    protocol = draw(st.sampled_from(["udp", "udp", "tcp", None]))
    bounds = st.sampled_from([None, (4791, 4791), (4000, 5000), (1, 1024), (49152, 65535)])
    return Rule(
        0,
        draw(st.booleans()),
        protocol,
        draw(st.sampled_from([None, *PREFIXES])),
        draw(st.sampled_from([None, *PREFIXES])),
        draw(bounds) if protocol else None,
        draw(bounds) if protocol else None,
        draw(st.sampled_from([None, None, 26, 46])),
    )


@st.composite
def lists(draw):
    found = draw(st.lists(rules(), min_size=1, max_size=6))
    numbers = draw(st.permutations(range(5, 5 + 7 * len(found), 7)))
    return [
        Rule(number, *[getattr(rule, name) for name in list(Rule.__annotations__)[1:]])
        for number, rule in zip(numbers, found, strict=True)
    ]


def expected(found, packet):
    for rule in found:
        if rule.takes(packet):
            return rule.permits
    return True


def ports(bounds):
    return str(bounds[0]) if bounds[0] == bounds[1] else f"{bounds[0]}:{bounds[1]}"


def conditions(rule, *, nested):
    """Yield the words of each condition below ``match ip``."""
    if rule.protocol:
        yield ["protocol", rule.protocol]
    if rule.source:
        yield ["source-ip", rule.source]
    if rule.destination:
        yield ["dest-ip", rule.destination]
    inner = [rule.protocol] if nested else []
    if rule.sport:
        yield [*inner, "source-port", ports(rule.sport)]
    if rule.dport:
        yield [*inner, "dest-port", ports(rule.dport)]
    if rule.dscp is not None:
        yield ["dscp", str(rule.dscp)]


def tree_of(found, *, nested):
    tree: dict = {"acl": {"A": {"type": {"ipv4": {}}, "rule": {}}}}
    for rule in found:
        body = tree["acl"]["A"]["rule"].setdefault(str(rule.number), {})
        body["action"] = {"permit" if rule.permits else "deny": {}}
        for words in conditions(rule, nested=nested):
            node = body.setdefault("match", {}).setdefault("ip", {})
            for word in words:
                node = node.setdefault(word, {})
    return tree


def as_json(found, *, nested):
    return json.dumps([{"set": tree_of(found, nested=nested)}], indent=2)


def as_yaml(found, *, nested):
    lines = ["- set:"]

    def write(node, indent):
        for word, child in node.items():
            named = f"'{word}'" if word.isdecimal() else word
            lines.append(" " * indent + f"{named}:{'' if child else ' {}'}")
            write(child, indent + 2)

    write(tree_of(found, nested=nested), 4)
    return "\n".join(lines) + "\n"


def as_commands(found, *, nested):
    def walk(node, path):
        if not node:
            yield " ".join(["nv set", *path])
        for word, child in node.items():
            yield from walk(child, [*path, word])

    return "\n".join(walk(tree_of(found, nested=nested), [])) + "\n"


def read(text):
    return PLATFORM.read("leaf1", [Document("f", text)], {})


@quick
@given(lists(), st.booleans())
def test_the_three_forms_of_a_list_are_one_list(found, nested):
    devices = [read(form(found, nested=nested)) for form in (as_json, as_yaml, as_commands)]
    assert all(device.ledger.uncertain == () for device in devices)
    assert bare(devices[0]) == bare(devices[1]) == bare(devices[2])


def region(packet):
    source, destination, sport, dscp = packet
    box = clip(
        {
            SOURCE: single(int(ip_network(source)[0])),
            DESTINATION: single(int(ip_network(destination)[0])),
            SOURCE_PORT: single(sport),
            DSCP: single(dscp),
            DESTINATION_PORT: single(4791),
        },
        REGIONS[Traffic.V2_IPV4],
    )
    assert box is not None
    return box


@quick
@given(lists(), PACKETS, st.booleans())
def test_a_list_does_with_a_packet_what_its_rules_say(found, packet, nested):
    device = read(as_commands(found, nested=nested))
    stage = Stage(device.filters["ipv4", "A"])
    permits = expected(sorted(found, key=lambda rule: rule.number), packet)
    for outcome in outcomes((stage,), region(packet)):
        assert outcome.actions == {Action.PERMIT if permits else Action.DENY}


def as_policy(found):
    lines = ["[iptables]"]
    for rule in found:
        words = ["-A FORWARD", f"-i {'swp1' if rule.number % 2 else 'swp+'}"]
        words += [f"-p {rule.protocol}"] if rule.protocol else []
        words += [f"-s {rule.source}"] if rule.source else []
        words += [f"-d {rule.destination}"] if rule.destination else []
        words += [f"--sport {ports(rule.sport)}"] if rule.sport else []
        words += [f"-m multiport --dports {ports(rule.dport)}"] if rule.dport else []
        words += [f"-m dscp --dscp {rule.dscp}"] if rule.dscp is not None else []
        lines.append(" ".join([*words, "-j", "ACCEPT" if rule.permits else "DROP"]))
    return "\n".join(lines) + "\n"


@quick
@given(lists(), PACKETS, st.sampled_from(["swp1", "swp2"]))
def test_rules_of_a_file_do_what_they_say_at_each_port(found, packet, port):
    device = read(as_policy(found))
    seen = [rule for rule in found if port == "swp1" or rule.number % 2 == 0]
    question = Question(passage=Passage(port), traffic=(Traffic.V2_IPV4,), narrow=region(packet))
    (answer,) = ask(device, question, PLATFORM.route)
    assert answer.verdict.value == ("permit" if expected(seen, packet) else "deny")


@quick
@given(lists(), lists(), PACKETS)
def test_mangle_and_filter_must_both_permit(one, other, packet):
    first = as_policy(one).replace("-A FORWARD", "-t mangle -A PREROUTING")
    device = read(first + as_policy(other))
    permits = expected(one, packet) and expected(other, packet)
    question = Question(passage=Passage("swp1"), traffic=(Traffic.V2_IPV4,), narrow=region(packet))
    (answer,) = ask(device, question, PLATFORM.route)
    assert answer.verdict.value == ("permit" if permits else "deny")


@quick
@given(lists(), lists(), PACKETS)
def test_ip_rules_are_tried_before_those_of_ebtables(one, other, packet):
    bridge = as_policy([rule for rule in other if rule.protocol == "udp" and rule.dscp is None])
    for short in ("-s ", "-d ", "--sport ", "-p udp", "-m multiport --dports "):
        long = {
            "-s ": "--ip-source ",
            "-d ": "--ip-destination ",
            "--sport ": "--ip-source-port ",
            "-p udp": "-p IPv4 --ip-protocol udp",
            "-m multiport --dports ": "--ip-destination-port ",
        }[short]
        bridge = bridge.replace(f" {short}", f" {long}")
    device = read(bridge.replace("[iptables]", "[ebtables]") + as_policy(one))
    kept = [rule for rule in other if rule.protocol == "udp" and rule.dscp is None]
    permits = expected([*one, *kept], packet)
    question = Question(passage=Passage("swp1"), traffic=(Traffic.V2_IPV4,), narrow=region(packet))
    (answer,) = ask(device, question, PLATFORM.route)
    assert answer.verdict.value == ("permit" if permits else "deny")


@quick
@given(lists(), st.randoms(use_true_random=False))
def test_what_a_terminal_leaves_in_a_text_changes_nothing(found, random):
    plain = as_commands(found, nested=True)
    lines = plain.splitlines()
    noisy = []
    for line in lines:
        noisy.append(f"cumulus@leaf1:mgmt:~$ {line}" + " " * random.randint(0, 3) + "\r")
        if random.random() < 0.2:
            noisy.append("# a remark\r")
        if random.random() < 0.2:
            noisy.append(noisy[-1] if "remark" not in noisy[-1] else "\r")
    assert bare(read("\n".join(noisy))) == bare(read(plain))
