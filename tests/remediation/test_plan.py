"""Findings become remedies, whatever kind of packets they are about."""

from ipaddress import ip_address

import pytest

from roce_audit.findings.finding import Ending, Finding, Severity
from roce_audit.model.acl import Family
from roce_audit.model.network import Attachment
from roce_audit.model.remedy import Pair, PermitPackets
from roce_audit.model.source import SourceRef
from roce_audit.packets.fields import UNTAGGED
from roce_audit.packets.traffic import Traffic
from roce_audit.remediation.plan import MOST_LINES, plan

HERE = SourceRef("inventory.yaml", 1, "")
NETS = {4: "10.0.0.{}/24", 6: "fd00::{:x}/64"}


def host(version, number):
    addresses = (NETS[version].format(number),)
    return Attachment(f"h{number}", "eth1", "", addresses, "sw", "p1", UNTAGGED, HERE)


def remedies(traffic, version, numbers):
    """Return the plan for packets among some hosts of one subnet."""
    values = tuple(
        (int(ip_address(NETS[version].format(n).partition("/")[0])),) * 2 for n in numbers
    )
    remedy = PermitPackets(
        "sw", (Family.MIXED, "F"), traffic, (Pair(values, values),), before=None, binding=None
    )
    finding = Finding(
        "ACL001", "n", Severity.CRITICAL, Ending.FAILED, "sw", "s", "m", (HERE,), remedy=remedy
    )
    return plan([finding], {}, [host(version, n) for n in numbers])


@pytest.mark.parametrize(
    ("traffic", "version"),
    [(Traffic.V2_IPV4, 4), (Traffic.ARP, 4), (Traffic.V2_IPV6, 6), (Traffic.ND, 6)],
)
def test_few_hosts_are_named_and_many_give_way_to_their_subnet(traffic, version):
    (few,) = remedies(traffic, version, (1, 3))
    assert len(few.pairs[0].sources) == 2
    (many,) = remedies(traffic, version, range(1, 2 * MOST_LINES, 2))
    ((low, high),) = many.pairs[0].sources
    assert high - low == {4: 2**8, 6: 2**64}[version] - 1
