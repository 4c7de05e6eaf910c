"""How far counters went on between two readings."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping


@dataclass(frozen=True, slots=True)
class Counted:
    """What was counted in between.

    Attributes:
        seconds: Between the readings, 1 or more.
        ports: Gain by name of the counter, by RDMA port (``mlx5_0/1``). A counter that went
            backwards, or was read once only, is left out.
        netdevs: The same by interface.
    """

    seconds: int
    ports: Mapping[str, Mapping[str, int]]
    netdevs: Mapping[str, Mapping[str, int]]
