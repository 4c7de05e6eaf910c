"""Where secrets stand on a line of a configuration.

Each rule is an expression with two groups: what stays, and the secret after it. The rules know the
statements of all platforms; a word that a platform does not use does no harm there.
"""

import re

_VALUE = r"(\"[^\"]*\"|'[^']*'|\S+?)(?=;?(?:\s|$))"
"""One word or one quoted text; a closing semicolon stays."""
_FORM = (
    r"(?:(?:[0-9]{1,2}|8a|encrypted|ciphertext|plaintext|plain-text|plain|clear|cleartext|"
    r"clear-text|unencrypted|cipher|irreversible-cipher|simple|hash|hashed|sha-?[0-9]*|md5|"
    r"hmac-[\w-]+|aes-[\w-]+|ascii-text|ascii|text|hexadecimal|hex|set-key|password|localized|"
    r"localizedkey|local|remote|nthash)\s+)*"
)
"""Words that say how the secret is written."""
_KEYWORD = (
    r"(?:password|passwd|passphrase|passkey|pass|secret|secret-key|psk|pre-?shared-key|key-string|"
    r"key-octet-string|auth-key|authentication-key|encryption-key|privacy-key|shared-key|"
    r"server-key|md5-key|message-digest-key|message-digest-keyid|auth-md5|auth-sha[0-9]*|"
    r"encrypt-des|encrypt-aes[0-9]*|community-map|securityname|cak|"
    r"(?:readonly|readwrite|trap)-community(?:-v6)?)"
)
_NO_KEY = (
    r"(?!chain\b|generate\b|zeroize\b|config-key\b|field\b|size\b|exchange\b|import\b|export\b|"
    r"pair\b|management\b)"
)
_HOST_WORDS = (
    r"(?:\s+(?:(?:vrf|use-vrf|source-interface|filter-vrf)\s+\S+|traps?|informs?|"
    r"version\s+(?:1|2c?|3\s+(?:auth|noauth|priv))|udp-port\s+[0-9]+))*"
)
_SNMP = r"(?:snmp-server|snmp-agent|set\s+snmp|snmp)\b.*?\b"


def _rules(*expressions: str) -> tuple[re.Pattern[str], ...]:
    return tuple(re.compile(expression, re.IGNORECASE) for expression in expressions)


SHAPES = (
    # Hashes and reversible ciphers by their look: $1$, $5$, $6$, $9$, $y$, $aes1$, $c$3$ …
    re.compile(r"()(\$(?:[0-9]{1,2}[a-z]?|[a-z]{1,6}[0-9]{0,3}(?:-[a-z0-9]+)?)\$[^\s\";,]+)"),
    # Huawei: the same sign at both ends.
    re.compile(r"()((%\^%#|%@%@|@%@%|%\$%\$|%#%#|%\+%#)\S{8,400}?\3)"),
    # Public keys name people; private ones are blocks.
    re.compile(r"((?:ssh-(?:rsa|dss|ed25519)|ecdsa-sha2-[\w-]+)\s+)([A-Za-z0-9+/=]{40,})"),
    re.compile(r"(-----BEGIN [A-Z0-9 ]{1,60}-----)(.{0,20000}?)(?=-----END )"),
    re.compile(r"(://[^/\s:@]{1,200}:)([^/\s@]{1,200})(?=@)"),
)
"""Secrets that show themselves wherever they stand."""

ASSIGNMENTS = _rules(
    r"(\b[\w-]{0,60}(?:passw(?:or)?d|passphrase|secret|token|api[_-]?key)\s*[=:]\s*)" + _VALUE
)
"""``password=…`` of files and environments."""

JSON = _rules(
    r"(\"[^\"]{0,80}?(?:passw|passkey|passphrase|secret|auth_?key|psk|community|hashed|token|"
    r"private_?key)[^\"]{0,80}\"\s*:\s*)(\"(?:[^\"\\]|\\.){1,4000}\")",
    r"(\"SNMP_COMMUNITY\"\s*:\s*\{\s*)(\"[^\"]{1,200}\")",
)
"""Values of JSON documents; a bare ``key`` there is no secret."""

