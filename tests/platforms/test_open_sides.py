"""What is not known of a group may hold one end of a packet and not the other.

Each text permits what comes from a group, denies what goes to it, and permits the rest. Whether the
group holds an end is not known, so neither answer is certain.
"""

import pytest

from roce_audit.analysis.query import filters_named
from roce_audit.analysis.verdicts import Verdict, outcomes, verdict_of
from roce_audit.model.path import Stage
from roce_audit.packets.traffic import REGIONS, Traffic
from roce_audit.reading.document import Document
from roce_audit.reading.find import find_platform

TEXTS = {
    "cisco_nxos": """object-group ip address G
  10 strange words
ip access-list A
  10 permit ip addrgroup G any
  20 deny ip any addrgroup G
  30 permit ip any any
""",
    "cisco_xe": """object-group network G
 strange words
ip access-list extended A
 10 permit ip object-group G any
 20 deny ip any object-group G
 30 permit ip any any
""",
    "cisco_xr": """object-group network ipv4 G
 strange words
!
ipv4 access-list A
 10 permit ipv4 net-group G any
 20 deny ipv4 any net-group G
 30 permit ipv4 any any
!
""",
    "arista_eos": """traffic-policies
   field-set ipv4 prefix G
      strange words
   !
   traffic-policy A
      match one ipv4
         source prefix field-set G
      !
      match two ipv4
         destination prefix field-set G
         actions
            drop
         !
      !
      match rest ipv4
""",
    "juniper_junos": """policy-options {
    prefix-list G {
        apply-path "interfaces <*> unit <*> family inet address <*>";
    }
}
firewall {
    family inet {
        filter A {
            term one {
                from {
                    source-prefix-list {
                        G;
                    }
                }
                then accept;
            }
            term two {
                from {
                    destination-prefix-list {
                        G;
                    }
                }
                then discard;
            }
            term rest {
                then accept;
            }
        }
    }
}
""",
}


@pytest.mark.parametrize("name", list(TEXTS))
def test_an_unknown_group_does_not_tie_both_ends_together(name):
    device = find_platform(name).read("x", [Document("running", TEXTS[name])], {})
    (acl,) = filters_named(device, "A")
    region = REGIONS[Traffic.V2_IPV4]
    assert verdict_of(outcomes((Stage(acl, ({},)),), region)) is Verdict.UNDECIDED
