"""From captured evidence to the network model, each device by its platform."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from roce_audit.analysis.crossings import with_crossings
from roce_audit.errors import CaptureError
from roce_audit.hosts.read_host import read_host
from roce_audit.intent import attachments_of, fabric_of, flows_of
from roce_audit.model.network import Failure, Network
from roce_audit.model.source import SourceRef
from roce_audit.reading.document import Role
from roce_audit.reading.find import find_platform
from roce_audit.reading.switches import check_switches
from roce_audit.reaudit.prove import Trial

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from roce_audit.inventory.models import Inventory
    from roce_audit.model.device import Device
    from roce_audit.model.host import Host
    from roce_audit.model.path import Passage, Route
    from roce_audit.reading.document import Document
    from roce_audit.reading.platform import Platform
    from roce_audit.snapshot.capture import DeviceCapture, Snapshot

_SHOWN_NAMES = 5
_NO_CONFIGURATION = (
    "the capture holds no configuration: none of the commands that show it was answered"
)
_NO_REPLY = "the capture holds nothing that the collector said"


@dataclass(frozen=True, slots=True)
class Understood:
    """The network, and what is needed to read its switches again with changes.

    Attributes:
        network: With crossings.
        platforms: Platform of every switch of the inventory.
        trials: Every switch that was read.
    """

    network: Network
    platforms: Mapping[str, Platform]
    trials: Mapping[str, Trial] = field(default_factory=dict[str, Trial])


def understand(inventory: Inventory, snapshot: Snapshot, file: str) -> Understood:
    """Read every capture of ``snapshot`` and put the network together.

    Args:
        inventory: What exists and what is meant.
        snapshot: The evidence.
        file: The inventory's name, for evidence.

    Raises:
        UsageError: The inventory names an unknown platform or switch of a platform.
    """
    platforms = platforms_of(inventory)
    trials: dict[str, Trial] = {}
    hosts: dict[str, Host] = {}
    failures: list[Failure] = []
    wanted = {
        **dict.fromkeys(inventory.switches, "switches"),
        **dict.fromkeys(inventory.hosts, "hosts"),
    }
    strange = sorted(snapshot.devices.keys() - wanted.keys())
    for name, section in wanted.items():
        missing = Failure(name, _not_there(strange), SourceRef(file, None, f"{section}.{name}"))
        capture = snapshot.devices.get(name)
        failures += _failures(name, capture, missing)
        if capture is None:
            continue
        if name in platforms:
            trial = _trial(name, platforms[name], capture, inventory.assumptions(name))
            trials.update({name: trial} if trial else {})
            failures += [] if trial or capture.explained else [_nothing_of(name, _NO_CONFIGURATION)]
            continue
        try:
            host = _host(name, capture)
        except CaptureError as problem:
            failures.append(Failure(name, str(problem), SourceRef(name, None, "")))
            continue
        hosts.update({name: host} if host else {})
        failures += [] if host or capture.explained else [_nothing_of(name, _NO_REPLY)]
    network = Network(
        fabric=fabric_of(inventory),
        switches={name: trial.device for name, trial in trials.items()},
        hosts=hosts,
        attachments=tuple(attachments_of(inventory, _names(platforms), file)),
        flows=tuple(flows_of(inventory)),
        failures=tuple(failures),
    )
    return Understood(connected(network, platforms), platforms, trials)


def connected(network: Network, platforms: Mapping[str, Platform]) -> Network:
    """Return the network with its crossings, each by its switch's platform."""

    def way(device: Device, passage: Passage) -> Route:
        return platforms[device.name].route(device, passage)

    whole = frozenset(name for name, platform in platforms.items() if platform.whole_passages)
    return with_crossings(network, way, whole)


def changed(understood: Understood, texts: Mapping[str, Sequence[str]]) -> Network:
    """Return the network with changes applied to copies of its switches.

    Args:
        understood: The network as captured.
        texts: Changes by switch, in the order applied.
    """
    switches = {
        name: trial.after(*texts[name]) if texts.get(name) else trial.device
        for name, trial in understood.trials.items()
    }
    bare_network = replace(understood.network, switches=switches, crossings=())
    return connected(bare_network, understood.platforms)


def platforms_of(inventory: Inventory) -> dict[str, Platform]:
    """Return the platform of every switch, its switches (``assume:``) checked.

    Raises:
        UsageError: A platform, switch or value is unknown; the text names the place.
    """
    found: dict[str, Platform] = {}
    for name, switch in inventory.switches.items():
        platform = find_platform(switch.platform)
        check_switches(platform, inventory.assumptions(name), f"switches.{name}: ")
        found[name] = platform
    return found


def _names(platforms: Mapping[str, Platform]) -> Callable[[str, str], str]:
    def full(switch: str, interface: str) -> str:
        platform = platforms.get(switch)
        return platform.interface_name(interface) if platform else interface

    return full


def _not_there(strange: Sequence[str]) -> str:
    """Return why a device has no capture, with captures that may be its own under another name."""
    reason = "it is in the inventory but not in the snapshot"
    if not strange:
        return reason
    shown = ", ".join([*strange[:_SHOWN_NAMES], *(["..."] if strange[_SHOWN_NAMES:] else [])])
    return f"{reason}; the snapshot has {shown}, not in the inventory"


def _failures(name: str, capture: DeviceCapture | None, missing: Failure) -> Iterator[Failure]:
    if capture is None:
        yield missing
        return
    for reason in capture.failures:
        yield Failure(name, reason, SourceRef(name, None, capture.platform or capture.role))
    for damage in capture.damage:
        yield Failure(name, damage.reason, SourceRef(damage.file, None, ""), damaged=True)


def _nothing_of(name: str, reason: str) -> Failure:
    return Failure(name, reason, SourceRef(name, None, ""))


def _trial(
    name: str, platform: Platform, capture: DeviceCapture, assume: Mapping[str, str]
) -> Trial | None:
    documents = tuple(capture.documents)
    if not any(document.role is Role.CONFIGURATION for document in documents):
        return None

    def reread(more: Sequence[Document]) -> Device:
        return platform.read(name, more, assume)

    return Trial(reread(documents), documents, reread)


def _host(name: str, capture: DeviceCapture) -> Host | None:
    for document in capture.documents:
        if document.text.strip():
            return read_host(document.text, document.name, name)
    return None
