"""Questions about configurations, as a person asks them, put to the reader of one platform."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from roce_audit.analysis.query import Answer, Question, ask
from roce_audit.model.path import Passage
from roce_audit.reading.document import Document, Role
from roce_audit.reading.question import packets_described, traffic_named, vlan_named
from roce_audit.reaudit.prove import Trial

if TYPE_CHECKING:
    from roce_audit.model.device import Device
    from roce_audit.reading.platform import Platform

_PACKETS = ("src", "dst", "sport", "dscp", "smac", "dmac")


@dataclass(frozen=True)
class Bench:
    """A platform's reader, and what its tests call the device and the document.

    Attributes:
        platform: Whose reader.
        device: Name of the device.
        file: Name of the document that holds the configuration.
    """

    platform: Platform
    device: str = "leaf1"
    file: str = "running-config"

    def read(self, config: str, *changes: str, state: str = "", **assume: str) -> Device:
        """Return the device of a configuration, of what it reports, and of changes applied."""
        documents = [Document(self.file, config)]
        if state:
            documents.append(Document("state", state, Role.STATE))
        documents += [
            Document(f"change {n}", text, Role.CHANGE) for n, text in enumerate(changes, start=1)
        ]
        return self.platform.read(self.device, documents, assume)

    def ask(self, device: Device, words: dict[str, object]) -> list[Answer]:
        """Answer a question given in the words of the command line."""
        told = {key: str(value) for key, value in words.items()}
        passage = Passage(
            self.platform.interface_name(told["in"]) if "in" in told else "",
            self.platform.interface_name(told["out"]) if "out" in told else "",
            vlan_named(told.get("vlan", "")),
        )
        packets = packets_described({key: told[key] for key in _PACKETS if key in told})
        traffic = traffic_named(told.get("traffic", ""))
        question = Question(told.get("filter", ""), passage, traffic, packets)
        return ask(device, question, self.platform.route)

    def verdicts(self, device: Device, **words: object) -> tuple[str, ...]:
        """Return the verdict words of a question, one for each kind of traffic."""
        return tuple(answer.verdict.value for answer in self.ask(device, words))

    def verdict(self, config: str, *changes: str, **words: object) -> str:
        """Return the one verdict word for a question about a configuration."""
        (verdict,) = self.verdicts(self.read(config, *changes), **words)
        return verdict

    def trial(self, config: str, **assume: str) -> Trial:
        """Return the device of a configuration, and how to read it again with changes."""
        return self.trial_of(Document(self.file, config), **assume)

    def trial_of(self, *documents: Document, **assume: str) -> Trial:
        """Return the device of some documents, and how to read it again with changes."""

        def reread(more: list[Document]) -> Device:
            return self.platform.read(self.device, more, assume)

        return Trial(reread(documents), documents, reread)
