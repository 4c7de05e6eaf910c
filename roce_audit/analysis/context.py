"""What checks look at: the network, and the judgements that several checks share."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from roce_audit.analysis.judgement import Judgement
    from roce_audit.model.network import Network


@dataclass(frozen=True, slots=True)
class Context:
    """The input of every check.

    Attributes:
        network: The network as read.
        judgements: What the filters do with the flows' packets; equal questions once.
    """

    network: Network
    judgements: tuple[Judgement, ...] = ()
