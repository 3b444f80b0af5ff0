"""Which antennas can hear the same tag: those that lie near enough to each other."""

import math
from collections.abc import Iterable

from controller.contract.scans import AntennaPlan

REACH = 120
"""Antennas with so many millimetres of felt between them may read each other's tags."""


def gap(one: AntennaPlan, other: AntennaPlan) -> float:
    """Return the millimetres of felt between two antennas; negative when they overlap."""
    across = abs(one.x - other.x) - (one.width + other.width) / 2
    along = abs(one.y - other.y) - (one.depth + other.depth) / 2
    if across > 0 and along > 0:
        return math.hypot(across, along)
    return max(across, along)


def out_of_reach(plans: Iterable[AntennaPlan], reach: float = REACH) -> dict[str, frozenset[str]]:
    """Return, for each antenna, those of other zones that can't read a tag that it reads.

    One whose place nobody has given lies in the middle, and is near to all that do.
    """
    known = tuple(plans)
    return {
        plan.name: frozenset(
            other.name for other in known if other.zone != plan.zone and gap(plan, other) > reach
        )
        for plan in known
    }
