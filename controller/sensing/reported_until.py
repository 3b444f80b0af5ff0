"""The time up to which all cards at seats have been reported, so that waiting code can go on."""

from collections.abc import Iterable
from typing import Final

from controller.sensing.field import Field

TOLD_SCANS: Final = 4
"""The number of scans in which a tag on an antenna is read at least once; typically, 1 tag in
160,000 is not."""

MISSED_MS: Final = 400
MISSED_SCANS: Final = 3
"""How long before its first read a tag that is not decided yet may have arrived (ms, scans).

The longer limit counts: a card that is missed now is likely to have been missed before.
"""


def told_until(fields: Iterable[Field], landed: int | None) -> int:
    """Return the time (ms) up to which all cards at seats have been reported, or 0 if unknown.

    A card first read at a seat up to that time has been reported or rejected. Antennas that do not
    respond are left out. `landed` is the time at which the first card that has arrived but is still
    to be reported was first read (ms), or None if there is no such card.
    """
    until = [_told(one) for one in fields if one.of_a_hand and not one.lost]
    if landed is not None:
        until.append(landed - 1)
    return max(min(until, default=0), 0)


def _told(field: Field) -> int:
    """Return the time (ms) up to which every arrival on an antenna was read and is decided."""
    if field.n < TOLD_SCANS:
        return 0
    reads = [candidate.first_at for candidate in field.pending.values()]
    reads += [unknown[0][1] for unknown in field.unknown.values()]
    seen = field.time_of(field.n - TOLD_SCANS + 1)
    if not reads:
        return seen
    return min(seen, min(reads) - 1 - max(MISSED_MS, MISSED_SCANS * field.period))
