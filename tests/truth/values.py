"""Values that random rules ask for, chosen to lie at, around and beside the probes."""

NETS4 = ("10.77.0.0/16", "10.77.1.0/24", "10.77.0.1", "10.77.1.1", "10.0.0.0/8", "10.77.0.0/30")
NETS6 = ("fd77::/16", "fd77:1::/64", "fd77::1", "fd77:1::1", "fd00::/8")
PORTS = ("4791", "4000-5000", "4790-4791", "53", "0-4790", "4792-65535", "1-65535")
SPORTS = ("49152-65535", "0-1023", "4791", "1024-65535", "50000")
IPSETS = """create hosts4 hash:net family inet
add hosts4 10.77.0.0/30
add hosts4 10.77.1.0/25
add hosts4 172.16.0.0/12
create hosts6 hash:net family inet6
add hosts6 fd77::/64
add hosts6 fd77:1::/64
create ports bitmap:port range 0-65535
add ports 4791
add ports 53
create pairs4 hash:ip,port family inet
add pairs4 10.77.0.1,udp:4791
add pairs4 10.77.1.1,udp:4791
add pairs4 10.77.1.1,tcp:4791
create pairs6 hash:ip,port family inet6
add pairs6 fd77::1,udp:4791
create both4 list:set
add both4 hosts4
"""
"""Sets for ``-m set``, made once in each network."""
