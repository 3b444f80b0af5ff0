"""Until when all cards before the seats are told: who misses one need not wait any longer."""

from collections.abc import Iterable
from typing import Final

from controller.sensing.field import Field

TOLD_SCANS: Final = 4
"""What lay on an antenna was read in one of so many scans but for 1 in 160,000 (typical noise)."""


def told_until(fields: Iterable[Field], landed: int | None) -> int:
    """Return until when (ms) each card that lay before a seat has been told; 0: nobody knows.

    Each antenna of a hand that answers has been read often enough since, and what was read first
    until then is decided. `landed` is the first read of the first card that has yet to be told.
    """
    until = [_told(one) for one in fields if one.of_a_hand and not one.lost]
    if landed is not None:
        until.append(landed - 1)
    return max(min(until, default=0), 0)


def _told(field: Field) -> int:
    """Return until when (ms) what came to lie on an antenna was read for sure, and is decided."""
    if field.n < TOLD_SCANS:
        return 0
    reads = [candidate.first_at for candidate in field.pending.values()]
    reads += [unknown[0][1] for unknown in field.unknown.values()]
    seen = field.time_of(field.n - TOLD_SCANS + 1)
    return min(seen, min(reads, default=seen + 1) - 1)
