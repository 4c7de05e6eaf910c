"""A host port is plugged in elsewhere than the inventory says.

What it finds
    A port of the inventory whose LLDP neighbour has the name of the inventory's switch but
    another port, or whose neighbour is another switch of the inventory.

Why it matters
    Every verdict about the switch port is then about the wrong port, and so are VLAN and filters.

What to do
    Correct the cable or the inventory.

Source
    IEEE 802.1AB.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from roce_audit.checks.base import Check, Subject
from roce_audit.findings.finding import Severity
from roce_audit.model.facts import Unknown

if TYPE_CHECKING:
    from collections.abc import Iterator

    from roce_audit.analysis.context import Context
    from roce_audit.findings.finding import Result
    from roce_audit.model.host import Host
    from roce_audit.model.network import Attachment, Network
    from roce_audit.model.surroundings import Neighbour


def _run(context: Context) -> Iterator[Result]:
    network = context.network
    for attachment in network.attachments:
        host = network.hosts.get(attachment.host)
        if host is not None and attachment.switch:
            yield _of(host, attachment, network)


def _of(host: Host, attachment: Attachment, network: Network) -> Result:
    subject = Subject(host.name, f"{attachment.netdev} cable")
    if isinstance(host.neighbours, Unknown):
        return subject.not_applicable(f"neighbours are not known: {host.neighbours.reason}")
    heard = [each for each in host.neighbours if each.netdev == attachment.netdev]
    named = [each for each in heard if _short(each.system) in _switches(network)]
    if not named:
        return subject.not_applicable("no switch of the inventory is heard there")
    if any(_fits(each, attachment) for each in named):
        return subject.passed()
    other = named[0]
    message = (
        f"{attachment.netdev} hears {other.system} {other.port}; "
        f"the inventory says {attachment.switch} {attachment.interface}."
    )
    sources = (other.source, attachment.source)
    return subject.failed(CHECK, message, *sources, advice="Correct the cable or the inventory.")


def _switches(network: Network) -> frozenset[str]:
    return frozenset(each.switch.casefold() for each in network.attachments if each.switch)


def _short(name: str) -> str:
    return name.partition(".")[0].casefold()


def _fits(heard: Neighbour, attachment: Attachment) -> bool:
    if _short(heard.system) != attachment.switch.casefold():
        return False
    # Port names are abbreviated in many ways; their numbers are not.
    return not attachment.interface or _numbers(heard.port) == _numbers(attachment.interface)


def _numbers(name: str) -> str:
    return name.lstrip("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ- ")


CHECK = Check("HOST064", "cabling-differs", Severity.MAJOR, _run)
