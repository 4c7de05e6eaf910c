"""The starter inventory that ``roce-audit init`` writes."""

_STARTER = """\
# roce-audit inventory.  Replace the addresses and names, then run:
#
#     roce-audit audit inventory.yaml -o out/
#
# Indent with spaces.  Every key that is not needed may be left out; a key that is not known is an
# error.  `roce-audit schema inventory` prints all keys.

fabric:
  name: pod1
  roce: v2                # v1 or v2
  family: ipv4            # ipv4, ipv6 or dual
  # What is absent is not checked.
  # priority: 3           # lossless priority of RoCE data, 0 to 7
  # dscp: 26              # DSCP of RoCE data, 0 to 63
  # cnp_dscp: 48          # DSCP of congestion notification packets
  # mtu_bytes: 9216       # MTU that every port must have at least

# Ways to log in.  Secrets are never written here: only where they are found.
credentials:
  switches:
    username: auditor
    password: {env: ROCE_AUDIT_SWITCH_PASSWORD}     # or {file: PATH}, or {prompt: true}
    # secret: {env: ROCE_AUDIT_ENABLE_SECRET}       # enable secret, where a switch asks for it
  hosts:
    username: auditor
    key_file: ~/.ssh/id_ed25519
    # passphrase: {prompt: true}
    # agent: true         # use the SSH agent

switches:
  leaf1:
    address: 192.0.2.11
    platform: cisco_nxos  # netmiko's device_type; `roce-audit platforms` lists them
    credentials: switches
  leaf2:
    address: 192.0.2.12
    platform: arista_eos
    credentials: switches

hosts:
  gpu01:
    address: 192.0.2.101
    credentials: hosts
    # sudo: true          # only if the collector may use it; it then sees more of the NIC
    ports:
      - netdev: ens1f0
        ip: 172.16.1.21/24              # address/prefix length, IPv4 or IPv6, or a list
        switch: leaf1
        interface: Ethernet1/1          # the switch's own full name of the port
        vlan: untagged                  # or the tag on the wire, 1 to 4094
  gpu02:
    address: 192.0.2.102
    credentials: hosts
    ports:
      - {netdev: ens1f0, ip: 172.16.1.22/24, switch: leaf2, interface: Ethernet1, vlan: untagged}

# Which hosts are to talk RoCE, always in both directions.  * and ? stand for parts of names.
flows:
  - name: training
    from: [gpu*]
    to: [gpu*]

# options:
#   collect:
#     threads: 32         # devices at the same time
#     logins_per_second: 5
"""


def starter_text() -> str:
    """Return a commented inventory that loads as it is."""
    return _STARTER