STATEMENTS = _rules(
    r"(\"?)(\"[^\"]*\")(?=;\s*##\s*SECRET-DATA)",
    # A key that has a name of its own: "key NAME 7 SECRET".
    r"((?<!\S)key\s+\S+\s+(?:0|6|7|8a)\s+)" + _VALUE,
    rf"((?<!\S)[\w-]{{0,60}}?(?<![^\s-]){_KEYWORD}\s+{_FORM})(?!strength-check\b){_VALUE}",
    rf"((?<!\S)key\s+{_NO_KEY}(?:(?:authentication|accounting|authorization)\s+)?{_FORM}){_VALUE}",
    rf"((?<!\S)(?:irreversible-)?cipher\s+){_VALUE}",
    rf"((?<!\S)simple\s+){_VALUE}",
    rf"((?<!\S)authentication\s+text\s+{_FORM}){_VALUE}",
    rf"((?:standby|vrrp|glbp|nhrp)(?:\s+[0-9]+)?\s+authentication\s+(?!md5\b|text\b)){_VALUE}",
    rf"(\bspi\s+[0-9]+\s+(?:esp\s+)?[\w-]+\s+{_FORM}){_VALUE}",
    rf"(\bspi\s+[0-9]+\s+esp\s+\S+\s+(?:[0-9]+\s+)?\S+\s+\S+\s+{_FORM}){_VALUE}",
    rf"({_SNMP}community\s+(?:(?:read|write)\s+)?{_FORM}){_VALUE}",
    rf"(^\s*community\s+){_VALUE}(?=\s*\{{)",
    rf"((?:snmp-server)\s+host\s+\S+{_HOST_WORDS}\s+)(?!(?:vrf|use-vrf|source-interface|"
    rf"filter-vrf|traps?|informs?|version|udp-port)\b){_VALUE}",
    rf"({_SNMP}auth(?:entication)?(?:-mode|-protocol)?\s+(?:md5|sha\S*)\s+{_FORM}){_VALUE}",
    rf"({_SNMP}user\b.*?\bpriv(?:acy)?(?:-mode|-protocol)?\s+"
    rf"(?:(?:aes|des|3des)\S*\s+(?:(?:128|192|256)\s+)?)?{_FORM}){_VALUE}",
)
"""Statements of switches."""

SUSPICIOUS = (
    "pass",
    "secret",
    "key",
    "certificate",
    "communit",
    "auth",
    "snmp",
    "psk",
    "cipher",
    "simple",
    "token",
    "spi ",
    "securityname",
    "cak",
    "encrypt",
    "$",
    "%",
    "@%",
    "-----begin",
    "ssh-",
    "ecdsa-",
    "://",
)
"""Lines without any of this, in lowercase, hold no secret that a rule knows."""

STRUCTURE = re.compile(
    r"\s*(?:(?:[0-9]+\s+)?(?:permit|deny|remark)\b|rule\s|"
    r"(?:no\s+)?(?:ip|ipv6|mac)\s+(?:port\s+)?(?:access-(?:list|group)|traffic-filter)\b|"
    r"(?:no\s+)?(?:interface|vlan|object-group|service-policy|traffic-policy|packet-filter|"
    r"class-map|policy-map|match|filter|switchport|channel-group)\b|"
    r"set\s+firewall\s|-[AIND]\s)"
)
"""Lines of filters and of where they are bound: never changed, whatever their names are."""

KEY_NUMBER = re.compile(r"\s*key\s+[0-9]+\s*$")
"""A key's number inside ``key chain``; elsewhere the line is a secret."""
KEY_CHAIN = re.compile(r"\s*key\s+chain\s", re.IGNORECASE)
TIME_SERVER = re.compile(r"\s*ntp\s+(?:server|peer)\s", re.IGNORECASE)
"""The key there is a number too."""
BLOCK_BEGIN = re.compile(r"-----BEGIN [A-Z0-9 ]{1,60}-----")
BLOCK_END = re.compile(r"-----END [A-Z0-9 ]{1,60}-----")
BLOCK_LINE = re.compile(r"[\s>|\"]*[A-Za-z0-9+/=:]+[\s\",;\\n]*$|\s*$|[A-Z][\w-]{1,30}: \S")
HEX_LINE = re.compile(r"\s*(?:[0-9A-Fa-f]{8}\s+){3,}[0-9A-Fa-f]{1,8}\s*$")
HEX_REST = re.compile(r"\s*[0-9A-Fa-f]{2,8}(?:\s+[0-9A-Fa-f]{2,8})*\s*$")
JSON_COMMUNITIES = re.compile(r"(\s*)\"SNMP_COMMUNITY\"\s*:\s*\{\s*$")
JSON_NAME = re.compile(r"(\s*)\"[^\"]+\"(?=\s*:\s*\{)")
