"""Beginnings of lines by which dumps and commands are told apart."""

from __future__ import annotations

import re

NFT_BLOCK = re.compile(r"^\s*table\s+(?:\w+\s+)?\S+\s*\{|^\s*table\s+\w+\s+\S+\s*$")
NFT_START = re.compile(
    r"^\s*(?:(?:add|create|insert|replace|delete|destroy|rename|reset)\s+"
    r"(?:table|chain|rule|set|map|element|counter|quota|limit|flowtable|ct|secmark|synproxy)\b|"
    r"flush\s+(?:ruleset|table|chain|set|map)\b|(?:define|redefine|undefine)\s+\w+|include\s+\")"
)
NOT_NFT = re.compile(r'"[^"]*"|#.*')
"""What may hold braces without being any."""

SAVE_TABLE = re.compile(r"^\s*\*(\w+)\s*$")
SAVE_LINE = re.compile(r"^\s*(?:\[\d+:\d+\]\s+)?-[A-Z]\s|^\s*:\S|^\s*COMMIT\b")
LOOSE_RULE = re.compile(r"^\s*(?:\[\d+:\d+\]\s+)?-[A-Z]\s|^COMMIT\b")
ROOT_CHANGE = re.compile(
    r"^# (?:sudo )?(?:nft (?:[\"']?(?:add|insert|replace|delete|destroy|flush)|-f)|"
    r"(?:ip6?|eb)tables(?: -[wt] ?\w+)* -[AIDRFPX]|(?:ip6?|eb)tables(?:-legacy|-nft)?-restore) "
)
"""A change of filters behind the prompt of root, if it is no remark of a script."""
LOADING = re.compile(
    r"\b(?:ip6?|eb)tables(?:-legacy|-nft)?-restore\b|\bnft\s+(?:-\S+\s+)*?(?:-\w*f|--file)\b"
)
"""A command that takes rules in from a file or its input."""
SERVICE = re.compile(
    r"^\s*(?:sudo\s+)?(?:/\S*/)?(?:ufw|firewall-cmd|netfilter-persistent|shorewall6?|ferm|"
    r"(?:systemctl|service|rc-service)\s+(?:\S+\s+)?"
    r"(?:nftables|ip6?tables|ebtables|firewalld|ufw|netfilter-persistent)(?:\.service)?)(?:\s|$)"
)
"""A command by which another program makes rules."""
COUNTS = re.compile(r"^\[\d+:\d+\]\s+")

NFT_CODE = re.compile(
    r"^(?P<family>ip6?|inet|arp|bridge|netdev) (?P<table>\S+) "
    r"(?:@(?P<set>\S+)|(?P<chain>\S+) (?P<handle>\d+)(?: \d+)?)\s*$"
)
NFT_CODE_LINE = re.compile(r"^\s+(?:\[ .* \]|element .*\[end\]|userdata = .*)\s*$")
"""Bytecode of nft: the head of a rule or set, and an instruction or element below it."""

BRIDGE_TABLE = re.compile(r"^Bridge table: (\w+)")
BRIDGE_CHAIN = re.compile(r"^Bridge chain: (\S+), entries: \d+, policy: (\w+)")
LISTED_RULE = re.compile(r"^(?:\d+[.:]?\s+)?(-.*?)(?:\s*, pcnt = .*)?$")
COLUMNS = re.compile(r"^Chain \S+ \((?:policy \w+|\d+ references)")

IPSET = re.compile(r"^(?:create|N)\s+\S+\s+\w+:\S+|^(?:add|A|-A|-N)\s+(\S+)\s+\S+")
SHELL_LOGIC = re.compile(r"^\s*(?:for|while|until|if|case|function)\s|^\s*\$\{?\w+\}?\s+-")
TRAFFIC_CONTROL = re.compile(r"^filter (?:protocol|parent|ingress|egress)\b")
JSON = re.compile(r'^\s*(?:\{\s*"|\[\s*\{|\[\s*\]|[\[{]\s*$)')

FILTER_LIKE = re.compile(
    r"^\s*(?:chain|table|set|map)\s+\S+.*\{|\bhook (?:ingress|prerouting|input|forward|output|"
    r'postrouting|egress)\b|"(?:hook|expr|accept|drop)"|\s-j\s+\S|'
    r"\b(?:accept|drop|reject)\s*(?:;|\}|comment\b.*|# handle \d+)?\s*$"
)
"""What a line has that may be a damaged part of a filter."""
