"""Network addresses as a user writes them, read strictly."""

import re
from ipaddress import (
    IPv4Address,
    IPv4Interface,
    IPv4Network,
    IPv6Address,
    IPv6Interface,
    ip_address,
    ip_interface,
)
from typing import Literal

from roce_audit.inventory.values import Unfit, text, whole

IpInterface = IPv4Interface | IPv6Interface

_MAX_HOST_NAME = 253
_LABEL = re.compile(r"(?!-)[A-Za-z0-9_-]{1,63}(?<!-)", re.ASCII)
_WITH_PORT = re.compile(r"\[?([^\[\]]+)\]?:([0-9]{1,5})", re.ASCII)
_PREFIX = re.compile(r"[0-9]{1,3}", re.ASCII)
_MAC = re.compile(r"(?:[0-9a-f]{2}[:-]){5}[0-9a-f]{2}|(?:[0-9a-f]{4}\.){2}[0-9a-f]{4}")
_GROUP_BIT = 1
_LAST_VLAN = 4094
_POINT_TO_POINT = 31


def device_address(value: object) -> str:
    """Return the IP address or DNS name where a device is managed."""
    word = text(value)
    if _is_address(word) or _is_host_name(word):
        return word
    with_port = _WITH_PORT.fullmatch(word)
    if with_port and (_is_address(with_port[1]) or _is_host_name(with_port[1])):
        hint = f"write address: {with_port[1]} and port: {with_port[2]}"
        raise Unfit("is an address with a port", hint)
    raise Unfit("is neither an IP address nor a DNS name")


def _is_address(word: str) -> bool:
    try:
        ip_address(word)
    except ValueError:
        return False
    return True


def _is_host_name(word: str) -> bool:
    labels = word.removesuffix(".").split(".")
    # A last label of digits only is a mistyped IPv4 address (RFC 3696 section 2).
    return (
        len(word) <= _MAX_HOST_NAME
        and all(_LABEL.fullmatch(label) for label in labels)
        and not labels[-1].isdigit()
    )


def interface_address(value: object) -> IpInterface:
    """Return an interface's address with the prefix length of its network."""
    if isinstance(value, IPv4Interface | IPv6Interface):
        return _usable(value)
    word = text(value)
    address, slash, prefix = word.partition("/")
    if not _is_address(address) or "%" in address:
        raise Unfit("is not an IP address with a prefix length", "write one like 172.16.1.21/24")
    if not slash:
        length = 64 if ":" in address else 24
        raise Unfit("lacks its prefix length", f"write {address}/{length} if that is its network")
    if not _PREFIX.fullmatch(prefix) or int(prefix) > ip_address(address).max_prefixlen:
        top = ip_address(address).max_prefixlen
        raise Unfit(f"has no valid prefix length: 0 to {top} after the slash")
    return _usable(ip_interface(f"{address}/{int(prefix)}"))


def _usable(address: IpInterface) -> IpInterface:
    # The address itself is asked: an interface in a larger network is never "unspecified".
    if address.ip.is_multicast or address.ip.is_unspecified or address.ip.is_loopback:
        raise Unfit("is not an address that a host can send RoCE from")
    network = address.network
    # A network of two addresses has neither (RFC 3021); IPv6 has no broadcast.
    large = isinstance(network, IPv4Network) and network.prefixlen < _POINT_TO_POINT
    if large and address.ip in {network.network_address, network.broadcast_address}:
        raise Unfit(f"is the network or broadcast address of {network}, not a host's")
    return address


def mac_address(value: object) -> str:
    """Return a MAC address as ``aa:bb:cc:dd:ee:ff``."""
    word = text(value).lower()
    if not _MAC.fullmatch(word):
        raise Unfit("is not a MAC address", "write one like 02:00:5e:00:53:01")
    digits = re.sub(r"[:.-]", "", word)
    if int(digits[:2], 16) & _GROUP_BIT or not int(digits, 16):
        raise Unfit("is not the MAC address of one interface")
    return ":".join(digits[at : at + 2] for at in range(0, len(digits), 2))


def vlan(value: object) -> int | Literal["untagged"]:
    """Return a VLAN identifier, 1 to 4094, or ``untagged``."""
    if isinstance(value, str) and value.lower() == "untagged":
        return "untagged"
    try:
        return whole(1, _LAST_VLAN)(value)
    except Unfit as unfit:
        if "octal" in unfit.reason:
            raise
        raise Unfit("is not a VLAN: 1 to 4094, or untagged") from None


def netdev(value: object) -> str:
    """Return the name of a Linux network interface or one of its alternative names."""
    word = text(value)
    if not re.fullmatch(r"[!-.0-~]{1,127}", word) or word in {".", ".."}:
        raise Unfit("is not the name of a Linux network interface")
    return word


def address_key(value: object) -> IPv4Address | IPv6Address | str:
    """Return what two spellings of one management address have in common."""
    word = str(value)
    return ip_address(word) if _is_address(word) else word.lower().removesuffix(".")


def address_of(value: object) -> IpInterface | None:
    """Return an interface address, or None where the value is not one."""
    try:
        return interface_address(value)
    except Unfit:
        return None


def mac_of(value: object) -> str | None:
    """Return a MAC address, or None where the value is not one."""
    try:
        return mac_address(value)
    except Unfit:
        return None
