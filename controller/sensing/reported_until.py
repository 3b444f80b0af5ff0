"""Determines the time up to which all cards at seats have been reported.

This tells the engine whether a card at a seat may not have been reported yet.
"""

from collections.abc import Iterable
from typing import Final

from controller.sensing.field import Field

TOLD_SCANS: Final = 4
"""The number of scans of an antenna after which each tag on it has been read at least once.

With a typical read rate, this is wrong for only 1 in 160,000 tags.
"""

MISSED_MS: Final = 400
MISSED_SCANS: Final = 3
"""The number of scans in a row that may miss a tag before the scan that first reads it.

Any undecided tag may therefore have arrived this many scans before its first read, or `MISSED_MS`
before its first read if that is longer.
"""


def told_until(fields: Iterable[Field], landed: int | None) -> int:
    """Return the time (ms) up to which all cards at seats have been reported, or 0 if unknown.

    Any card that was first read at a seat by that time has already been reported or rejected.
    Antennas that do not respond are left out. `landed` is the time (ms) of the earliest first read
    among cards that have arrived but have not been reported yet, or None if there are none.
    """
    until = [_told(one) for one in fields if one.of_a_hand and not one.lost]
    if landed is not None:
        until.append(landed - 1)
    return max(min(until, default=0), 0)


def _told(field: Field) -> int:
    """Return the time (ms) up to which all tags that reached an antenna were accepted or rejected.

    Returns 0 if the antenna has not been scanned often enough.
    """
    if field.n < TOLD_SCANS:
        return 0
    reads = [candidate.first_at for candidate in field.pending.values()]
    reads += [field.time_of(unknown[0]) for unknown in field.unknown.values()]
    seen = field.time_of(field.n - TOLD_SCANS + 1)
    if not reads:
        return seen
    return min(seen, min(reads) - 1 - max(MISSED_MS, MISSED_SCANS * field.period))
