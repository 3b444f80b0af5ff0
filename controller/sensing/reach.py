"""Determines which antennas are so close together that they may read the same tag."""

import math
from collections.abc import Iterable

from controller.contract.scans import AntennaPlan

REACH = 120
"""The largest gap (mm of felt) across which two antennas may read each other's tags."""


def gap(one: AntennaPlan, other: AntennaPlan) -> float:
    """Return the distance between two antennas across the felt in mm, negative if they overlap."""
    across = abs(one.x - other.x) - (one.width + other.width) / 2
    along = abs(one.y - other.y) - (one.depth + other.depth) / 2
    if across > 0 and along > 0:
        return math.hypot(across, along)
    return max(across, along)


def out_of_reach(plans: Iterable[AntennaPlan]) -> dict[str, frozenset[str]]:
    """Return, for each antenna, those in other zones that are too far away to read the same tag.

    Antennas are too far apart if more than `REACH` mm of felt separate them. An antenna without a
    position is placed in the middle of the table.
    """
    known = tuple(plans)
    return {
        plan.name: frozenset(
            other.name for other in known if other.zone != plan.zone and gap(plan, other) > REACH
        )
        for plan in known
    }
