"""Numbers of rules: one rule for each, in their order."""

from roce_audit.reading.document import Document
from roce_audit.reading.find import find_platform

TEXT = """nv set acl A type ipv4
nv set acl A rule 10 match ip protocol udp
nv set acl A rule 10 action permit
nv set acl A rule {other} match ip protocol udp
nv set acl A rule {other} action deny
"""


def device(other):
    documents = [Document("nv config show", TEXT.format(other=other))]
    return find_platform("cumulus_linux").read("sw", documents, {})


def test_the_same_number_written_in_two_ways_is_not_understood():
    reasons = [each.reason for each in device("010").ledger.uncertain]
    assert reasons
    assert all("is no number of a rule" in reason for reason in reasons)


def test_two_numbers_are_two_rules():
    assert not device("9").ledger.uncertain
