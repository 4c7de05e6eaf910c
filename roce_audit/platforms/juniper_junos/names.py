"""Words that Junos takes for numbers in filter terms.

Source: the tables of match conditions in the firewall filter guide (names and numbers); IANA and
IEEE registries. None of the port names is UDP 4791, none of the EtherTypes 0x8915.
"""

from __future__ import annotations


def _table(text: str) -> dict[str, int]:
    words = text.split()
    return dict(zip(words[::2], (int(word, 0) for word in words[1::2]), strict=True))


PROTOCOLS = _table(
    "ah 51 dstopts 60 egp 8 esp 50 fragment 44 gre 47 hop-by-hop 0 icmp 1 icmp6 58 icmpv6 58 "
    "igmp 2 ipip 4 ipv6 41 no-next-header 59 ospf 89 pim 103 routing 43 rsvp 46 sctp 132 tcp 6 "
    "udp 17 vrrp 112"
)
PORTS = _table(
    "afs 1483 bgp 179 biff 512 bootpc 68 bootps 67 cmd 514 cvspserver 2401 dhcp 67 domain 53 "
    "eklogin 2105 ekshell 2106 exec 512 finger 79 ftp 21 ftp-data 20 http 80 https 443 ident 113 "
    "imap 143 kerberos-sec 88 klogin 543 kpasswd 761 krb-prop 754 krbupdate 760 kshell 544 "
    "ldap 389 ldp 646 login 513 mobileip-agent 434 mobilip-mn 435 msdp 639 netbios-dgm 138 "
    "netbios-ns 137 netbios-ssn 139 nfsd 2049 nntp 119 ntalk 518 ntp 123 pop3 110 pptp 1723 "
    "printer 515 radacct 1813 radius 1812 rip 520 rkinit 2108 smtp 25 snmp 161 snmptrap 162 "
    "snpp 444 socks 1080 ssh 22 sunrpc 111 syslog 514 tacacs 49 tacacs-ds 65 talk 517 telnet 23 "
    "tftp 69 timed 525 who 513 xdmcp 177 zephyr-clt 2103 zephyr-hm 2104"
)
DSCPS = _table(
    "be 0 cs0 0 cs1 8 cs2 16 cs3 24 cs4 32 cs5 40 cs6 48 cs7 56 nc1 48 nc2 56 ef 46 va 44 "
    "af11 10 af12 12 af13 14 af21 18 af22 20 af23 22 af31 26 af32 28 af33 30 af41 34 af42 36 "
    "af43 38"
)
PRECEDENCES = _table(
    "routine 0 priority 1 immediate 2 flash 3 flash-override 4 critical-ecp 5 "
    "internet-control 6 net-control 7"
)
ETHERTYPES = _table(
    "aarp 0x80f3 appletalk 0x809b arp 0x0806 fcoe 0x8906 fip 0x8914 ipv4 0x0800 ipv6 0x86dd "
    "mpls-multicast 0x8848 mpls-unicast 0x8847 oam 0x8902 ppp 0x880b pppoe-discovery 0x8863 "
    "pppoe-session 0x8864 sna 0x80d5"
)
ICMPV4_TYPES = _table(
    "echo-reply 0 unreachable 3 destination-unreachable 3 source-quench 4 redirect 5 "
    "echo-request 8 router-advertisement 9 router-solicit 10 time-exceeded 11 "
    "parameter-problem 12 timestamp 13 timestamp-reply 14 info-request 15 info-reply 16 "
    "mask-request 17 mask-reply 18"
)
ICMPV6_TYPES = _table(
    "destination-unreachable 1 packet-too-big 2 time-exceeded 3 parameter-problem 4 "
    "echo-request 128 echo-reply 129 membership-query 130 membership-report 131 "
    "membership-termination 132 router-solicit 133 router-advertisement 134 "
    "neighbor-solicit 135 neighbor-advertisement 136 redirect 137 router-renumbering 138 "
    "node-information-request 139 node-information-reply 140"
)
NO_NAMES: dict[str, int] = {}
